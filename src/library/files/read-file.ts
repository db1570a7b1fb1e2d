// Files of options, read up to a limit, because a device such as /dev/zero never ends. The first characters of a file that
// belfry wrote show whether it is a plan or a journal.
import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { sizeText, readAtMost } from '../../manifest/text/read-text.ts'
import type { Machine } from '../run.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import { isJournal, readJournal, type JournalRead } from '../../core/plan/journal-runs.ts'
import { errorOf, type Problem } from '../../core/problem.ts'

const mebibyte = 1024 * 1024

/** Bytes that each may have at most. */
export const sizeLimits = {
  /** An API key, because a header can't contain more; also a file of `--dotenv`. */
  key: 65_536,
  /** JSON of an option, because services accept at most 26 MB; also other small files, such as `.env.example`. */
  json: 32 * mebibyte,
  /** A journal, a seed, or a file that belfry replaces. */
  record: 256 * mebibyte,
} as const

/** Bytes that are read of a file at once. */
const step = 65_536

/** The text of a file of any size, piece by piece. Throws as `fs` does. */
export function* piecesOfFile(path: string, { cwd }: Pick<Machine, 'cwd'>): Generator<string, void> {
  const file = openSync(resolve(cwd, path), 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const bytes = Buffer.allocUnsafe(step)
    for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes))
      yield decoder.write(bytes.subarray(0, count))
    yield decoder.end()
  } finally {
    closeSync(file)
  }
}

/** All pieces of a text; throws if there are more characters than the limit. */
export function joined(pieces: Iterable<string>, limit: number): string {
  const parts: string[] = []
  let length = 0
  for (const piece of pieces) {
    parts.push(piece)
    length += piece.length
    if (length > limit) return within(limit, undefined)
  }
  return parts.join('')
}

/** Throws as `fs` does, and if the file is larger than the limit. */
export function textOfFile(path: string, { cwd }: Pick<Machine, 'cwd'>, limit: number): string {
  return within(limit, readAtMost(resolve(cwd, path), limit)?.toString('utf8'))
}

/** The error of a text above its limit. The message is for use after a colon. */
class TooLarge extends Error {}

/** The text; throws if it is undefined, because its file or stdin is larger than the limit in bytes. */
export function within(limit: number, text: string | undefined): string {
  if (text === undefined) throw new TooLarge(`the content is larger than ${sizeText(limit)}`)
  return text
}

// Files that belfry wrote: a saved plan or a journal.

export interface OpenedFile {
  /** The first characters, by which a journal is recognized. */
  readonly begin: string
  /** The whole text, including `begin`. */
  readonly pieces: Iterable<string>
  /** Call it if the file isn't read to its end. */
  readonly close: () => void
}

/** Throws as `fs` does. */
export function opened(file: string, at: Pick<Machine, 'cwd'>): OpenedFile {
  const rest = piecesOfFile(file, at)
  const begin = rest.next().value ?? ''
  return { begin, pieces: continued(begin, rest), close: () => void rest.return() }
}

function* continued(begin: string, rest: Iterable<string>): Generator<string, void> {
  yield begin
  yield* rest
}

/** Undefined if the file isn't a journal. */
export function journalIn({ begin, pieces, close }: OpenedFile): JournalRead | undefined {
  try {
    return isJournal(begin) ? readJournal(joined(pieces, sizeLimits.record)) : undefined
  } finally {
    close()
  }
}

/** What `read` returns, or the problem of the file if it throws an error of the file system. Other errors are bugs. */
export function reading<Result>(file: string, read: () => Result, hint?: string): Result | Problem {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TooLarge) && (error as NodeJS.ErrnoException).code === undefined) throw error
    return notShown(`${file} can't be read: ${whyUnusable(error)}`, hint)
  }
}

/** The problem of a file that show or log can't use. */
export function notShown(
  message: string,
  hint = 'Use a file that belfry plan --out or belfry apply --journal wrote.',
): Problem {
  return errorOf('not-shown', message, hint)
}
