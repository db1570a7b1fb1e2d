// The numbers for later steps of a pipeline, by the names of the outputs.
import { given } from '../../core/given.ts'
import { causeCounts } from '../../core/plan/cause.ts'
import { tally } from '../../core/plan/outcome.ts'
import { countsOf, type Plan } from '../../core/plan/plan.ts'
import { severityCount } from '../../core/problem.ts'
import { countOf, type SmokeRun } from '../../core/delivery/smoke.ts'
import { isWhole } from '../words/plan-notes.ts'
import { plansOf, resultsOf, smokeOf, type Account } from '../account.ts'

/** `exit`, `errors` and `warnings` of every account; the changes of a plan; the results of an apply and a smoke test. */
export function outputsOf(account: Account): Readonly<Record<string, number>> {
  const smoke = smokeOf(account)
  const counts = planned(plansOf(account).filter((plan) => isWhole(plan, account.problems)))
  const { waiting, ...outcomes } = tally(resultsOf(account))
  return {
    exit: account.exit,
    errors: severityCount(account.problems, 'error'),
    warnings: severityCount(account.problems, 'warning'),
    ...counts,
    // Changes that the service refused without the environment's own key also wait, though the plan didn't know it.
    ...(counts['waiting'] !== undefined && { waiting: counts['waiting'] + waiting }),
    ...(account.command === 'apply' && outcomes),
    ...given({ 'secrets-left': plansOf(account)[0]?.left?.secrets.flatMap(({ fields }) => fields).length }),
    ...(smoke !== undefined && tried(smoke)),
  }
}

function tried(run: SmokeRun): Readonly<Record<string, number>> {
  const outcomes = ['met', 'unmet', 'skipped', 'unknown'] as const
  return Object.fromEntries(outcomes.map((outcome) => [`smoke-${outcome}`, countOf(run, outcome)]))
}

function planned(plans: readonly Plan[]): Readonly<Record<string, number>> {
  if (plans.length === 0) return {}
  const counts = countsOf(plans.flatMap(({ sections }) => sections))
  const { create, update, setPrimary, deactivate, resend, unmanaged, missing, waiting, duplicates } = counts
  return {
    changes: create + update + setPrimary + deactivate,
    creates: create,
    updates: update,
    'set-primaries': setPrimary,
    deactivations: deactivate,
    resends: resend,
    unmanaged,
    missing,
    waiting,
    duplicates,
    ...(plans.some(({ declaredSince }) => declaredSince !== undefined) && byCause(plans)),
    ...(plans.some(({ live }) => live === 'declared') && { 'no-longer-managed': counts.released ?? 0 }),
  }
}

/** A change with both causes counts in both. */
function byCause(plans: readonly Plan[]): Readonly<Record<string, number>> {
  const { branch, drift, both } = causeCounts(
    plans.flatMap(({ sections }) => sections.flatMap(({ changes }) => changes)),
  )
  return { 'from-branch': branch + both, drift: drift + both }
}

/** Lines for the file that GITHUB_OUTPUT names; the delimiter must not be predictable. */
export function githubOutputs(account: Account, delimiter: string): string {
  return Object.entries(outputsOf(account))
    .map(([name, value]) => `${name}<<${delimiter}\n${value}\n${delimiter}\n`)
    .join('')
}
