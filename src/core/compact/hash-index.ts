// Finds by hash in a list that doesn't keep its items: 12 bytes an entry, however long the items are.
import { Numbers } from './numbers.ts'

/** Entries have the numbers 0, 1, 2, … in the order in which they are added. Several may have the same hash. */
export class HashIndex {
  readonly #hashes = new Numbers()
  /** By the highest bits of a hash, the newest entry; then each entry's next older one. All are counted from 1. */
  #newest = new Uint32Array(1 << 10)
  #older = new Numbers()

  get size(): number {
    return this.#hashes.size
  }

  /** Returns false if an earlier entry has the same hash, and so possibly the same text. */
  add(hash: number): boolean {
    if (this.size === this.#newest.length) this.#grow()
    const isFirst = !this.has(hash)
    this.#hashes.push(hash)
    this.#link(hash)
    return isFirst
  }

  has(hash: number): boolean {
    return this.#seek(hash, this.#newest[this.#slotOf(hash)] as number) > 0
  }

  /** Visits the entries with this hash, the newest first. */
  each(hash: number, visit: (entry: number) => void): void {
    let entry = this.#seek(hash, this.#newest[this.#slotOf(hash)] as number)
    for (; entry > 0; entry = this.#seek(hash, this.#older.at(entry - 1))) visit(entry - 1)
  }

  /** What `test` makes of the first entry with this hash of which it makes something. Few of them have another text. */
  find<Found>(hash: number, test: (entry: number) => Found | undefined): Found | undefined {
    const entries: number[] = []
    this.each(hash, (entry) => entries.push(entry))
    for (const entry of entries.reverse()) {
      const found = test(entry)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The entry, or the newest of those that are older, if it has this hash; 0 for none. */
  #seek(hash: number, from: number): number {
    let entry = from
    while (entry > 0 && this.#hashes.at(entry - 1) !== hash >>> 0) entry = this.#older.at(entry - 1)
    return entry
  }

  #slotOf(hash: number): number {
    return hash >>> (Math.clz32(this.#newest.length) + 1)
  }

  /** The next entry of the list has this hash. */
  #link(hash: number): void {
    const slot = this.#slotOf(hash)
    this.#older.push(this.#newest[slot] as number)
    this.#newest[slot] = this.#older.size
  }

  #grow(): void {
    this.#newest = new Uint32Array(this.#newest.length * 2)
    this.#older = new Numbers()
    for (let entry = 0; entry < this.size; entry++) this.#link(this.#hashes.at(entry))
  }
}

/** A hash of 32 bits, for `HashIndex` alone: it is neither secure nor stable between versions. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // The high bits choose the slot, so all bits are mixed.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
