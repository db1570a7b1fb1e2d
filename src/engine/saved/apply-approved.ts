// Makes a new plan of what an approved one allows: it may do less than the approved plan, but nothing else.
import type { Engine } from '../engine.ts'
import { approvedFailbacks } from '../guards/failed-over.ts'
import { makePlan } from '../plan/plan.ts'
import type { PlanRequest, ToApply } from '../plan/plan-request.ts'
import type { SavedPlan } from './read.ts'
import { otherEnvironments, type SealKey } from './seals.ts'
import { withHintOfOldPlan } from './not-in-plan.ts'
import { Approval } from './approval.ts'

/** `secrets` are patterns of resources whose secrets are sent although the plan doesn't list them. A strict apply refuses what isn't approved. */
export async function planApproved(
  saved: SavedPlan,
  keys: ReadonlyMap<string, SealKey>,
  whole: PlanRequest,
  engine: Engine,
  { secrets, isStrict }: { readonly secrets: readonly string[]; readonly isStrict: boolean },
): Promise<ToApply> {
  const approval = new Approval({ saved, keys, registry: engine.registry }, secrets)
  const selection = { ...whole.selection, approved: approval.allowed, approveSecrets: secrets }
  const request = isStrict ? whole : { ...whole, selection }
  const made = await makePlan(request, engine, isStrict ? undefined : approval.narrow)
  const problems = [
    ...made.plan.problems.map(withHintOfOldPlan),
    ...otherEnvironments(saved, made.sessions),
    ...approvedFailbacks(saved.plan, made.plan),
    ...(isStrict ? approval.refusals(made) : approval.problems),
  ]
  return {
    planned: { ...made, plan: { ...made.plan, problems, left: approval.left } },
    request,
    done: [],
    stale: approval.stale,
    refusals: (later) => [...approvedFailbacks(saved.plan, later.plan), ...approval.refusals(later)],
  }
}
