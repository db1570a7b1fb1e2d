// The journal of an apply: opened before anything is read, so that a path that can't be written stops early.
import { option } from '../../core/shell.ts'
import { resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { writesOf } from '../../core/plan/change.ts'
import { journalVersion, type JournalOf, type JournalRecord } from '../../core/plan/journal.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { openJournal, type JournalFile } from '../../engine/journal-and-ledger/journal-file.ts'
import { unwritableFile } from '../problems.ts'
import type { Ambient, Observer } from '../ambient.ts'
import { commitOf } from './commit.ts'

export type OpenedJournal = { readonly journal?: JournalFile } | { readonly problem: Problem }

export async function openJournalOf(
  { journal: path }: { readonly journal?: string },
  { cwd }: Pick<Ambient, 'cwd'>,
): Promise<OpenedJournal> {
  if (path === undefined) return {}
  try {
    return { journal: await openJournal(resolve(cwd, path), () => new Date()) }
  } catch (error) {
    return { problem: unwritable(path, error) }
  }
}

/** The first line of a run: who applies what. `folder` is that of the project. */
export async function startOf(
  { sections }: Plan,
  folder: string,
  ambient: Pick<Ambient, 'env' | 'git'>,
  more: Pick<JournalOf<'start'>, 'plan' | 'failover' | 'promotions'>,
): Promise<JournalRecord> {
  const users = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'USER', 'USERNAME'].map((name) => ambient.env[name])
  return {
    type: 'start',
    formatVersion: journalVersion,
    writes: writesOf(sections.flatMap(({ changes }) => changes)),
    ...given({ by: users.find(Boolean), commit: await commitOf(folder, ambient) }),
    ...more,
  }
}

export function unwritable(path: string, error: unknown): Problem {
  return { ...unwritableFile(`${option('journal')} ${path} can't be written`, error), rule: 'bad-journal' }
}

/** `exit` is undefined if nothing was started. Says so if the journal is incomplete. */
export async function closeJournal(
  journal: JournalFile | undefined,
  exit: number | undefined,
  { filter }: Pick<Ambient, 'filter'>,
  { remark }: Pick<Observer, 'remark'>,
): Promise<void> {
  try {
    if (exit !== undefined) await journal?.append({ type: 'end', exit })
    await journal?.close()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    remark(`The journal is incomplete: ${filter.take(reason)}. The results are in the output above.`)
  }
}
