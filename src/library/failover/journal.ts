// The journal of failovers. Plans read from it when a standby became primary.
import { option } from '../../core/shell.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { whyUnusable } from '../../core/file-failure.ts'
import { given } from '../../core/given.ts'
import { failoverJournal, type Promotion } from '../../core/plan/journal.ts'
import { failedOverAt, type FailoverTime, readJournal, sendingTimes } from '../../core/plan/journal-runs.ts'
import type { Problem } from '../../core/problem.ts'
import { millisecondsOf } from '../../core/time.ts'
import { textOf } from '../../core/value.ts'
import { openJournal, type JournalFile } from '../../engine/journal-and-ledger/journal.ts'
import type { FailedOverSince, Planned } from '../../engine/plan/request.ts'
import type { Project, Target } from '../../project/project.ts'
import type { Run } from '../ambient.ts'
import { ownFile, textOfOwn } from '../files/write-file.ts'
import { unwritableFile } from '../problems.ts'

/** Reads the journal when a plan asks. Without one, as in a fresh checkout, the time is not known. */
export function failedOverSince({
  root,
  targets,
  maxFailoverAge: overdue,
}: Pick<Project, 'root' | 'targets' | 'maxFailoverAge'>): FailedOverSince {
  const isOverdue = ({ since = '' }: FailoverTime): boolean =>
    overdue !== undefined && Date.now() - Date.parse(since) > (millisecondsOf(overdue) ?? Infinity)
  return (alias, channel, to) => {
    const target = targets.find((each) => each.alias === alias)
    if (target === undefined) return {}
    try {
      const text = textOfOwn(root, failoverJournal) ?? ''
      const time = failedOverAt(readJournal(text), promotionOf(target, channel, to), sendingTimes(text))
      return isOverdue(time) ? { ...time, ...given({ overdue }) } : time
    } catch {
      return {}
    }
  }
}

export function promotionOf({ alias, url, environment }: Target, channel: string, to: string): Promotion {
  return { target: alias, url, ...given({ environment }), channel, to }
}

/** The integrations that a plan makes primary. */
export function promotionsIn({ plan, groundOf }: Planned, targets: readonly Target[]): Promotion[] {
  return plan.sections
    .flatMap(({ changes }) => changes)
    .flatMap(({ id, action, name, target: alias }) => {
      const target = targets.find((each) => each.alias === alias)
      const channel = textOf(groundOf.get(id)?.desired.fields['channel'])
      return action === 'set-primary' && target !== undefined ? [promotionOf(target, channel, name)] : []
    })
}

/** Opened before anything is sent. The default file is in the folder of the project, so that plans find it. */
export async function openFailoverJournal(
  path: string | undefined,
  root: string,
  run: Pick<Run, 'remark' | 'world'>,
): Promise<JournalFile | Problem> {
  try {
    const file = path === undefined ? ownFile(root, failoverJournal).path : resolve(run.world.cwd, path)
    // A file in place of the folder is reported when the journal is opened, without an absolute path.
    if (path === undefined && !existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    const journal = await openJournal(file, () => new Date())
    return await withPromotions(journal, file, root, run)
  } catch (error) {
    return {
      ...unwritableFile(`the journal ${path ?? failoverJournal} can't be written`, error),
      rule: 'bad-journal',
      hint: `A failover is always logged. Choose a file that belfry can write with ${option('journal', 'FILE')}.`,
    }
  }
}

/** Also logs new primary integrations in the journal of failovers, if the file exists. Otherwise plans would show the time of an earlier failover. */
export async function withPromotions<Journal extends JournalFile | undefined>(
  journal: Journal,
  file: string | undefined,
  root: string,
  { remark }: Pick<Run, 'remark'>,
): Promise<Journal | JournalFile> {
  if (file === join(root, failoverJournal)) return journal
  let isLost = false
  const lost = (error: unknown): undefined => {
    if (!isLost)
      remark(`The new primary integration is not logged in ${failoverJournal}: ${whyUnusable(error)}.`)
    isLost = true
  }
  const promoted = await openOwn(root, journal?.run).catch(lost)
  if (promoted === undefined) return journal
  return {
    run: promoted.run,
    append: async (record) => {
      await journal?.append(record)
      const isOwn = !('action' in record) || record.action === 'set-primary'
      if (isOwn && !isLost) await promoted.append(record).catch(lost)
    },
    close: async () => {
      await promoted.close()
      await journal?.close()
    },
  }
}

/** Undefined if there is none. */
async function openOwn(root: string, run: string | undefined): Promise<JournalFile | undefined> {
  const { path, isThere } = ownFile(root, failoverJournal)
  return isThere ? openJournal(path, () => new Date(), run) : undefined
}
