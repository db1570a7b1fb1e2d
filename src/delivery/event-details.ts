// Reads the events of a trigger once more by their IDs, which shows more than a list, and their messages.
import type { Client } from '../service/client.ts'
import type { Delivery } from '../core/delivery/delivery.ts'
import { textAt } from '../core/json.ts'
import { channels } from '../core/delivery/job.ts'
import type { ValueMap } from '../core/value.ts'
import { inParallel } from '../core/lists.ts'
import { retrieveEvent } from '../service/operations.ts'
import { messages } from '../service/pages.ts'
import { isPassing } from '../service/errors.ts'
import { deliveryOf } from './event-to-delivery.ts'

/** How the events of a trigger are read. */
export interface EventReads {
  /** It only reads. */
  readonly client: Client
  readonly transactionId: string
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** Milliseconds; `clock` has any origin. */
export interface Pauses {
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/** A topic may have thousands of subscribers: after this many events, the data of the list is enough. */
const mostRetrieved = 100
/** Messages come from replicas that lag: how many milliseconds belfry waits for the message of a completed step. */
const messageWait = 5000
const messagePause = 500

/**
 * The same deliveries in the same order, with their messages and what the service shows of a single event; waits up to 5 s
 * for messages that are still missing, and not beyond `deadline`, by the clock of the waiting. An event that can't be read,
 * or comes after the first 100, keeps what the list showed of it. Throws what the service layer throws for messages.
 */
export async function withDetails(
  deliveries: readonly Delivery[],
  request: EventReads,
  { clock, sleep, signal }: Pauses,
  deadline: number,
): Promise<Delivery[]> {
  const { client, shown } = request
  const there = deliveries.filter(({ event }) => event !== '').slice(0, mostRetrieved)
  const byId = new Map<string, ValueMap>()
  const read = inParallel(there, 4, async ({ event }) => [event, await retrieve(event, request)] as const)
  for await (const [id, event] of read) if (event !== undefined) byId.set(id, event)
  const until = Math.min(deadline, clock() + messageWait)
  for (;;) {
    const byEvent = new Map<string, ValueMap[]>()
    const ofTrigger = { transactionId: [request.transactionId] }
    for await (const message of there.length === 0 ? [] : messages(client, ofTrigger)) {
      const item = shown(message)
      const id = textAt(item, '_notificationId')
      // An empty id would show the message for each recipient without an event.
      if (id !== '') byEvent.set(id, [item, ...(byEvent.get(id) ?? [])])
    }
    const whole = deliveries.map((delivery) => {
      const own = byEvent.get(delivery.event) ?? []
      const event = byId.get(delivery.event)
      const made = deliveryOf(event ?? {}, own)
      const { repeats } = delivery
      const known = repeats === undefined ? {} : { repeats }
      return event === undefined ? { ...delivery, messages: made.messages } : { ...made, ...known }
    })
    if (!whole.some(lacksMessage) || clock() >= until || signal?.aborted === true) return whole
    await sleep(messagePause, signal)
  }
}

/** Undefined if it can't be read, for example because only the list shows it so far. */
async function retrieve(id: string, { client, shown }: EventReads): Promise<ValueMap | undefined> {
  try {
    return shown(await retrieveEvent(client, id))
  } catch (error) {
    // Throws what only a bug causes.
    isPassing(error)
    return undefined
  }
}

function lacksMessage({ steps, messages: made }: Delivery): boolean {
  return steps.some(
    ({ channel, status }) =>
      status === 'completed' && channels.has(channel) && !made.some((message) => message.channel === channel),
  )
}
