// Finds by text in a list that doesn't keep the texts: about 12 bytes an entry, however long the texts are.
import { Numbers } from './numbers.ts'

/** Entries have the numbers 0, 1, 2, … in the order in which they are added. */
export class HashIndex {
  readonly #hashes = new Numbers()
  /** The number of an entry, plus 1; open addressing. */
  #slots = new Uint32Array(32)

  get size(): number {
    return this.#hashes.size
  }

  /** Returns false if an earlier entry has the same hash, and so possibly the same text. */
  add(hash: number): boolean {
    if ((this.size + 1) * 2 > this.#slots.length) this.#grow()
    this.#hashes.push(hash)
    return this.#place(this.size - 1)
  }

  /** What `test` makes of the first entry with this hash of which it makes something. Few of them have another text. */
  find<Found>(hash: number, test: (entry: number) => Found | undefined): Found | undefined {
    const last = this.#slots.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const entry = (this.#slots[slot] as number) - 1
      if (entry < 0) return undefined
      const found = this.#hashes.at(entry) === hash ? test(entry) : undefined
      if (found !== undefined) return found
    }
  }

  #place(entry: number): boolean {
    const hash = this.#hashes.at(entry)
    const last = this.#slots.length - 1
    let isFirst = true
    let slot = hash & last
    for (let other = this.#slots[slot] as number; other > 0; other = this.#slots[slot] as number) {
      isFirst &&= this.#hashes.at(other - 1) !== hash
      slot = (slot + 1) & last
    }
    this.#slots[slot] = entry + 1
    return isFirst
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2)
    for (let entry = 0; entry < this.size; entry++) this.#place(entry)
  }
}

/** A hash of 32 bits, for `HashIndex` alone: it is neither secure nor stable between versions. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  // The low bits choose the slot, so the high ones are mixed into them.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
