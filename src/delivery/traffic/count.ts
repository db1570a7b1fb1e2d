// Counts the messages of a period by integration, provider and status, within a budget of reads.
import { textAt, timeAt, mapsAt } from '../../core/fields.ts'
import type { CountedMessage, CountedMessages } from '../../core/delivery/traffic.ts'
import { detailsOf } from '../../core/delivery/job.ts'
import { grouped } from '../../core/grouped.ts'
import { given } from '../../core/given.ts'
import type { Standing } from '../../core/plan/plan.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Client } from '../../service/client.ts'
import { events, messages, type OnPage } from '../../service/pages.ts'
import type { ListMessagesQuery } from '../../wire/generated.ts'
import { isPassing } from '../failure.ts'

export interface CountRequest {
  /** It needs no writes. */
  readonly client: Client
  /** What the service answered, without its secrets. */
  readonly open: (item: object) => ValueMap
  /** The integrations of the environment. */
  readonly integrations: readonly Pick<Standing, 'name' | 'channel' | 'providerId'>[]
  /** Integrations that need figures of their own: events are read only for those. */
  readonly isWanted: (integration: string) => boolean
  /** Milliseconds, and the end of the period in milliseconds since 1970. */
  readonly period: number
  readonly now: number
  /** If there are more messages, the newest ones are counted. */
  readonly maxMessages?: number | undefined
  readonly query?: ListMessagesQuery
  readonly onPage: OnPage
}

export interface Counted {
  readonly summary: CountedMessages
  readonly messages: readonly CountedMessage[]
}

/** Throws what the service layer throws. Makes at most 10 + n/50 reads for n messages, those of the key's environment and the integrations included. */
export async function countTraffic(request: CountRequest): Promise<Counted> {
  const { client, open, integrations, isWanted, period, now, maxMessages = 2000, query, onPage } = request
  const before = client.counts.reads
  const since = now - period
  const found: ValueMap[] = []
  let isSample = false
  for await (const each of messages(client, query, onPage)) {
    const message = open(each)
    if ((timeAt(message, 'createdAt') ?? now) < since) break
    isSample = found.length === maxMessages
    if (isSample) break
    found.push(message)
  }
  const ofProvider = grouped(integrations, ({ channel, providerId }) => JSON.stringify([channel, providerId]))
  const namesOf = (message: ValueMap): readonly string[] =>
    (ofProvider.get(textsOf(message, ['channel', 'providerId'])) ?? []).map(({ name }) => name)
  const unclear = found.filter((message) => namesOf(message).length > 1 && namesOf(message).some(isWanted))
  // Of the 10 reads, 5 are for the list of integrations and the environment of the key.
  const reads = 5 + Math.floor(found.length / 50) - (client.counts.reads - before)
  const named = await integrationsInLogs(unclear, namesOf, { ...request, since, reads })
  const oldest = textAt(found.at(-1), 'createdAt')
  return {
    summary: {
      period,
      since: new Date(since).toISOString(),
      messages: found.length,
      isSample,
      ...given({ oldest: oldest === '' ? undefined : oldest }),
    },
    messages: found.map((message) => {
      const name = named.get(message)
      return {
        channel: textAt(message, 'channel'),
        provider: textAt(message, 'providerId'),
        status: textAt(message, 'status'),
        integrations: name === undefined ? namesOf(message) : [name],
      }
    }),
  }
}

const pageSize = 50

/** A message names only its provider. Of several integrations with this provider, the log of its event may name the one that sent it. */
async function integrationsInLogs(
  unclear: readonly ValueMap[],
  namesOf: (message: ValueMap) => readonly string[],
  { client, open, since, reads }: Pick<CountRequest, 'client' | 'open'> & Record<'since' | 'reads', number>,
): Promise<ReadonlyMap<ValueMap, string>> {
  const found = new Map<ValueMap, string>()
  const byEvent = grouped(unclear, (message) => textAt(message, '_notificationId'))
  if (byEvent.size === 0 || reads < 1) return found
  const channels = [...new Set(unclear.map((message) => textAt(message, 'channel')))]
  // An event is older than its messages.
  const after = new Date(since - 3_600_000).toISOString()
  let left = reads * pageSize
  try {
    for await (const each of events(client, { channels, after, limit: pageSize })) {
      const event = open(each)
      const own = byEvent.get(textAt(event, '_id')) ?? []
      byEvent.delete(textAt(event, '_id'))
      for (const ofStep of grouped(own, (message) => textsOf(message, stepFields)).values())
        namesIn(event, ofStep, namesOf).forEach((name, index) => found.set(ofStep[index] as ValueMap, name))
      left -= 1
      // The next event would need one more read.
      if (byEvent.size === 0 || left === 0) break
    }
  } catch (error) {
    // Services may keep messages longer than events: without their events, messages are counted together.
    isPassing(error)
  }
  return found
}

const stepFields = ['_jobId', 'channel', 'providerId'] as const

function textsOf(message: ValueMap, fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => textAt(message, field)))
}

/** Of each message of one step and provider: known if its log selects one integration, or if all had the same result. */
function namesIn(
  event: ValueMap,
  ofStep: readonly ValueMap[],
  namesOf: (message: ValueMap) => readonly string[],
): readonly string[] {
  const [first = {}] = ofStep
  const [job = '', channel, provider] = stepFields.map((field) => textAt(first, field))
  const senders = mapsAt(event, 'jobs')
    .filter((each) => (job === '' ? textAt(each, 'type') === channel : textAt(each, '_id') === job))
    .flatMap((each) => detailsOf(each).flatMap(({ sender }) => sender ?? []))
    .filter((sender) => sender.provider === provider)
  const candidates = namesOf(first)
  const selected = [...new Set(senders.map(({ integration }) => integration))].filter((name) =>
    candidates.includes(name),
  )
  if (selected.length === 1) return ofStep.flatMap(() => selected)
  const statuses = new Set(ofStep.map((message) => textAt(message, 'status')))
  return statuses.size === 1 && selected.length === ofStep.length ? selected : []
}
