// The options that a command in a message repeats, so that it does what was shown.
import { quoted, type Scope } from '../../core/shell.ts'
import { parts, valuesIn, type Flags, type Part } from './flag.ts'

/** ` -f mail.yaml --only subscriber/*` */
export function repeated(rows: Flags, flags: object): string {
  return parts
    .flatMap((part) => valuesIn(rows, flags).filter(([, { repeat }]) => repeat === part))
    .flatMap(([name, { short = `--${name}` }, values]) =>
      values.map((value) => (typeof value === 'string' ? ` ${short} ${quoted(value)}` : ` ${short}`)),
    )
    .join('')
}

/** The rows of a run that another command has too and whose options aren't among the command's own words. */
export function sharedRows(rows: Flags, others: Flags, words: readonly string[], scope: Scope): Flags {
  const typed = words.map((word) => word.split('=', 1).join())
  const shared = Object.entries(rows).filter(
    ([name, { short = '', argument, repeat }]) =>
      name in others &&
      !typed.some((word) => word === short || word === `--${name}`) &&
      !(scope === 'project' && repeat === 'selection') &&
      !(scope === 'targets' && argument === '<kind/name>...'),
  )
  return Object.fromEntries(shared)
}

/** The options of a part that are given, as `--name`. */
export function givenIn(part: Part, rows: Flags, flags: object): string[] {
  return valuesIn(rows, flags)
    .filter(([, { repeat }, values]) => repeat === part && values.length > 0)
    .map(([name]) => `--${name}`)
}
