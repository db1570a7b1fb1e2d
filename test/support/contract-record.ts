// What a run has seen of the contract: for each operation, what was sent and read where, and in which test first.
import { placeName, placesIn, placesOf, type Place } from './contract-places.ts'
import { operations } from './sandbox-schemas.ts'

export type Side = 'sent' | 'read'

/** One place of the contract in one operation. */
export interface Spot extends Place {
  readonly operation: string
  readonly side: Side
  /** What it is in the table: `Message.status = sent`. */
  readonly name: string
}

/** What stands for an operation in which any request can end. */
export const refusal = 'refusal'
const headers = 'service/common.json#/$defs/RequestHeaders'
const refused = 'service/error.json#/$defs/ErrorBody'

interface Part {
  readonly operation: string
  readonly side: Side
  readonly reference: string
}

const parts: readonly Part[] = [
  ...operations.flatMap(({ id, params, query, body, reply }) => [
    ...[headers, params, query, body].flatMap((reference) =>
      reference === undefined ? [] : [{ operation: id, side: 'sent' as const, reference }],
    ),
    { operation: id, side: 'read' as const, reference: reply },
  ]),
  { operation: refusal, side: 'read', reference: refused },
]

/** All that there is to be seen. */
export function allSpots(): Spot[] {
  return parts.flatMap(({ operation, side, reference }) =>
    placesOf(reference).map((place) => ({ ...place, operation, side, name: placeName(place) })),
  )
}

export class ContractRecord {
  readonly #tests = new Map<string, string>()
  #test = ''

  /** What is seen from now on is seen in this test. */
  begin(test: string): void {
    this.#test = test
  }

  /** `reference` is one of the operation's parts. */
  add(operation: string, side: Side, reference: string, value: unknown): void {
    for (const place of placesIn(reference, value)) {
      const key = keyOf({ operation, side, name: placeName(place) })
      if (!this.#tests.has(key)) this.#tests.set(key, this.#test)
    }
  }

  addHeaders(operation: string, sent: Readonly<Record<string, string>>): void {
    this.add(operation, 'sent', headers, sent)
  }

  addRefusal(read: Readonly<Record<string, unknown>>): void {
    this.add(refusal, 'read', refused, read)
  }

  /** The test in which it was seen first; undefined for what was never seen. */
  testOf(spot: Spot): string | undefined {
    return this.#tests.get(keyOf(spot))
  }
}

function keyOf({ operation, side, name }: Pick<Spot, 'operation' | 'side' | 'name'>): string {
  return `${operation} ${side} ${name}`
}
