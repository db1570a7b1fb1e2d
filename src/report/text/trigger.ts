// A trigger as text: the request or the transaction ID is the result on stdout; how it went is printed to stderr.
import { adviceOn, triggerTerms, type Triggered } from '../../core/delivery/triggered.ts'
import { commandLine, quoted } from '../../core/shell.ts'
import { visible } from '../../core/visible.ts'
import type { TriggerAccount } from '../account.ts'
import { deliveryLines, endingLine, explanationLines, judgedLine, judgementLines } from './delivery.ts'
import { paint, type Style } from './style.ts'

/** If belfry waited, the id was printed before the wait. */
export function triggerText({ request, transactionId, waited }: TriggerAccount): string {
  if (request !== undefined) {
    const { method, url, body } = request
    // One value a line, each made visible, so that the text stays valid JSON.
    const shown = JSON.stringify(body, null, 2).split('\n').map(visible).join('\n')
    return `${method} ${visible(url)}\n${shown}\n`
  }
  return transactionId === undefined || waited !== undefined ? '' : `${visible(transactionId)}\n`
}

/** What is printed to stderr, after the problems. */
export function triggerAside(account: TriggerAccount, style: Style): string {
  const { request, answer, waited, explanations = [], judgements = [] } = account
  if (request !== undefined)
    return 'Nothing was sent. Without --dry-run, belfry looks up each recipient and then sends this request with the API key of the target.\n'
  const lines = [
    ...(answer === undefined || waited !== undefined ? [] : answerLines(answer, style)),
    ...(waited === undefined ? [] : deliveryLines(waited.deliveries, style)),
    ...block(explanationLines(explanations, style)),
    ...block(judgementLines(judgements, style)),
    ...(waited === undefined ? [] : block([endingLine(waited, waited.deliveries), ...again(account)])),
    ...(judgements.length === 0 ? [] : [judgedLine(judgements)]),
  ]
  return lines.map((line) => `${line}\n`).join('')
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
