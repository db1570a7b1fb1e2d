// Which characters, numbers and keys a manifest can hold and a service can store.

/** What no service can store: NUL ends a text in many of them, and half a surrogate pair is no character. */
export function badCharacter(text: string): string | undefined {
  return text.includes('\0')
    ? 'a NUL character'
    : /\p{Cs}/u.test(text)
      ? 'half of a UTF-16 surrogate pair'
      : undefined
}

/** Whether a file can hold the number and give back the same one. */
export function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}

/** Whether no map of a manifest can have the key. */
export function isBadKey(name: string): boolean {
  return name === '' || name === '__proto__'
}
