// The journal of an apply: opened before anything is read, so that a path that can't be written stops early.
import { option } from '../../core/shell.ts'
import { resolve } from 'node:path'
import { given } from '../../core/given.ts'
import { writesOf } from '../../core/plan/change.ts'
import { journalVersion, type JournalOf, type JournalRecord } from '../../core/plan/journal.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { openJournal, type JournalFile } from '../../engine/journal-and-ledger/journal-file.ts'
import type { Planned } from '../../engine/plan/request.ts'
import type { Project } from '../../project/project.ts'
import { promotionsIn, withPromotions } from '../failover/journal.ts'
import { unwritableFile } from '../problems.ts'
import type { Ambient, Run } from '../ambient.ts'
import { commitOf } from '../files/checkout.ts'

/** Undefined without a path. */
export async function openJournalOf(
  { journal: path }: { readonly journal?: string },
  { cwd }: Pick<Ambient, 'cwd'>,
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
  run: Pick<Run, 'remark' | 'world'>,
): Promise<JournalFile | Problem | undefined> {
  const { root, targets } = project
  const promotions = promotionsIn(planned, targets)
  const hasPromotions = promotions.length > 0
  try {
    const file = path && resolve(run.world.cwd, path)
    const begun = hasPromotions ? await withPromotions(journal, file, root, run) : journal
    const more = given({ plan: review?.digest, promotions: hasPromotions ? promotions : undefined })
    if (begun !== undefined) await begun.append(await startOf(planned.plan, root, run.world, more))
    return begun
  } catch (error) {
    return unwritable(path ?? '', error)
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

function unwritable(path: string, error: unknown): Problem {
  return { ...unwritableFile(`${option('journal')} ${path} can't be written`, error), rule: 'bad-journal' }
}

/** `exit` is undefined if nothing was started. Says so if the journal is incomplete. */
export async function closeJournal(
  journal: JournalFile | undefined,
  exit: number | undefined,
  { world, remark }: Pick<Run, 'world' | 'remark'>,
): Promise<void> {
  try {
    if (exit !== undefined) await journal?.append({ type: 'end', exit })
    await journal?.close()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    remark(`The journal is incomplete: ${world.filter.take(reason)}. The results are in the output above.`)
  }
}
