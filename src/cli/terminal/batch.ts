// Output that is written a few times a second: a call of the system for each line takes a tenth of a long apply.

/** Milliseconds. */
const pause = 50

interface Stream {
  readonly write: (text: string) => unknown
}

export interface Batch {
  readonly write: (stream: Stream, text: string) => void
  /** From now on text is collected; `last` is called before it is written. Returns a function that ends this. */
  readonly collect: (last: () => void) => () => void
  /** Writes what was collected. */
  readonly flush: () => void
}

export function createBatch(): Batch {
  let parts: { readonly stream: Stream; text: string }[] = []
  let timer: NodeJS.Timeout | undefined
  let ending: (() => void) | undefined
  const flush = (): void => {
    if (parts.length > 0) ending?.()
    // What `ending` wrote is written now too, so no other timer is needed.
    clearTimeout(timer)
    timer = undefined
    const written = parts
    parts = []
    for (const { stream, text } of written) stream.write(text)
  }
  return {
    write: (stream, text) => {
      if (ending === undefined) return void stream.write(text)
      const last = parts.at(-1)
      if (last?.stream === stream) last.text += text
      else parts.push({ stream, text })
      timer ??= setTimeout(flush, pause)
    },
    collect: (last) => {
      ending = last
      // The process may be ended from anywhere.
      process.once('exit', flush)
      return () => {
        flush()
        ending = undefined
        process.off('exit', flush)
      }
    },
    flush,
  }
}
