// Adds to a plan what --diff-base shows: the cause of each change, and changed declarations that the plan can't compare.
import type { Plan } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import { withCauses } from '../../engine/diff/causes.ts'
import { uncomparedChanges } from '../../engine/diff/uncompared.ts'
import type { PlanFlags } from '../flags/plan.ts'
import type { Io } from '../terminal/io.ts'
import type { Teller } from '../tell.ts'
import { differenceOf, type Difference } from './difference.ts'

/** The difference to the merge base with --diff-base; undefined without it. */
export async function differenceSince(
  flags: PlanFlags,
  io: Io,
  teller: Pick<Teller, 'interrupted'>,
): Promise<Difference | Problem | undefined> {
  const { diffBase } = flags
  if (diffBase === undefined) return undefined
  const found = await differenceOf(
    [],
    // What the plan leaves out is left out of it later: the base may not have it.
    { ...flags, target: [], only: [], exclude: [], ...(diffBase !== true && { base: diffBase }) },
    io,
    teller,
    (difference) => difference,
  )
  return found.problems.find(({ rule }) => rule === 'no-revision' || rule === 'bad-flag') ?? found
}

/** The plan with it; a base that is invalid is warned of, and stops nothing. */
export function withDeclaredSince(
  plan: Plan,
  difference: Difference | undefined,
): { readonly plan: Plan; readonly problems: readonly Problem[] } {
  if (difference === undefined) return { plan, problems: [] }
  const base = difference.sides?.[0] ?? 'the base'
  const { plan: compared, trees } = difference
  if (compared === undefined || trees === undefined) {
    const message = `the manifests in ${base} are invalid, so belfry can't compare with these manifests`
    return {
      plan,
      problems: [
        { rule: 'invalid-base', severity: 'warning', message, hint: 'To see the errors, run belfry diff.' },
      ],
    }
  }
  const declaredSince = { base, changes: uncomparedChanges(plan, compared) }
  return { plan: { ...withCauses(plan, { ...trees, plan: compared }), declaredSince }, problems: [] }
}
