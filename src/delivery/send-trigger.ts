// Sends one trigger, once: it is answered, refused or lost. Searches for the event of a lost one.
import { labelling, type Filter } from '../core/secrets/redact.ts'
import { textOf, type Value } from '../core/value.ts'
import { mayHaveTakenEffect, problemOf } from '../engine/failure-problem.ts'
import { withSecretsClosed } from '../core/secrets/hide-secrets.ts'
import { duration } from '../core/words.ts'
import type { Terms, Triggered } from '../core/delivery/triggered.ts'
import { readOnly } from '../service/client.ts'
import { ServiceError } from '../service/errors.ts'
import { triggerEvent } from '../service/operations.ts'
import type { TriggerRequest } from './trigger.ts'
import { recipientsOf } from './recipients.ts'
import { isThere, waitFor, type Waiting, type WaitRequest } from './wait.ts'
import type { TriggerEventBody } from '../wire/generated.ts'
import type { Addressed } from './delivery-target.ts'
import { errorOf, exits, type Problem } from '../core/problem.ts'
import { commandLine, ifOffered, option, quoted } from '../core/shell.ts'

export interface Failed {
  readonly problems: readonly Problem[]
  readonly mayBeSent: 'yes' | 'no'
  /** The refusal of the service: `workflow_not_found`, or the HTTP status, such as `400`. Absent if it didn't refuse. */
  readonly status?: string
}

/**
 * Sends it once. A failed request may have taken effect, so it is not sent again, even if no event appears: a worker may lag
 * for longer than the timeout, and two overlapping triggers with the same ID are both delivered.
 */
export async function send(
  request: TriggerRequest,
  opened: Addressed,
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
      status: filter.redact(textOf(reply.status)),
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
function seenTrigger({ body }: TriggerRequest, { target }: Pick<Addressed, 'target'>): Triggered {
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

/** Searches for an event of a trigger whose reply was lost, for at most `timeout` milliseconds. */
export async function findLostTrigger(
  lost: Failed,
  request: TriggerRequest,
  timeout: number,
  opened: Addressed & Pick<WaitRequest, 'shown'>,
  waiting: Waiting,
): Promise<Triggered | Failed> {
  const { to, transactionId } = request.body
  const recipients = recipientsOf(to)
  const client = readOnly(opened.client)
  const { deliveries, end, milliseconds } = await waitFor(
    { client, transactionId, recipients, timeout, delayed: 'wait', upTo: 'event', shown: opened.shown },
    waiting,
  )
  if (deliveries.some(isThere)) return seenTrigger(request, opened)
  if (end !== 'timeout') return lost
  const within = `; no event of the trigger appeared within ${duration(milliseconds)}`
  return { ...lost, problems: lost.problems.map((each) => ({ ...each, message: each.message + within })) }
}

/** If it differs from the one that was sent, it is text of the service and is filtered for secrets. */
function idIn(
  { transactionId }: { readonly transactionId?: unknown },
  { body }: TriggerRequest,
  { redact }: Pick<Filter, 'redact'>,
): string {
  const answered = textOf(transactionId as Value)
  return answered === '' || answered === body.transactionId ? body.transactionId : redact(answered)
}

/** The service certainly didn't accept it. */
export function refusalOf(error: unknown, { body }: TriggerRequest, alias: string, terms: Terms): Failed {
  if (!(error instanceof ServiceError)) return { problems: [problemOf(error, alias)], mayBeSent: 'no' }
  const problem = { ...problemOf(error, alias), ...adviceOn(error, terms) }
  const isUnknown = error.status === 422 && error.messages.includes('workflow_not_found')
  if (!isUnknown) return { problems: [problem], mayBeSent: 'no', status: String(error.status) }
  const message = `the environment has no workflow with the trigger identifier ${body.name}`
  return {
    problems: [errorOf('unknown-workflow', message, unknownWorkflow, { target: alias })],
    mayBeSent: 'no',
    status: 'workflow_not_found',
  }
}

const unknownWorkflow =
  "Check the identifier in the service's dashboard, and check that the workflow is published to this environment."

const wrongOption = () => ({
  exit: exits.mistake,
  hint: `Correct the value that the service's message names.${ifOffered('dryRun', ` To see the request, add ${option('dryRun', true)}.`)}`,
})

/** Advice for a trigger, if the general advice of a status isn't enough. A wrong option ends with 3, as all wrong input. */
function adviceOn({ status, messages }: ServiceError, terms: Terms): Partial<Problem> {
  switch (status) {
    case 400:
      return /payload/i.test(messages.join(' '))
        ? {
            rule: 'bad-payload',
            exit: exits.mistake,
            hint: `Correct ${terms.payload}: it must match the workflow's schema.`,
          }
        : wrongOption()
    case 402:
      return {
        hint: "The subscription plan of the organisation doesn't include this trigger. Change the subscription plan, or send fewer triggers.",
      }
    case 409:
      return {
        hint: 'A different request conflicts with this request, or the same request is still in progress. Try again later.',
      }
    case 413:
      return {
        exit: exits.mistake,
        hint: `Shorten ${terms.payload}: deployed services accept at most 512 KB, not counting attachments.`,
      }
    case 422:
      return wrongOption()
    case 429:
      return { hint: `The service limits the rate of triggers. Lower ${option('rate')}, or try again later.` }
    case 503:
      return { hint: "The service is busy and didn't accept the trigger. Try again later." }
    default:
      return {}
  }
}

/** The service may have accepted it. Only an event shows it. */
export function lostReply(error: unknown, { body }: TriggerRequest, alias: string): Failed {
  const problem = problemOf(error, alias)
  const id = quoted(body.transactionId)
  return {
    problems: [
      {
        ...problem,
        rule: 'lost-reply',
        message: `belfry doesn't know whether the service accepted the trigger with transaction ID ${body.transactionId}: ${problem.message}`,
        hint: `belfry sent the trigger once. belfry doesn't send the trigger again, because the service might then deliver the notification twice. To find the event, run ${commandLine(`events list --transaction-id ${id} -t ${quoted(alias)}`)}`,
      },
    ],
    mayBeSent: 'yes',
  }
}
