// Options that change a limit for one run, or allow what a guard refuses.
import { option } from '../core/shell.ts'
import type { Problem } from '../core/problem.ts'
import { didYouMean } from '../core/words.ts'
import { kindNames } from '../kinds/names.ts'
import { badFlag } from './problems.ts'
import type { ChangeRequest } from './options/plan.ts'

/** A kind that doesn't exist can't be limited: a typo must not pass as a limit. */
export function maxChangesProblems(maxChanges: ChangeRequest['maxChanges'] = {}): Problem[] {
  return Object.entries(maxChanges)
    .filter(([kind]) => !kindNames.includes(kind))
    .map(([kind, { most, unit }]) =>
      badFlag(
        `${option('maxChanges', { [kind]: unit === 'percent' ? `${most}%` : most })}: unknown kind "${kind}"${didYouMean(kind, kindNames)}`,
        `Write KIND=NUMBER or KIND=PERCENT%, for example subscriber=20 or subscriber=10%. The kinds are ${kindNames.join(', ')}.`,
      ),
    )
}

/** A target that doesn't exist can't be allowed: a typo must not pass as a permission. */
export function allowProtectedProblems(
  allowProtected: readonly string[],
  aliases: readonly string[],
): Problem[] {
  return allowProtected
    .filter((name) => !aliases.includes(name))
    .map((name) => badFlag(`${option('allowProtected')} ${name}: unknown target${didYouMean(name, aliases)}`))
}
