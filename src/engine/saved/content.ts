// The text of a saved plan → its content, change by change: each one is restored before the next one is read.
import type { Change } from '../../core/plan/change.ts'
import { isTooDeep } from '../../core/depth.ts'
import { JsonReader } from '../../core/pieces/json-reader.ts'
import { restorer, type Restorer } from './restore.ts'
import { savedChangeSchema } from './schema.ts'
import { SignedContent } from './signed-content.ts'

export interface SavedContent {
  /** All of it but the changes: those of its sections are empty lists. Not checked. */
  readonly head: Readonly<Record<string, unknown>>
  readonly sections: readonly SavedChanges[]
  /** The path of the first change that is invalid, or of its first field that is. */
  readonly misfit: readonly PropertyKey[] | undefined
  readonly signed: SignedContent
}

/** Those of one section. */
interface SavedChanges {
  readonly changes: Change[]
  /** JSON of each `Digest`: as text it takes less memory. */
  readonly digests: (readonly [id: string, digest: string])[]
}

/** How many characters one change may have, or all notes of one sort in a section. */
const most = 256 * 1024 * 1024

/** Undefined if it is not the JSON of an object. Throws what `pieces` throws. */
export function contentIn(pieces: Iterable<string>): SavedContent | undefined {
  try {
    return new ContentReader(pieces).read()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

class ContentReader {
  readonly #reader: JsonReader
  readonly #sections: SavedChanges[] = []
  readonly #restore: Restorer = restorer()
  #misfit: readonly PropertyKey[] | undefined
  /** Until the format is known, what is to be signed is kept. */
  #unsigned: string[] = []
  #signed: SignedContent | undefined

  constructor(pieces: Iterable<string>) {
    this.#reader = new JsonReader(pieces, most)
  }

  read(): SavedContent {
    const head = this.#members((name) => {
      if (name !== 'sections' || this.#reader.begins() !== '[') return this.#value(name)
      return this.#list((index) => this.#section(index))
    })
    this.#reader.end()
    const signed = this.#signed ?? new SignedContent(0)
    return { head, sections: this.#sections, misfit: this.#misfit, signed }
  }

  #section(index: number): unknown {
    const found: SavedChanges = { changes: [], digests: [] }
    this.#sections.push(found)
    if (this.#reader.begins() !== '{') return this.#value()
    return this.#members((name) => {
      if (name !== 'changes' || this.#reader.begins() !== '[') return this.#value()
      this.#list((place) => this.#change(found, ['sections', index, 'changes', place]))
      return []
    })
  }

  #change({ changes, digests }: SavedChanges, path: readonly PropertyKey[]): undefined {
    const { data, error } = savedChangeSchema.safeParse(this.#value())
    this.#misfit ??= error && [...path, ...(error.issues[0]?.path ?? [])]
    if (data === undefined) return
    try {
      changes.push(this.#restore(data))
      digests.push([data.id, JSON.stringify(data.declared)])
    } catch {
      // A tag that no plan has.
      this.#misfit ??= ['sections']
    }
  }

  #members(read: (name: string) => unknown): Readonly<Record<string, unknown>> {
    const found = new Map<string, unknown>()
    let separator = ''
    this.#sign('{')
    for (const name of this.#reader.members()) {
      // Only one of them could be used, and a person may have reviewed the other one.
      if (found.has(name)) throw new SyntaxError('two members have the same name')
      if (name !== 'seals') {
        this.#sign(`${separator}${JSON.stringify(name)}:`)
        separator = ','
      }
      found.set(name, read(name))
    }
    this.#sign('}')
    return Object.fromEntries(found)
  }

  #list<Entry>(read: (index: number) => Entry): readonly Entry[] {
    const entries: Entry[] = []
    this.#sign('[')
    for (const _ of this.#reader.entries()) {
      if (entries.length > 0) this.#sign(',')
      entries.push(read(entries.length))
    }
    this.#sign(']')
    return entries
  }

  #value(name?: string): unknown {
    const value = this.#reader.value()
    if (isTooDeep(value)) throw new SyntaxError('nested too deep')
    if (name === 'formatVersion') this.#signed ??= new SignedContent(Number(value))
    if (name !== 'seals') this.#sign(JSON.stringify(value))
    return value
  }

  #sign(text: string): void {
    this.#unsigned.push(text)
    if (this.#signed === undefined) return
    for (const each of this.#unsigned) this.#signed.add(each)
    this.#unsigned = []
  }
}
