// What GitHub gets of a run: workflow commands, which it shows beside the lines of a pull request; and the numbers for later steps
// of a pipeline, by the names of the outputs.
import { type Position, severityCount } from '../../core/problem.ts'
import { type Account, plansOf, resultsOf, smokeOf } from '../account.ts'
import { noticesOf, type Notice } from './notices.ts'
import { repositoryPath, type RepositoryPlace } from '../context.ts'
import { visible } from '../../core/visible.ts'
import { given } from '../../core/given.ts'
import { causeCounts } from '../../core/plan/change.ts'
import { tally } from '../../core/plan/outcome.ts'
import { countsOf, type Plan } from '../../core/plan/plan.ts'
import { countOf, type SmokeRun } from '../../core/delivery/smoke.ts'
import { isWhole } from '../words/plan-notes.ts'

/** GitHub shows no more errors, and no more warnings, of one step; it drops the rest without a message. */
const shownBySeverity = 10

/** Errors before warnings. If there are more than GitHub shows, the last one has the number of the rest. */
export function githubAnnotations(
  account: Account,
  { source }: { readonly source?: RepositoryPlace },
): string {
  const notices = noticesOf(account)
  return (['error', 'warning'] as const)
    .flatMap((severity) => fitting(notices.filter((notice) => notice.severity === severity)))
    .map(({ severity, title, lines, position }) =>
      workflowCommand(severity, { ...placed(position, source), title: `belfry: ${title}` }, lines.join('\n')),
    )
    .join('')
}

function fitting(notices: readonly Notice[]): readonly Notice[] {
  const [first] = notices
  if (first === undefined || notices.length <= shownBySeverity) return notices
  const shown = notices.slice(0, shownBySeverity - 1)
  const { severity } = first
  const rest = `${notices.length - shown.length} more ${severity}s are not shown here. See the summary of this step.`
  return [...shown, { severity, title: 'more', lines: [rest] }]
}

function placed(position: Position | undefined, source: RepositoryPlace | undefined): Record<string, string> {
  if (position === undefined) return {}
  const { line, column, length } = position
  const file = visible(repositoryPath(position, source))
  return { file, line: `${line}`, col: `${column}`, endColumn: `${column + Math.max(1, length)}` }
}

/** `::name key=value,key=value::message`, ended by a line break; nothing in it starts another command. */
function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string>>,
  message: string,
): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(value)}`)
  return `::${name}${pairs.length === 0 ? '' : ` ${pairs.join(',')}`}::${escapedData(message)}\n`
}

/** `%` first, because the other replacements contain it. */
function escapedData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapedProperty(text: string): string {
  return escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

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
