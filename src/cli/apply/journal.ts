// The journal that --journal names: opened before anything is read, so that a path that can't be written stops early.
import { resolve } from 'node:path'
import type { Problem } from '../../core/problem.ts'
import { openJournal, type JournalFile } from '../../engine/memory/journal-file.ts'
import { unwritableFile } from '../flags/problems.ts'
import type { Io } from '../terminal/io.ts'

export type OpenedJournal = { readonly journal?: JournalFile } | { readonly problem: Problem }

export async function openJournalOf(
  { journal: path }: { readonly journal?: string },
  io: Io,
): Promise<OpenedJournal> {
  if (path === undefined) return {}
  try {
    return { journal: await openJournal(resolve(io.cwd, path), () => new Date()) }
  } catch (error) {
    return { problem: unwritable(path, error) }
  }
}

export function unwritable(path: string, error: unknown): Problem {
  return { ...unwritableFile(`--journal ${path} can't be written`, error), rule: 'bad-journal' }
}

/** `exit` is undefined if nothing was started. Prints a line if the journal is incomplete. */
export async function closeJournal(
  journal: JournalFile | undefined,
  exit: number | undefined,
  io: Io,
): Promise<void> {
  try {
    if (exit !== undefined) await journal?.append({ type: 'end', exit })
    await journal?.close()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    io.err(`The journal is incomplete: ${io.filter.take(reason)}. The results are in the output above.\n`)
  }
}
