// Makes characters visible that would act on a terminal or hide text from its reader.

import { hidden } from '../core/hidden.ts'

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The same text with `\u{202e}` and the like in place of what can't be seen; one line. */
export function visible(text: string): string {
  return text.replaceAll(
    hidden,
    (character) => named[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
