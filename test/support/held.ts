// Work that goes on only when the test lets it, one by one: it shows what waits for what, without any clock.

export interface Held {
  /** Who came so far, in order. */
  readonly came: readonly string[]
  /** Resolves when `name` is released. */
  readonly hold: (name: string) => Promise<void>
  /** Resolves once so many came. */
  readonly until: (count: number) => Promise<void>
  /** Lets one go, and everything that follows from it without the network happen. */
  readonly release: (name: string) => Promise<void>
  /** The same with a failure. */
  readonly fail: (name: string, error: Error) => Promise<void>
}

export function held(): Held {
  const came: string[] = []
  const waiting = new Map<string, { readonly resolve: () => void; readonly reject: (error: Error) => void }>()
  const take = (name: string) => {
    const one = waiting.get(name)
    if (one === undefined) throw new Error(`${name} isn't held; held are: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(name)
    return one
  }
  return {
    came,
    hold: (name) => {
      came.push(name)
      return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }))
    },
    until: async (count) => {
      while (came.length < count) await new Promise((resolve) => setTimeout(resolve, 1))
      await settled()
    },
    release: async (name) => {
      take(name).resolve()
      await settled()
    },
    fail: async (name, error) => {
      take(name).reject(error)
      await settled()
    },
  }
}

/** After all that can happen without the network or a timer has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
