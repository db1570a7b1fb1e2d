// Searches texts for secrets: one search is for whole secrets in our output, the other for parts in text from outside.
import { blanked, PieceIndex, type Piece, type Range, type Run } from './piece-index.ts'
import type { Reading } from './readings.ts'
import type { Secret } from './secret.ts'

export interface Place extends Range {
  readonly secret: Secret
  /** Only the middle of an encoding matched: the encoded text may be another one. */
  readonly isEncoded: boolean
}

/** Calls `visit` with each of some texts. */
export type EachText = (visit: (text: string) => void) => void

export class Search {
  readonly #shortest: number
  readonly #piecesOf: (value: string) => readonly Piece[]
  readonly #readingsOf: (text: string) => readonly Reading[]
  readonly #index: PieceIndex<Secret>
  /** Secrets are indexed with the next text: most runs search none. */
  #waiting: (readonly [secret: Secret, value: string])[] = []
  readonly #leftOut = new Set<Secret>()
  /** Many secrets share an encoded middle; decoding shows which secret it is. */
  readonly #encodings = new Set<string>()

  /** Shorter texts contain nothing. A text may mean any of its readings; people read the first. */
  constructor(
    shortest: number,
    piecesOf: (value: string) => readonly Piece[],
    readingsOf: (text: string) => readonly Reading[],
  ) {
    this.#shortest = shortest
    this.#piecesOf = piecesOf
    this.#readingsOf = readingsOf
    this.#index = new PieceIndex(shortest)
  }

  know(secret: Secret, value: string): void {
    this.#waiting.push([secret, value])
  }

  /** What is in these texts is no longer searched for, because people may read it. */
  leaveOut(eachText: EachText): void {
    eachText((text) => {
      if (text.length < this.#shortest) return
      const [reading] = this.#readingsOf(text)
      for (const { secret, piece, part } of this.#runsIn(reading?.text ?? ''))
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
    return this.#readingsOf(text).flatMap(({ text: read, placeOf }) =>
      this.#runsIn(read)
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

  #runsIn(text: string): readonly Run<Secret>[] {
    for (const [secret, value] of this.#waiting)
      for (const piece of this.#piecesOf(value)) {
        if (piece.sort === 'encoding' && this.#encodings.has(piece.text)) continue
        if (piece.sort === 'encoding') this.#encodings.add(piece.text)
        this.#index.add(secret, piece)
      }
    this.#waiting = []
    return this.#index.runs(text)
  }
}
