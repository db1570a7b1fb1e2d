// Picks targets by name, with globs.
import { didYouMean } from '../core/similar.ts'
import { matchesName } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { show } from '../manifest/frames/show.ts'

/** In project order; a pattern that picks nothing is a mistake. */
export function selectTargets(
  all: readonly string[],
  patterns: readonly string[],
  report: Report,
): readonly string[] {
  if (patterns.length === 0) return all
  for (const pattern of patterns)
    if (!all.some((alias) => matchesName(alias, pattern)))
      report({
        rule: 'unknown-target',
        message: `unknown target ${show(pattern)}${didYouMean(pattern, all)}`,
        hint: `Use one or more of the project's targets: ${all.join(', ')}.`,
      })
  return all.filter((alias) => patterns.some((pattern) => matchesName(alias, pattern)))
}
