// Compares the result of a trigger with its expectations.
import type { Expectation, Outcome } from '../core/delivery/expectation.ts'
import { causeOf, type Cause } from '../core/delivery/cause.ts'
import type { Delivery, Judgement, SentMessage, Step } from '../core/delivery/delivery.ts'

interface Facts {
  readonly deliveries: readonly Delivery[]
  /** How long belfry waited, in milliseconds; used if the service reports no times. */
  readonly milliseconds: number
  /**
   * By event: how many milliseconds after the trigger it was seen as finished or delayed. A worker that is late shows it only
   * then.
   */
  readonly seenAfter?: ReadonlyMap<string, number>
  /** The trigger's status; if it was refused, the refusal as in `Failed.status`, or the rule of the problem. */
  readonly status: string
}

/**
 * One for each expectation about the trigger, for each delivery and other expectation, and for each recipient with several
 * events.
 */
export function judge(facts: Facts, expectations: readonly Expectation[]): Judgement[] {
  return [...asExpected(facts, expectations), ...sentTwice(facts.deliveries)]
}

/** Each recipient is expected to get a trigger once, also without an expectation. */
function sentTwice(deliveries: readonly Delivery[]): Judgement[] {
  const recipients = deliveries.flatMap(({ recipient, repeats }) =>
    repeats === undefined ? [] : [recipient],
  )
  return [...new Set(recipients)].map((recipient) => {
    const times = deliveries.filter((each) => each.recipient === recipient).length
    return { recipient, ...verdict('sent once', `sent ${times} times`, false) }
  })
}

function asExpected(facts: Facts, expectations: readonly Expectation[]): Judgement[] {
  return expectations.flatMap((expectation): Judgement[] => {
    const { written: expected } = expectation
    switch (expectation.about) {
      case 'status':
        return [verdict(expected, `status=${facts.status}`, facts.status === expectation.status)]
      case 'events': {
        const count = facts.deliveries.filter(
          ({ state, repeats }) => state !== 'absent' && repeats === undefined,
        ).length
        return [verdict(expected, `events=${count}`, count === expectation.count)]
      }
      default:
        return facts.deliveries.length === 0
          ? [verdict(expected, 'nothing', isNone(expectation))]
          : facts.deliveries.map((delivery) => ({
              recipient: delivery.recipient,
              ...ofDelivery(delivery, expectation, facts, expectations),
            }))
    }
  })
}

function verdict(expected: string, seen: string, isMet: boolean): Judgement {
  return { expected, seen, isMet }
}

function isNone(expectation: Expectation): boolean {
  return expectation.about === 'step' && expectation.outcome === 'none'
}

type OfDelivery = Extract<Expectation, { about: 'step' | 'text' | 'within' }>

function ofDelivery(
  delivery: Delivery,
  expectation: OfDelivery,
  facts: Facts,
  all: readonly Expectation[],
): Judgement {
  const { written } = expectation
  if (delivery.state === 'absent') return verdict(written, 'no event', false)
  if (expectation.about === 'step') return ofStep(delivery, expectation)
  if (expectation.about === 'text')
    return isOfSender(expectation) ? ofSender(delivery, expectation, all) : ofText(delivery, expectation, all)
  const { state, event, milliseconds: own = facts.milliseconds } = delivery
  const milliseconds = Math.max(own, facts.seenAfter?.get(event) ?? 0)
  if (state === 'open') return verdict(written, `not finished after ${facts.milliseconds} ms`, false)
  return verdict(written, `within=${milliseconds}ms`, milliseconds <= expectation.milliseconds)
}

/** If a workflow has several steps of a channel, one that matches is enough; `none` means that there is no step. */
function ofStep(
  { steps, messages }: Delivery,
  { channel, outcome, cause, written }: Extract<Expectation, { about: 'step' }>,
): Judgement {
  const own = steps.filter((step) => step.channel === channel)
  const seen = own.map((step) => `${channel}=${wordsFor(step, messages)}`)
  const isMet =
    outcome === 'none' ? own.length === 0 : own.some((step) => fits(step, messages, { outcome, cause }))
  return verdict(written, seen.length === 0 ? `${channel}=none` : seen.join(', '), isMet)
}

type Wanted = { readonly outcome: Outcome; readonly cause?: Cause | undefined }

function fits(step: Step, messages: readonly SentMessage[], { outcome, cause }: Wanted): boolean {
  if (cause !== undefined && cause !== causeOf(step)) return false
  if (outcome === 'any') return true
  if (outcome === 'sent') return isSent(step, messages)
  // Deployed services cancel steps that other services skip.
  if (outcome === 'skipped' && step.status === 'canceled') return leftOut.has(causeOf(step))
  return step.status === outcome
}

/** Causes in the step itself, not in an earlier step that failed. */
const leftOut: ReadonlySet<Cause> = new Set(['address', 'condition', 'preference'])

/** A message has the status sent from its creation, so the step decides, and so does a message with an error. */
function isSent({ channel, status }: Step, messages: readonly SentMessage[]): boolean {
  const own = messages.filter((message) => message.channel === channel)
  return status === 'completed' && (own.length === 0 || own.some((message) => message.status !== 'error'))
}

function wordsFor(step: Step, messages: readonly SentMessage[]): string {
  if (step.status === 'completed') return isSent(step, messages) ? 'sent' : 'failed:provider'
  return ['failed', 'skipped', 'canceled'].includes(step.status)
    ? `${step.status}:${causeOf(step)}`
    : step.status
}

type OfText = Extract<Expectation, { about: 'text' }>
type OfSender = OfText & { readonly field: 'provider' | 'integration' }

function isOfSender(expectation: OfText): expectation is OfSender {
  return expectation.field === 'provider' || expectation.field === 'integration'
}

/** Compares senders of the steps that were sent or refused, or of those that match the outcome expected of the channel. */
function ofSender(
  { steps, messages }: Delivery,
  expectation: OfSender,
  all: readonly Expectation[],
): Judgement {
  const { channel } = expectation
  const ofChannel = steps.filter((step) => channel === undefined || step.channel === channel)
  const delivering = ofChannel.filter(({ status }) => status === 'completed' || status === 'failed')
  const own = ofChannel.filter((step) =>
    all.some((each) => each.about === 'step' && each.channel === channel && fits(step, messages, each)),
  )
  // If no step has the expected outcome, that is reported on its own. The sender is then that of the other steps.
  return bySenders(expectation, own.length > 0 ? own : delivering, messages)
}

function bySenders(
  expectation: OfSender,
  steps: readonly Step[],
  messages: readonly SentMessage[],
): Judgement {
  const { field } = expectation
  const senders = steps.flatMap((step) => step.senders)
  // If a channel has several steps, a message may not name its step.
  const ofMessages = messages.filter(
    (message) => message.status === 'sent' && steps.some((step) => step.channel === message.channel),
  )
  const found =
    senders.length === 0 && field === 'provider'
      ? ofMessages.map(({ provider }) => provider)
      : senders.map((sender) => sender[field])
  const isNamed = field === 'provider' || senders.length === 0
  const why = ': the service reports only the provider, which a smoke suite can expect instead'
  return comparison(expectation, found, isNamed ? '' : why)
}

function ofText({ messages }: Delivery, expectation: OfText, all: readonly Expectation[]): Judgement {
  const { field, channel } = expectation
  const ofChannel = messages.filter((message) => channel === undefined || message.channel === channel)
  const isExpected = (outcome: Outcome): boolean =>
    all.some((each) => each.about === 'step' && each.channel === channel && each.outcome === outcome)
  const fitting = ofChannel.filter(({ status }) => !isExpected(status === 'error' ? 'sent' : 'failed'))
  const own = fitting.length > 0 ? fitting : ofChannel
  const found = field === 'integration' ? [] : own.map((message) => message[field])
  return comparison(expectation, found, own.length === 0 ? ': there is no message' : '')
}

/** `why` explains why there is nothing to compare. */
function comparison(
  { field, channel, how, text, written }: OfText,
  found: readonly string[],
  why: string,
): Judgement {
  const texts = [...new Set(found.filter((each) => each !== ''))]
  const isMet = texts.some((each) => (how === 'is' ? each === text : each.includes(text)))
  const name = channel === undefined ? field : `${channel}.${field}`
  const seen = texts.map((each) => `${name}=${each}`).join(', ')
  return verdict(written, seen === '' ? `no ${field}${why}` : seen, isMet)
}
