// What is about persons, by the kinds that are registered, and when it is shown.
import type { Problem } from '../core/problem.ts'
import { registry } from '../kinds/registry.ts'
import type { Format } from '../report/formats.ts'
import { masking, type Privacy } from '../report/persons/account.ts'

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

/** Problems as people and programs may read them who run a command that tells no account. */
export function shownProblems(problems: readonly Problem[], persons: 'shown' | 'masked'): readonly Problem[] {
  return persons === 'masked' ? problems.map(masking(privacy).problem) : problems
}

/** What the project file says, unless somebody lifts it for one run. */
export function personsIn(
  { showPersonalData }: { readonly showPersonalData?: true },
  ofProject: 'mask' | 'show' | undefined,
): 'shown' | 'masked' {
  return showPersonalData !== true && ofProject === 'mask' ? 'masked' : 'shown'
}
