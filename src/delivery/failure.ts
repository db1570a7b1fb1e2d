// Which failed reads are repeated until the timeout.
import { ReplyError, ServiceError, TransportError } from '../service/errors.ts'

/** Throws errors that only a bug causes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return !['INVALID_KEY', 'ABORTED'].includes(error.code)
  if (error instanceof ServiceError) return error.status >= 500 || [408, 409, 429].includes(error.status)
  if (error instanceof ReplyError) return true
  throw error
}
