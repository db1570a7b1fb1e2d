// The meaning of a step's status, in words and in color; services use statuses that the contract doesn't list.
import type { ValueMap } from '../../core/value.ts'
import { causeOf, decisive, wordsOf } from '../../core/delivery/cause.ts'
import { detailsOf, isOpen, waitOf } from '../../core/delivery/job.ts'
import type { StepDetail } from '../../core/delivery/delivery.ts'
import { firstOf, textAt } from '../../core/json.ts'
import { visible } from '../../core/visible.ts'
import { grouped } from '../../core/lists.ts'

interface Meaning {
  readonly color: 'green' | 'yellow' | 'red' | 'dim'
  /** The status in words; absent if the status itself is clear. */
  readonly words?: string
}

const notYet = 'the step is not finished yet; look again in a few seconds'

/** In the order in which a summary lists them. */
const meanings: ReadonlyMap<string, Meaning> = new Map([
  ['failed', { color: 'red', words: 'the message was not delivered' }],
  ['canceled', { color: 'yellow', words: 'the step was canceled before a message was sent' }],
  ['pending', { color: 'yellow', words: notYet }],
  ['queued', { color: 'yellow', words: notYet }],
  ['running', { color: 'yellow', words: notYet }],
  ['delayed', { color: 'yellow', words: 'the workflow delays the step' }],
  [
    'skipped',
    {
      color: 'dim',
      words:
        'the service skipped the step because of a condition, a preference or a missing address; this is not a delivery failure',
    },
  ],
  ['merged', { color: 'dim', words: 'the event was added to a digest that was already waiting' }],
  ['completed', { color: 'green' }],
] satisfies readonly (readonly [string, Meaning])[])

export function statusColor(status: string): Meaning['color'] {
  return meanings.get(status)?.color ?? 'yellow'
}

/** `1 failed, 2 completed`, the worst first. */
export function statusTally(jobs: readonly ValueMap[]): string {
  const groups = grouped(jobs, (job) => firstOf(textAt(job, 'status'), 'unknown'))
  const order = [...meanings.keys()]
  const place = (status: string): number => (order.includes(status) ? order.indexOf(status) : 0.5)
  return [...groups]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([status, own]) => `${own.length} ${visible(status)}`)
    .join(', ')
}

/** The worst status among jobs decides the colour of them all. */
export function worstColor(jobs: readonly ValueMap[]): Meaning['color'] {
  const colors = new Set(jobs.map((job) => statusColor(textAt(job, 'status'))))
  return (['red', 'yellow', 'green', 'dim'] as const).find((color) => colors.has(color)) ?? 'dim'
}

const sources: ReadonlyMap<string, string> = new Map([
  ['Credentials', "the log entry is about the integration's credentials"],
  ['Payload', "the log entry is about the trigger's payload"],
  ['Webhook', "the provider's webhook reported the status"],
])

/** Why a step isn't simply done: `sms failed: The provider refused the message; …`. Undefined if it is done. */
export function reasonOf(job: ValueMap, before: readonly ValueMap[]): string | undefined {
  const status = textAt(job, 'status')
  const meaning = meanings.get(status)
  if (meaning !== undefined && meaning.words === undefined) return undefined
  const head = `${firstOf(textAt(job, 'type'), 'a step')} ${firstOf(status, 'without a status')}`
  return visible(`${head}: ${wordsFor(job, status, before)}`)
}

function wordsFor(job: ValueMap, status: string, before: readonly ValueMap[]): string {
  const words = meanings.get(status)?.words ?? 'unknown status'
  if (status === 'pending' && before.some((each) => isOpen(textAt(each, 'status'))))
    return 'the step waits for the previous step'
  if (status === 'delayed') return `${words} ${waitOf(job)}`.trimEnd()
  const details = detailsOf(job)
  const found = isOpen(status) ? undefined : decisive({ details })
  const isReported = found !== undefined && (bad.has(found.status) || isLeftOut(status, details))
  if (isReported) return [wordsOf(found), sources.get(found.source)].filter(Boolean).join('; ')
  if (status !== 'failed') return words
  return `the log of the step contains no reason${found === undefined ? '' : `; the last entry is "${found.text}"`}`
}

const bad: ReadonlySet<string> = new Set(['Failed', 'Warning'])

/** Deployed services cancel a step for its own condition, and log that as a success. */
function isLeftOut(status: string, details: readonly StepDetail[]): boolean {
  const cause = causeOf({ status, details })
  return status === 'canceled' && cause !== 'step' && cause !== 'unknown'
}
