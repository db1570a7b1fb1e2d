// Finds what a text has in common with pieces of many secrets, in one pass over it.
import { HashIndex, Numbers } from '../compact.ts'

/** `from` counts, `to` doesn't. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** A string that is searched for because it shows a secret. */
export interface Piece {
  /** Parts that people may read are blank. */
  text: string
  /** Only of `parts` a run is found. A `whole` secret, another `form` or an `encoding` of one is found in one piece. */
  readonly sort: 'parts' | 'whole' | 'form' | 'encoding'
  /** Ranges of `parts` that a label replaces even if they are short, such as a line or a segment of a path. */
  readonly units?: readonly Range[]
}

/** A run of characters that a text and a piece share, as long as it can be: `from` and `to` are in the text. */
export interface Run<T> extends Range {
  readonly secret: T
  readonly piece: Piece
  /** The same run, in the text of the piece. */
  readonly part: Range
  /** It is long enough, or contains a unit of the piece, so a label replaces it. */
  readonly isLabelled: boolean
  /** The text takes too long to compare, so all of it counts as one run. */
  readonly isAll?: true
}

/** Runs of so many characters count, whatever they are. */
const longEnough = 16
/** Characters. Only a text that is made to take long needs more; all of it counts as one run. */
const mostCompared = 4_000_000
/** No character of any text. */
const blank = '\uffff'

interface Indexed<T> {
  readonly secret: T
  readonly piece: Piece
  /** Its first offset. */
  readonly start: number
}

export class PieceIndex<T> {
  readonly #shortest: number
  readonly #pieces: Indexed<T>[] = []
  /** Of some runs of each piece. */
  readonly #hashes = new HashIndex()
  /** Of these runs, the piece and the offset: offsets count through all pieces, one after another. */
  readonly #owners = new Numbers()
  readonly #offsets = new Numbers()
  #end = 0

  /** Shorter runs are not found, and pieces and units are no shorter. */
  constructor(shortest: number) {
    this.#shortest = shortest
  }

  add(secret: T, piece: Piece): void {
    const { text, sort } = piece
    const begins = new Set(unitsOf(piece).map((unit) => this.#rareIn(text, unit)))
    // Each run that is long enough contains one of these.
    if (sort === 'parts')
      for (let at = 0; at + this.#shortest <= text.length; at += longEnough - this.#shortest + 1)
        begins.add(at)
    for (const at of begins) {
      const run = text.slice(at, at + this.#shortest)
      if (sort === 'parts' && run.includes(blank)) continue
      this.#hashes.add(hashOf(run))
      this.#owners.push(this.#pieces.length)
      this.#offsets.push(this.#end + at)
    }
    this.#pieces.push({ secret, piece, start: this.#end })
    this.#end += text.length
  }

  /**
   * Secrets of one service begin, or end, with the same characters: a run that no earlier piece has, near the end if it can
   * be.
   */
  #rareIn(text: string, { from, to }: Range): number {
    let at = to - this.#shortest
    while (at > from && this.#hashes.has(hashOf(text.slice(at, at + this.#shortest))))
      at = Math.max(from, at - this.#shortest)
    return at
  }

  runs(text: string): readonly Run<T>[] {
    const found: Run<T>[] = []
    if (this.#end === 0) return found
    /** Where a run ends, by how much offsets are ahead of the text there: the same run isn't compared again. */
    let ends: Map<number, number> | undefined
    let compared = 0
    let last = 0
    /** `true` ends the search in `find`; undefined continues it. */
    const isTooLong = (): true | undefined => (compared > mostCompared ? true : undefined)
    hashRuns(text, this.#shortest, (hash, at) => {
      if (isTooLong() || !this.#hashes.has(hash)) return
      this.#hashes.find(hash, (entry) => {
        const offset = this.#offsets.at(entry)
        last = this.#owners.at(entry)
        compared += 1
        if ((ends?.get(offset - at) ?? 0) > at) return isTooLong()
        const { secret, piece, start } = this.#pieces[last] as Indexed<T>
        const ahead = offset - start - at
        const { from, to } = sharedRun(text, at, piece.text, ahead)
        compared += to - from
        // Two texts may have one hash.
        if (to - at < this.#shortest) return isTooLong()
        ends ??= new Map()
        ends.set(offset - at, to)
        const part = { from: from + ahead, to: to + ahead }
        found.push({ from, to, secret, piece, part, isLabelled: isEnough(piece, part) })
        return isTooLong()
      })
    })
    if (compared > mostCompared) {
      const part = { from: 0, to: 0 }
      const { secret, piece } = this.#pieces[last] as Indexed<T>
      found.push({ from: 0, to: text.length, secret, piece, part, isLabelled: true, isAll: true })
    }
    return found
  }
}

/** Without what people may read. */
export function blanked(text: string, ranges: readonly Range[]): string {
  let hidden = ''
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    hidden += text.slice(hidden.length, from)
    hidden += blank.repeat(Math.max(0, to - hidden.length))
  }
  return hidden + text.slice(hidden.length)
}

function unitsOf({ text, units }: Piece): readonly Range[] {
  return units ?? [{ from: 0, to: text.length }]
}

function isEnough(piece: Piece, { from, to }: Range): boolean {
  if (piece.sort === 'parts' && to - from >= longEnough) return true
  return unitsOf(piece).some((unit) => from <= unit.from && unit.to <= to)
}

/** Around a place of the text; the same characters of the piece are so many ahead. */
function sharedRun(text: string, at: number, piece: string, ahead: number): Range {
  let [from, to] = [at, at]
  while (to < text.length && text[to] === piece[to + ahead]) to += 1
  while (from > 0 && text[from - 1] === piece[from - 1 + ahead]) from -= 1
  return { from, to }
}

/** Odd, so that multiplying by it loses no bit. */
const base = 0x01000193

/** Calls `visit` with the hash of each run of `width` characters and with where the run begins, from left to right. */
function hashRuns(text: string, width: number, visit: (hash: number, from: number) => void): void {
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
function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, base) + text.charCodeAt(at)) | 0
  return hash
}
