// The types of values without quotes: those that most manifests have are read here, and all others by the full parser.

/** Thrown if the full parser must read the file; made once, because a stack trace takes longer than a line. */
export const notPlain = new Error('not plain YAML')

/** What core YAML may read as another type than a string. */
const isTyped = /^[-+.~\dntf]/i
const isWord = /^(?:~|null|true|false)$/i
const isNumber = /^(?:0|-?[1-9]\d{0,14})(?:\.\d{1,6})?$/
const isAnyNumber = /^(?:0o[0-7]+|0x[\da-f]+|[-+]?\.(?:inf|nan)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?)$/i

/** As core YAML reads it. */
export function typed(text: string): string | number | boolean | null {
  if (!isTyped.test(text)) return text
  if (text === 'true') return true
  if (text === 'false') return false
  if (text === 'null') return null
  if (isNumber.test(text)) return Number(text)
  if (isWord.test(text) || isAnyNumber.test(text)) throw notPlain
  return text
}
