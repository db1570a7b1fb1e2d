// The saved plan of an apply: applied exactly, or as the list of what may be applied.
import { commandLine, option, quoted } from '../../core/shell.ts'
import { createHash, type Hash } from 'node:crypto'
import { isJournal } from '../../core/plan/journal-runs.ts'
import { errorOf, type Problem, badFlag } from '../../core/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import type { ToApply } from '../../engine/plan/plan-request.ts'
import { planApproved } from '../../engine/saved/apply-approved.ts'
import { isCompared, resume, withoutChanges } from '../../engine/saved/apply-saved.ts'
import type { SavedPlan } from '../../engine/saved/read.ts'
import { foreignTarget } from '../../engine/saved/seals.ts'
import { needs, openProject } from '../prepare/open-project.ts'
import type { PlanReady } from '../prepare/ready.ts'
import type { Wishes } from '../prepare/settings.ts'
import { planRequest } from '../prepare/engine.ts'
import { whyUnusable } from '../../core/system-failure.ts'
import type { Machine } from '../run.ts'
import type { ApplyFlags, ChangeRequest } from '../options/plan.ts'
import type { ProjectRequest } from '../options/common.ts'
import { sealKeyProblem, sealKeys } from '../prepare/keys.ts'

export interface Review {
  /** `saved`: applied exactly. `approved`: compared with a new plan, of which only what both contain is applied. */
  readonly kind: 'saved' | 'approved'
  /** Once `planToApply` has read them, without its changes. */
  saved: SavedPlan
  /** SHA-256 of its file, in hexadecimal digits. */
  readonly digest: string
}

/** How an approved plan is used. */
export type ApprovedRequest = Pick<ApplyFlags, 'approveSecrets' | 'unapproved'>

/** The plan that an apply follows. */
export interface ReviewRequest {
  readonly kind: Review['kind']
  /** The file's name, as printed. */
  readonly file: string
  /** The file's text in pieces; throws as `fs` does. */
  readonly pieces: () => Iterable<string>
}

/** The plan that the request names; undefined if it names none. */
export async function reviewOf(
  request: ProjectRequest & { readonly review?: ReviewRequest | Problem },
  machine: Machine,
): Promise<Review | Problem | undefined> {
  const { review } = request
  if (review === undefined || 'rule' in review) return review
  const mistake = sealKeyProblem(machine)
  if (mistake !== undefined) return mistake
  const { kind, file } = review
  const read = await readPlan(review)
  if ('rule' in read) return read
  const { saved } = read
  if (kind === 'saved' && saved.about.secrets === 'named')
    return errorOf(
      'deferred-plan',
      `${file} was made without the values of all secrets, so belfry can't apply this plan exactly`,
      `Run ${approvedApply(saved, file)}. This command makes a new plan, and sends only changes that the approved plan contains.`,
    )
  const known = await openProject(request, needs.whole, { machine })
  if ('project' in known && known.project.file === undefined)
    return errorOf(
      'foreign-plan',
      `${file} is a plan of a project, but neither this folder nor a folder above it contains belfry.yaml`,
      `Change to the folder of the project, or use ${option('config', 'FILE')} for the project file.`,
    )
  const names = 'project' in known ? known.project.allTargets.map(({ alias }) => alias) : undefined
  const foreign = names && Object.keys(saved.seals).find((alias) => !names.includes(alias))
  return foreign === undefined ? { kind, ...read } : foreignTarget(file, foreign)
}

/** With the targets of the plan: it approves nothing in others. */
export function approvedApply({ seals }: Pick<SavedPlan, 'seals'>, file: string): string {
  const targets = Object.keys(seals).map((target) => `-t ${quoted(target)} `)
  return commandLine(`apply ${targets.join('')}--approved ${quoted(file)}`)
}

async function readPlan({ file, pieces }: ReviewRequest): Promise<Omit<Review, 'kind'> | Problem> {
  const asInput = /(?:^|[/\\])belfry\.ya?ml$/.test(file) ? '--config' : '-f'
  const isNoPlan = (what: string): Problem =>
    badFlag(
      `${file} is a ${what}, but a saved plan is a JSON file`,
      `To apply manifests, run ${commandLine('apply')} or ${commandLine(`apply ${asInput} ${quoted(file)}`)}. To save a plan, run ${commandLine('plan --out plan.json')}.`,
    )
  if (/\.ya?ml$/i.test(file)) return isNoPlan('YAML file')
  // Most applies read no saved plan, and its schema takes 8 ms to make.
  const { readSavedPlan } = await import('../../engine/saved/read.ts')
  try {
    const hash = createHash('sha256')
    const saved = readSavedPlan(hashed(pieces(), hash), file)
    if (!('rule' in saved)) return { saved, digest: hash.digest('hex') }
    const [begin = ''] = pieces()
    return begin.trim() !== '' && isJournal(begin)
      ? badFlag(
          `${file} is a journal, and not a saved plan`,
          `To see its runs, run ${commandLine(`show ${quoted(file)}`)}. To save a plan, run ${commandLine('plan --out plan.json')}.`,
        )
      : saved
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EISDIR') return isNoPlan('folder')
    return errorOf(
      'file-unreadable',
      `the plan ${file} can't be read: ${whyUnusable(error)}`,
      `Use a file that belfry plan --out wrote. To apply a part of the manifests, use ${option('targets', ['NAME'])} or ${option('only', ['KIND/NAME'])}.`,
    )
  }
}

function* hashed(pieces: Iterable<string>, hash: Hash): Iterable<string> {
  for (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}

/** Limits the project to the targets of the saved plan and the secrets of its resources, or to the secrets that are sent. */
export function wishesOf(review: Review | undefined, secrets: Wishes['secrets']): Wishes {
  if (review === undefined) return { secrets }
  if (review.kind === 'approved') return { secrets: 'needed' }
  // The values that a saved plan sends are compared with those in the manifests.
  return { targets: Object.keys(review.saved.seals), selects: isCompared(review.saved) }
}

/** The new plan, or what is left to do of the reviewed one. A saved plan is read once: see `Review.saved`. */
export async function planToApply(
  review: Review | undefined,
  ready: PlanReady,
  asked: ChangeRequest & ApprovedRequest,
  machine: Machine,
  engine: Engine,
): Promise<ToApply> {
  const request = planRequest(ready, asked, asked.failback ?? review?.saved.about.failback)
  const keys = sealKeys(ready.project.targets, machine)
  if (review === undefined) {
    const planned = await makePlan(request, engine)
    return { planned, request, done: [], stale: [], refusals: () => [] }
  }
  const { kind, saved } = review
  const { approveSecrets: secrets, unapproved } = asked
  if (kind === 'approved')
    return planApproved(saved, keys, request, engine, { secrets, isStrict: unapproved === 'refuse' })
  // Before the new changes are made: keeping both would take twice the memory.
  review.saved = withoutChanges(saved)
  return resume(saved, keys, request, engine)
}
