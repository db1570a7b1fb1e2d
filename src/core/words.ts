// Numbers, times and lists as words of a sentence.
import type { FieldPath } from './value.ts'

/** `1 change`, `2 changes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** With as many digits as matter: `38 ms`, `0.4 s`, `12 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 100) return `${milliseconds.toFixed(0)} ms`
  const value = milliseconds / 1000
  return `${value < 10 ? value.toFixed(1) : value.toFixed(0)} s`
}

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
