// A result that can't be written to stdout, for example because the disk is full.
import { whyUnusable } from '../../core/file-failure.ts'
import { visible } from '../../core/visible.ts'

/** Of a reader, such as `head`, that had enough, or a terminal that was closed. */
const readerHasGone = new Set(['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/**
 * To be called before stdout is written to. The result waits until all is handed over, and says why it couldn't be, unless a
 * reader had enough.
 */
export function watchStdout(): () => Promise<string | undefined> {
  let lost: string | undefined
  // Output that nobody takes ends the output, not the run: what is being written to the service goes on to its end.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!readerHasGone.has(error.code ?? '')) lost ??= whyUnusable(error)
  })
  return () => new Promise((resolve) => process.stdout.write('', () => setImmediate(() => resolve(lost))))
}

/** `lost` is why. */
export function lostText(lost: string): string {
  return `belfry: the result could not be written to stdout: ${visible(lost)}. The command itself has finished.\n`
}
