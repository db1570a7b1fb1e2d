// Finds parts of many secrets in a text, in one pass over it.
import { HashIndex } from '../compact/hash-index.ts'
import { Numbers } from '../compact/numbers.ts'
import { hashRuns } from './text-index.ts'
import { shortestPart, type Piece, piecesOf } from './pieces.ts'
import { type Finder, lastUpTo, type Range } from './finder.ts'
import { normalise, readingsOf } from './normalise.ts'
import type { Secret } from './secret.ts'

/** Runs of so many characters count, whatever they are. */
const longEnough = 16
/** Of each run that is long enough, at least one of these hashes is in the index. */
const step = longEnough - shortestPart + 1
/** Characters. Only a text that is made to cost time needs more; the whole of it counts as one run. */
const mostCompared = 4_000_000

/** Characters of the pieces that are kept. */
const mostKept = 4_000_000

/** A run of characters that a text and a secret share, as long as it can be: `from` and `to` are in the text. */
export interface Run<T> extends Range {
  readonly secret: T
  /** The same run, as a range of the normalised secret. */
  readonly part: Range
  /** It is long enough, or holds a unit of the secret, so a label replaces it. */
  readonly isLabelled: boolean
}

/**
 * Holds hashes and offsets: offsets count through the pieces of all secrets, one after another. `makePieces` gives a
 * secret's pieces again if one of its hashes is found; they are kept for the next texts, up to a limit.
 */
export class PartIndex<T> {
  readonly #piecesOf: (secret: T) => readonly Piece[]
  readonly #hashes = new HashIndex()
  /** Of the hashes, in the order of the index. */
  readonly #offsets = new Numbers()
  readonly #pieces: Indexed<T>[] = []
  /** Thousands of secrets may begin alike, so that each text finds a hash of all of them. */
  readonly #opened = new Map<T, readonly Piece[]>()
  #kept = 0
  #end = 0

  constructor(makePieces: (secret: T) => readonly Piece[]) {
    this.#piecesOf = makePieces
  }

  add(secret: T): void {
    for (const [index, { text, units }] of this.#piecesOf(secret).entries()) {
      const begins = new Set(units.map(({ from }) => from))
      hashRuns(text, shortestPart, (hash, offset) => {
        if (offset % step !== 0 && !begins.has(offset)) return
        this.#hashes.add(hash)
        this.#offsets.push(this.#end + offset)
      })
      this.#pieces.push({ from: this.#end, secret, index })
      this.#end += text.length
    }
  }

  /** Every run of at least `shortestPart` characters that a normalised text shares with a secret. */
  runs(text: string): readonly Run<T>[] {
    const found: Run<T>[] = []
    /** Where a run ends, by how much offsets are ahead of the text there: the same run isn't compared again. */
    const ends = new Map<number, number>()
    let compared = 0
    let last = 0
    hashRuns(text, shortestPart, (hash, from) => {
      if (compared > mostCompared) return
      this.#hashes.each(hash, (entry) => {
        if (compared > mostCompared) return
        const offset = this.#offsets.at(entry)
        compared += 1
        last = offset
        if ((ends.get(offset - from) ?? 0) > from) return
        const run = this.#runAt(text, from, offset)
        compared += run === undefined ? shortestPart : run.to - run.from
        if (run === undefined) return
        ends.set(offset - from, run.to)
        found.push(run)
      })
    })
    return compared > mostCompared ? [...found, this.#all(text, last)] : found
  }

  #runAt(text: string, at: number, offset: number): Run<T> | undefined {
    const { from: start, secret, index } = this.#pieceAt(offset)
    const piece = this.#open(secret)[index] as Piece
    const ahead = offset - start - at
    const isSame = (place: number): boolean =>
      text[place] !== undefined && text[place] === piece.text[place + ahead]
    let [from, to] = [at, at]
    while (isSame(to)) to += 1
    // Two texts may have one hash.
    if (to < at + shortestPart) return undefined
    while (isSame(from - 1)) from -= 1
    const [first, last] = [from + ahead, to + ahead]
    const holdsUnit = piece.units.some((unit) => first <= unit.from && unit.to <= last)
    return {
      from,
      to,
      secret,
      part: { from: piece.from + first, to: piece.from + last },
      isLabelled: (piece.longRuns === 'count' && to - from >= longEnough) || holdsUnit,
    }
  }

  #open(secret: T): readonly Piece[] {
    const known = this.#opened.get(secret)
    if (known !== undefined) return known
    const pieces = this.#piecesOf(secret)
    if (this.#kept > mostKept) {
      this.#opened.clear()
      this.#kept = 0
    }
    this.#opened.set(secret, pieces)
    this.#kept += pieces.reduce((total, { text }) => total + text.length, 0)
    return pieces
  }

  #all(text: string, offset: number): Run<T> {
    const { secret } = this.#pieceAt(offset)
    return { from: 0, to: text.length, secret, part: { from: 0, to: 0 }, isLabelled: true }
  }

  #pieceAt(offset: number): Indexed<T> {
    return this.#pieces[lastUpTo(this.#pieces, offset)] as Indexed<T>
  }
}

/** The piece of a secret with that index; `from` is its first offset. */
interface Indexed<T> {
  readonly from: number
  readonly secret: T
  readonly index: number
}

/** `textOf` opens a secret. Secrets are indexed with the first text: most runs search none. */
export function createParts(textOf: (secret: Secret) => string): Finder {
  const known: Secret[] = []
  const leftOut = new Map<Secret, readonly Range[]>()
  let index = emptyIndex()
  let indexed = 0

  function emptyIndex(): PartIndex<Secret> {
    return new PartIndex((secret) => piecesOf(textOf(secret), leftOut.get(secret)))
  }

  function runsIn(text: string): readonly Run<Secret>[] {
    for (const secret of known.slice(indexed)) index.add(secret)
    indexed = known.length
    return index.runs(text)
  }

  return {
    know: (secret) => void known.push(secret),
    leaveOut: (eachText) => {
      const found = new Map<Secret, Map<string, Range>>()
      eachText((text) => {
        if (text.length < shortestPart) return
        for (const { secret, part } of runsIn(normalise(text).text)) {
          const ranges =
            found.get(secret) ?? new Map((leftOut.get(secret) ?? []).map((range) => [placeKey(range), range]))
          found.set(secret, ranges.set(placeKey(part), part))
        }
      })
      if (found.size === 0) return
      for (const [secret, ranges] of found) leftOut.set(secret, [...ranges.values()])
      // These secrets have other pieces now.
      index = emptyIndex()
      indexed = 0
    },
    places: (text) => {
      if (text.length < shortestPart) return []
      return readingsOf(text).flatMap((reading) =>
        runsIn(reading.text)
          .filter(({ isLabelled }) => isLabelled)
          .map(({ from, to, secret }) => ({
            from: reading.placeOf(from).from,
            to: reading.placeOf(to - 1).to,
            secret,
          })),
      )
    },
  }
}

function placeKey({ from, to }: Range): string {
  return `${from},${to}`
}
