// The result of a run: the first line of a report; not yet made visible.
import { countOf, type SmokeRun } from '../../core/delivery/smoke.ts'
import { tally, type Result } from '../../core/plan/outcome.ts'
import { countsOf, type Plan } from '../../core/plan/plan.ts'
import { counted } from '../../core/words.ts'
import { resultsOf, type PageAccount, type ValidateAccount } from '../account.ts'
import { findingsText } from './audited.ts'
import { causeWords } from './causes.ts'
import { channelLines, countsApart, countWords, idleWords, matchingWords, tallyOf } from './plan-notes.ts'

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
      if (exit === 6) return `Apply: nothing to send, not converged${beside}`
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
      return `${title}${exit > 2 || exit === 1 ? " that can't be applied" : ''}: ${headlineOf(account.plan)}${beside}`
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
