// The result of an apply or a smoke test as JUnit's tests: one for each change, for each case, and for the new plan after the changes.
import { append, grouped } from '../../core/lists.ts'
import type { Outcome, Result } from '../../core/plan/outcome.ts'
import { exceptWords, verifiedWords } from '../words/title.ts'
import { pendingChanges } from '../../core/plan/plan.ts'
import { exits, hasErrors, unsettledWarnings, type Problem } from '../../core/problem.ts'
import { type Account, type ApplyAccount, resultsOf, smokeOf } from '../account.ts'
import { organisation } from '../words/plan-notes.ts'
import { given, present } from '../../core/given.ts'
import { junitXml, type JunitCase, type JunitSuite, type JunitVerdict, smokeSuites } from './junit-xml.ts'
import { ofProblem } from './notices.ts'
import { headingOf } from '../words/shown-changes.ts'
import type { RepositoryPlace } from '../context.ts'
import { counted } from '../../core/words.ts'

/** A suite for each target, in the order in which they are applied, then the smoke suites. The last one has all errors, the targets that wait, and the new plan. */
export function junitReport(account: Account, { source }: { readonly source?: RepositoryPlace }): string {
  const byTarget = grouped(resultsOf(account), ({ change }) => change.target ?? organisation)
  const suites = [...byTarget].map(([name, results]): JunitSuite => ({ name, cases: results.map(ofResult) }))
  const own: JunitCase[] = [
    ...account.problems.filter(({ severity }) => severity === 'error').map(ofError),
    ...(account.command === 'apply' ? [...waiting(account), ...verified(account)] : []),
  ]
  const command = `belfry ${account.command}`
  append(suites, smokeSuites(smokeOf(account)))
  return junitXml(command, [...suites, ...(own.length > 0 ? [{ name: command, cases: own }] : [])], source)
}

function ofResult({ change, outcome, milliseconds }: Result): JunitCase {
  const { target = organisation, kind, action, position } = change
  const verdict = verdictOf(outcome)
  return {
    name: `${action} ${headingOf(change)}`,
    group: `${target}.${kind}`,
    milliseconds,
    position,
    ...given({ verdict }),
  }
}

const verdicts = {
  failed: 'failure',
  stale: 'failure',
  skipped: 'skipped',
  waiting: 'skipped',
  unknown: 'error',
} as const

function verdictOf(outcome: Outcome): JunitVerdict | undefined {
  if (outcome.status === 'done') return undefined
  const { fields = [], hint } = outcome.status === 'failed' ? outcome : {}
  const places = fields.map(
    ({ path, position: { file, line, column }, message }) => `${file}:${line}:${column}  ${path}: ${message}`,
  )
  return { type: verdicts[outcome.status], message: outcome.reason, lines: present(...places, hint) }
}

/** A run that could not start must not count as a run without failures. */
function ofError(problem: Problem): JunitCase {
  const {
    lines: [message = '', ...lines],
    position,
  } = ofProblem(problem)
  const where =
    problem.position && `${problem.position.file}:${problem.position.line}:${problem.position.column}`
  return {
    name: [problem.rule, problem.resource ?? where].filter(Boolean).join(' '),
    group: problem.target ?? 'belfry',
    milliseconds: 0,
    ...given({ position }),
    verdict: { type: 'error', message, lines },
  }
}

function waiting({ result }: ApplyAccount): JunitCase[] {
  return (result?.waiting ?? []).map(({ target, steps }) => ({
    name: 'all changes of the target are applied',
    group: target,
    milliseconds: 0,
    verdict: { type: 'failure', message: `changes of target ${target} are not applied yet`, lines: steps },
  }))
}

/** Whether the new plan shows that all is applied. The message has the first reason if it isn't. The lines list all changes, duplicates and channels, but not what can't be read. */
function verified({ exit, plan, result }: ApplyAccount): JunitCase[] {
  // A plan without changes has no result: then it is the new plan itself.
  const fresh = result?.after ?? (exit === exits.unsettled ? plan : undefined)
  // An approved change that is stale isn't in the new plan.
  const isStale = result?.results.some(({ outcome }) => outcome.status === 'stale') === true
  if (fresh === undefined || isStale) return []
  const pending = pendingChanges(fresh)
  const twice = fresh.problems.filter(({ rule }) => rule === 'duplicate')
  const open = result?.unsettled ?? unsettledWarnings(fresh.problems)
  const [message = 'belfry could not read some resources after the changes'] = present(
    pending.length > 0 && `a new plan still shows ${counted(pending.length, 'change')}`,
    twice.length > 0 && `${counted(twice.length, 'resource is', 'resources are')} duplicated in the service`,
    open.length > 0 && `${counted(open.length, 'channel has', 'channels have')} several primary integrations`,
  )
  const lines = [
    ...pending.map(headingOf),
    ...[...twice, ...open].flatMap((problem) => ofProblem(problem).lines),
  ]
  const isWrong = exit === exits.unsettled || lines.length > 0 || hasErrors(fresh.problems)
  const verdict = { type: 'failure', message, lines } as const
  const except = result && exceptWords(result)
  const name = `${verifiedWords(result ?? {})}${except === undefined ? '' : `, except ${except}`}`
  return [{ name, group: 'belfry', milliseconds: 0, ...(isWrong && { verdict }) }]
}
