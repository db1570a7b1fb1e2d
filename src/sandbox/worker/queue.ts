// The worker's queue: tasks on the sandbox's clock, kept in the store.
import type { Clock } from '../clock.ts'
import type { Ids } from '../store/new-ids.ts'
import type { Store } from '../store/store.ts'
import type { NewTask, TaskRecord } from '../store/records.ts'

export class TaskQueue {
  readonly #store: Store
  readonly #ids: Ids
  readonly #clock: Clock
  #perform: ((task: TaskRecord) => void) | undefined

  constructor(store: Store, ids: Ids, clock: Clock) {
    this.#store = store
    this.#ids = ids
    this.#clock = clock
  }

  add({ in: milliseconds, ...task }: NewTask): void {
    const at = this.#clock.now().getTime() + milliseconds
    this.#await(this.#store.tasks.put({ ...task, _id: this.#ids.next('task'), at }))
  }

  /** Performs each task at its time from now on, those that are overdue at once. */
  start(perform: (task: TaskRecord) => void): void {
    this.#perform = perform
    for (const task of this.#store.tasks) this.#await(task)
  }

  stop(): void {
    this.#perform = undefined
  }

  #await({ _id, at }: TaskRecord): void {
    this.#clock.at(at, () => {
      const task = this.#store.tasks.get(_id)
      if (task === undefined || this.#perform === undefined) return
      this.#store.tasks.remove(_id)
      this.#perform(task)
    })
  }
}
