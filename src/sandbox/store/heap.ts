// A binary heap, so that a clock can hold very many calls.

export class Heap<Item> {
  readonly #items: Item[] = []
  readonly #compare: (a: Item, b: Item) => number

  constructor(compare: (a: Item, b: Item) => number) {
    this.#compare = compare
  }

  /** The least item. */
  get first(): Item | undefined {
    return this.#items[0]
  }

  push(item: Item): void {
    this.#items.push(item)
    let at = this.#items.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!this.#isLess(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Takes the least item out. */
  pop(): Item | undefined {
    const [first] = this.#items
    const last = this.#items.pop()
    if (last === undefined || this.#items.length === 0) return first
    this.#items[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (left < this.#items.length && this.#isLess(left, least)) least = left
      if (right < this.#items.length && this.#isLess(right, least)) least = right
      if (least === at) return first
      this.#swap(at, least)
      at = least
    }
  }

  #isLess(a: number, b: number): boolean {
    return this.#compare(this.#items[a] as Item, this.#items[b] as Item) < 0
  }

  #swap(a: number, b: number): void {
    const item = this.#items[a] as Item
    this.#items[a] = this.#items[b] as Item
    this.#items[b] = item
  }
}
