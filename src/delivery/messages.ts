// The last read of a trigger: each event by its ID, which shows more than a list, and its messages.
import type { Delivery } from '../core/delivery/delivery.ts'
import { textAt } from '../core/fields.ts'
import { channels } from '../core/delivery/job.ts'
import type { ValueMap } from '../core/value.ts'
import { inParallel } from '../kinds/parallel.ts'
import { retrieveEvent } from '../service/operations.ts'
import { messages } from '../service/pages.ts'
import { isPassing, type Waiting, type WaitRequest } from './wait-request.ts'
import { deliveryOf } from './event-to-delivery.ts'

/** A topic may have thousands of subscribers: after this many events, the data of the list is enough. */
const retrieved = 100
/** Messages come from replicas that lag: how long belfry looks for the message of a completed step. */
const patience = 5000
const pause = 500

/** The same deliveries in the same order. Throws what the service layer throws. */
export async function withMessages(
  deliveries: readonly Delivery[],
  request: WaitRequest,
  { clock, sleep, signal }: Waiting,
  deadline: number,
): Promise<Delivery[]> {
  const { client, shown } = request
  const there = deliveries.filter(({ event }) => event !== '').slice(0, retrieved)
  const events = new Map<string, ValueMap>()
  const read = inParallel(there, 4, async ({ event }) => [event, await retrieve(event, request)] as const)
  for await (const [id, event] of read) if (event !== undefined) events.set(id, event)
  const until = Math.min(deadline, clock() + patience)
  for (;;) {
    const byEvent = new Map<string, ValueMap[]>()
    const ofTrigger = { transactionId: [request.transactionId] }
    for await (const message of there.length === 0 ? [] : messages(client, ofTrigger)) {
      const item = shown(message)
      const id = textAt(item, '_notificationId')
      byEvent.set(id, [item, ...(byEvent.get(id) ?? [])])
    }
    const whole = deliveries.map((delivery) => {
      const own = byEvent.get(delivery.event) ?? []
      const event = events.get(delivery.event)
      const made = deliveryOf(event ?? {}, own)
      const { repeats } = delivery
      const known = repeats === undefined ? {} : { repeats }
      return event === undefined ? { ...delivery, messages: made.messages } : { ...made, ...known }
    })
    if (!whole.some(lacksMessage) || clock() >= until || signal?.aborted === true) return whole
    await sleep(pause, signal)
  }
}

/** Undefined if only the list shows it so far. */
async function retrieve(id: string, { client, shown }: WaitRequest): Promise<ValueMap | undefined> {
  try {
    return shown(await retrieveEvent(client, id))
  } catch (error) {
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
