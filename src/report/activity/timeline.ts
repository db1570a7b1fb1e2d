// One event as text: its recipient, what each step did and when, and why a step did not finish.
import { at, type ValueMap } from '../../core/value.ts'
import { firstOf, mapAt, mapsAt, textAt, textsAt } from '../../core/fields.ts'
import { recipientOf, triggerOf } from '../../core/delivery/job.ts'
import { reasonOf, statusTally } from './job-status.ts'
import { counted } from '../../core/words.ts'
import { paint, type Style } from '../text/style.ts'
import { cut } from '../text/table.ts'
import { stepLines } from './timeline-steps.ts'
import { inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'

/** `event` is as the service answered, without its secrets. */
export function timelineText(event: ValueMap, style: Style): string {
  const jobs = mapsAt(event, 'jobs')
  const title = `Event ${visible(firstOf(textAt(event, '_id'), 'without an ID'))}`
  const blocks = [
    [`${paint(style, 'bold', title)}  ${visible(workflowOf(event))}`.trimEnd(), ...factLines(event, style)],
    stepLines(event, jobs, style),
    verdict(jobs),
  ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

/** `Welcome (welcome)`: its name, and what triggers it. */
function workflowOf(event: ValueMap): string {
  const name = textAt(mapAt(event, 'template'), 'name')
  const trigger = triggerOf(event)
  return name === '' || name === trigger ? trigger : `${name} (${trigger})`
}

function factLines(event: ValueMap, style: Style): string[] {
  const subscriber = mapAt(event, 'subscriber')
  const name = `${textAt(subscriber, 'firstName')} ${textAt(subscriber, 'lastName')}`.trim()
  const severity = [textAt(event, 'severity'), at(event, 'critical') === true ? 'critical' : '']
  const facts: readonly (readonly [string, readonly string[]])[] = [
    ['recipient', [recipientOf(event), name, textAt(subscriber, 'email'), textAt(subscriber, 'phone')]],
    ['transaction', [textAt(event, 'transactionId')]],
    ['created', [textAt(event, 'createdAt')]],
    ['severity', severity.filter((text) => text !== 'none')],
    ['topics', mapsAt(event, 'topics').map((topic) => textAt(topic, 'topicKey'))],
    ['tags', textsAt(event, 'tags')],
    ['context', textsAt(event, 'contextKeys')],
    ['added to digest of', [textAt(event, '_digestedNotificationId')]],
  ]
  const lines = facts.map(([label, texts]) => [label, visible(texts.filter(Boolean).join(', '))] as const)
  const payload = mapAt(event, 'payload')
  const shown = payload === undefined || Object.keys(payload).length === 0 ? '' : inline(payload)
  return [...lines, ['payload', cut(shown, 400, style)] as const]
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `  ${label.padEnd(11)}  ${text}`)
}

function verdict(jobs: readonly ValueMap[]): string[] {
  if (jobs.length === 0)
    return [
      'The event has no steps. The service stores an event before its steps. Look again in a few seconds. If there are still no steps, the workflow has no active step.',
    ]
  const reasons = jobs
    .map((job, index) => reasonOf(job, jobs.slice(0, index)))
    .filter((reason) => reason !== undefined)
  return [
    `${counted(jobs.length, 'step')}: ${statusTally(jobs)}.`,
    ...reasons.map((reason) => `  ${reason}.`),
  ]
}
