// An event and its messages, as the service returns them → the delivery to one recipient.
import type { Delivery, SentMessage, Step } from '../core/delivery/delivery.ts'
import { mapAt, mapsAt, textAt, timeAt } from '../core/json.ts'
import { given } from '../core/given.ts'
import {
  detailsOf,
  isOver,
  recipientOf,
  spanOf,
  triggerOf,
  waitOf,
  sendersOrGuess,
} from '../core/delivery/job.ts'
import { at, isList, textOf, type ValueMap } from '../core/value.ts'
import { sentence } from '../kinds/integration/rule-text.ts'

/** All maps are as the service returned them, without their secrets; `messages` are the event's own. */
export function deliveryOf(event: ValueMap, messages: readonly ValueMap[]): Delivery {
  const jobs = mapsAt(event, 'jobs')
  const steps = jobs.map((job) => stepOf(job, messagesOf(job, jobs, messages)))
  const state = stateOf(steps)
  const milliseconds = state === 'over' ? lasted(event, jobs) : undefined
  return {
    recipient: recipientOf(event),
    event: textAt(event, '_id'),
    workflow: triggerOf(event),
    created: textAt(event, 'createdAt'),
    state,
    ...given({ milliseconds }),
    steps,
    messages: messages.map(messageOf),
    payload: mapAt(event, 'payload') ?? {},
  }
}

export function absent(recipient: string): Delivery {
  const nothing = { event: '', workflow: '', created: '', steps: [], messages: [], payload: {} }
  return { recipient, state: 'absent', ...nothing }
}

function stateOf(steps: readonly Step[]): Delivery['state'] {
  // The service stores the event before its jobs.
  if (steps.length === 0) return 'open'
  const [first, ...rest] = steps.filter(({ status }) => !isOver(status))
  if (first === undefined) return 'over'
  const isWaiting = rest.every(({ status }) => ['pending', 'delayed'].includes(status))
  return first.status === 'delayed' && isWaiting ? 'delayed' : 'open'
}

/** By the job that they name. If the service names no job, by the channel, if only one step has it. */
function messagesOf(
  job: ValueMap,
  jobs: readonly ValueMap[],
  messages: readonly ValueMap[],
): readonly ValueMap[] {
  const channel = textAt(job, 'type')
  const isAlone = jobs.filter((other) => textAt(other, 'type') === channel).length === 1
  return messages.filter((message) => {
    const named = textAt(message, '_jobId')
    return named === '' ? isAlone && textAt(message, 'channel') === channel : named === textAt(job, '_id')
  })
}

function stepOf(job: ValueMap, messages: readonly ValueMap[]): Step {
  const span = spanOf(job)
  const details = detailsOf(job)
  return {
    channel: textAt(job, 'type'),
    name: textAt(mapAt(job, 'step'), 'name'),
    status: textAt(job, 'status'),
    ...sendersOrGuess(job, details, messages),
    ...(span !== undefined && { milliseconds: Math.max(0, span.to - span.from) }),
    waits: textAt(job, 'status') === 'delayed' ? waitOf(job) : '',
    details,
    filters: mapsAt(mapAt(job, 'step'), 'filters').map((filter) => textOf(sentence(filter))),
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
