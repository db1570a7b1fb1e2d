// Finds any of many texts inside another in one pass over it, however many there are, by hashes of runs of characters.
import type { Range } from './finder.ts'

/** Texts that are shorter are not looked for. */
export const shortest = 8

export interface Match<T> extends Range {
  readonly meaning: T
}

/**
 * Each text is known by a hash of its first characters; only where a hash is known are whole texts looked up, once for
 * each length that begins like this.
 */
export class TextIndex<T> {
  readonly #found = new Map<string, T>()
  readonly #lengths = new Map<number, number[]>()
  /** By the highest bits of a hash: most places in a text need no other look. */
  readonly #begins = new Uint8Array(1 << 18)

  get(text: string): T | undefined {
    return this.#found.get(text)
  }

  /** Of at least `shortest` characters. */
  set(text: string, meaning: T): void {
    this.#found.set(text, meaning)
    const hash = hashOf(text.slice(0, shortest))
    this.#begins[hash >>> 14] = 1
    const lengths = this.#lengths.get(hash) ?? []
    if (!lengths.includes(text.length))
      this.#lengths.set(
        hash,
        [...lengths, text.length].sort((a, b) => b - a),
      )
  }

  delete(text: string): void {
    this.#found.delete(text)
  }

  /** Every place where one of the texts stands, also inside another; from left to right, the longest first. */
  matches(text: string): readonly Match<T>[] {
    const matches: Match<T>[] = []
    if (this.#found.size === 0 || text.length < shortest) return matches
    hashRuns(text, shortest, (hash, from) => {
      if (this.#begins[hash >>> 14] === 0) return
      for (const length of this.#lengths.get(hash) ?? []) {
        const meaning = this.#found.get(text.slice(from, from + length))
        if (meaning !== undefined && from + length <= text.length)
          matches.push({ from, to: from + length, meaning })
      }
    })
    return matches
  }
}

/** Odd, so that multiplying by it loses no bit. */
const base = 0x01000193

/** Calls `visit` with the hash of each run of `width` characters and with where the run begins, from left to right. */
export function hashRuns(text: string, width: number, visit: (hash: number, from: number) => void): void {
  let leaving = 1
  for (let count = 0; count < width; count++) leaving = Math.imul(leaving, base)
  let hash = 0
  for (let end = 0; end < text.length; end++) {
    hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0
    if (end >= width) hash = (hash - Math.imul(text.charCodeAt(end - width), leaving)) | 0
    if (end >= width - 1) visit(hash, end - width + 1)
  }
}

/** The hash that `hashRuns` gives for a run that is the whole text. */
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}
