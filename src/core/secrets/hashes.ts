// Hashes runs of characters, and keeps numbers by hash.

/** Several of one hash too, in a few bytes each: a run may know millions. */
export class HashTable {
  /** By the highest bits of a hash, the newest entry counted from 1; then each entry's next older one. */
  #heads = new Int32Array(1 << 10)
  #older = new Int32Array(1 << 10)
  #hashes = new Int32Array(1 << 10)
  #numbers = new Int32Array(1 << 10)
  #size = 0

  add(hash: number, number: number): void {
    if (this.#size === this.#hashes.length) this.#grow()
    this.#hashes[this.#size] = hash
    this.#numbers[this.#size] = number
    this.#size += 1
    this.#link(this.#size)
  }

  each(hash: number, visit: (number: number) => void): void {
    let entry = this.#heads[this.#slotOf(hash)] ?? 0
    for (; entry !== 0; entry = this.#older[entry - 1] ?? 0)
      if (this.#hashes[entry - 1] === hash) visit(this.#numbers[entry - 1] ?? 0)
  }

  #slotOf(hash: number): number {
    return hash >>> (Math.clz32(this.#heads.length) + 1)
  }

  #link(entry: number): void {
    const slot = this.#slotOf(this.#hashes[entry - 1] ?? 0)
    this.#older[entry - 1] = this.#heads[slot] ?? 0
    this.#heads[slot] = entry
  }

  #grow(): void {
    const size = this.#size * 2
    const larger = (numbers: Int32Array): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(size)
      copy.set(numbers)
      return copy
    }
    this.#hashes = larger(this.#hashes)
    this.#numbers = larger(this.#numbers)
    this.#older = new Int32Array(size)
    this.#heads = new Int32Array(size)
    for (let entry = 1; entry <= this.#size; entry++) this.#link(entry)
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
export function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}
