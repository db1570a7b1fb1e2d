// The type of a plain YAML scalar, and which characters, numbers and keys a manifest can contain and a service can store.

/** Names a character that services can't store: NUL ends a string in many of them, and half a surrogate pair isn't a character. */
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
export const needsFullParser = new Error('not plain YAML')

/** The first characters of values that core YAML may read as another type than a string. */
const typedStart = /^[-+.~\dntf]/i
const typedWord = /^(?:~|null|true|false)$/i
/** Such as 5, -20 or 0.25. */
const plainNumber = /^(?:0|-?[1-9]\d{0,14})(?:\.\d{1,6})?$/
const anyNumber = /^(?:0o[0-7]+|0x[\da-f]+|[-+]?\.(?:inf|nan)|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?)$/i

/** An unquoted value as core YAML reads it. Throws `needsFullParser` for rare forms, such as TRUE, ~ or 0x10. */
export function typed(text: string): string | number | boolean | null {
  if (!typedStart.test(text)) return text
  if (text === 'true') return true
  if (text === 'false') return false
  if (text === 'null') return null
  if (plainNumber.test(text)) return Number(text)
  if (typedWord.test(text) || anyNumber.test(text)) throw needsFullParser
  return text
}
