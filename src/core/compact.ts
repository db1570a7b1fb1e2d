// Long lists in few bytes: whole numbers, hashes of items, and IDs.

/** A growing list of whole numbers from 0 to 2³² - 1, 4 bytes each. */
export class Numbers {
  #all = new Uint32Array(16)
  #size = 0

  get size(): number {
    return this.#size
  }

  push(number: number): void {
    if (this.#size === this.#all.length) {
      const larger = new Uint32Array(this.#size * 2)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#size++] = number
  }

  set(index: number, number: number): void {
    this.#all[index] = number
  }

  at(index: number): number {
    return this.#all[index] as number
  }
}

/**
 * Finds by hash in a list that doesn't keep its items: 16 to 32 bytes an entry, however long the items are. Entries have the
 * numbers 0, 1, 2, … in the order in which they are added. Several may have the same hash.
 */
export class HashIndex {
  readonly #hashes = new Numbers()
  /** By the slot of a hash, the oldest and the newest entry; then each entry's next newer one. All are counted from 1. */
  #oldest = new Uint32Array(1 << 10)
  #newest = new Uint32Array(1 << 10)
  #newer = new Numbers()

  get size(): number {
    return this.#hashes.size
  }

  /** Returns false if an earlier entry has the same hash, and so possibly the same text. */
  add(hash: number): boolean {
    if (this.size === this.#oldest.length) this.#grow()
    const isFirst = !this.has(hash)
    this.#hashes.push(hash)
    this.#link(hash)
    return isFirst
  }

  has(hash: number): boolean {
    return this.#seek(hash, this.#oldest[this.#slotOf(hash)] as number) > 0
  }

  /** The first defined result of `test` for the entries with this hash, oldest first. Few of them have another text. */
  find<Found>(hash: number, test: (entry: number) => Found | undefined): Found | undefined {
    let entry = this.#seek(hash, this.#oldest[this.#slotOf(hash)] as number)
    for (; entry > 0; entry = this.#seek(hash, this.#newer.at(entry - 1))) {
      const found = test(entry - 1)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** The first entry with this hash, from `from` to newer ones of its slot; 0 for none. */
  #seek(hash: number, from: number): number {
    let entry = from
    while (entry > 0 && this.#hashes.at(entry - 1) !== hash >>> 0) entry = this.#newer.at(entry - 1)
    return entry
  }

  /** Hashes of similar texts may differ only in their low bits, so all bits are mixed into the highest. */
  #slotOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> (Math.clz32(this.#oldest.length) + 1)
  }

  /** The next entry of the list has this hash. */
  #link(hash: number): void {
    const slot = this.#slotOf(hash)
    const before = this.#newest[slot] as number
    this.#newer.push(0)
    if (before === 0) this.#oldest[slot] = this.#newer.size
    else this.#newer.set(before - 1, this.#newer.size)
    this.#newest[slot] = this.#newer.size
  }

  #grow(): void {
    this.#oldest = new Uint32Array(this.#oldest.length * 2)
    this.#newest = new Uint32Array(this.#oldest.length)
    this.#newer = new Numbers()
    for (let entry = 0; entry < this.size; entry++) this.#link(this.#hashes.at(entry))
  }
}

/** A hash of 32 bits, for `HashIndex` alone: it is neither secure nor stable between versions. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

const bytesOfId = 12

/** At most one ID for each entry of a long list. The 24 hexadecimal digits that services make take 12 bytes. */
export class Ids {
  /** Zeros for an entry without an ID. */
  readonly #bytes: Buffer
  /** IDs of another form. */
  readonly #others = new Map<number, string>()
  readonly #none = '0'.repeat(2 * bytesOfId)
  #count = 0

  constructor(entries: number) {
    this.#bytes = Buffer.alloc(entries * bytesOfId)
  }

  /** The number of entries with an ID. */
  get count(): number {
    return this.#count
  }

  /** For an entry without an ID. */
  set(entry: number, id: string): void {
    this.#count += 1
    if (/^[0-9a-f]{24}$/.test(id) && id !== this.#none) this.#bytes.write(id, entry * bytesOfId, 'hex')
    else this.#others.set(entry, id)
  }

  has(entry: number): boolean {
    const from = entry * bytesOfId
    for (let index = from; index < from + bytesOfId; index++) if (this.#bytes[index] !== 0) return true
    return this.#others.has(entry)
  }

  get(entry: number): string | undefined {
    const digits = this.#bytes.toString('hex', entry * bytesOfId, (entry + 1) * bytesOfId)
    return digits === this.#none ? this.#others.get(entry) : digits
  }
}
