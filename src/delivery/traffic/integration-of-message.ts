// A message names only its provider: the log of its event names the integration, if several have the provider.
import { detailsOf } from '../../core/delivery/job.ts'
import { mapsAt, textAt } from '../../core/fields.ts'
import { grouped } from '../../core/grouped.ts'
import type { ValueMap } from '../../core/value.ts'
import type { Client } from '../../service/client.ts'
import { events } from '../../service/pages.ts'
import { isPassing } from '../failure.ts'

interface Events {
  readonly client: Client
  readonly open: (item: object) => ValueMap
  /** ISO 8601. */
  readonly since: string
  /** At most so many. */
  readonly reads: number
}

const pageSize = 50

/** The integration of each message of which the log of its event leaves no doubt. `namesOf` are those that it may be. */
export async function integrationsOfMessages(
  messages: readonly ValueMap[],
  namesOf: (message: ValueMap) => readonly string[],
  { client, open, since, reads }: Events,
): Promise<ReadonlyMap<ValueMap, string>> {
  const found = new Map<ValueMap, string>()
  const left = grouped(messages, (message) => textAt(message, '_notificationId'))
  if (left.size === 0 || reads < 1) return found
  const channels = [...new Set(messages.map((message) => textAt(message, 'channel')))]
  let looked = 0
  try {
    for await (const each of events(client, { channels, after: since, limit: pageSize })) {
      const event = open(each)
      const own = left.get(textAt(event, '_id')) ?? []
      left.delete(textAt(event, '_id'))
      for (const [message, name] of pairsOf(event, own, namesOf)) found.set(message, name)
      looked += 1
      // The next event would need one more read.
      if (left.size === 0 || looked === reads * pageSize) break
    }
  } catch (error) {
    // Services may keep messages longer than events: without their events, messages are counted together.
    isPassing(error)
  }
  return found
}

/** Messages of one step and provider are assigned if the step has one integration, or all had the same result. */
function pairsOf(
  event: ValueMap,
  own: readonly ValueMap[],
  namesOf: (message: ValueMap) => readonly string[],
): (readonly [ValueMap, string])[] {
  const steps = grouped(own, (message) =>
    JSON.stringify(['_jobId', 'channel', 'providerId'].map((field) => textAt(message, field))),
  )
  return [...steps.values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const selected = selectedIn(event, first).filter((name) => namesOf(first).includes(name))
    const [only] = selected
    if (only !== undefined && selected.length === 1) return same.map((message) => [message, only] as const)
    const statuses = new Set(same.map((message) => textAt(message, 'status')))
    if (statuses.size !== 1 || selected.length !== same.length) return []
    return same.map((message, index) => [message, selected[index] ?? ''] as const)
  })
}

/** The integrations that the log of a message's step names, each once. */
function selectedIn(event: ValueMap, message: ValueMap): readonly string[] {
  const [job, channel, provider] = ['_jobId', 'channel', 'providerId'].map((field) => textAt(message, field))
  const senders = mapsAt(event, 'jobs')
    .filter((each) => (job === '' ? textAt(each, 'type') === channel : textAt(each, '_id') === job))
    .flatMap((each) => detailsOf(each).flatMap(({ sender }) => sender ?? []))
  return [
    ...new Set(senders.filter((each) => each.provider === provider).map(({ integration }) => integration)),
  ]
}
