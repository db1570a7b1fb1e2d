// Picks targets by name, with globs and lists: `EU,US`.
import { didYouMean } from '../core/similar.ts'
import { matchesName } from '../core/glob.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { show } from '../manifest/frames/show.ts'
import { unknownTarget } from '../manifest/targets.ts'

/** In project order; a pattern that matches nothing is an error. */
export function selectTargets(
  all: readonly string[],
  patterns: readonly string[],
  report: Report,
  isOfFile = true,
): readonly string[] {
  if (patterns.length === 0) return all
  const chosen = patterns.flatMap((each) => (all.includes(each) ? [each] : namesIn(each)))
  for (const pattern of chosen)
    if (!all.some((alias) => matchesName(alias, pattern)))
      report({
        rule: 'unknown-target',
        ...(isOfFile
          ? {
              message: `unknown target ${show(pattern)}${didYouMean(pattern, all)}`,
              hint: `Use one or more of the project's targets: ${all.join(', ')}.`,
            }
          : { message: unknownTarget(pattern, { all, isOfFile }) }),
      })
  return all.filter((alias) => chosen.some((pattern) => matchesName(alias, pattern)))
}

/** In braces, a comma is between the choices of one pattern: `{EU,US}-*`. */
function namesIn(list: string): readonly string[] {
  const names: string[] = []
  for (const part of list.split(',')) {
    const last = names.at(-1)
    const isOpen = last !== undefined && last.lastIndexOf('{') > last.lastIndexOf('}')
    if (isOpen) names[names.length - 1] = `${last},${part}`
    else names.push(part)
  }
  return names
}
