// What the signatures of a saved plan are over: its content outside of them, as JSON without blanks, in the order of the file.
import { createHash } from 'node:crypto'
import { macOf, type FingerprintKey } from '../../core/secrets/fingerprint.ts'

/** From this format on, signatures are over the SHA-256 of the content, which needs not be kept until the keys are known. */
const hashedSince = 4

export class SignedContent {
  readonly #hash = createHash('sha256')
  readonly #kept: string[] | undefined

  constructor(formatVersion: number) {
    this.#kept = formatVersion < hashedSince ? [] : undefined
  }

  /** The next piece of it. */
  add(text: string): void {
    if (this.#kept === undefined) this.#hash.update(text)
    else this.#kept.push(text)
  }

  /** The signature with a key, once all pieces are there. */
  readonly macWith = (key: FingerprintKey): string =>
    macOf(key, this.#kept?.join('') ?? this.#hash.copy().digest('hex'))
}
