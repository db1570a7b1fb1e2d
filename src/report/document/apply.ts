// The outcome of each change of an apply, and what they come to: verified or not, and the next step.
import { grouped } from '../../core/lists.ts'
import type { Change } from '../../core/plan/change.ts'
import { counted, duration, pathsText } from '../../core/words.ts'
import { tally, type ApplyResult, type Outcome, type Result } from '../../core/plan/outcome.ts'
import { exceptWords, verifiedWords } from '../words/title.ts'
import { isOfSaved, pendingChanges, type Plan } from '../../core/plan/plan.ts'
import { exits, hasErrors, unsettledWarnings } from '../../core/problem.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { present } from '../../core/given.ts'
import { isList, Unreadable } from '../../core/value.ts'
import { channelLines, organisation } from '../words/plan-notes.ts'
import { detailsBelow, headingOf, symbolOf } from '../words/shown-changes.ts'
import { withPlaceholders } from '../../core/secrets/personal.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import type { ApplyAccount } from '../account.ts'
import { sentences, signOf, type DifferingItem, type Node, type Step, type Text } from './document-node.ts'

type Applied = Partial<Pick<ApplyAccount, 'exit' | 'plan' | 'result'>>

/** `done  Production  + integration ses-eu   0.1 s`, with the reason if it isn't done. */
export function outcomeStep(result: Result): Step {
  const { change, outcome } = result
  const took = tookText(result)
  return {
    ...stepOf(result),
    text: `${symbolOf(change)} ${headingOf(change)}${took && `   ${took}`}`,
    below: reasonLines(outcome),
  }
}

function stepOf({ change, outcome: { status } }: Result): Omit<Step, 'text'> {
  return { sign: signOf(status), label: status, name: change.target ?? organisation }
}

/** The time that it took, or that it was already in effect; empty for other changes that weren't sent. */
export function tookText({ outcome, startedAt, milliseconds }: Result): string {
  if (outcome.status === 'done' && outcome.already === true)
    return `already in effect, so not sent${startedAt === undefined ? '' : ' again'}`
  return milliseconds > 0 ? duration(milliseconds) : ''
}

/** If more have the same reason, only their number is shown. */
const mostListed = 10

/** Skipped changes, with a step for each, or for each target and reason if they are many. */
export function skippedSteps(skipped: readonly Result[]): readonly Step[] {
  const groups = grouped(skipped, (result) => JSON.stringify([result.change.target, reasonOf(result)]))
  return [...groups.values()].flatMap((all) => {
    const [first] = all as [Result]
    const text = `${counted(all.length, 'change')}: ${reasonOf(first)}`
    return all.length > mostListed ? [{ ...stepOf(first), text }] : all.map(outcomeStep)
  })
}

function reasonOf({ outcome }: Result): string {
  return outcome.status === 'done' ? '' : outcome.reason
}

/** Why it isn't done, and where and how to fix it. */
export function reasonLines(outcome: Outcome): readonly string[] {
  if (outcome.status === 'done') return []
  const { fields = [], hint } = outcome.status === 'failed' ? outcome : {}
  const places = fields.map(
    ({ path, position: { file, line, column } }) => `${file}:${line}:${column}  ${path}`,
  )
  return present(outcome.reason, ...new Set(places), hint)
}

/** The counts of an apply, what its channels deliver now, and whether all is verified. */
export function appliedNodes(account: Applied): readonly Node[] {
  const { result } = account
  if (result === undefined) return verdictNodes(account)
  const { done, failed, stale, waiting, skipped, unknown } = tally(result.results)
  const { writes, reads, milliseconds } = result.requests
  const moved = `${stale === 0 ? '' : ` ${stale} stale,`}${waiting === 0 ? '' : ` ${waiting} waiting,`}`
  const counts = `${done} done, ${failed} failed,${moved} ${skipped} skipped, ${unknown} unknown`
  const cost = [counted(writes, 'write'), counted(reads, 'read'), duration(milliseconds)].join(', ')
  const channels = result.after === undefined ? [] : channelLines(result.after, 'now')
  return [sentences([`Applied: ${counts}.   ${cost}`, ...channels]), ...verdictNodes(account)]
}

/** Targets that still wait, then those whose key has to be set before the next run. */
function targetLines({ waiting, keyed }: Pick<ApplyResult, 'waiting' | 'keyed'>): readonly string[] {
  return [
    ...waiting.map(
      ({ target, steps }) =>
        `Changes of target ${target} are not applied yet. Next: ${steps.join(', then ')}.`,
    ),
    ...keyed.map(
      ({ target, apiKeyFrom = `the apiKey of target ${target}` }) =>
        `Target ${target} used the API key that the service returned. Before the next run, copy this API key from the dashboard of the service and set ${apiKeyFrom}.`,
    ),
  ]
}

/** Changes that aren't done and that no new plan shows, because the service returns none of their fields: `KIND/NAME` of each. */
function unreadable(results: readonly Result[]): string[] {
  const names = results
    .filter(({ change: { before }, outcome: { status } }) => {
      const values = Object.values(before ?? {})
      return status !== 'done' && values.length > 0 && values.every((value) => value instanceof Unreadable)
    })
    .map(({ change: { kind, name } }) => `${kind}/${name}`)
  return [...new Set(names)]
}

/** What no apply can verify: duplicated resources, and channels with several primary integrations. */
function unverified(problems: Plan['problems']): readonly Text[] {
  const open = unsettledWarnings(problems)
  return problems
    .filter((problem) => problem.rule === 'duplicate' || open.includes(problem))
    .map(({ rule, resource = '', message, hint = '' }) => {
      const why = rule === 'duplicate' ? `${resource} is duplicated in the service` : message
      return failure(`Not verified: ${why}.`, ` ${hint}`)
    })
}

function failure(strong: string, more = ''): Text {
  return [{ strong, sign: '-' }, more]
}

/** The end of `Next: …`; undefined if all is done. */
function nextStep({ results, plans }: ApplyResult): string | undefined {
  const { failed, stale, skipped, unknown } = tally(results)
  if (stale > 0 && plans[0]?.left !== undefined)
    return `run ${commandLine('plan --out FILE')}, and get the new plan approved.`
  const isSaved = plans[0] !== undefined && isOfSaved(plans[0])
  const first = failed > 0 ? 'fix the failed changes, then ' : ''
  // A saved plan with a stale change would be refused as a whole.
  if (stale > 0 && isSaved)
    return `${first}run ${commandLine('plan --out FILE')} to see the current values, then apply the new plan.`
  if (stale > 0 && failed + unknown === 0)
    return `run ${commandLine('plan')} to see the current values, then run ${commandLine('apply', 'run')} again.`
  if (failed + stale + skipped + unknown === 0) return undefined
  // A saved plan contains what is to be sent again.
  const again = [
    'apply',
    ...(isSaved ? [] : unreadable(results)).map(
      (name) => `--resend ${quoted(visible(withPlaceholders(name)))}`,
    ),
  ]
  const next = `${first}run ${commandLine(again.join(' '), 'run')} again. The new run sends only the missing changes.`
  // A change that was made may have changed what another one is based on.
  return isSaved
    ? `${next} If it is refused as stale, run ${commandLine('plan --out FILE')}, then apply the new plan.`
    : next
}

/** What is left to do for some targets, and whether all is verified; of an apply that had nothing to send, why it isn't a success. */
export function verdictNodes({ exit, plan, result }: Applied): readonly Node[] {
  if (result === undefined)
    return [sentences(exit === exits.unsettled && plan ? unverified(plan.problems) : [])]
  const next = nextStep(result)
  const pending = result.after === undefined ? [] : pendingChanges(result.after)
  const lead = targetLines(result)
  if (next !== undefined) return [sentences([...lead, `Next: ${next}`])]
  if (pending.length === 0) return [sentences([...lead, ...verifiedTexts(result)])]
  return [
    sentences([
      ...lead,
      failure(`Not converged: a new plan still shows ${counted(pending.length, 'change')}.`),
    ]),
    { is: 'differing', noun: 'change', items: pending.map((change) => pendingItem(change, result.results)) },
    sentences([
      `The service accepted the requests, but a later read returned different values. Either ${causesOf(pending).join(', or ')}.`,
      `Next: run ${commandLine('plan')} to see the current values.`,
      ...unverifiedOf(result),
    ]),
  ]
}

/** If the new plan shows no changes. */
function verifiedTexts(result: ApplyResult): readonly Text[] {
  const { after } = result
  if (after === undefined) return []
  if (hasErrors(after.problems)) {
    const why = 'belfry could not read some resources after the changes'
    return [failure(`Not verified: ${why}. Run ${commandLine('plan')} to list the remaining changes.`)]
  }
  if (unverifiedOf(result).length > 0) return unverifiedOf(result)
  const reads = counted(after.requests.reads, 'read')
  const except = exceptWords(result)
  return [
    except === undefined
      ? `Verified: ${verifiedWords(result)} (${reads}).`
      : `Verified, except ${except} (${reads}).`,
  ]
}

function unverifiedOf({ after, unsettled = [] }: ApplyResult): readonly Text[] {
  return unverified([...(after?.problems ?? []), ...unsettled])
}

function pendingItem(change: Change, results: readonly Result[]): DifferingItem {
  const fields = pathsText(change.differences.map(({ path }) => path))
  return {
    symbol: symbolOf(change),
    subject: `${headingOf(change)}: ${fields}`,
    details: change.differences.some(onlyRemoves) ? detailsBelow(change) : [],
    below: missedEffects(change, results).map(
      (effect) => `this expected side effect did not happen: ${effect}`,
    ),
  }
}

function causesOf(pending: readonly Change[]): readonly string[] {
  const all = pending.flatMap(({ differences }) => differences)
  return present(
    'the read returned an earlier state',
    'another client changed the values',
    all.some(onlyRemoves) && 'the service adds entries to these lists and removes none',
    !all.every(onlyRemoves) && 'the service stores these fields in another form',
  )
}

/** Whether all declared entries of a list are in the service, and others too. */
function onlyRemoves(difference: Difference): boolean {
  return isList(difference.after) && detailsOf(difference).every(({ sign }) => sign === '-')
}

/** Side effects that the plan listed as certain and that a new plan lists again. */
function missedEffects({ id, sideEffects }: Change, results: readonly Result[]): readonly string[] {
  const printed = results.find(({ change }) => change.id === id)?.change.sideEffects ?? []
  return sideEffects.filter((effect) => !effect.startsWith('may ') && printed.includes(effect))
}
