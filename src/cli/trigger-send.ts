// Sends one trigger, once, and says what is known of it: answered, refused, or lost on the way.
import { labelling } from '../core/filter.ts'
import type { Problem } from '../core/problem.ts'
import { textOf, type Value } from '../core/value.ts'
import { mayHaveTakenEffect, problemOf } from '../engine/failure.ts'
import { identify, objection } from '../engine/identify.ts'
import { look } from '../engine/session.ts'
import { vendorOf } from '../kinds/integration/live.ts'
import { withSecretsClosed } from '../report/activity-secrets.ts'
import { quoted, type Triggered } from '../report/trigger-text.ts'
import { ServiceError } from '../service/errors.ts'
import { triggerEvent } from '../service/operations.ts'
import type { Sendable } from '../service/sendable.ts'
import type { TriggerEventBody } from '../wire/generated.ts'
import type { OpenTarget } from './open-target.ts'
import type { TriggerRequest } from './trigger-request.ts'
import { namesVendor, spokenBody } from './vendor.ts'

export interface Failed {
  readonly problem: Problem
  readonly mayBeSent: 'yes' | 'no'
}

/** The request in the target's own words, or why this key may not write here, as for a plan: a trigger is a write too. */
export async function prepared(
  request: TriggerRequest,
  { client, target, apiKey }: OpenTarget,
): Promise<TriggerRequest | Failed> {
  try {
    const reading = look(client, '', 1, target.vendor)
    const problem = objection(target, await identify(reading, target, apiKey))
    if (problem !== undefined) return { problem, mayBeSent: 'no' }
    if (!namesVendor(request.body)) return request
    return { ...request, body: spokenBody(request.body, await vendorOf(reading)) }
  } catch (error) {
    return { problem: problemOf(error, target.alias), mayBeSent: 'no' }
  }
}

export async function send(
  request: TriggerRequest,
  { client, target, apiKey }: OpenTarget,
): Promise<Triggered | Failed> {
  try {
    const body = withSecretsClosed(request.body as unknown as Value, 'literal')
    const reply = await triggerEvent(client, body as unknown as Sendable<TriggerEventBody>)
    const label = labelling(body, apiKey)
    const { status, transactionId } = reply
    return {
      workflow: request.body.name,
      target: target.alias,
      acknowledged: (reply.acknowledged as unknown) === true,
      status,
      transactionId: textOf(transactionId) === '' ? request.body.transactionId : textOf(transactionId),
      idFrom: request.idFrom,
      error: textsOf(reply.error).map(label),
    }
  } catch (error) {
    return failureOf(error, request, target.alias)
  }
}

function failureOf(error: unknown, request: TriggerRequest, alias: string): Failed {
  if (error instanceof ServiceError && error.status === 422 && error.messages.includes('workflow_not_found'))
    return {
      problem: {
        rule: 'unknown-workflow',
        severity: 'error',
        target: alias,
        message: `the environment has no workflow with the trigger identifier ${request.body.name}`,
        hint: "Check its identifier in the service's dashboard, and that it was published to this environment.",
      },
      mayBeSent: 'no',
    }
  const problem = problemOf(error, alias)
  if (!mayHaveTakenEffect(error)) return { problem, mayBeSent: 'no' }
  const id = quoted(request.body.transactionId)
  return {
    problem: {
      ...problem,
      rule: 'lost-reply',
      message: `${problem.message}; the trigger may have been sent all the same, with transaction id ${request.body.transactionId}`,
      hint: `Look first: belfry events list --transaction-id ${id} -t ${quoted(alias)}. To send it again, add --transaction-id ${id}: the service ignores an id that it has seen.`,
    },
    mayBeSent: 'yes',
  }
}

/** One text or several; services send what they like. */
function textsOf(value: unknown): string[] {
  return [value ?? []].flat().map((each) => textOf(each as Value))
}
