// A call with which the service also tries the credentials out: it contacts the provider, so only where it is asked for.
import { isMap } from '../../core/value.ts'
import type { Draft } from '../kind.ts'

/** The same call with `check`; as it is where it carries no credentials. */
export function testedIntegration(draft: Draft): Draft {
  const { body } = draft.call
  if (body === undefined || !isMap(body['credentials'])) return draft
  return {
    ...draft,
    call: { ...draft.call, body: { ...body, check: true } },
    sideEffects: [
      ...(draft.sideEffects ?? []),
      'check: the service tries its credentials out with the provider',
    ],
  }
}
