// The results of an apply by resource, and the next step.
import { append, grouped } from '../../core/lists.ts'
import type { Change } from '../../core/plan/change.ts'
import { counted, duration, pathsText } from '../../core/words.ts'
import { tally, type ApplyResult, type Outcome, type Result } from '../../core/plan/outcome.ts'
import { exceptWords, verifiedWords } from '../words/title.ts'
import { pendingChanges, type Plan } from '../../core/plan/plan.ts'
import { hasErrors, leftOpen } from '../../core/problem.ts'
import type { Difference } from '../../core/plan/compare-fields.ts'
import { detailsOf } from '../../core/plan/detail.ts'
import { present } from '../../core/given.ts'
import { isList, Unreadable } from '../../core/value.ts'
import { detailLines } from './detail.ts'
import { laid } from './layout.ts'
import { channelLines, organisation } from '../words/plan-notes.ts'
import { symbolOf } from '../words/shown-changes.ts'
import { headingOf } from './plan.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import type { ApplyAccount } from '../account.ts'
import { outcomeMarks, paint, signed, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

/** `done     Production  + integration ses-eu   0.1 s`, with the reason if it isn't done; `width` is that of the targets. */
export function resultLine(result: Result, width: number, style: Style): string {
  const { change, outcome } = result
  const { color, sign } = outcomeMarks[outcome.status]
  const where = `${visible(change.target ?? organisation).padEnd(width)}  `
  const took = tookText(result)
  const head = `${paint(style, color, outcome.status.padEnd(8))} ${where}${symbolOf(change)} ${headingOf(change)}${took && `   ${took}`}`
  const lines = [head, ...reasonLines(outcome).map((note) => `         ${note}`)]
  return signed(style, sign, lines)
    .map((line) => laidUnder(line, style))
    .join('\n')
}

/** Empty if nothing was sent. */
export function tookText({ outcome, milliseconds }: Result): string {
  if (outcome.status === 'done' && outcome.already === true) return 'already in effect, so not sent again'
  return milliseconds > 0 ? duration(milliseconds) : ''
}

/** If more have the same reason, only their number is shown. */
const mostListed = 10

/** Skipped changes, with a line for each, or for each target and reason if they are many. */
export function skippedLines(skipped: readonly Result[], width: number, style: Style): string[] {
  const groups = grouped(skipped, ({ change, outcome }) =>
    JSON.stringify([change.target, outcome.status === 'skipped' && outcome.reason]),
  )
  return [...groups.values()].flatMap((group) =>
    group.length > mostListed
      ? [skippedLine(group, width, style)]
      : group.map((result) => resultLine(result, width, style)),
  )
}

/** `skipped  Production  5246 changes: the run was interrupted` */
function skippedLine(group: readonly Result[], width: number, style: Style): string {
  const [first] = group
  const where = visible(first?.change.target ?? organisation).padEnd(width)
  const reason = first?.outcome.status === 'skipped' ? first.outcome.reason : ''
  const head = `${paint(style, outcomeMarks.skipped.color, 'skipped'.padEnd(8))} ${where}  ${counted(group.length, 'change')}`
  return laidUnder(`${head}: ${visible(reason)}`, style)
}

/** Wrapped lines are indented to the target. */
function laidUnder(line: string, style: Style): string {
  return laid(line, 9, style).join('\n')
}

/** Why it isn't done, and where and how to fix it. */
export function reasonLines(outcome: Outcome): string[] {
  if (outcome.status === 'done') return []
  const { fields = [], hint } = outcome.status === 'failed' ? outcome : {}
  const places = fields.map(
    ({ path, position: { file, line, column } }) => `${file}:${line}:${column}  ${path}`,
  )
  return present(outcome.reason, ...new Set(places), hint).map(visible)
}

/** The text after the last change. */
export function applyText(result: ApplyResult, style: Style): string {
  const { done, failed, stale, waiting, skipped, unknown } = tally(result.results)
  const moved = `${stale === 0 ? '' : ` ${stale} stale,`}${waiting === 0 ? '' : ` ${waiting} waiting,`}`
  const lines = [
    `Applied: ${done} done, ${failed} failed,${moved} ${skipped} skipped, ${unknown} unknown.   ` +
      `${counted(result.requests.writes, 'write')}, ${counted(result.requests.reads, 'read')}, ${duration(result.requests.milliseconds)}`,
  ]
  append(lines, result.after === undefined ? [] : channelLines(result.after).map(visible))
  append(lines, targetLines(result).map(visible))
  append(lines, verdict(result, style))
  return `${lines.join('\n')}\n`
}

/** Targets that still wait, then those whose key has to be set before the next run. */
export function targetLines({ waiting, keyed }: Pick<ApplyResult, 'waiting' | 'keyed'>): string[] {
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

/** Resources that a new plan can't find missing, because none of their fields can be read back. */
function unseen(results: readonly Result[]): string[] {
  const names = results
    .filter(({ change: { before }, outcome: { status } }) => {
      const values = Object.values(before ?? {})
      return status !== 'done' && values.length > 0 && values.every((value) => value instanceof Unreadable)
    })
    .map(({ change: { kind, name } }) => `${kind}/${name}`)
  return [...new Set(names)]
}

/** Resources that no plan could compare, so that no apply can verify them. */
function unverified({ problems }: Pick<Plan, 'problems'>, style: Style): string[] {
  const open = leftOpen(problems)
  return problems
    .filter((problem) => problem.rule === 'duplicate' || open.includes(problem))
    .map(({ rule, resource = '', message, hint = '' }) => {
      const why = rule === 'duplicate' ? `${resource} is duplicated in the service` : message
      return `${paint(style, 'red', `Not verified: ${visible(why)}.`)} ${visible(hint)}`
    })
}

/** For an apply that had nothing to send: why it isn't a success. */
export function idleLines({ exit, plan }: Pick<ApplyAccount, 'exit' | 'plan'>, style: Style): string[] {
  return exit === 6 && plan !== undefined ? unverified(plan, style) : []
}

/** Undefined if all is done. */
function nextStep({ results, plans }: ApplyResult): string | undefined {
  const { failed, stale, skipped, unknown } = tally(results)
  if (stale > 0 && plans[0]?.left !== undefined)
    return `run ${commandLine('plan --out FILE')}, and get the new plan approved.`
  if (stale > 0 && failed + unknown === 0)
    return `run ${commandLine('plan')} to see the current values, then run ${commandLine('apply')} again.`
  if (failed + stale + skipped + unknown === 0) return undefined
  const again = ['apply', ...unseen(results).map((name) => `--resend ${quoted(visible(name))}`)]
  const first = failed > 0 ? 'fix the failed changes, then ' : ''
  return `${first}run ${commandLine(again.join(' '))} again. The new run sends only the missing changes.`
}

export function verdict(result: ApplyResult, style: Style): string[] {
  const next = nextStep(result)
  if (next !== undefined) return [`Next: ${next}`]
  if (result.after === undefined) return []
  const pending = pendingChanges(result.after)
  const open = unverified({ problems: [...result.after.problems, ...(result.unsettled ?? [])] }, style)
  if (pending.length === 0 && hasErrors(result.after.problems))
    return [
      paint(
        style,
        'red',
        `Not verified: belfry could not read some resources after the changes. Run ${commandLine('plan')} to list the remaining changes.`,
      ),
    ]
  if (pending.length === 0) {
    const reads = counted(result.after.requests.reads, 'read')
    if (open.length > 0) return open
    const except = exceptWords(result)
    return except === undefined
      ? [`Verified: ${verifiedWords(result)} (${reads}).`]
      : [`Verified, except ${visible(except)} (${reads}).`]
  }
  return [
    paint(style, 'red', `Not converged: a new plan still shows ${counted(pending.length, 'change')}.`),
    ...pending.flatMap((change) => {
      const fields = pathsText(change.differences.map(({ path }) => path))
      return [
        `  ${symbolOf(change)} ${headingOf(change)}: ${visible(fields)}`,
        ...(change.differences.some(onlyRemoves) ? detailLines(change, style, 'usual') : []),
        ...missedEffects(change, result.results).map(
          (effect) => `      this expected side effect did not happen: ${visible(effect)}`,
        ),
      ]
    }),
    `The service accepted the requests, but a later read returned different values. Either ${causesOf(pending).join(', or ')}.`,
    `Next: run ${commandLine('plan')} to see the current values.`,
    ...open,
  ]
}

function causesOf(pending: readonly Change[]): readonly string[] {
  const all = pending.flatMap(({ differences }) => differences)
  return present(
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
