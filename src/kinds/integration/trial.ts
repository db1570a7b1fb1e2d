// A call with which the service also tries the credentials out: it contacts the provider, so only where it is asked for.
import { isMap } from '../../core/value.ts'
import type { Kind } from '../kind.ts'

const sideEffect = 'check: the service tries its credentials out with the provider'

export const trial: NonNullable<Kind['trial']> = {
  sideEffect,
  /** As it is where it carries no credentials. */
  of: (draft) => {
    const { body } = draft.call
    if (body === undefined || !isMap(body['credentials'])) return draft
    return {
      ...draft,
      call: { ...draft.call, body: { ...body, check: true } },
      sideEffects: [...(draft.sideEffects ?? []), sideEffect],
    }
  },
}
