// Sends one trigger, once. The result is answered, refused or lost.
import { labelling, type Filter } from '../core/secrets/redact.ts'
import { textOf, type Value } from '../core/value.ts'
import { mayHaveTakenEffect } from '../engine/failure.ts'
import { withSecretsClosed } from '../core/secrets/activity-secrets.ts'
import { duration } from '../core/words.ts'
import type { Terms, Triggered } from '../core/delivery/triggered.ts'
import { readOnly } from '../service/client.ts'
import { ServiceError } from '../service/errors.ts'
import { triggerEvent } from '../service/operations.ts'
import { recipientsOf } from './recipients.ts'
import { isThere, waitFor } from './wait.ts'
import type { TriggerEventBody } from '../wire/generated.ts'
import { lostReply, refusalOf, type Failed } from './refusal.ts'
import type { Connected } from './target.ts'
import type { TriggerRequest } from './trigger.ts'
import type { Waiting, WaitRequest } from './wait-request.ts'

/**
 * Sends it once. A failed request may have taken effect, so it is not sent again, even if no event appears: a worker may lag
 * for longer than the timeout, and two overlapping triggers with the same ID are both delivered.
 */
export async function send(
  request: TriggerRequest,
  opened: Connected,
  terms: Terms,
): Promise<Triggered | Failed> {
  const { client, target, apiKey, filter } = opened
  const body = withSecretsClosed(request.body as unknown as Value, 'literal')
  try {
    const reply = await triggerEvent(client, body as unknown as TriggerEventBody)
    const label = labelling(body, apiKey, filter)
    return {
      workflow: request.body.name,
      target: target.alias,
      acknowledged: (reply.acknowledged as unknown) === true,
      status: filter.take(textOf(reply.status)),
      transactionId: idIn(reply, request, filter),
      // Services send one string or a list of them.
      error: [reply.error ?? []].flat().map((each) => label(textOf(each))),
    }
  } catch (error) {
    return mayHaveTakenEffect(error) && !isRefusal(error)
      ? lostReply(error, request, target.alias)
      : refusalOf(error, request, target.alias, terms)
  }
}

/** The service is busy and sends Retry-After: it accepted nothing. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 503 && error.retryAfter !== undefined
}

/** A trigger whose reply was lost, but that has an event. */
function seen({ body }: TriggerRequest, { target }: Pick<Connected, 'target'>): Triggered {
  return {
    workflow: body.name,
    target: target.alias,
    acknowledged: true,
    status: 'processed',
    transactionId: body.transactionId,
    error: [],
    isSeen: true,
  }
}

/** Looks for an event of a trigger whose reply was lost, for at most `timeout` milliseconds. */
export async function sought(
  lost: Failed,
  request: TriggerRequest,
  timeout: number,
  opened: Connected & Pick<WaitRequest, 'shown'>,
  waiting: Waiting,
): Promise<Triggered | Failed> {
  const { to, transactionId } = request.body
  const recipients = recipientsOf(to)
  const client = readOnly(opened.client)
  const { deliveries, end, milliseconds } = await waitFor(
    { client, transactionId, recipients, timeout, delayed: 'wait', upTo: 'event', shown: opened.shown },
    waiting,
  )
  if (deliveries.some(isThere)) return seen(request, opened)
  if (end !== 'timeout') return lost
  const within = `; no event of the trigger appeared within ${duration(milliseconds)}`
  return { ...lost, problems: lost.problems.map((each) => ({ ...each, message: each.message + within })) }
}

/** If it differs from the one that was sent, it is text of the service and is filtered for secrets. */
function idIn(
  { transactionId }: { readonly transactionId?: unknown },
  { body }: TriggerRequest,
  { take }: Pick<Filter, 'take'>,
): string {
  const answered = textOf(transactionId as Value)
  return answered === '' || answered === body.transactionId ? body.transactionId : take(answered)
}
