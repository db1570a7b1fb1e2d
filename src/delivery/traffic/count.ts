// Counts the messages of a period by integration, provider and status, within a budget of reads.
import { textAt, timeAt } from '../../core/fields.ts'
import type { CountedMessage, CountedMessages } from '../../core/delivery/traffic.ts'
import { grouped } from '../../core/grouped.ts'
import { given } from '../../core/given.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Client } from '../../service/client.ts'
import { messages, type OnPage } from '../../service/pages.ts'
import type { ListMessagesQuery } from '../../wire/generated.ts'
import { integrationsOfMessages } from './integration-of-message.ts'

/** How many messages are counted, if no option says so. */
export const usualMost = 2000

export interface Candidate {
  /** The identifier. */
  readonly name: string
  readonly channel: string
  readonly providerId: string
}

export interface Counting {
  /** It needs no writes. */
  readonly client: Client
  /** What the service answered, without its secrets. */
  readonly open: (item: object) => ValueMap
  /** The integrations of the environment. */
  readonly integrations: readonly Candidate[]
  /** Integrations that need figures of their own: events are read only for those. */
  readonly isWanted: (integration: string) => boolean
  /** Milliseconds, and the end of the period in milliseconds since 1970. */
  readonly period: number
  readonly now: number
  /** How many messages are counted. */
  readonly most: number
  readonly query?: ListMessagesQuery
  readonly onPage?: OnPage
}

export interface Counted extends CountedMessages {
  readonly each: readonly CountedMessage[]
}

/** Throws what the service layer throws. Makes at most 10 + n/50 reads for n messages, those of the key's environment and the integrations included. */
export async function countTraffic(counting: Counting): Promise<Counted> {
  const { client, open, integrations, isWanted, period, now, most, query, onPage } = counting
  const before = client.counts.reads
  const since = now - period
  const found: ValueMap[] = []
  let isSample = false
  for await (const message of messages(client, query, onPage)) {
    const created = timeAt(message as unknown as ValueMap, 'createdAt') ?? now
    if (created < since) break
    isSample = found.length === most
    if (isSample) break
    found.push(open(message))
  }
  const candidates = grouped(integrations, ({ channel, providerId }) => keyOf(channel, providerId))
  const namesOf = (message: ValueMap): readonly string[] =>
    (candidates.get(keyOf(textAt(message, 'channel'), textAt(message, 'providerId'))) ?? []).map(
      ({ name }) => name,
    )
  const unclear = found.filter((message) => namesOf(message).length > 1 && namesOf(message).some(isWanted))
  const named = await integrationsOfMessages(unclear, namesOf, {
    client,
    open,
    // An event is older than its messages.
    since: new Date(since - 3_600_000).toISOString(),
    // The readers of the list of integrations and of the key's environment have their share of the ten.
    reads: 5 + Math.floor(found.length / 50) - (client.counts.reads - before),
  })
  const oldest = textAt(found.at(-1), 'createdAt')
  return {
    period,
    since: new Date(since).toISOString(),
    messages: found.length,
    isSample,
    ...given({ oldest: oldest === '' ? undefined : oldest }),
    each: found.map((message) => {
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

function keyOf(channel: string, provider: string): string {
  return JSON.stringify([channel, provider])
}
