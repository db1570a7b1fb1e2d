// `requires` of a project file: for which versions of belfry it is written. It is checked before the other fields,
// because a file for a newer version may have fields that this version doesn't know.
import { placeOf, type MapNode } from '../manifest/text/node.ts'
import type { Report } from '../manifest/frames/reporter.ts'
import { version } from '../service/package.ts'

/** `>=0.3`, `>=0.3.2 <1`: a lower bound, and an upper one that is not included. */
export const versionRange =
  /^>=((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2})(?: <((?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,2}))?$/

/** Whether this version may read the file; false after a problem. The schema reports an invalid range. */
export function checkRequires(root: MapNode, report: Report): boolean {
  const node = root.entries.get('requires')?.value
  const range = node?.type === 'scalar' ? versionRange.exec(String(node.value)) : null
  if (node === undefined || range === null || isInRange(version, range[0])) return true
  const [text, from = '', below] = range
  const isEmpty = below !== undefined && !isOlder(from, below)
  report({
    rule: isEmpty ? 'wrong-value' : 'other-version',
    place: placeOf(node),
    message: isEmpty
      ? `"requires" must contain a version, and no version is in ${text}`
      : `the project requires belfry ${text}, and this is belfry ${version}`,
    ...(!isEmpty && { hint: `Install a version of belfry that matches ${text}.` }),
  })
  return false
}

/** A pre-release is treated as its final version: `0.3.0-beta.1` is treated as `0.3.0`. */
export function isInRange(own: string, range: string): boolean {
  const [, from = '', below] = versionRange.exec(range) ?? []
  const [released = ''] = own.split(/[-+]/)
  return !isOlder(released, from) && (below === undefined || isOlder(released, below))
}

/** By their numbers; those that are left out are 0. */
function isOlder(one: string, other: string): boolean {
  const [left, right] = [one.split('.'), other.split('.')]
  const differing = [0, 1, 2].find((index) => Number(left[index] ?? 0) !== Number(right[index] ?? 0))
  return differing !== undefined && Number(left[differing] ?? 0) < Number(right[differing] ?? 0)
}
