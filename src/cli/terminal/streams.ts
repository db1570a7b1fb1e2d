// Output of the process: collected and written a few times a second, or in pieces no faster than its reader takes them; and the
// message if it is lost.
import { gathered } from '../../core/lists.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { visible } from '../../core/visible.ts'

/** Milliseconds. */
const pause = 50

interface Stream {
  readonly write: (text: string) => unknown
}

interface Batch {
  readonly write: (stream: Stream, text: string) => void
  /** From now on text is collected; `last` is called before it is written. Returns a function that ends this. */
  readonly collect: (last: () => void) => () => void
  /** Writes what was collected. */
  readonly flush: () => void
}

/** Until `collect` is called, text is written at once. */
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

interface Outlet {
  /** After everything that was added before. */
  readonly add: (pieces: Iterable<string>) => void
  readonly isEmpty: () => boolean
  /** Waits until everything is written, and returns the reason if that failed; undefined if the reader stopped reading. */
  readonly flush: () => Promise<string | undefined>
}

/** The error codes if the reader, such as `head`, stopped reading, or the terminal was closed. */
const readerHasGone = new Set(['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/** Call it before the first write to the stream. */
export function outlet(stream: NodeJS.WriteStream): Outlet {
  const waiting: Iterator<string>[] = []
  let answer: (() => void) | undefined
  let lost: string | undefined
  const pump = (): void => {
    while (waiting[0] !== undefined) {
      const { value, done } = waiting[0].next()
      if (done === true) waiting.shift()
      // A terminal takes everything at once, so that text on stderr doesn't come in between.
      else if (!stream.write(value) && !stream.isTTY) return void stream.once('drain', pump)
    }
    answer?.()
  }
  // If the reader stops reading, only the output ends: an apply still completes its writes to the service.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!readerHasGone.has(error.code ?? '')) lost ??= whyUnusable(error)
    waiting.length = 0
    answer?.()
  })
  return {
    add: (pieces) => {
      const isFirst = waiting.push(gathered(pieces)[Symbol.iterator]()) === 1
      if (isFirst) pump()
    },
    isEmpty: () => waiting.length === 0,
    flush: async () => {
      await new Promise<void>((resolve) => {
        answer = resolve
        if (waiting.length === 0) resolve()
      })
      // An error of the last write comes before the end of this one.
      await new Promise((resolve) => stream.write('', () => setImmediate(resolve)))
      return lost
    },
  }
}

/** `lost` is the reason. */
export function lostText(lost: string): string {
  return `belfry: the result could not be written to stdout: ${visible(lost)}. The command itself has finished.\n`
}

/** Prints the whole result of a run that does nothing else. Returns the exit code. */
export async function printResult(text: string, { stdout, stderr }: NodeJS.Process): Promise<number> {
  const out = outlet(stdout)
  out.add([text])
  const why = await out.flush()
  if (why !== undefined) stderr.write(lostText(why))
  return why === undefined ? 0 : 1
}

/** After the first write, no exit code means that nothing was written. */
export interface Written {
  isNoted: boolean
}

/** The exit code of a command whose output is lost, which is no success. */
export function exitOfLost(exit: number, { isNoted }: { readonly isNoted: boolean }): number {
  if (exit !== 0) return exit
  return isNoted ? 5 : 1
}
