// An event and its messages, as the service answers them → what one recipient got.
import type { Delivery, SentMessage, Step, StepDetail } from '../core/delivery.ts'
import { mapAt, mapsAt, textAt, timeAt } from '../core/fields.ts'
import { isOpen, isOver, logOf, providerOf, recipientOf, spanOf, triggerOf, waitOf } from '../core/job.ts'
import { at, isList, textOf, type ValueMap } from '../core/value.ts'
import { sentence } from '../kinds/integration/display.ts'

/** All maps are as the service answered them, without their secrets; `messages` are the event's own. */
export function deliveryOf(event: ValueMap, messages: readonly ValueMap[]): Delivery {
  const jobs = mapsAt(event, 'jobs')
  const steps = jobs.map(stepOf)
  const state = stateOf(steps)
  const milliseconds = state === 'over' ? lasted(event, jobs) : undefined
  return {
    recipient: recipientOf(event),
    event: textAt(event, '_id'),
    workflow: triggerOf(event),
    created: textAt(event, 'createdAt'),
    state,
    ...(milliseconds !== undefined && { milliseconds }),
    steps,
    messages: messages.map(messageOf),
    payload: mapAt(event, 'payload') ?? {},
  }
}

/** Somebody for whom no event appeared. */
export function absent(recipient: string): Delivery {
  const nothing = { event: '', workflow: '', created: '', steps: [], messages: [], payload: {} }
  return { recipient, state: 'absent', ...nothing }
}

function stateOf(steps: readonly Step[]): Delivery['state'] {
  // The record is stored before its jobs.
  if (steps.length === 0) return 'open'
  const left = steps.filter(({ status }) => !isOver(status))
  const [first, ...rest] = left
  if (first === undefined) return 'over'
  const isWaiting = first.status === 'delayed' && rest.every(({ status }) => isOpen(status))
  return isWaiting && rest.every(({ status }) => ['pending', 'delayed'].includes(status)) ? 'delayed' : 'open'
}

function stepOf(job: ValueMap): Step {
  const span = spanOf(job)
  return {
    channel: textAt(job, 'type'),
    name: textAt(mapAt(job, 'step'), 'name'),
    status: textAt(job, 'status'),
    provider: providerOf(job),
    ...(span !== undefined && { milliseconds: Math.max(0, span.to - span.from) }),
    waits: textAt(job, 'status') === 'delayed' ? waitOf(job) : '',
    details: logOf(job).map(detailOf),
    filters: mapsAt(mapAt(job, 'step'), 'filters').map((filter) => textOf(sentence(filter))),
  }
}

function detailOf(detail: ValueMap): StepDetail {
  const time = timeAt(detail, 'createdAt')
  return {
    status: textAt(detail, 'status'),
    text: textAt(detail, 'detail'),
    raw: textAt(detail, 'raw'),
    source: textAt(detail, 'source'),
    provider: textAt(detail, 'providerId'),
    ...(time !== undefined && { at: time }),
  }
}

function messageOf(message: ValueMap): SentMessage {
  const content = at(message, 'content')
  return {
    id: textAt(message, '_id'),
    channel: textAt(message, 'channel'),
    provider: textAt(message, 'providerId'),
    status: textAt(message, 'status'),
    subject: textAt(message, 'subject'),
    title: textAt(message, 'title'),
    content: isList(content)
      ? mapsAt(message, 'content')
          .map((block) => [textAt(block, 'content'), textAt(block, 'url')].filter(Boolean).join('  '))
          .join('\n')
      : textAt(message, 'content'),
    errorText: textAt(message, 'errorText'),
  }
}

function lasted(event: ValueMap, jobs: readonly ValueMap[]): number | undefined {
  const start = timeAt(event, 'createdAt')
  const ends = jobs
    .map((job) => spanOf(job)?.to ?? timeAt(job, 'updatedAt'))
    .filter((end) => end !== undefined)
  if (start === undefined || ends.length === 0) return undefined
  return ends.reduce((longest, end) => Math.max(longest, end - start), 0)
}
