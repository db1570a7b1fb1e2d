// Waits for the result of one trigger: `processed` only means that it was queued, and later steps can fail without an error.
import type { Delivery, Ending } from '../core/delivery/delivery.ts'
import { given } from '../core/given.ts'
import { hurried } from '../service/client.ts'
import { events } from '../service/pages.ts'
import { isGivenUp, isPassing } from '../service/errors.ts'
import type { Recipients } from './recipients.ts'
import { absent, deliveryOf } from './event-to-delivery.ts'
import { withDetails, type EventReads, type Pauses } from './event-details.ts'

export interface WaitRequest extends EventReads {
  readonly recipients: Recipients
  /** Milliseconds. */
  readonly timeout: number
  /** When the trigger was sent, by the clock of the waiting. */
  readonly sentAt?: number
  /** Milliseconds after the trigger at which belfry reads in any case, to know what is done by then. */
  readonly checksAt?: readonly number[]
  /** Ends at the first event, not when all steps are finished. */
  readonly upTo?: 'event'
  /** For steps that the workflow delays: wait for them, or treat them as done. */
  readonly delayed: 'wait' | 'skip'
}

/** `random` is from 0 to 1. */
export interface Waiting extends Pauses {
  readonly random: () => number
  readonly on?: (progress: Progress) => void
}

/** After each read. */
export interface Progress {
  readonly deliveries: readonly Delivery[]
  /** Since the waiting began. */
  readonly milliseconds: number
}

export interface Waited {
  /** `settled`: all steps are finished, or delayed by the workflow if that is treated as done; or the event is there. */
  readonly end: Ending['end']
  /** The trigger's recipients in its order, then all others. Recipients without an event are included. */
  readonly deliveries: readonly Delivery[]
  /** Since the waiting began. */
  readonly milliseconds: number
  /** By event: how many milliseconds after the trigger belfry first saw it as finished, or as delayed. */
  readonly seenAfter: ReadonlyMap<string, number>
  /** Milliseconds after the trigger until which each read found no event. Undefined without an event. */
  readonly appearedAfter?: number
  /** Why the last read failed; always set if `end` is `unreadable`, or if the time limit of the run interrupted the wait. */
  readonly failure?: unknown
  /** Whether no read succeeded, so that it is not known whether there are events. */
  readonly isUnread?: true
}

/** Milliseconds between reads: from half a second to five seconds. */
const [shortest, longest, growth] = [500, 5000, 1.5]
/** Milliseconds that a read may take that starts at the timeout: a busy service may delay it. */
const lastRead = 3000
/** A topic's events appear one by one: they are complete if no new event appeared for so many milliseconds. */
const topicSettles = 2000
/**
 * After so many milliseconds without an event of any other recipient, a topic seems to have only subscribers that the trigger
 * also names.
 */
const topicAppears = 5000

/** Throws only on bugs: a read that fails is repeated until the timeout, unless repeating can't help. */
export async function waitFor(asked: WaitRequest, waiting: Waiting): Promise<Waited> {
  const { clock, sleep, random, signal, on } = waiting
  const began = clock()
  const { sentAt = began, checksAt = [] } = asked
  const seenAfter = new Map<string, number>()
  let emptyUntil = sentAt
  let appearedAfter: number | undefined
  const deadline = began + asked.timeout
  const checks = checksAt.map((after) => sentAt + after)
  // If the service becomes unavailable, the wait ends with that for the trigger.
  const client = hurried(asked.client, () => Math.max(lastRead, deadline - clock()))
  const request = { ...asked, client }
  let deliveries = inOrder([], request.recipients)
  let failure: unknown
  let isUnread: true | undefined = true
  let grownAt = began
  const isStopped = (): boolean => signal?.aborted === true
  const ended = (end: Waited['end']): Waited => ({
    end,
    deliveries,
    milliseconds: clock() - began,
    seenAfter,
    ...given({ failure, appearedAfter, isUnread }),
  })
  // A check before the first read that is due in any case: the pause after it doesn't grow.
  const isEarly = (): boolean => clock() - sentAt < 0.9 * shortest
  for (let pause = shortest; ; pause = isEarly() ? pause : Math.min(longest, pause * growth)) {
    const jittered = pause * (0.9 + random() * 0.2)
    const due = Math.min(deadline, ...checks.filter((time) => time > clock()))
    await sleep(Math.max(0, Math.min(jittered, due - clock())), signal)
    if (isStopped()) return ended('interrupted')
    const checkedAt = clock()
    try {
      const found = await readDeliveries(request)
      failure = undefined
      isUnread = undefined
      if (found.length === 0) emptyUntil = checkedAt
      else appearedAfter ??= Math.round(emptyUntil - sentAt)
      if (found.length > deliveries.filter(isThere).length) grownAt = clock()
      deliveries = inOrder(found, request.recipients)
      for (const { event, state } of found)
        if (state !== 'open' && !seenAfter.has(event)) seenAfter.set(event, Math.round(checkedAt - sentAt))
    } catch (error) {
      if (isStopped()) return ended('interrupted')
      failure = error
      if (isGivenUp(error)) return ended(isUnread ? 'unreadable' : 'interrupted')
      if (!isPassing(error)) return ended('unreadable')
    }
    on?.({ deliveries, milliseconds: clock() - began })
    const isSettled = failure === undefined && isComplete(deliveries, request, clock() - grownAt)
    if (!isSettled && clock() < deadline) continue
    // If this read failed, the next one for details would fail too.
    if (failure !== undefined) return ended(isUnread ? 'unreadable' : 'timeout')
    try {
      deliveries = await withDetails(deliveries, request, waiting, deadline)
    } catch (error) {
      if (isStopped()) return ended('interrupted')
      failure = error
      if (isGivenUp(error)) return ended('interrupted')
      // Throws what only a bug causes.
      isPassing(error)
    }
    on?.({ deliveries, milliseconds: clock() - began })
    // Steps that were open may have ended since the list was read.
    const isSettledNow =
      isSettled || (failure === undefined && isComplete(deliveries, request, clock() - grownAt))
    return ended(isSettledNow ? 'settled' : 'timeout')
  }
}

export function isThere({ state }: Delivery): boolean {
  return state !== 'absent'
}

async function readDeliveries({ client, transactionId, shown }: WaitRequest): Promise<Delivery[]> {
  const found: Delivery[] = []
  for await (const event of events(client, { transactionId })) {
    // A service that ignores the filter also answers with events of other triggers.
    if (event.transactionId === transactionId) found.push(deliveryOf(shown(event), []))
  }
  return found
}

/** The trigger's own recipients in its order, with or without events; then the others, oldest first. Repeats are marked. */
function inOrder(found: readonly Delivery[], { subscribers }: Recipients): Delivery[] {
  const oldestFirst = found.toReversed()
  const own = subscribers.flatMap((id) => {
    const theirs = oldestFirst.filter((each) => each.recipient === id && isThere(each))
    return theirs.length === 0 ? [absent(id)] : theirs
  })
  const others = oldestFirst.filter(({ recipient }) => !subscribers.includes(recipient))
  const firstEvents = new Map<string, string>()
  return [...own, ...others].map((delivery) => {
    const { recipient, event } = delivery
    const repeats = firstEvents.get(recipient)
    if (repeats === undefined) firstEvents.set(recipient, event)
    return repeats === undefined || recipient === '' ? delivery : { ...delivery, repeats }
  })
}

function isComplete(
  deliveries: readonly Delivery[],
  { recipients, delayed, upTo }: WaitRequest,
  unchangedFor: number,
): boolean {
  if (upTo === 'event') return deliveries.some(isThere)
  const done = delayed === 'skip' ? ['over', 'delayed'] : ['over']
  const everybody = deliveries.filter(({ repeats }) => repeats === undefined)
  const others = everybody.length - recipients.subscribers.length
  const { subscribers, unnamed, topics } = recipients
  const isEverybody = others >= unnamed + (subscribers.length === 0 ? Math.min(1, topics.length) : 0)
  const isQuiet = topics.length === 0 || unchangedFor >= (others > unnamed ? topicSettles : topicAppears)
  return isEverybody && isQuiet && deliveries.every(({ state }) => done.includes(state))
}
