// Hashes every run of so many characters in a text, at a few operations a character.

/** Odd, so that multiplying by it loses no bit. */
const base = 0x01000193

/** Calls `visit` with the hash of each run of `width` characters and with where the run begins, from left to right. */
export function hashRuns(text: string, width: number, visit: (hash: number, from: number) => void): void {
  const leaving = powerOf(width)
  let hash = 0
  for (let end = 0; end < text.length; end++) {
    hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0
    if (end >= width) hash = (hash - Math.imul(text.charCodeAt(end - width), leaving)) | 0
    if (end >= width - 1) visit(hash, end - width + 1)
  }
}

/** The hash that `hashRuns` gives for a run that is the whole text. */
export function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}

function powerOf(width: number): number {
  let power = 1
  for (let count = 0; count < width; count++) power = Math.imul(power, base)
  return power
}
