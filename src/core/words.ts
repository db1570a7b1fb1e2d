// Words of sentences: numbers, times and lists as people write them, and lengths of time as they are read.
import type { FieldPath } from './value.ts'

/** `1 change`, `2 changes`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}

/** `10,000`. */
export function number(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 change`, `10,000 changes`. */
export function many(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`
}

export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
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

/** `line 3`; `lines 2-4 and 7` */
export function linesText(lines: readonly number[]): string {
  const ends = lines.filter((line, index) => lines[index + 1] !== line + 1)
  const ranges = lines
    .filter((line, index) => lines[index - 1] !== line - 1)
    .map((from, index) => (from === ends[index] ? `${from}` : `${from}-${ends[index]}`))
  return `${lines.length === 1 ? 'line' : 'lines'} ${listText(ranges)}`
}

/** `name, credentials.apiKey` */
export function pathsText(paths: readonly FieldPath[]): string {
  return paths.map((path) => path.join('.')).join(', ')
}

/** The hint for a variable that contains more than a secret, such as quotes around it. */
export function setOnly(name: string, what: 'value' | 'API key'): string {
  return `Set ${name} to the ${what} only: one line, no quotes, no other words.`
}

/** Removes characters from the end of a text in linear time; a regular expression could take quadratic time. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** A number with a unit. */
export const lengthOfTime = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** Milliseconds of `500ms`, `30s`, `1.5m` or `1h`; undefined for anything else. */
export function millisecondsOf(text: string): number | undefined {
  const [, amount = '', unit = ''] = lengthOfTime.exec(text) ?? []
  const length = units[unit]
  return length === undefined ? undefined : Number(amount) * length
}

/** For an option in seconds: `40` is the same as `40s`. NaN for an invalid time. */
export function flagMilliseconds(text: string): number {
  return millisecondsOf(text) ?? (text.trim() === '' ? NaN : Number(text) * 1000)
}
