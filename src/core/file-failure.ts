// Why a file or a folder can't be used, in words instead of the system's codes.
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'the path is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'the symbolic links form a loop',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many open files; raise the limit, for example with ulimit -n 1024',
}

/** For use after a colon. Errors that don't come from the system keep their own message. */
export function whyUnusable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // JSON's own words quote what stands there.
  if (error instanceof SyntaxError) return 'the content is not valid JSON'
  const { code, message } = error as NodeJS.ErrnoException
  return (code === undefined ? undefined : reasons[code]) ?? message
}
