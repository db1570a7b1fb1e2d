// A trigger as text: the request or the transaction ID on stdout, and on stderr a line for each step of its result, then why
// something is not as it should be.
import { decisive, wordsOf } from '../../core/delivery/cause.ts'
import type { Delivery, Ending, Explanation, Judgement, Step } from '../../core/delivery/delivery.ts'
import { sentThrough } from '../../core/delivery/job.ts'
import { adviceOn, triggerTerms, type Triggered } from '../../core/delivery/triggered.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { statusColor, statusTally } from '../activity/job-status.ts'
import type { TriggerAccount } from '../account.ts'
import { arrow, paint, type Style } from './style.ts'
import { counted, duration } from '../../core/words.ts'
import { cut } from './table.ts'
import { jsonText } from '../json/pieces.ts'
import { visible } from '../../core/visible.ts'
import { widthOf, padded } from './layout.ts'

/** If belfry waited, the id was printed before the wait. */
export function triggerText({ request, transactionId, waited }: TriggerAccount): string {
  if (request !== undefined) {
    const { method, url, body } = request
    return `${method} ${visible(url)}\n${jsonText(body, 2)}\n`
  }
  return transactionId === undefined || waited !== undefined ? '' : `${visible(transactionId)}\n`
}

/** What is printed to stderr, after the problems. */
export function triggerAside(account: TriggerAccount, style: Style): string {
  const { withoutDryRun, answer, waited, explanations = [], judgements = [] } = account
  if (withoutDryRun !== undefined)
    return `Nothing was sent. Without --dry-run, belfry ${sendingWords(withoutDryRun)}.\n`
  const lines = [
    ...(answer === undefined || waited !== undefined ? [] : answerLines(answer, style)),
    ...(waited === undefined ? [] : deliveryLines(waited.deliveries, style)),
    ...block(explanationLines(explanations, style)),
    ...block(judgementLines(judgements, style)),
    ...(waited === undefined ? [] : block([endingLine(waited, waited.deliveries), ...again(account)])),
    ...(judgements.length === 0 ? [] : [judgedLine(judgements, waited)]),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

type WithoutDryRun = NonNullable<TriggerAccount['withoutDryRun']>

function sendingWords({ refusal, createsRecipients, looksUpId }: WithoutDryRun): string {
  if (refusal !== undefined) return `also sends nothing: ${visible(refusal)}`
  const check = 'checks that no event has the transaction ID'
  return createsRecipients
    ? `${looksUpId ? `${check}, ` : ''}sends this request with the API key of the target, and looks up no recipient: the service permanently creates each recipient that doesn't exist, for example one with a misspelt ID`
    : `looks up each recipient${looksUpId ? `, ${check},` : ''} and then sends this request with the API key of the target`
}

function answerLines(triggered: Triggered, style: Style): string[] {
  const { target, acknowledged, status, error } = triggered
  const shown = paint(style, status === 'processed' ? 'green' : 'red', visible(status))
  return [
    `${visible(target)}: ${acknowledged ? 'acknowledged' : 'not acknowledged'}, status ${shown}${triggered.isSeen === true ? ' (the reply was lost, but the event exists)' : ''}`,
    ...error.map((text) => `  ${visible(text)}`),
    visible(adviceOn(triggered, triggerTerms())),
  ]
}

/** How to read the result later, if the trigger isn't finished. */
function again({ answer, waited }: TriggerAccount): string[] {
  if (answer === undefined || waited?.end === 'settled') return []
  return [
    `Look again: ${commandLine(`events list --transaction-id ${quoted(answer.transactionId)} -t ${quoted(answer.target)}`)}`,
  ]
}

/** With an empty line before it; empty if there are no lines. */
function block(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', ...lines]
}

/** The recipients of a trigger with their steps, in aligned columns. */
export function deliveryLines(deliveries: readonly Delivery[], style: Style): string[] {
  const rows = deliveries.flatMap(({ steps }) => steps.map(cells))
  const widths = [0, 1, 2, 3].map((index) => Math.max(0, ...rows.map((row) => widthOf(row[index] ?? ''))))
  return deliveries.flatMap((delivery) => {
    const { recipient, workflow, event, repeats, state, steps } = delivery
    const head = [
      paint(style, 'bold', visible(recipient)),
      visible(workflow),
      event === '' ? '' : `event ${visible(event)}`,
    ]
    const noSteps = steps.length === 0 ? 'no steps yet' : ''
    const nothing = state === 'absent' ? 'no event found' : noSteps
    return [
      [
        ...head,
        repeats === undefined
          ? ''
          : `the trigger was sent twice: event ${visible(repeats)} is the earlier event`,
        nothing,
      ]
        .filter(Boolean)
        .join('  '),
      ...steps.map((step) => stepLine(step, widths, style)),
    ]
  })
}

function stepLine(step: Step, widths: readonly number[], style: Style): string {
  const filled = cells(step).map((cell, index) => padded(cell, widths[index] ?? 0))
  const [channel, status = '', sender, took] = filled
  const shown = [channel, paint(style, statusColor(step.status), status), sender, took].filter(
    (_, index) => widths[index] !== 0,
  )
  const before = 2 + widths.reduce((sum, width) => sum + (width === 0 ? 0 : width + 2), 0)
  const room = Math.max(20, style.columns - before)
  return `  ${shown.join('  ')}  ${cut(visible(saidOf(step)), room, style)}`.trimEnd()
}

function cells(step: Step): string[] {
  const { channel, status, milliseconds } = step
  const took = milliseconds === undefined || milliseconds === 0 ? '' : duration(milliseconds)
  return [channel, status, sentThrough(step), took].map(visible)
}

/** The line of its log that matters; for a step that the workflow delays, how long. */
function saidOf(step: Step): string {
  if (step.status === 'delayed') return `delayed by the workflow${step.waits === '' ? '' : ` ${step.waits}`}`
  const detail = decisive(step)
  return detail === undefined ? '' : wordsOf(detail)
}

function explanationLines(explanations: readonly Explanation[], style: Style): string[] {
  return explanations.flatMap(({ recipient, why, advice, resource, position }) => {
    const place = position === undefined ? '' : `${position.file}:${position.line}`
    const at = place === '' ? [] : [`  ${arrow(style)} ${visible(resource ?? '')}  ${visible(place)}`]
    const whose = recipient === '' ? '' : `${visible(recipient)}: `
    return [`${whose}${visible(why)}`, `  ${visible(advice)}`, ...at]
  })
}

/** The explanations of one event, or that there is nothing to explain. */
export function explainedText(explanations: readonly Explanation[], style: Style): string {
  const lines =
    explanations.length === 0
      ? ['Every step is done. There is nothing to explain.']
      : explanationLines(explanations, style)
  return lines.map((line) => `${line}\n`).join('')
}

/** Expectations that aren't met, with the actual result; empty if all are met. */
function judgementLines(judgements: readonly Judgement[], style: Style): string[] {
  return judgements
    .filter(({ isMet }) => !isMet)
    .flatMap(({ recipient, expected, seen }) => [
      paint(
        style,
        'red',
        `expected  ${visible(expected)}${recipient === undefined ? '' : `  for ${visible(recipient)}`}`,
      ),
      paint(style, 'green', `seen      ${visible(seen)}`),
    ])
}

/** `2 recipients, 4 steps: 1 failed, 3 completed. Finished after 1.2 s.` */
function endingLine({ end, milliseconds }: Ending, deliveries: readonly Delivery[]): string {
  const steps = deliveries.flatMap(({ steps: own }) => own)
  const tally = statusTally(steps.map(({ status }) => ({ status })))
  const once = deliveries.filter(({ repeats }) => repeats === undefined)
  const twice =
    once.length === deliveries.length ? '' : `, ${counted(deliveries.length - once.length, 'repeated event')}`
  const what = `${counted(once.length, 'recipient')}${twice}, ${counted(steps.length, 'step')}${tally === '' ? '' : `: ${tally}`}`
  const isHeld = deliveries.some(({ state }) => state !== 'over')
  const ends = {
    settled: isHeld
      ? `Finished after ${duration(milliseconds)}. Steps that the workflow delays are treated as done.`
      : `Finished after ${duration(milliseconds)}.`,
    timeout: `Not finished after ${duration(milliseconds)}. To wait longer, raise --timeout.`,
    interrupted: `Interrupted after ${duration(milliseconds)}. The service continues to process the trigger.`,
    unreadable: `Stopped after ${duration(milliseconds)}, because belfry couldn't read events from the service.`,
  }
  return hasNothingRead(end, deliveries) ? ends[end] : `${what}. ${ends[end]}`
}

/** Then it isn't known whether there are events. */
function hasNothingRead(end: Ending['end'], deliveries: readonly Delivery[]): boolean {
  return deliveries.length === 0 && (end === 'unreadable' || end === 'interrupted')
}

/** `All 2 expectations are met.`, or how many are not. */
function judgedLine(judgements: readonly Judgement[], waited: TriggerAccount['waited']): string {
  const unmet = judgements.filter(({ isMet }) => !isMet).length
  const all = counted(judgements.length, 'expectation')
  if (waited && (waited.end === 'unreadable' || hasNothingRead(waited.end, waited.deliveries)))
    return `${unmet} of ${all} ${unmet === 1 ? 'is' : 'are'} not known to be met.`
  if (unmet > 0) return `${unmet} of ${all} ${unmet === 1 ? 'is' : 'are'} not met.`
  return judgements.length === 1 ? 'The expectation is met.' : `All ${all} are met.`
}
