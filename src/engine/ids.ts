// The ids that calls need: of what was live when the plan was made, and of what comes to be while it is carried out.
import { isMap, type IdOf, type Value } from '../core/value.ts'
import type { Live } from '../kinds/resource.ts'

type Named = Pick<IdOf, 'kind' | 'name'>

export class Ids {
  readonly #known: Map<string, string>

  /** By `kind/name`. */
  constructor(known: Readonly<Record<string, string>>) {
    this.#known = new Map(Object.entries(known))
  }

  find({ kind, name }: Named): string | undefined {
    return this.#known.get(`${kind}/${name}`)
  }

  /** Throws where it isn't known. */
  of(id: Named): string {
    const found = this.find(id)
    if (found === undefined) throw new Error(`the id of ${id.kind} ${id.name} isn't known`)
    return found
  }

  /** A create's reply holds the id; where it doesn't, the service is asked. */
  async learn(created: Named, reply: unknown, reread: () => Promise<Live | undefined>): Promise<void> {
    const id = isMap(reply as Value) ? (reply as { _id?: unknown })._id : undefined
    // It was created in any case; what refers to it says that its id isn't known.
    const found = typeof id === 'string' ? id : (await reread().catch(() => undefined))?.id
    if (found !== undefined) this.#known.set(`${created.kind}/${created.name}`, found)
  }
}
