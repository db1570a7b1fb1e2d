// Rows kept in order of one field, so that a page of a large directory costs no sorting.

/** Orders rows by a text, then by id; a row is found and placed by binary search. */
export class Order<Row extends { readonly _id: string }> {
  readonly #rows: Row[]
  readonly #key: (row: Row) => string

  constructor(key: (row: Row) => string, rows: Iterable<Row>) {
    this.#key = key
    this.#rows = [...rows].sort((a, b) => this.#compare(a, b))
  }

  get rows(): readonly Row[] {
    return this.#rows
  }

  /** The index of a row among rows in this order, or the index at which it would stand. */
  position(row: Row, rows: readonly Row[] = this.#rows): number {
    let low = 0
    let high = rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(rows[middle] as Row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  add(row: Row): void {
    const last = this.#rows.at(-1)
    if (last === undefined || this.#compare(last, row) < 0) this.#rows.push(row)
    else this.#rows.splice(this.position(row), 0, row)
  }

  remove(row: Row): void {
    const at = this.position(row)
    if (this.#rows[at]?._id === row._id) this.#rows.splice(at, 1)
  }

  replace(before: Row, after: Row): void {
    const at = this.position(before)
    if (this.#key(before) === this.#key(after)) this.#rows[at] = after
    else {
      this.#rows.splice(at, 1)
      this.add(after)
    }
  }

  #compare(a: Row, b: Row): number {
    return compareText(this.#key(a), this.#key(b)) || compareText(a._id, b._id)
  }
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
