// Delivers one trigger: sends it at most once, waits for its result, compares it with what is expected, and explains the rest.
import type { Judgement } from '../core/delivery/delivery.ts'
import type { Expectation } from '../core/delivery/expectation.ts'
import type { Terms, Triggered } from '../core/delivery/triggered.ts'
import type { Problem } from '../core/problem.ts'
import { withoutSecrets } from '../core/secrets/hide-secrets.ts'
import { problemOf } from '../engine/failure-problem.ts'
import { vendorOf } from '../kinds/integration/live.ts'
import type { Access } from '../kinds/kind.ts'
import { readOnly, triggerOnly } from '../service/client.ts'
import { recipientProblems, unknownRecipients, usedBefore } from './guard.ts'
import { judge } from './judge.ts'
import { outcomeOf, type Outcome } from './trigger-outcome.ts'
import { identified, type TriggerBody, type TriggerRequest, namesVendor, respelledBody } from './trigger.ts'
import type { Progress, Waiting } from './wait.ts'
import { recipientsOf } from './recipients.ts'
import { type Failed, send, findLostTrigger } from './send-trigger.ts'
import type { DeliveryTarget } from './delivery-target.ts'

export interface DeliveryRequest {
  readonly body: TriggerBody
  /** Of a transaction ID that belfry makes; `belfry` if absent. */
  readonly idPrefix?: string
  /** A trigger creates recipients that the service doesn't know, and nothing deletes them. */
  readonly unknownRecipients: 'refuse' | 'create'
  /** Absent: belfry sends the trigger and doesn't wait. */
  readonly wait?: Wait
  /** Milliseconds for the wait, and for the search for a trigger whose reply was lost. By default as in `timeLimit`. */
  readonly timeout?: number
  readonly terms: Terms
}

export interface Wait {
  readonly expectations: readonly Expectation[]
  /** How to treat steps that the workflow delays: wait for them, or count them as done. An expected delay counts as done. */
  readonly delayed: 'wait' | 'skip'
  /** What to explain: everything that isn't done, or, for a test, only why an expectation isn't met. */
  readonly explains: 'all' | 'unmet'
}

export interface Delivered {
  readonly answer: Triggered | Failed
  /** From the reply of the service, or else from the request. */
  readonly transactionId: string
  /**
   * Whether each expectation is met, by the result or by the refusal, and whether each recipient got the trigger once. Empty if
   * belfry doesn't know whether the service accepted the trigger.
   */
  readonly judgements: readonly Judgement[]
  readonly outcome?: Outcome
}

/**
 * What happens meanwhile: belfry searches for a trigger whose reply was lost; the trigger was accepted, and belfry waits;
 * a read ended.
 */
export type DeliveryEvent =
  | { readonly about: 'lost-reply' }
  | { readonly about: 'accepted'; readonly transactionId: string }
  | ({ readonly about: 'progress' } & Progress)

export interface DeliveryContext extends Omit<Waiting, 'on'> {
  readonly on?: (event: DeliveryEvent) => void
}

/** Everything but the trigger is a read. Throws only on bugs. */
export async function deliver(
  request: DeliveryRequest,
  whole: DeliveryTarget,
  context: DeliveryContext,
): Promise<Delivered> {
  const { body, idPrefix, wait, terms } = request
  const { on, ...waiting } = context
  // Only `send` gets a client that can trigger.
  const at = { ...whole, client: readOnly(whole.client) }
  const own = identified(body, idPrefix)
  const notWaitedFor = (answer: Triggered | Failed): Delivered => ({
    answer,
    transactionId: 'workflow' in answer ? answer.transactionId : own.body.transactionId,
    judgements: judgedByAnswer(answer, wait),
  })
  const ready = await prepared(own, request, at)
  if ('problems' in ready) return notWaitedFor(ready)
  const { trigger, access } = ready
  const timeout = timeLimit(request)
  const sentAt = waiting.clock()
  const first = await send(trigger, { ...at, client: triggerOnly(whole.client) }, terms)
  const isLost = 'problems' in first && first.mayBeSent === 'yes' && waiting.signal?.aborted !== true
  if (isLost) on?.({ about: 'lost-reply' })
  const answer = isLost ? await findLostTrigger(first, trigger, timeout, at, waiting) : first
  if (!('workflow' in answer) || answer.status !== 'processed' || wait === undefined)
    return notWaitedFor(answer)
  const { transactionId } = answer
  on?.({ about: 'accepted', transactionId })
  const { to } = trigger.body
  const isDelayed = wait.expectations.some((each) => each.about === 'step' && each.outcome === 'delayed')
  const outcome = await outcomeOf(
    {
      ...at,
      ...wait,
      access,
      to: withoutSecrets(to, at.filter.redact),
      recipients: recipientsOf(to),
      transactionId,
      timeout,
      sentAt,
      delayed: isDelayed ? 'skip' : wait.delayed,
      terms,
    },
    { ...waiting, on: (progress) => on?.({ about: 'progress', ...progress }) },
  )
  return { answer, transactionId, judgements: outcome.judgements, outcome }
}

/** Milliseconds that belfry waits: those that are asked for, or else a minute, or the longest time that is expected. */
export function timeLimit({ timeout, wait }: Pick<DeliveryRequest, 'timeout' | 'wait'>): number {
  const expected = (wait?.expectations ?? []).map((each) => (each.about === 'within' ? each.milliseconds : 0))
  return timeout ?? Math.max(60_000, ...expected)
}

/** The trigger with the service's own names; problems if it must not be sent. */
async function prepared(
  trigger: TriggerRequest,
  { unknownRecipients: unknown, terms }: DeliveryRequest,
  at: DeliveryTarget,
): Promise<{ readonly trigger: TriggerRequest; readonly access: Access } | Failed> {
  const notPermitted = recipientProblems(trigger, at.target, at.allowed)
  if (notPermitted.length > 0) return refused(notPermitted)
  const access = await at.proof()
  if ('rule' in access) return refused([access])
  try {
    const problems = [
      ...(unknown === 'refuse' ? await unknownRecipients(trigger, at) : []),
      ...(await usedBefore(trigger, at, terms)),
    ]
    if (problems.length > 0) return refused(problems)
    if (!namesVendor(trigger.body)) return { trigger, access }
    const body = respelledBody(trigger.body, await vendorOf(access))
    return { trigger: { ...trigger, body }, access }
  } catch (error) {
    return refused([problemOf(error, at.target.alias)])
  }
}

function refused(problems: readonly Problem[]): Failed {
  return { problems, mayBeSent: 'no' }
}

/** A trigger that was not processed meets only its status and expected absences; as a test it has to be processed. */
function judgedByAnswer(answer: Triggered | Failed, wait: Wait | undefined): readonly Judgement[] {
  if (wait === undefined || ('mayBeSent' in answer && answer.mayBeSent === 'yes')) return []
  const { expectations, explains } = wait
  const isTest = explains === 'unmet'
  const status = answer.status ?? (isTest && 'problems' in answer ? answer.problems[0]?.rule : undefined)
  if (isTest && !expectations.some(({ about }) => about === 'status'))
    return [{ expected: 'status=processed', seen: `status=${status ?? 'unknown'}`, isMet: false }]
  if (expectations.length === 0 || status === undefined) return []
  return judge({ deliveries: [], milliseconds: 0, status }, expectations)
}
