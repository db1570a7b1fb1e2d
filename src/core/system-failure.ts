// Failures of the system that any command can meet, in words: they are no bug, and the user can fix them.

export interface SystemFailure {
  readonly message: string
  readonly exit: 1 | 3
}

/** A program or a stream that belfry needs didn't answer in time. */
export class Unanswered extends Error {}

/** Undefined for every other error. */
export function systemFailure(error: unknown): SystemFailure | undefined {
  if (error instanceof Unanswered) return { message: error.message, exit: 1 }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE')
    return { message: 'too many open files; raise the limit, for example with ulimit -n 1024', exit: 1 }
  if (code === 'ENOENT' && syscall === 'uv_cwd')
    return { message: 'the working directory no longer exists; change to a folder that exists', exit: 3 }
  return undefined
}
