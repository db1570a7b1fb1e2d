// One kind of record by id, in the order of creation.

export interface Keyed {
  readonly _id: string
}

export class Table<Row extends Keyed> implements Iterable<Row> {
  readonly #rows = new Map<string, Row>()

  get size(): number {
    return this.#rows.size
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** Adds a row, or replaces the one with the same id at its place. */
  put(row: Row): Row {
    this.#rows.set(row._id, row)
    return row
  }

  remove(id: string): void {
    this.#rows.delete(id)
  }

  filter(test: (row: Row) => boolean): Row[] {
    return [...this.#rows.values()].filter(test)
  }

  find(test: (row: Row) => boolean): Row | undefined {
    for (const row of this.#rows.values()) if (test(row)) return row
    return undefined
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows.values()
  }
}
