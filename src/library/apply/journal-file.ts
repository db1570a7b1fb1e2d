// The journal of an apply: opened before the first request, so that a path that can't be written stops early. Also the journal
// of failovers, which shows plans when a standby became primary.
import { option } from '../../core/shell.ts'
import { resolve, dirname, join } from 'node:path'
import { given } from '../../core/given.ts'
import { writesOf } from '../../core/plan/change.ts'
import {
  journalVersion,
  type JournalOf,
  type JournalRecord,
  failoverJournal,
  type Promotion,
} from '../../core/plan/journal-lines.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { type Problem, unwritableFile } from '../../core/problem.ts'
import { openJournal, type JournalFile } from '../../engine/journal-and-ledger/journal-writer.ts'
import type { Planned, FailedOverSince } from '../../engine/plan/plan-request.ts'
import type { Project, Target } from '../../project/project.ts'
import type { Machine, Run } from '../run.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { whyUnusable } from '../../core/system-failure.ts'
import { failedOverAt, type FailoverTime, readJournal, sendingTimes } from '../../core/plan/journal-runs.ts'
import { millisecondsOf } from '../../core/words.ts'
import { textOf } from '../../core/value.ts'
import { commitOfFiles } from '../files/checkout.ts'
import { ownFile, textOfOwn } from '../files/write-file.ts'

/** The journal of --journal; undefined without the option. */
export async function openJournalOf(
  { journal: path }: { readonly journal?: string },
  { cwd }: Pick<Machine, 'cwd'>,
): Promise<JournalFile | Problem | undefined> {
  try {
    return path === undefined ? undefined : await openJournal(resolve(cwd, path), () => new Date())
  } catch (error) {
    return unwritable(path ?? '', error)
  }
}

/** The journal with the first line of a run. New primary integrations are logged in the journal of failovers too. */
export async function beginJournal(
  journal: JournalFile | undefined,
  planned: Planned,
  {
    project,
    review,
  }: { readonly project: Project; readonly review: { readonly digest: string } | undefined },
  { journal: path }: { readonly journal?: string },
  run: Pick<Run, 'remark' | 'machine'>,
): Promise<JournalFile | Problem | undefined> {
  const { root, targets } = project
  const promotions = promotionsIn(planned, targets)
  const hasPromotions = promotions.length > 0
  const file = path && resolve(run.machine.cwd, path)
  const begun = hasPromotions ? await withPromotions(journal, file, root, run) : journal
  if (begun === undefined) return undefined
  const more = given({ plan: review?.digest, promotions: hasPromotions ? promotions : undefined })
  // Outside of the try: if git doesn't answer, the journal didn't fail.
  const start = await closedOnError(begun, startOf(planned.plan, root, run.machine, more))
  try {
    await closedOnError(begun, begun.append(start))
    return begun
  } catch (error) {
    return unwritable(path ?? '', error)
  }
}

async function closedOnError<Value>(journal: JournalFile, step: Promise<Value>): Promise<Value> {
  try {
    return await step
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** The first line of a run: who applies what. `folder` is that of the project. */
export async function startOf(
  { sections }: Plan,
  folder: string,
  machine: Pick<Machine, 'env' | 'git'>,
  more: Pick<JournalOf<'start'>, 'plan' | 'failover' | 'promotions'>,
): Promise<JournalRecord> {
  const users = ['GITHUB_ACTOR', 'GITLAB_USER_LOGIN', 'USER', 'USERNAME'].map((name) => machine.env[name])
  return {
    type: 'start',
    formatVersion: journalVersion,
    writes: writesOf(sections.flatMap(({ changes }) => changes)),
    ...given({ by: users.find(Boolean), commit: await commitOfFiles(folder, machine) }),
    ...more,
  }
}

function unwritable(path: string, error: unknown): Problem {
  const problem = unwritableFile(`${option('journal')} ${path} can't be written`, error)
  const isOther = (error as NodeJS.ErrnoException).code === undefined
  const hint = isOther ? 'Use a new file, or a journal that belfry wrote.' : problem.hint
  return { ...problem, rule: 'bad-journal', ...given({ hint }) }
}

/** Without `exit`, logs no end: nothing was started, or sending threw. Warns if the journal is incomplete. */
export async function closeJournal(
  journal: JournalFile | undefined,
  exit: number | undefined,
  { machine, remark }: Pick<Run, 'machine' | 'remark'>,
): Promise<void> {
  try {
    try {
      if (exit !== undefined) await journal?.append({ type: 'end', exit })
    } finally {
      await journal?.close()
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    remark(
      `The journal is incomplete: ${machine.filter.redact(reason)}. The results are in the output above.`,
    )
  }
}

// The journal of failovers, .belfry/failover.ndjson in the folder of the project: since when a standby is primary.

/** When channels failed over. The journal is read only if a plan asks; without it, as in a fresh checkout, the time is not known. */
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

/** The integration `to` as the new primary integration of a channel, as the journal names it. */
export function promotionOf({ alias, url, environment }: Target, channel: string, to: string): Promotion {
  return { target: alias, url, ...given({ environment }), channel, to }
}

/** The integrations that a plan makes primary. */
export function promotionsIn({ plan, basisOf }: Planned, targets: readonly Target[]): Promotion[] {
  return plan.sections
    .flatMap(({ changes }) => changes)
    .flatMap(({ id, action, name, target: alias }) => {
      const target = targets.find((each) => each.alias === alias)
      const channel = textOf(basisOf.get(id)?.desired.fields['channel'])
      return action === 'set-primary' && target !== undefined ? [promotionOf(target, channel, name)] : []
    })
}

/** Opened and started before anything is sent. The default file is in the folder of the project, so that plans find it. */
export async function openFailoverJournal(
  path: string | undefined,
  root: string,
  start: JournalRecord,
  run: Pick<Run, 'remark' | 'machine'>,
): Promise<JournalFile | Problem> {
  try {
    const file = path === undefined ? ownFile(root, failoverJournal).path : resolve(run.machine.cwd, path)
    // A file instead of the folder is reported when the journal is opened, without an absolute path.
    if (path === undefined && !existsSync(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    const journal = await withPromotions(await openJournal(file, () => new Date()), file, root, run)
    await closedOnError(journal, journal.append(start))
    return journal
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

/** The journal of failovers; undefined if the project has none yet. */
async function openOwn(root: string, run: string | undefined): Promise<JournalFile | undefined> {
  const { path, isThere } = ownFile(root, failoverJournal)
  return isThere ? openJournal(path, () => new Date(), run) : undefined
}
