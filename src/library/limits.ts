// Options that change a limit for one run, or allow what a guard refuses.
import { option } from '../core/shell.ts'
import { readLimit, type Limit } from '../core/plan/limit.ts'
import type { Problem } from '../core/problem.ts'
import { didYouMean } from '../core/similar.ts'
import { registry } from '../kinds/registry.ts'
import { badFlag } from './problems.ts'

/** `KIND=N` and `KIND=P%`, by kind. */
export function maxChangesOf(maxChanges: readonly string[]): {
  readonly limits: Readonly<Record<string, Limit>>
  readonly problems: readonly Problem[]
} {
  const kinds = registry.map(({ name }) => name)
  const limits: Record<string, Limit> = {}
  const problems: Problem[] = []
  for (const text of maxChanges) {
    const [, kind = '', most = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
    const limit = readLimit(most)
    const hint = `Write KIND=NUMBER or KIND=PERCENT%, for example subscriber=20 or subscriber=10%. The kinds are ${kinds.join(', ')}.`
    if (limit === undefined)
      problems.push(badFlag(`${option('maxChanges')} ${text} is not a valid limit`, hint))
    else if (!kinds.includes(kind))
      problems.push(
        badFlag(
          `${option('maxChanges', { [kind]: /^\d+$/.test(most) ? Number(most) : most })}: unknown kind "${kind}"${didYouMean(kind, kinds)}`,
          hint,
        ),
      )
    else if (limits[kind] !== undefined)
      problems.push(badFlag(`${option('maxChanges')} is given twice for ${kind}`))
    else limits[kind] = limit
  }
  return { limits, problems }
}

/** A target that doesn't exist can't be allowed: a typo must not look like a permission. */
export function allowProtectedProblems(
  allowProtected: readonly string[],
  aliases: readonly string[],
): Problem[] {
  return allowProtected
    .filter((name) => !aliases.includes(name))
    .map((name) => badFlag(`${option('allowProtected')} ${name}: unknown target${didYouMean(name, aliases)}`))
}
