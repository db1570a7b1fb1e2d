// The state before the latest write, for reads that come too soon after it.
import { Store, type Change } from '../store/store.ts'

export class Replica {
  readonly store: Store
  #behind: Change[] = []
  /** Of the latest write, in milliseconds since 1970. */
  writtenAt = -Infinity

  constructor(original: Store) {
    this.store = new Store(original.organizationId, original.userId)
    for (const change of original.contents()) this.store.apply(change)
    original.listen((change) => this.#behind.push(change))
  }

  /** A write begins at this time: all before it is known everywhere by now. */
  catchUp(time: number): void {
    for (const change of this.#behind) this.store.apply(change)
    this.#behind = []
    this.writtenAt = time
  }
}
