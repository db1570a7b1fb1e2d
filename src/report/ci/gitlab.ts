// What GitLab shows in a merge request: how much a plan would change, and the problems of manifests as code quality.
import { createHash } from 'node:crypto'
import { countsOf } from '../../core/plan/plan.ts'
import type { Problem } from '../../core/problem.ts'
import type { Account, PlanAccount } from '../account.ts'
import { ofProblem } from './notices.ts'
import { isWhole } from '../words/plan-notes.ts'
import { projectFile, repositoryPath, type RepositoryPlace } from '../context.ts'
import { visible } from '../../core/visible.ts'

/** For a plan the widget's counts (`artifacts:reports:terraform`), for validate the findings (`artifacts:reports:codequality`). */
export function gitlabReport(account: Account, { source }: { readonly source?: RepositoryPlace }): string {
  const report =
    account.command === 'validate'
      ? findings(account.problems, source)
      : widget('plan' in account ? account.plan : undefined, account.problems)
  return `${JSON.stringify(report, null, 2)}\n`
}

/**
 * The service has no delete, so `delete` counts deactivations. Without a plan of every target, or with only duplicates, there
 * are no counts, which GitLab shows as a failed report; zeros would mean that nothing changes.
 */
function widget(plan: PlanAccount['plan'], problems: readonly Problem[]): object {
  if (plan === undefined || !isWhole(plan, problems)) return {}
  const { create, update, setPrimary, resend, deactivate, duplicates } = countsOf(plan.sections)
  const counts = { create, update: update + setPrimary + resend, delete: deactivate }
  const isIdle = Object.values(counts).every((count) => count === 0)
  return isIdle && duplicates > 0 ? {} : counts
}

function findings(problems: readonly Problem[], source: RepositoryPlace | undefined): readonly object[] {
  const marks = fingerprintsOf(problems, source)
  return problems.map(ofProblem).map(({ severity, title, lines, position }, index) => ({
    description: lines.join(' '),
    check_name: title,
    fingerprint: marks[index],
    severity: severity === 'error' ? 'major' : 'minor',
    location: {
      path: visible(repositoryPath(position ?? { file: projectFile }, source)),
      lines: { begin: position?.line ?? 1 },
    },
  }))
}

/**
 * One for each problem, in hex: it stays the same when the problem's lines move, but not when the other place moves that some
 * messages name, such as that of an earlier declaration. Equal problems are distinguished by their order.
 */
export function fingerprintsOf(problems: readonly Problem[], source?: RepositoryPlace): readonly string[] {
  const seen = new Map<string, number>()
  return problems.map(({ rule, message, target, position }) => {
    const path = repositoryPath(position ?? { file: projectFile }, source)
    const what = JSON.stringify([rule, path, message, target])
    const before = seen.get(what) ?? 0
    seen.set(what, before + 1)
    return createHash('sha256').update(`${what}${before}`).digest('hex')
  })
}
