// Sends one trigger so that it is taken once, and says what is known of it: answered, refused, or lost on the way.
import { labelling, type Filter } from '../core/filter.ts'
import { quoting } from '../core/leak.ts'
import type { Problem } from '../core/problem.ts'
import { textOf, type Value } from '../core/value.ts'
import { mayHaveTakenEffect, problemOf } from '../engine/failure.ts'
import { identify, objection } from '../engine/identify.ts'
import { look } from '../engine/session.ts'
import { vendorOf } from '../kinds/integration/live.ts'
import type { Look } from '../kinds/kind.ts'
import { withSecretsClosed } from '../report/activity-secrets.ts'
import type { Triggered } from '../report/trigger-text.ts'
import { listEvents, triggerEvent } from '../service/operations.ts'
import type { Sendable } from '../service/sendable.ts'
import { isPassing } from '../smoke/failure.ts'
import type { TriggerEventBody } from '../wire/generated.ts'
import type { OpenTarget } from './open-target.ts'
import { unknownRecipients, usedBefore } from './trigger-guard.ts'
import { lostReply, refusalOf } from './trigger-refusal.ts'
import type { TriggerRequest } from './trigger-request.ts'
import { namesVendor, spokenBody } from './vendor.ts'

export interface Failed {
  readonly problems: readonly Problem[]
  readonly mayBeSent: 'yes' | 'no'
  /** The service's word for its refusal, such as `workflow_not_found`. */
  readonly status?: string
}

/** A trigger in the target's own words. */
export interface Prepared {
  readonly request: TriggerRequest
  readonly look: Look
}

/** Or why it may not be sent: this key may not write here, as for a plan, or somebody would be created by mistake. */
export async function prepared(
  request: TriggerRequest,
  opened: OpenTarget,
  unknown: 'refuse' | 'create',
): Promise<Prepared | Failed> {
  const { client, target, apiKey } = opened
  try {
    const reading = look(client, '', 1, target.vendor)
    const identity = await identify(reading, target, apiKey)
    const problem = objection(target, identity)
    const problems = [
      ...(problem === undefined ? [] : [quoting(problem, opened.filter)]),
      ...(problem === undefined && unknown === 'refuse' ? await unknownRecipients(request, opened) : []),
      ...(problem === undefined ? await usedBefore(request, opened) : []),
    ]
    if (problems.length > 0) return { problems, mayBeSent: 'no' }
    const own = look(client, identity?.id ?? '', 4, target.vendor)
    if (!namesVendor(request.body)) return { request, look: own }
    const body = spokenBody(request.body, await vendorOf(reading))
    return { request: { ...request, body }, look: own }
  } catch (error) {
    return { problems: [problemOf(error, target.alias)], mayBeSent: 'no' }
  }
}

/** What sending needs of a target. */
export type Sender = Pick<OpenTarget, 'client' | 'target' | 'apiKey' | 'filter' | 'sleep' | 'signal'>

/** How often it is sent at most; each time but the first after a look that found nothing of the ones before. */
const attempts = 3
/** Milliseconds between looks after a lost reply: events come from a worker, and from replicas that lag. */
const looks = [500, 1000, 2000, 3000, 4000]

/**
 * The same transaction id each time, which the service takes once. A failure that may have taken effect is no end: what
 * there is of the trigger is looked for, and only where there is nothing it is sent again.
 */
export async function send(
  request: TriggerRequest,
  opened: Sender,
  on: (text: string) => void,
): Promise<Triggered | Failed> {
  const { client, target, apiKey, filter } = opened
  const body = withSecretsClosed(request.body as unknown as Value, 'literal')
  let lost: Failed | undefined
  const isStopped = (): boolean => opened.signal?.aborted === true
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const reply = await triggerEvent(client, body as unknown as Sendable<TriggerEventBody>)
      const label = labelling(body, apiKey, filter)
      return {
        workflow: request.body.name,
        target: target.alias,
        acknowledged: (reply.acknowledged as unknown) === true,
        status: filter.take(textOf(reply.status)),
        transactionId: idIn(reply, request, filter),
        idFrom: request.idFrom,
        error: textsOf(reply.error).map(label),
        attempts: attempt,
      }
    } catch (error) {
      if (!mayHaveTakenEffect(error)) return lost ?? refusalOf(error, request, target.alias)
      lost = lostReply(error, request, { alias: target.alias, attempts: attempt })
      if (isStopped()) return lost
      on('the reply was lost; looking whether it was taken')
      if (await isThere(request, opened))
        return {
          workflow: request.body.name,
          target: target.alias,
          acknowledged: true,
          status: 'processed',
          transactionId: request.body.transactionId,
          idFrom: request.idFrom,
          error: [],
          attempts: attempt,
          isSeen: true,
        }
      if (isStopped()) return lost
    }
  }
  return lost ?? { problems: [], mayBeSent: 'yes' }
}

/** Another one than was sent is the service's text, as all that it answers. */
function idIn(
  { transactionId }: { readonly transactionId?: unknown },
  { body }: TriggerRequest,
  { take }: Pick<Filter, 'take'>,
): string {
  const answered = textOf(transactionId as Value)
  return answered === '' || answered === body.transactionId ? body.transactionId : take(answered)
}

/** Whether an event of the trigger appears while it is looked for. */
async function isThere(
  { body: { transactionId } }: TriggerRequest,
  { client, sleep, signal }: Sender,
): Promise<boolean> {
  for (const pause of looks) {
    await sleep(pause, signal)
    if (signal?.aborted === true) return false
    try {
      const { data } = await listEvents(client, { transactionId, limit: 1 })
      if (data.some((event) => event.transactionId === transactionId)) return true
    } catch (error) {
      isPassing(error)
    }
  }
  return false
}

/** One text or several; services send what they like. */
function textsOf(value: unknown): string[] {
  return [value ?? []].flat().map((each) => textOf(each as Value))
}
