// Failures of the system in words instead of its codes: why a file or a folder can't be used, and what any command can meet.

/** The limit of the process, and the one of the machine. */
export const tooManyFiles = {
  EMFILE: 'too many open files; raise the limit, for example with ulimit -n 1024',
  ENFILE: 'too many open files on this machine; end other programs, or raise the limit of the system',
} as const

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'the path is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'the symbolic links form a loop',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ...tooManyFiles,
}

/** For use after a colon. Errors that don't come from the system keep their own message. */
export function whyUnusable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // JSON's own message quotes the content.
  if (error instanceof SyntaxError) return 'the content is not valid JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return (code === undefined ? undefined : reasons[code]) ?? message
}

/** A program or a stream that belfry needs didn't answer in time. */
export class Unanswered extends Error {}

/** Failures that are no bug and that the user can fix. Undefined for every other error. */
export function systemFailure(
  error: unknown,
): { readonly message: string; readonly exit: 1 | 3 } | undefined {
  if (error instanceof Unanswered) return { message: error.message, exit: 1 }
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === 'EMFILE' || code === 'ENFILE') return { message: tooManyFiles[code], exit: 1 }
  if (code === 'ENOENT' && syscall === 'uv_cwd')
    return { message: 'the working directory no longer exists; change to a folder that exists', exit: 3 }
  return undefined
}
