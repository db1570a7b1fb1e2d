// The first lines of a report: the subject and the result of a run, what was audited, and what is verified after an apply; not yet
// made visible.
import { countOf, type SmokeRun } from '../../core/delivery/smoke.ts'
import { tally, type Result, type ApplyResult } from '../../core/plan/outcome.ts'
import { countsOf, isOfSaved, type Plan } from '../../core/plan/plan.ts'
import { exits } from '../../core/problem.ts'
import { counted, listText } from '../../core/words.ts'
import { present } from '../../core/given.ts'
import { notesIn } from '../../core/plan/notes.ts'
import { resultsOf, type PageAccount, type ValidateAccount, type AuditAccount } from '../account.ts'
import type { Checkout } from '../context.ts'
import { causeWords } from './causes.ts'
import { channelLines, countsApart, countWords, idleWords, matchingWords, tallyOf } from './plan-notes.ts'
import { inComparable, uncomparedWords } from './uncompared.ts'

export function titleOf(account: PageAccount): string {
  const { command, problems, exit } = account
  const wrong = tallyOf(problems)
  const beside = wrong === '' ? '' : `, ${wrong}`
  switch (command) {
    case 'validate':
      return account.resources === undefined ? `Not valid: ${wrong}` : `${validOf(account)}${beside}`
    case 'apply': {
      const results = resultsOf(account)
      if (results.length > 0) return `Apply: ${outcomesOf(results)}${beside}`
      if (exit === exits.unsettled) return `Apply: nothing to send, not converged${beside}`
      // Changes are waiting, or an error ended the run.
      if (exit === 5) return `Apply: not complete${beside}`
      return exit === 0 ? `Apply: nothing to do${beside}` : `Apply refused, nothing was written${beside}`
    }
    case 'smoke':
      return account.run === undefined
        ? `Smoke: no case was run${beside}`
        : `Smoke, ${smokeCounts(account.run)}${beside}`
    case 'journal':
      return `Journal of ${counted(account.journal.runs.length, 'run')}`
    case 'audit':
      return account.findings === undefined ? 'Nothing was audited' : findingsText(account)
    default: {
      const title = { plan: 'Plan', show: 'Saved plan', diff: 'Difference', compare: 'Comparison' }[command]
      if (account.plan === undefined || account.plan.sections.length === 0)
        return `${title} could not be made${beside}`
      return `${title}${[0, 2].includes(exit) ? '' : " that can't be applied"}: ${headlineOf(account.plan)}${beside}`
    }
  }
}

export function validOf({ resources = 0, targets = 0, files }: ValidateAccount): string {
  return `Valid: ${counted(resources, 'resource')} for ${counted(targets, 'target')} in ${counted(files, 'file')}`
}

/** `2 to create, 1 to deactivate`, or which changes are the branch's. */
export function headlineOf(plan: Plan): string {
  const counts = countsOf(plan.sections)
  const words = [...countWords(counts), ...countsApart(plan.sections)]
  const isIdle = plan.sections.every(({ changes }) => changes.length === 0)
  return isIdle
    ? [idleWords(plan).toLowerCase(), ...matchingWords(plan.sections), ...words].join(', ')
    : (causeWords(plan) ?? words.join(', '))
}

/** Whether a reviewer has nothing to check. */
export function isPlain(plan: Plan): boolean {
  const isQuiet = plan.sections.every(({ changes, notes: all }) => changes.length + all.length === 0)
  return isQuiet && channelLines(plan).length === 0
}

/** `3 done, 1 failed` */
function outcomesOf(results: readonly Result[]): string {
  const counts = Object.entries(tally(results)).filter(([, count]) => count > 0)
  return counts.length === 0 ? 'nothing to do' : counts.map(([what, count]) => `${count} ${what}`).join(', ')
}

/** `20 cases: 12 ok, 7 failed, 1 skipped` */
export function smokeCounts(run: SmokeRun): string {
  const unknown = countOf(run, 'unknown')
  const skipped = countOf(run, 'skipped')
  const counts = [
    `${countOf(run, 'met')} ok`,
    `${countOf(run, 'unmet')} failed`,
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ]
  return `${counted(run.results.length, 'case')}: ${counts.join(', ')}`
}

type Part = readonly [label: 'project' | 'branch' | 'commit' | 'base', text: string]

/** The known parts, in the order of a header; not yet made visible. */
export function checkoutParts(account: PageAccount, checkout: Checkout = {}): readonly Part[] {
  const { project, branch, commit } = isOfCheckout(account) ? checkout : {}
  const base = 'plan' in account ? account.plan?.declaredSince?.base : undefined
  const parts = { project, branch, commit: commit?.slice(0, 12), base }
  return (Object.keys(parts) as Part[0][]).flatMap((label) => {
    const text = parts[label]
    return text === undefined ? [] : [[label, text] as const]
  })
}

/** A journal, a saved plan and two other revisions are not about what is checked out. */
function isOfCheckout(account: PageAccount): boolean {
  if (account.command === 'journal') return false
  return !(('origin' in account && account.origin) || ('isElsewhere' in account && account.isElsewhere))
}

export function auditText(account: AuditAccount): readonly string[] {
  return [...auditLines(account), ...(account.findings === undefined ? [] : [`${findingsText(account)}.`])]
}

/** Unread parts may have findings too. */
function findingsText({ findings = 0, unread }: AuditAccount): string {
  const found = findings === 0 ? 'No findings' : counted(findings, 'finding')
  if (unread === undefined) return found
  return findings === 0 ? 'The audit is not complete' : `${found}, but the audit is not complete`
}

/** One for each target. */
export function auditLines({ targets = [], unread = [] }: AuditAccount): readonly string[] {
  const audited = targets.map(({ target, integrations, subscribers, unchecked }) => {
    const read = `${counted(integrations, 'integration')} and ${counted(subscribers, 'subscriber')}`
    const not =
      unchecked === undefined ? '' : " The service doesn't return credentials, so belfry didn't check them."
    return `Audited target ${target}: ${read}.${not}`
  })
  const missed = unread.map(({ target, kinds }) => {
    const what = listText(kinds.map((kind) => `${kind}s`))
    return `Not read completely: the ${what} of target ${target}.`
  })
  return [...audited, ...missed]
}

/** What is declared and was not applied, in words, such as `target Staging, …`; undefined if there is nothing of this sort. */
export function exceptWords({ results, plans, after }: ApplyResult): string | undefined {
  // A saved plan leaves out what waited when it was made, and so does its check.
  const problems = plans.flatMap((plan) => plan.problems)
  const left = problems.filter(({ rule }) => rule === 'own-key' || rule === 'not-in-plan')
  const targets = left.flatMap(({ resource, target }) => (resource === undefined ? (target ?? []) : []))
  const hasFields =
    results.some(({ outcome }) => outcome.status === 'waiting') ||
    (after !== undefined && notesIn(after.sections, 'ownKey').length > 0) ||
    left.length > targets.length
  const words = present(
    hasFields && "fields that belfry can't send without the environment's own API key",
    targets.length > 0 &&
      `${targets.length === 1 ? 'target' : 'targets'} ${listText(targets)}, because the saved plan does not contain ${targets.length === 1 ? 'this target' : 'these targets'}`,
  )
  return words.length === 0 ? undefined : words.join(', and ')
}

function verifiedBy(plan: Plan | undefined): string {
  if (plan?.left !== undefined) return 'a new plan shows no approved changes'
  return plan !== undefined && isOfSaved(plan)
    ? 'the service shows what the saved plan contains'
    : 'a new plan shows no changes'
}

/** What the plan after an apply shows if all is well. */
export function verifiedWords({ plans = [], after }: Partial<Pick<ApplyResult, 'plans' | 'after'>>): string {
  return [
    `${verifiedBy(plans[0])}${after ? inComparable(after.sections) : ''}`,
    ...uncomparedWords(after && countsOf(after.sections).uncompared),
  ].join(', ')
}
