// A stream that gets a text in pieces, no faster than its reader takes them.
import { gathered } from '../../core/pieces/gathered.ts'

export interface Outlet {
  /** After everything that was added before. */
  readonly add: (pieces: Iterable<string>) => void
  readonly isEmpty: () => boolean
  /** Resolves once the stream has all pieces, or takes no more. */
  readonly emptied: () => Promise<void>
}

export function outlet(stream: NodeJS.WriteStream): Outlet {
  const waiting: Iterator<string>[] = []
  let tell: (() => void) | undefined
  const pump = (): void => {
    while (waiting[0] !== undefined) {
      const { value, done } = waiting[0].next()
      if (done === true) waiting.shift()
      // A terminal takes all at once: what stderr says must not come in between.
      else if (!stream.write(value) && !stream.isTTY) return void stream.once('drain', pump)
    }
    tell?.()
  }
  stream.on('error', () => {
    waiting.length = 0
    tell?.()
  })
  return {
    add: (pieces) => {
      const isFirst = waiting.push(gathered(pieces)[Symbol.iterator]()) === 1
      if (isFirst) pump()
    },
    isEmpty: () => waiting.length === 0,
    emptied: () =>
      new Promise((resolve) => {
        tell = resolve
        if (waiting.length === 0) resolve()
      }),
  }
}
