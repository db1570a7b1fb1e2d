// Finds any of many texts inside another in one pass over it, however many there are.

/** Texts that are shorter are not looked for. */
export const shortest = 8

export interface Match {
  readonly from: number
  readonly to: number
}

/** Characters that a window's hash is shifted by; odd, so that none is lost. */
const base = 0x01000193
const outgoing = Array.from({ length: shortest }).reduce<number>((power) => Math.imul(power, base), 1)

/**
 * Each text is known by a hash of its first characters, which moves over a text at a few operations a character; only
 * where a hash is known are whole texts looked up, once for each length that begins like this.
 */
export class TextIndex<T> {
  readonly #found = new Map<string, T>()
  readonly #lengths = new Map<number, number[]>()
  /** Most places are told from all texts by one look into it. */
  readonly #begins = new Uint8Array(1 << 16)

  get size(): number {
    return this.#found.size
  }

  get(text: string): T | undefined {
    return this.#found.get(text)
  }

  /** Of at least `shortest` characters. */
  set(text: string, meaning: T): void {
    this.#found.set(text, meaning)
    let hash = 0
    for (let at = 0; at < shortest; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
    this.#begins[hash >>> 16] = 1
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
  *matches(text: string): Generator<Match & { readonly meaning: T }> {
    if (this.#found.size === 0) return
    let hash = 0
    for (let end = 0; end < text.length; end++) {
      hash = (Math.imul(hash, base) + text.charCodeAt(end)) | 0
      if (end >= shortest) hash = (hash - Math.imul(text.charCodeAt(end - shortest), outgoing)) | 0
      if (end < shortest - 1 || this.#begins[hash >>> 16] === 0) continue
      const from = end - shortest + 1
      for (const length of this.#lengths.get(hash) ?? []) {
        const meaning = this.#found.get(text.slice(from, from + length))
        if (meaning !== undefined && from + length <= text.length) yield { from, to: from + length, meaning }
      }
    }
  }
}
