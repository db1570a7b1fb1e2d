// The saved plan that an apply goes by: exactly what it says, or no more than it says.
import { refusal } from '../../core/refusals.ts'
import type { Change } from '../../core/plan/change.ts'
import type { Problem } from '../../core/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { makePlan } from '../../engine/plan/plan.ts'
import type { Planned, PlanRequest } from '../../engine/plan/request.ts'
import { unapproved } from '../../engine/saved/approve.ts'
import { elsewhere, elsewhereHint, foreignness } from '../../engine/saved/foreign.ts'
import { readSavedPlan, type SavedPlan } from '../../engine/saved/read.ts'
import { resume } from '../../engine/saved/resume.ts'
import { registry } from '../../kinds/registry.ts'
import { prepareProject } from '../prepare/prepare.ts'
import { type Ready } from '../prepare/ready.ts'
import { planRequest } from '../prepare/engine.ts'
import { applyFlags, type ApplyFlags } from '../flags/plan.ts'
import { givenIn } from '../flags/repeat.ts'
import { sizeLimits, textOfFile } from '../flags/bounded-file.ts'
import { whyUnusable } from '../../core/file-failure.ts'
import { badFlag } from '../flags/problems.ts'
import type { Io } from '../terminal/io.ts'
import { sealKeyProblem, sealKeys } from '../prepare/fingerprint-keys.ts'

export interface Review {
  readonly kind: 'saved' | 'approved'
  readonly saved: SavedPlan
}

/** What is to be applied, and how to verify it. */
export interface Course {
  readonly planned: Planned
  readonly request: PlanRequest
  /** Saved changes that live shows already. */
  readonly done: readonly Change[]
}

/** The plan that the command line names; undefined where it names none. */
export async function reviewOf(
  file: string | undefined,
  flags: ApplyFlags,
  io: Io,
): Promise<Review | Problem | undefined> {
  const path = file ?? flags.approved
  if (path === undefined) return undefined
  const mistake = (file === undefined ? undefined : contradiction(file, flags)) ?? sealKeyProblem(io)
  if (mistake !== undefined) return mistake
  const saved = readPlan(path, io)
  if ('rule' in saved) return saved
  if (file !== undefined && saved.about.secrets === 'named')
    return refusal({
      rule: 'deferred-plan',
      severity: 'error',
      message: `${path} was made with --secrets=defer, so belfry can't apply this plan exactly`,
      hint: `Run belfry apply --approved ${path}. This command makes a new plan, and applies the new plan only if the approved plan contains each change.`,
    })
  // Without what reads standard input, which has one reader only.
  const { apiKeyFile: _key, envFile: _variables, ...plain } = flags
  const known = await prepareProject({ ...plain, file: [], target: [] }, io, 'offline')
  const names = 'project' in known ? known.project.allTargets.map(({ alias }) => alias) : undefined
  const foreign = names && Object.keys(saved.seals).find((alias) => !names.includes(alias))
  return foreign === undefined
    ? { kind: file === undefined ? 'approved' : 'saved', saved }
    : refusal({
        rule: 'foreign-plan',
        severity: 'error',
        message: `${path} is a plan of a different project: this project has no target ${foreign}`,
        hint: elsewhereHint,
      })
}

function readPlan(path: string, io: Pick<Io, 'cwd'>): SavedPlan | Problem {
  if (/\.ya?ml$/i.test(path))
    return badFlag(
      `${path} is a YAML file, but a saved plan is a JSON file`,
      'To apply the manifests of the project, run belfry apply or belfry apply --config FILE. To save a plan, run belfry plan --out plan.json.',
    )
  try {
    return readSavedPlan(textOfFile(path, io, sizeLimits.record), path)
  } catch (error) {
    return {
      rule: 'file-unreadable',
      severity: 'error',
      message: `the plan ${path} can't be read: ${whyUnusable(error)}`,
      hint: 'Use a file that belfry plan --out wrote.',
    }
  }
}

function contradiction(file: string, flags: ApplyFlags): Problem | undefined {
  const flag = givenIn('selection', applyFlags, flags)[0] ?? (flags.approved && '--approved')
  return flag === undefined
    ? undefined
    : badFlag(
        `${flag} can't be used with ${file}: belfry always applies exactly the changes of a saved plan`,
        `Remove ${flag}, or make a new plan with this option.`,
      )
}

/** The flags with which the review's targets are chosen. */
export function flagsFor(review: Review | undefined, flags: ApplyFlags): ApplyFlags {
  return review?.kind === 'saved' ? { ...flags, target: Object.keys(review.saved.seals) } : flags
}

/** Why the plan can't be used here; found without the service. */
export function reviewProblems(review: Review | undefined, { project }: Ready, io: Io): Problem[] {
  if (review === undefined) return []
  const { targets } = project
  const own = new Set(targets.map(({ alias }) => alias))
  const seals = Object.fromEntries(Object.entries(review.saved.seals).filter(([alias]) => own.has(alias)))
  return foreignness({ ...review.saved, seals }, targets, sealKeys(targets, io))
}

export async function chart(
  review: Review | undefined,
  ready: Ready,
  flags: ApplyFlags,
  io: Io,
  engine: Engine,
): Promise<Course> {
  const request = planRequest(ready, flags)
  if (review?.kind === 'saved')
    return resume(review.saved, sealKeys(ready.project.targets, io), request, engine)
  const planned = await makePlan(request, engine)
  const foreign = review === undefined ? [] : elsewhere(review.saved, planned.sessions)
  const problems = [...planned.plan.problems, ...foreign, ...approvalProblems(planned, review, ready, io)]
  return { planned: { ...planned, plan: { ...planned.plan, problems } }, request, done: [] }
}

/** What a plan would do that wasn't approved, and what of it couldn't be compared. */
export function approvalProblems(
  planned: Pick<Planned, 'plan' | 'groundOf'>,
  review: Review | undefined,
  { project }: Ready,
  io: Io,
): Problem[] {
  return review?.kind === 'approved'
    ? unapproved(planned, review.saved, sealKeys(project.targets, io), registry)
    : []
}
