// Searches texts for secrets: a search is either for whole secrets, or for their parts.
import { blanked, PieceIndex, type Piece, type Range } from './piece-index.ts'
import type { Reading } from './readings.ts'
import type { Secret } from './secret.ts'

export interface Place extends Range {
  readonly secret: Secret
  /** Only the middle of an encoding matched: the encoded text may be another one. */
  readonly isEncoded: boolean
}

/** Calls `visit` with each of some texts. */
export type EachText = (visit: (text: string) => void) => void

type PiecesOf = (value: string) => readonly Piece[]

export class Search {
  readonly #shortest: number
  readonly #piecesOf: PiecesOf
  readonly #encodingsOf: PiecesOf | undefined
  readonly #readingsOf: (text: string) => readonly Reading[]
  readonly #index: PieceIndex<Secret>
  /** Secrets are indexed with the next text, or with `index`: most runs search none. What is left out is never an encoding. */
  #waiting: (readonly [secret: Secret, value: string])[] = []
  #waitingEncoded: (readonly [secret: Secret, value: string])[] = []
  readonly #leftOut = new Set<Secret>()
  /** Many secrets share an encoded middle; decoding shows which secret it is. */
  readonly #encodings = new Set<string>()

  /** Shorter texts contain nothing. A text may mean any of its readings; people read the first. */
  constructor(
    shortest: number,
    piecesOf: PiecesOf,
    readingsOf: (text: string) => readonly Reading[],
    encodingsOf?: PiecesOf,
  ) {
    this.#shortest = shortest
    this.#piecesOf = piecesOf
    this.#encodingsOf = encodingsOf
    this.#readingsOf = readingsOf
    this.#index = new PieceIndex(shortest)
  }

  add(secret: Secret, value: string): void {
    this.#waiting.push([secret, value])
    this.#waitingEncoded.push([secret, value])
  }

  /** Indexes at most so many secrets. Returns whether any is left. */
  index(count: number, forms: 'as written' | 'also encoded' = 'also encoded'): boolean {
    for (const [secret, value] of this.#waiting.splice(0, count))
      for (const piece of this.#piecesOf(value)) this.#index.add(secret, piece)
    for (const [secret, value] of this.#waitingEncoded.splice(0, forms === 'also encoded' ? count : 0))
      for (const piece of this.#encodingsOf?.(value) ?? []) {
        if (this.#encodings.has(piece.text)) continue
        this.#encodings.add(piece.text)
        this.#index.add(secret, piece)
      }
    return this.#waiting.length + this.#waitingEncoded.length > 0
  }

  /** What is in these texts is no longer searched for, because people may read it. */
  leaveOut(eachText: EachText): void {
    eachText((text) => {
      if (text.length < this.#shortest) return
      const [reading] = this.#readingsOf(text)
      this.index(Infinity, 'as written')
      for (const { secret, piece, part } of this.#index.runs(reading?.text ?? ''))
        if (piece.sort === 'parts') piece.text = blanked(piece.text, [part])
        else if (piece.sort === 'whole' && part.to - part.from === piece.text.length)
          this.#leftOut.add(secret)
    })
  }

  isLeftOut(secret: Secret): boolean {
    return this.#leftOut.has(secret)
  }

  /** Where secrets are in a text. */
  places(text: string): readonly Place[] {
    if (text.length < this.#shortest) return []
    this.index(Infinity)
    return this.#readingsOf(text).flatMap(({ text: read, placeOf }) =>
      this.#index
        .runs(read)
        .filter(
          ({ secret, piece, isLabelled, isAll }) =>
            isLabelled && (isAll || piece.sort === 'encoding' || !this.#leftOut.has(secret)),
        )
        .map(({ from, to, secret, piece, isAll }) => ({
          from: placeOf(from).from,
          to: placeOf(to - 1).to,
          secret,
          isEncoded: piece.sort === 'encoding' && !isAll,
        })),
    )
  }
}
