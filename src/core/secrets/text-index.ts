// Finds any of many texts inside another in one pass over it, however many there are.
import type { Range } from './finder.ts'
import { hashOf, hashRuns } from './hashes.ts'

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
