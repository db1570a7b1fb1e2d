// A result that can't be written to stdout, for example because the disk is full.
import { whyUnusable } from '../../core/file-failure.ts'
import { visible } from '../../core/visible.ts'

/** The error codes if the reader, such as `head`, stopped reading, or the terminal was closed. */
const readerHasGone = new Set(['EPIPE', 'EIO', 'ECONNRESET', 'ERR_STREAM_DESTROYED'])

/**
 * Call it before the first write to stdout. The returned function waits until everything is written, and returns the reason
 * if that failed; undefined if the reader stopped reading.
 */
export function watchStdout(): () => Promise<string | undefined> {
  let lost: string | undefined
  // If the reader stops reading, only the output ends: an apply still completes its writes to the service.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!readerHasGone.has(error.code ?? '')) lost ??= whyUnusable(error)
  })
  return () => new Promise((resolve) => process.stdout.write('', () => setImmediate(() => resolve(lost))))
}

/** `lost` is the reason. */
export function lostText(lost: string): string {
  return `belfry: the result could not be written to stdout: ${visible(lost)}. The command itself has finished.\n`
}
