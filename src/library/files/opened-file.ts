// A file that belfry may have written, read piece by piece once its begin shows what it is.
import { whyUnusable } from '../../core/file-failure.ts'
import { isJournal, readJournal, type JournalRead } from '../../core/plan/journal.ts'
import type { Problem } from '../../core/problem.ts'
import type { Ambient } from '../ambient.ts'
import { joined, piecesOfFile, sizeLimits, TooLarge } from '../prepare/bounded-file.ts'

export interface OpenedFile {
  readonly begin: string
  /** All of the text: `begin` and what follows. */
  readonly pieces: Iterable<string>
  /** For a file that isn't read to its end. */
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

/** Undefined for a file of another sort. */
export function journalIn({ begin, pieces, close }: OpenedFile): JournalRead | undefined {
  try {
    return isJournal(begin) ? readJournal(joined(pieces, sizeLimits.record)) : undefined
  } finally {
    close()
  }
}

/** Only failures of the file are problems of the file: other errors are bugs. */
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
