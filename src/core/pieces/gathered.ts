// Joins small pieces of a text: a write for each would cost more than the text.

/** Characters. */
const least = 65_536

/** The same text in pieces of at least 65,536 characters, but for the last. */
export function* gathered(pieces: Iterable<string>): Generator<string, void> {
  let parts: string[] = []
  let length = 0
  for (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length < least) continue
    yield parts.join('')
    parts = []
    length = 0
  }
  if (length > 0) yield parts.join('')
}
