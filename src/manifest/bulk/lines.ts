// Lines of NDJSON files that are kept as text: hundreds of bytes each, where the parsed objects would take thousands.
import { Numbers } from '../../core/compact/numbers.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'

/** A file of which lines are kept. */
export interface LineFile {
  readonly kind: Kind
  /** As printed. */
  readonly name: string
}

export interface Line {
  readonly file: LineFile
  /** From 1. */
  readonly number: number
  /** As declared, with its secrets in plain text. */
  readonly fields: ValueMap
}

const chunkSize = 2 ** 20

export class Lines {
  readonly #files: LineFile[] = []
  readonly #chunks: Buffer[] = []
  /** Bytes used of the last chunk. */
  #used = chunkSize
  readonly #chunk = new Numbers()
  readonly #from = new Numbers()
  readonly #to = new Numbers()
  readonly #file = new Numbers()
  /** Twice the line's number in its file; odd for plain ones. */
  readonly #number = new Numbers()

  /** Returns its index. */
  add({ file, number, fields }: Line, isPlain: boolean): number {
    const text = JSON.stringify(fields)
    const size = Buffer.byteLength(text)
    if (this.#used + size > chunkSize) {
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(size, chunkSize)))
      this.#used = 0
    }
    this.#chunks.at(-1)?.write(text, this.#used)
    this.#chunk.push(this.#chunks.length - 1)
    this.#from.push(this.#used)
    this.#used += size
    this.#to.push(this.#used)
    if (this.#files.at(-1) !== file) this.#files.push(file)
    this.#file.push(this.#files.length - 1)
    this.#number.push(number * 2 + Number(isPlain))
    return this.#number.size - 1
  }

  at(index: number): Line {
    const chunk = this.#chunks[this.#chunk.at(index)] as Buffer
    const text = chunk.toString('utf8', this.#from.at(index), this.#to.at(index))
    return {
      file: this.fileOf(index),
      number: this.#number.at(index) >>> 1,
      fields: JSON.parse(text) as ValueMap,
    }
  }

  fileOf(index: number): LineFile {
    return this.#files[this.#file.at(index)] as LineFile
  }

  isPlain(index: number): boolean {
    return this.#number.at(index) % 2 === 1
  }
}
