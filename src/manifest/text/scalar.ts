// The type of a plain YAML scalar, and which characters, numbers and keys a manifest can contain and a service can store.

/** What no service can store: NUL ends a text in many of them, and half a surrogate pair isn't a character. */
export function badCharacter(text: string): string | undefined {
  return text.includes('\0')
    ? 'a NUL character'
    : /\p{Cs}/u.test(text)
      ? 'half of a UTF-16 surrogate pair'
      : undefined
}

/** Whether a file can store the number exactly. */
export function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}

/** Whether no map of a manifest can have the key. */
export function isBadKey(name: string): boolean {
  return name === '' || name === '__proto__'
}

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
