// Finds texts that several owners have. It keeps a part of a keyed hash for each text, not the text: a directory may have
// millions of texts, and device tokens are secrets.
import { fingerprint, type FingerprintKey } from '../../core/secrets/fingerprint.ts'
import { HashTable } from '../../core/secrets/hashes.ts'

export interface SharedText {
  /** The text in a form that may be shown, such as a fingerprint. */
  readonly label: string
  /** At least two, in the order in which they were seen. */
  readonly owners: ReadonlySet<number>
}

export class SharedTexts {
  readonly #key: FingerprintKey
  /** By the first 32 bits of a hash, the number of a text. The next 32 bits tell texts apart. */
  readonly #numbers = new HashTable()
  readonly #bits: number[] = []
  readonly #firstOwners: number[] = []
  readonly #shared = new Map<number, SharedText & { readonly owners: Set<number> }>()

  constructor(key: FingerprintKey) {
    this.#key = key
  }

  /** `show` makes the label of a text that is shared. */
  see(text: string, owner: number, show: (fingerprint: string) => string): void {
    const whole = fingerprint(this.#key, 'audit', text)
    const bytes = Buffer.from(whole, 'base64url')
    const bits = bytes.readInt32LE(4)
    let known: number | undefined
    this.#numbers.each(bytes.readInt32LE(0), (number) => {
      if (this.#bits[number] === bits) known = number
    })
    if (known === undefined) {
      this.#numbers.add(bytes.readInt32LE(0), this.#bits.length)
      this.#bits.push(bits)
      this.#firstOwners.push(owner)
      return
    }
    const first = this.#firstOwners[known] ?? owner
    if (first === owner) return
    const shared = this.#shared.get(known)
    if (shared !== undefined) shared.owners.add(owner)
    else this.#shared.set(known, { label: show(whole), owners: new Set([first, owner]) })
  }

  get shared(): readonly SharedText[] {
    return [...this.#shared.values()]
  }
}
