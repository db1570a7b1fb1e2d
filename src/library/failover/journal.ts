// The journal of failovers: each is logged, and plans read from it since when a standby delivers.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { failedOverAt, readJournal } from '../../core/plan/journal.ts'
import type { Problem } from '../../core/problem.ts'
import { openJournal, type JournalFile } from '../../engine/journal-and-ledger/journal-file.ts'
import type { FailedOverSince } from '../../engine/plan/request.ts'
import type { Project } from '../../project/project.ts'
import type { Ambient } from '../ambient.ts'
import { unwritableFile } from '../problems.ts'

/** In the folder of the project. */
export const failoverJournal = '.belfry/failover.ndjson'

/** Reads the journal when a plan asks. Without one, as in a fresh checkout, the time is not known. */
export function failedOverSince({ root, targets }: Pick<Project, 'root' | 'targets'>): FailedOverSince {
  return (target, channel, to) => {
    const { url, environment } = targets.find(({ alias }) => alias === target) ?? {}
    try {
      const journal = readJournal(readFileSync(join(root, failoverJournal), 'utf8'))
      return failedOverAt(journal, { target, channel, to, ...given({ url, environment }) })
    } catch {
      return undefined
    }
  }
}

/** Opened before anything is sent. The default file is in the folder of the project, so that plans find it. */
export async function openFailoverJournal(
  path: string | undefined,
  root: string,
  { cwd }: Pick<Ambient, 'cwd'>,
): Promise<JournalFile | Problem> {
  const file = path === undefined ? join(root, failoverJournal) : resolve(cwd, path)
  try {
    // A file in place of the folder is reported when the journal is opened, without an absolute path.
    if (path === undefined && !existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    return await openJournal(file, () => new Date())
  } catch (error) {
    return {
      ...unwritableFile(`the journal ${path ?? failoverJournal} can't be written`, error),
      rule: 'bad-journal',
      hint: 'A failover is always logged. Choose a file that belfry can write with --journal FILE.',
    }
  }
}
