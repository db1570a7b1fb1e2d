// Reads events and their jobs from the replies of the service, without trusting that a field exists or has its type. The
// integration of a step is in its messages and its log; the job itself only has a guess.
import { firstOf, mapAt, mapsAt, textAt, timeAt, jsonIn } from '../json.ts'
import { vendorIn } from '../vendor.ts'
import type { Sender, StepDetail, Step } from './delivery.ts'
import { given } from '../given.ts'
import { type ValueMap, isMap, type Value } from '../value.ts'

const open: ReadonlySet<string> = new Set(['pending', 'queued', 'running', 'delayed'])
const over: ReadonlySet<string> = new Set(['completed', 'failed', 'canceled', 'merged', 'skipped'])

export const channels: ReadonlySet<string> = new Set(['in_app', 'email', 'sms', 'chat', 'push'])

/** Still running or waiting. An unknown status is neither open nor over. */
export function isOpen(status: string): boolean {
  return open.has(status)
}

export function isOver(status: string): boolean {
  return over.has(status)
}

/** The trigger identifier of an event's workflow, or what else names it. */
export function triggerOf(event: ValueMap): string {
  const template = mapAt(event, 'template')
  const identifier = textAt(mapsAt(template, 'triggers')[0], 'identifier')
  return firstOf(identifier, textAt(template, 'name'), textAt(event, '_templateId'))
}

/** The id that the application gave, or else the service's own. */
export function recipientOf(event: ValueMap): string {
  return firstOf(
    textAt(mapAt(event, 'subscriber'), 'subscriberId'),
    textAt(mapAt(event, 'to'), 'subscriberId'),
    textAt(event, '_subscriberId'),
  )
}

/** Its log, oldest first. */
export function detailsOf(job: ValueMap): StepDetail[] {
  let sender: Sender | undefined
  return logOf(job).map((detail): StepDetail => {
    sender = senderIn(detail) ?? sender
    const time = timeAt(detail, 'createdAt')
    return {
      status: textAt(detail, 'status'),
      text: textAt(detail, 'detail'),
      raw: textAt(detail, 'raw'),
      source: textAt(detail, 'source'),
      ...given({ sender, at: time }),
    }
  })
}

/** A job's log by time. An entry without a time stays after the entry before it. */
export function logOf(job: ValueMap): ValueMap[] {
  let last = 0
  return mapsAt(job, 'executionDetails')
    .map((detail) => ({ detail, time: (last = timeAt(detail, 'createdAt') ?? last) }))
    .toSorted((a, b) => a.time - b.time)
    .map(({ detail }) => detail)
}

/** Of log entries, in no order. */
export function timesOf(details: readonly ValueMap[]): number[] {
  return details.map((detail) => timeAt(detail, 'createdAt')).filter((time) => time !== undefined)
}

/** Milliseconds since 1970 at which a job began and ended; undefined while it runs, or if its log has no times. */
export function spanOf(job: ValueMap): { readonly from: number; readonly to: number } | undefined {
  const details = mapsAt(job, 'executionDetails')
  // A reader confirms long after the step has ended.
  const times = timesOf(details.filter((detail) => textAt(detail, 'status') !== 'ReadConfirmation'))
  if (times.length === 0 || !isOver(textAt(job, 'status'))) return undefined
  const sorted = times.toSorted((a, b) => a - b)
  return { from: sorted[0] as number, to: timeAt(job, 'updatedAt') ?? (sorted.at(-1) as number) }
}

/** Until when, or for how long, a digest or a delay waits, if the job has that: `until 2026-…` or `for 5 minutes`. */
export function waitOf(job: ValueMap): string {
  const waits = mapAt(job, 'digest') ?? mapAt(mapAt(job, 'step'), 'metadata')
  const until = textAt(mapAt(waits, 'timed'), 'untilDate')
  if (until !== '') return `until ${until}`
  const amount = textAt(waits, 'amount')
  return amount === '' ? '' : `for ${amount} ${textAt(waits, 'unit')}`.trimEnd()
}

/** Of `SendGrid provider was selected` with the integration as JSON; undefined without a provider, and for all other lines. */
export function senderIn(detail: ValueMap): Sender | undefined {
  if (!/\bprovider was selected\b/i.test(textAt(detail, 'detail'))) return undefined
  const sender = mapIn(textAt(detail, 'raw'))
  const provider = textAt(sender, 'providerId')
  return provider === '' ? undefined : { provider, integration: textAt(sender, 'identifier') }
}

/** What a line of a log contains beside its text; undefined if that isn't the JSON of a map. */
export function mapIn(raw: string): ValueMap | undefined {
  const value = jsonIn(raw) as Value
  return isMap(value) ? value : undefined
}

/** Messages count more than the log, which alone names integrations; both count more than what the job was created with. */
export function sendersOrGuess(
  job: ValueMap,
  details: readonly StepDetail[],
  messages: readonly ValueMap[],
): Pick<Step, 'senders' | 'guess'> {
  const provider = textAt(job, 'providerId')
  const senders = sendersOf(details, messages)
  // The provider of in-app messages, such as `novu`, sends through no other channel.
  if (textAt(job, 'type') !== 'in_app')
    return { senders, guess: vendorIn(provider) === provider ? '' : provider }
  // Only the service itself sends in-app messages.
  const own = provider === '' ? [] : [{ provider, integration: '' }]
  return { senders: senders.length === 0 ? own : senders, guess: '' }
}

/** Of several, those that didn't fail. */
function sendersOf(details: readonly StepDetail[], messages: readonly ValueMap[]): Sender[] {
  const named = new Map<string, Sender>()
  const failed = new Set<string>()
  for (const { sender, status } of details) {
    if (sender === undefined) continue
    const key = JSON.stringify(sender)
    named.set(key, sender)
    if (status === 'Failed') failed.add(key)
  }
  const sound = [...named].filter(([key]) => !failed.has(key)).map(([, sender]) => sender)
  const selected = unlessEmpty(sound, [...named.values()])
  const sent = messages.filter((message) => !['error', 'warning'].includes(textAt(message, 'status')))
  const providers = new Set(unlessEmpty(sent, messages).map((message) => textAt(message, 'providerId')))
  providers.delete('')
  if (providers.size === 0) return [...selected]
  return [...providers].flatMap((provider) => {
    const own = selected.filter((sender) => sender.provider === provider)
    return own.length === 0 ? [{ provider, integration: '' }] : own
  })
}

/** `ses-eu (ses)`, `ses` or `ses (guess)`; empty for a step without a sender. */
export function sentThrough({ senders, guess }: Pick<Step, 'senders' | 'guess'>): string {
  if (senders.length === 0) return guess === '' ? '' : `${guess} (guess)`
  return senders
    .map(({ provider, integration }) => (integration === '' ? provider : `${integration} (${provider})`))
    .join(', ')
}

function unlessEmpty<Item>(some: readonly Item[], all: readonly Item[]): readonly Item[] {
  return some.length > 0 ? some : all
}
