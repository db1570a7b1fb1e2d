// Options in messages, and the options that a command in a message repeats, so that it does the same.
import { quoted, type Scope, type Wording } from '../../core/shell.ts'
import { flagOf, parts, valuesIn, type Flag, type Flags, type Part } from '../../library/options/flag.ts'

/** The given options of rows with a `repeat`, each after a space: ` -f mail.yaml --only 'subscriber/*'` */
export function repeated(rows: Flags, flags: object): string {
  const given = valuesIn(rows, flags)
  let words = ''
  for (const part of parts)
    for (const [name, row, values] of given)
      for (const value of row.repeat === part ? values : [])
        words += ` ${asTyped(name, row)}${typeof value === 'string' ? ` ${quoted(value)}` : ''}`
  return words
}

/** The rows of this run whose options another command repeats: it has them, and `words`, its own, don't set them already. */
export function sharedRows(rows: Flags, others: Flags, words: readonly string[], scope: Scope): Flags {
  const typed = new Set<string | undefined>(words.map((word) => word.split('=', 1).join()))
  const shared = Object.entries(rows).filter(([name, row]) => {
    const isTyped = typed.has(row.short) || typed.has(`--${flagOf(name, row)}`)
    const namesResources = row.argument === '<kind/name>...'
    const isOutside =
      (scope === 'project' && row.repeat === 'selection') ||
      (scope === 'targets' && namesResources) ||
      (scope !== 'run' && row.repeat === 'run')
    return name in others && !isTyped && !isOutside
  })
  return Object.fromEntries(shared)
}

/** The options of a part that are given, as `--name`. */
export function givenIn(part: Part, rows: Flags, flags: object): string[] {
  return valuesIn(rows, flags)
    .filter(([, { repeat }, values]) => repeat === part && values.length > 0)
    .map(([name, row]) => `--${flagOf(name, row)}`)
}

/** Options of messages: `option('only', ['integration/ses-eu'])` is `--only integration/ses-eu`. */
export function optionText(rows: Flags): Wording['option'] {
  return (name, value) => {
    const all = Object.entries(rows)
    const found =
      all.find(([key, row]) => key === name || flagOf(key, row) === name) ??
      all.find(
        ([key, { program, argument }]) => program === name && (argument !== undefined || key === value),
      )
    if (found === undefined) return `--${flagOf(name)}`
    const text = asTyped(...found)
    if (value === undefined || typeof value === 'boolean' || found[1].argument === undefined) return text
    return wordsOf(value, found[1])
      .map((each) => `${text} ${quoted(each)}`)
      .join(' ')
  }
}

function wordsOf(value: object | string | number, { milliseconds }: Flag): readonly string[] {
  if (Array.isArray(value)) return value as readonly string[]
  if (typeof value === 'object') return Object.entries(value).map(([key, each]) => `${key}=${each}`)
  return [String(typeof value === 'number' && milliseconds !== undefined ? value / 1000 : value)]
}

export function asTyped(name: string, row: Flag): string {
  return row.short ?? `--${flagOf(name, row)}`
}
