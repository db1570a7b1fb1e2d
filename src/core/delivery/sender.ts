// Through which integration a step was sent: its messages and its log show it, the job itself is only a guess.
import { jsonIn, textAt } from '../json.ts'
import type { Sender, Step, StepDetail } from './delivery.ts'
import { isMap, type Value, type ValueMap } from '../value.ts'
import { vendorIn } from '../vendor.ts'

/** Of `SendGrid provider was selected`, which holds the integration as JSON; undefined for all other lines. */
export function senderIn(detail: ValueMap): Sender | undefined {
  if (!/\bprovider was selected\b/i.test(textAt(detail, 'detail'))) return undefined
  const sender = heldIn(textAt(detail, 'raw'))
  const provider = textAt(sender, 'providerId')
  return provider === '' ? undefined : { provider, integration: textAt(sender, 'identifier') }
}

/** What a line of a log holds beside its text; undefined if that isn't the JSON of a map. */
export function heldIn(raw: string): ValueMap | undefined {
  const value = jsonIn(raw) as Value
  return isMap(value) ? value : undefined
}

/** Messages count more than the log, which alone names integrations; both count more than what the job was created with. */
export function senderOf(
  job: ValueMap,
  details: readonly StepDetail[],
  messages: readonly ValueMap[],
): Pick<Step, 'senders' | 'guess'> {
  const made = textAt(job, 'providerId')
  const isOwn = vendorIn(made) === made
  const senders = sendersOf(details, messages)
  if (textAt(job, 'type') !== 'in_app') return { senders, guess: isOwn ? '' : made }
  // Only the service itself sends in-app messages.
  const own = made === '' ? [] : [{ provider: made, integration: '' }]
  return { senders: senders.length === 0 ? own : senders, guess: '' }
}

/** Of several, those that didn't fail. */
function sendersOf(details: readonly StepDetail[], messages: readonly ValueMap[]): Sender[] {
  const lines = details.flatMap(({ sender, status }) => (sender === undefined ? [] : [{ sender, status }]))
  const all = [...new Map(lines.map(({ sender }) => [JSON.stringify(sender), sender])).values()]
  const failed = new Set(
    lines.filter(({ status }) => status === 'Failed').map(({ sender }) => JSON.stringify(sender)),
  )
  const selected = unlessEmpty(
    all.filter((sender) => !failed.has(JSON.stringify(sender))),
    all,
  )
  const sound = unlessEmpty(
    messages.filter((message) => !['error', 'warning'].includes(textAt(message, 'status'))),
    messages,
  )
  const providers = new Set(sound.map((message) => textAt(message, 'providerId')))
  providers.delete('')
  if (providers.size === 0) return [...selected]
  return [...providers].flatMap((provider) => {
    const named = selected.filter((sender) => sender.provider === provider)
    return named.length === 0 ? [{ provider, integration: '' }] : named
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
