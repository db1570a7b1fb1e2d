// Turns what the service or the network did into a problem with a way out.
import type { Problem } from '../core/problem.ts'
import { ReplyError, ServiceError, TransportError } from '../service/errors.ts'

/** A problem for an error of the service layer; any other error is a bug and is thrown on. */
export function problemOf(error: unknown, target: string | undefined): Problem {
  const base = { severity: 'error', ...(target !== undefined && { target }) } as const
  if (error instanceof ServiceError)
    return {
      ...base,
      rule: 'service-refused',
      exit: error.status === 401 || error.status === 403 ? 3 : 1,
      message: error.message,
      hint: error.hint,
    }
  if (error instanceof TransportError) {
    const exit = error.code === 'INVALID_KEY' ? 3 : 1
    return {
      ...base,
      rule: 'no-reply',
      exit,
      message: error.message,
      hint: 'belfry doctor looks into it, and says what to do.',
    }
  }
  if (error instanceof ReplyError)
    return {
      ...base,
      rule: 'bad-reply',
      exit: 1,
      message: error.message,
      hint: "Check the service's address and version.",
    }
  throw error
}

/** What can't be read is a problem of its own target; the others are still shown. */
export async function attempt<T>(
  problems: Problem[],
  target: string | undefined,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    problems.push(problemOf(error, target))
    return undefined
  }
}

/** One sentence for any error; those that only a bug throws say so themselves. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether a call that failed like this may have taken effect. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof TransportError) return error.phase === 'unknown'
  if (error instanceof ServiceError) return error.status >= 500 || error.status === 408 || isInProgress(error)
  return error instanceof ReplyError
}

/** The same request is still being worked on; without Retry-After a 409 is a conflict. */
function isInProgress({ status, retryAfter }: ServiceError): boolean {
  return status === 409 && retryAfter !== undefined
}
