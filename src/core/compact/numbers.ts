// A growing list of whole numbers from 0 to 2³² - 1, 4 bytes each.

export class Numbers {
  #all = new Uint32Array(16)
  #size = 0

  get size(): number {
    return this.#size
  }

  push(number: number): void {
    if (this.#size === this.#all.length) {
      const larger = new Uint32Array(this.#size * 2)
      larger.set(this.#all)
      this.#all = larger
    }
    this.#all[this.#size++] = number
  }

  set(index: number, number: number): void {
    this.#all[index] = number
  }

  at(index: number): number {
    return this.#all[index] as number
  }
}
