// The options that a next command repeats, so that it does what was shown.
import { quoted } from '../../core/shell.ts'
import { parts, valuesIn, type Flags, type Part } from './flag.ts'

/** ` -f mail.yaml --only subscriber/*`: the options of all parts except `without`. */
export function repeated(rows: Flags, flags: object, without?: Part): string {
  return parts
    .filter((part) => part !== without)
    .flatMap((part) => valuesIn(rows, flags).filter(([, { repeat }]) => repeat === part))
    .flatMap(([name, { short = `--${name}` }, values]) =>
      values.map((value) => (typeof value === 'string' ? ` ${short} ${quoted(value)}` : ` ${short}`)),
    )
    .join('')
}

/** The options of a part that are given, as `--name`. */
export function givenIn(part: Part, rows: Flags, flags: object): string[] {
  return valuesIn(rows, flags)
    .filter(([, { repeat }, values]) => repeat === part && values.length > 0)
    .map(([name]) => `--${name}`)
}
