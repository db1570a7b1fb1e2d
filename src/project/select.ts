// Picks targets by name, with globs and lists: `EU,US`.
import { didYouMean } from '../core/similar.ts'
import { matchesName } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { show } from '../manifest/frames/show.ts'

/** In braces, a comma is between the choices of one pattern: `{EU,US}-*`. */
const betweenNames = /,(?![^{}]*\})/

/** In project order; a pattern that picks nothing is a mistake. */
export function selectTargets(
  all: readonly string[],
  patterns: readonly string[],
  report: Report,
): readonly string[] {
  if (patterns.length === 0) return all
  const chosen = patterns.flatMap((each) => (all.includes(each) ? [each] : each.split(betweenNames)))
  for (const pattern of chosen)
    if (!all.some((alias) => matchesName(alias, pattern)))
      report({
        rule: 'unknown-target',
        message: `unknown target ${show(pattern)}${didYouMean(pattern, all)}`,
        hint: `Use one or more of the project's targets: ${all.join(', ')}.`,
      })
  return all.filter((alias) => chosen.some((pattern) => matchesName(alias, pattern)))
}
