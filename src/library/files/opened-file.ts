// A file that belfry may have written. Its first characters show whether it is a plan or a journal; the rest is read in pieces.
import { whyUnusable } from '../../core/file-failure.ts'
import { isJournal, readJournal, type JournalRead } from '../../core/plan/journal-runs.ts'
import type { Problem } from '../../core/problem.ts'
import type { Ambient } from '../ambient.ts'
import { joined, piecesOfFile, sizeLimits, TooLarge } from '../prepare/bounded-file.ts'

export interface OpenedFile {
  readonly begin: string
  /** The whole text, including `begin`. */
  readonly pieces: Iterable<string>
  /** Call it if the file isn't read to its end. */
  readonly close: () => void
}

export function opened(file: string, at: Pick<Ambient, 'cwd'>): OpenedFile {
  const rest = piecesOfFile(file, at)
  const begin = rest.next().value ?? ''
  return { begin, pieces: continued(begin, rest), close: () => void rest.return() }
}

function* continued(begin: string, rest: Iterable<string>): Generator<string, void> {
  yield begin
  yield* rest
}

/** Undefined if belfry did not write the file. */
export function journalIn({ begin, pieces, close }: OpenedFile): JournalRead | undefined {
  try {
    return isJournal(begin) ? readJournal(joined(pieces, sizeLimits.record)) : undefined
  } finally {
    close()
  }
}

/** Only errors of the file system are reported as problems of the file: other errors are bugs. */
export function reading<Result>(file: string, read: () => Result): Result | Problem {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TooLarge) && (error as NodeJS.ErrnoException).code === undefined) throw error
    return notShown(`${file} can't be read: ${whyUnusable(error)}`)
  }
}

export function notShown(
  message: string,
  hint = 'Use a file that belfry plan --out or belfry apply --journal wrote.',
): Problem {
  return { rule: 'not-shown', severity: 'error', message, hint }
}
