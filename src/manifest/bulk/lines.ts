// Lines of NDJSON files and rows of CSV files that are kept as JSON: they take hundreds of bytes each, parsed objects thousands.
import { Numbers } from '../../core/compact.ts'
import { visitShownFields, type VisitText } from '../../core/secrets/leak.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import { isSecretAt, nameOf } from '../../kinds/from-field-rows.ts'

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

interface Chunk {
  readonly bytes: Buffer
  used: number
  readonly isPlain: boolean
}

/** Traits of a line. */
const plain = 1
const ascii = 2

export class Lines {
  readonly #files: LineFile[] = []
  readonly #chunks: Chunk[] = []
  /** The last chunk of plain lines, and of others. */
  readonly #last: [plain: number, other: number] = [-1, -1]
  readonly #chunk = new Numbers()
  readonly #from = new Numbers()
  readonly #to = new Numbers()
  readonly #file = new Numbers()
  readonly #number = new Numbers()
  /** The sum of `plain` and `ascii`. */
  readonly #traits = new Numbers()

  /** Returns its index. */
  add({ file, number, fields }: Line, isPlain: boolean): number {
    const text = JSON.stringify(fields)
    const size = Buffer.byteLength(text)
    const place = this.#placeFor(size, isPlain)
    const chunk = this.#chunks[place] as Chunk
    const isAscii = size === text.length
    chunk.bytes.write(text, chunk.used, isAscii ? 'latin1' : 'utf8')
    this.#chunk.push(place)
    this.#from.push(chunk.used)
    chunk.used += size
    this.#to.push(chunk.used)
    if (this.#files.at(-1) !== file) this.#files.push(file)
    this.#file.push(this.#files.length - 1)
    this.#number.push(number)
    this.#traits.push((isPlain ? plain : 0) + (isAscii ? ascii : 0))
    return this.#number.size - 1
  }

  /** A chunk with so many free bytes. */
  #placeFor(size: number, isPlain: boolean): number {
    const last = this.#last[isPlain ? 0 : 1]
    const known = this.#chunks[last]
    if (known !== undefined && known.used + size <= known.bytes.length) return last
    const bytes = Buffer.allocUnsafeSlow(Math.max(size, chunkSize))
    this.#chunks.push({ bytes, used: 0, isPlain })
    return (this.#last[isPlain ? 0 : 1] = this.#chunks.length - 1)
  }

  /** Calls back with each string that people read. Plain lines contain no secret, so this is one call for all of a chunk, names of fields too. */
  hearVisible(hear: VisitText): void {
    const wasHeard = this.#chunks.map(({ bytes, used, isPlain }) => {
      const text = isPlain ? bytes.toString('utf8', 0, used) : ''
      // A string with an escape differs from its parsed form.
      const isWhole = isPlain && !text.includes('\\')
      if (isWhole) hear(text)
      return isWhole
    })
    for (let index = 0; index < this.#number.size; index++)
      if (wasHeard[this.#chunk.at(index)] !== true) {
        const { file, fields } = this.at(index)
        hear(nameOf(file.kind, fields))
        visitShownFields(fields, (path) => isSecretAt(file.kind, path), hear)
      }
  }

  at(index: number): Line {
    return {
      file: this.fileOf(index),
      number: this.#number.at(index),
      fields: JSON.parse(this.textAt(index)) as ValueMap,
    }
  }

  /** As JSON. */
  textAt(index: number): string {
    const { bytes } = this.#chunks[this.#chunk.at(index)] as Chunk
    const encoding = (this.#traits.at(index) & ascii) === 0 ? 'utf8' : 'latin1'
    return bytes.toString(encoding, this.#from.at(index), this.#to.at(index))
  }

  fileOf(index: number): LineFile {
    return this.#files[this.#file.at(index)] as LineFile
  }

  isPlain(index: number): boolean {
    return (this.#traits.at(index) & plain) !== 0
  }
}
