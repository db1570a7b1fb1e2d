// The result of a trigger: waits for it, compares it with the expectations, and explains differences.
import type { Delivery, Explanation, Judgement } from '../core/delivery/delivery.ts'
import { isMet } from '../core/delivery/smoke.ts'
import type { Expectation } from '../core/delivery/expectation.ts'
import { personalTexts } from '../core/secrets/personal.ts'
import { at, isList, isMap, type Value } from '../core/value.ts'
import { explain, whyNoStep } from './explain/explain-delivery.ts'
import { problemOf } from '../engine/failure-problem.ts'
import { judge } from './judge.ts'
import { recipientsOf, type Recipients } from './recipients.ts'
import { survey, type Survey } from './explain/surroundings.ts'
import { Resources } from '../kinds/declared-resources.ts'
import { isThere, waitFor, type Waited, type Waiting, type WaitRequest } from './wait.ts'
import { whyNobody } from './explain/why-nothing-sent.ts'
import { personalFields } from '../kinds/from-field-rows.ts'
import { subscriber } from '../kinds/subscriber/subscriber.ts'

export interface Watch
  extends Pick<WaitRequest, 'recipients' | 'timeout' | 'delayed' | 'sentAt'>, Omit<Survey, 'delayed'> {
  readonly expectations: readonly Expectation[]
  /** What to explain: everything that isn't done, or only why an expectation isn't met. */
  readonly explains: 'all' | 'unmet'
}

export interface Reasons {
  readonly explanations: readonly Explanation[]
  /** Personal data that the explanations may contain. */
  readonly quotable: readonly string[]
}

export interface Outcome extends Waited, Reasons {
  readonly judgements: readonly Judgement[]
  /** `met`: the trigger is finished, and all expectations are met, or without expectations no step failed. */
  readonly verdict: 'met' | 'unmet'
}

export async function outcomeOf(watch: Watch, waiting: Waiting): Promise<Outcome> {
  const { access, recipients, expectations, declared, explains } = watch
  // Shortly before the limit, so that what is done by then is seen by then.
  const checksAt = expectations.flatMap((each) => (each.about === 'within' ? each.milliseconds * 0.95 : []))
  const ended = await waitFor({ ...watch, client: access.client, checksAt }, waiting)
  const waited = isNothingAsExpected(ended, expectations) ? { ...ended, end: 'settled' as const } : ended
  const { deliveries } = waited
  if (waited.isUnread) return unreadOutcome(waited, watch)
  const judgements = judge({ ...waited, status: 'processed' }, expectations)
  const isFine =
    isMet({ ...waited, judgements }) &&
    (judgements.length > 0 ||
      deliveries.every(({ steps }) => steps.every(({ status }) => status !== 'failed')))
  const judged = { ...waited, judgements, verdict: isFine ? ('met' as const) : ('unmet' as const) }
  if (isFine && explains === 'unmet')
    return { ...judged, explanations: [], quotable: quotableOf(deliveries, [], []) }
  const reasons = await reasonsFor(deliveries, recipients, {
    ...watch,
    declared: isFine ? Resources.of([]) : declared,
  })
  const explanations = [
    ...reasons.explanations,
    ...whyNoStep(deliveries, expectations),
    ...(judgements.some((each) => !each.isMet && each.expected.startsWith('events=')) ? whyFewer(watch) : []),
  ]
  const shown =
    explains === 'all' ? explanations : relevant(explanations, judgements, expectations, deliveries)
  return { ...judged, ...reasons, explanations: shown }
}

/** Only the timeout shows that there is no event. */
function isNothingAsExpected(
  { end, deliveries, failure }: Waited,
  expectations: readonly Expectation[],
): boolean {
  const isExpected = expectations.some((each) => each.about === 'events' && each.count === 0)
  return isExpected && end === 'timeout' && failure === undefined && !deliveries.some(isThere)
}

/** Says nothing about events, because none were read. */
function unreadOutcome(waited: Waited, { expectations, explains }: Watch): Outcome {
  const failed = waited.failure === undefined ? [] : [problemOf(waited.failure, undefined)]
  return {
    ...waited,
    deliveries: [],
    judgements: expectations.flatMap((each) =>
      each.about === 'status'
        ? judge({ ...waited, status: 'processed' }, [each])
        : [{ expected: each.written, seen: 'events not read', isMet: false }],
    ),
    verdict: 'unmet',
    explanations:
      explains === 'all'
        ? []
        : failed.map(({ message, hint = '' }) => ({ recipient: '', why: message, advice: hint })),
    quotable: [],
  }
}

export async function reasonsFor(
  deliveries: readonly Delivery[],
  recipients: Pick<Recipients, 'topics' | 'unnamed'>,
  asked: Survey,
): Promise<Reasons> {
  const around = await survey(deliveries, asked)
  const nobody = deliveries.length > 0 ? [] : whyNobody(recipients)
  return {
    explanations: [...explain(deliveries, around), ...nobody.map((reason) => ({ recipient: '', ...reason }))],
    quotable: quotableOf(deliveries, around.subscribers.values(), personalFields(subscriber)),
  }
}

/** A recipient that the trigger names twice has one event. */
function whyFewer({ to, terms }: Watch): Explanation[] {
  const named = (isList(to) ? to : [to]).flatMap((each) => recipientsOf(each).subscribers)
  const repeated = named.find((id, index) => named.indexOf(id) < index)
  if (repeated === undefined) return []
  return [
    {
      recipient: repeated,
      why: `the trigger names ${repeated} more than once, and the service notifies each recipient once`,
      advice: `Correct the expected number of events, or name each recipient once in ${terms.to}.`,
    },
  ]
}

/**
 * An expected failure needs no explanation, unless there is no other. None explains a message that was sent with a different
 * text.
 */
function relevant(
  all: readonly Explanation[],
  judgements: readonly Judgement[],
  expectations: readonly Expectation[],
  deliveries: readonly Delivery[],
): readonly Explanation[] {
  const channels = new Set(
    [...all, ...deliveries.flatMap(({ steps }) => steps)].map(({ channel }) => channel),
  )
  const unmet = judgements
    .filter((each) => !each.isMet)
    .map(({ recipient, expected, seen }) => {
      const expectation = expectations.find(({ written }) => written === expected)
      const channel = expectation && 'channel' in expectation ? expectation.channel : undefined
      const isCount = expectation?.about === 'events'
      return { recipient, channel, isCount, wasSent: isCount || wasSent(expectation, seen) }
    })
  const isAbout = (explanation: Explanation): boolean =>
    unmet.some(({ recipient, channel, isCount, wasSent: isSent }) => {
      // No result of a step is a reason for the number of events.
      if (isCount) return explanation.channel === undefined
      if (recipient !== undefined && recipient !== explanation.recipient) return false
      // The failure of another step is no reason for a step that the event has.
      const isOther = explanation.channel !== undefined && channel !== explanation.channel
      if (isSent) return channel !== undefined && channel === explanation.channel
      return !isOther || channel === undefined || !channels.has(channel)
    })
  const found = all.filter(isAbout)
  return found.length > 0 || (unmet.length > 0 && unmet.every((each) => each.wasSent)) ? found : all
}

/** Whether a message was sent, although another outcome or another text was expected. */
function wasSent(expectation: Expectation | undefined, seen: string): boolean {
  if (expectation?.about === 'step') return seen === `${expectation.channel}=sent`
  if (expectation?.about !== 'text') return false
  const { channel, field } = expectation
  return seen.startsWith(channel === undefined ? `${field}=` : `${channel}.${field}=`)
}

/**
 * What explanations may quote of persons, so that it can be masked there: texts of payloads, of messages, and of these fields
 * of the subscribers as the service shows them.
 */
export function quotableOf(
  deliveries: readonly Delivery[],
  subscribers: Iterable<Value>,
  fields: readonly string[],
): readonly string[] {
  return [
    ...deliveries.flatMap(({ payload, messages }) => [
      ...personalTexts(payload),
      ...messages.flatMap(({ subject, title, content }) => [subject, title, content]),
    ]),
    ...[...subscribers].flatMap((each) =>
      isMap(each) ? fields.flatMap((name) => personalTexts(at(each, name))) : [],
    ),
  ]
}
