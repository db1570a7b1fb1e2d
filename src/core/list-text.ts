// Lists names in a sentence.
import type { FieldPath } from './compare.ts'

/** `a, b and c`; of more than `most`, the number of the others: `a, b, c and 5 more`. */
export function listText(names: readonly string[], most = Infinity): string {
  const shown = names.slice(0, most)
  const hidden = names.length - shown.length
  const last = hidden > 0 ? `${hidden} more` : shown.pop()
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} and ${last}`
}

/** `name, credentials.apiKey` */
export function pathsText(paths: readonly FieldPath[]): string {
  return paths.map((path) => path.join('.')).join(', ')
}
