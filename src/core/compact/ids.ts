// One ID for each entry of a long list. The 24 hexadecimal digits that services make take 12 bytes.

const size = 12

export class Ids {
  /** Zeros for an entry without an ID. */
  readonly #bytes: Buffer
  /** IDs of another form. */
  readonly #others = new Map<number, string>()
  readonly #none = '0'.repeat(2 * size)
  #count = 0

  constructor(entries: number) {
    this.#bytes = Buffer.alloc(entries * size)
  }

  /** The number of entries with an ID. */
  get count(): number {
    return this.#count
  }

  /** For an entry without an ID. */
  set(entry: number, id: string): void {
    this.#count += 1
    if (/^[0-9a-f]{24}$/.test(id) && id !== this.#none) this.#bytes.write(id, entry * size, 'hex')
    else this.#others.set(entry, id)
  }

  has(entry: number): boolean {
    const from = entry * size
    for (let index = from; index < from + size; index++) if (this.#bytes[index] !== 0) return true
    return this.#others.has(entry)
  }

  get(entry: number): string | undefined {
    const digits = this.#bytes.toString('hex', entry * size, (entry + 1) * size)
    return digits === this.#none ? this.#others.get(entry) : digits
  }
}
