// What is about persons, by the kinds that are registered, and when it is shown.
import { registry } from '../kinds/registry.ts'
import type { Format } from '../report/formats.ts'
import type { Privacy } from '../report/privacy.ts'

export const privacy: Privacy = {
  isPersonalKind: (kind) => registry.some(({ name, isPersonal }) => name === kind && isPersonal),
  isPersonal: (kind, first) =>
    registry.some(
      ({ name, isPersonal, impersonal }) =>
        name === kind && isPersonal && impersonal?.includes(first) !== true,
    ),
}

/** Whether a format masks it: those that others read do, unless somebody says otherwise. */
export function masksIn(
  { isForOwnEyes }: Format,
  { showPersonalData }: { readonly showPersonalData?: true },
  ofProject: 'mask' | 'show',
): boolean {
  return showPersonalData !== true && (isForOwnEyes !== true || ofProject === 'mask')
}
