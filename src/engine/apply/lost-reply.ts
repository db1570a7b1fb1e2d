// The result of a failed attempt: the service is read again, because a lost reply doesn't show the effect.
import { commandLine, option } from '../../core/shell.ts'
import { compare, type Difference } from '../../core/plan/compare-fields.ts'
import { decide, staleReason } from '../../core/plan/stale.ts'
import { given } from '../../core/given.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import type { Problem } from '../../core/problem.ts'
import { ServiceError, isGivenUp, isUnsent } from '../../service/errors.ts'
import { mayHaveTakenEffect, problemOf, problemOfChange, type Refused } from '../failure-problem.ts'
import type { Sending } from './sending.ts'
import type { Shown } from './stage-reads.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

/** An attempt that failed. */
interface Failure {
  readonly error: unknown
  /** Counted from 1. */
  readonly attempt: number
  /** The error of an earlier attempt that may have had an effect; undefined if there was none. */
  readonly earlier: unknown
  readonly sending: Sending
}

/** An outcome, or the state of the service in which the change may be sent again. */
type Next = Concluded | { readonly glance: Shown }

export interface Concluded {
  readonly outcome: Outcome
  /** Why no other change with this operation can be made either: the service doesn't have the operation. */
  readonly lacking?: string
}

export async function afterFailure(failure: Failure): Promise<Next> {
  const { error, attempt, earlier, sending } = failure
  const problem = problemOfChange(error, sending)
  const mayHaveEffect = mayHaveTakenEffect(error)
  // A page of a proxy, whatever its status is, doesn't show whether the service got the request.
  const isInDoubt = mayHaveEffect || (error instanceof ServiceError && error.isPage)
  const concluded = isInDoubt ? undefined : await afterRefusal(problem, failure)
  if (concluded !== undefined) return concluded
  const next = await readBack(problem, sending)
  if ('outcome' in next) return next
  const isComparable = showsNoEffect(sending, next.glance)
  // If it can't be read back, a PUT or PATCH may be repeated, because that has the same effect; a POST might create two.
  const isRepeatable = mayHaveEffect && (isComparable || sending.change.call.operation.method !== 'POST')
  if (isRepeatable && (await sending.repetition.mayRepeat(attempt, error)))
    // The service may still make the change after the caller has given up.
    return readBack(problem, sending)
  // An attempt that was never sent, for example because the time was over, explains nothing.
  const isLeft = earlier !== undefined && isUnsent(error)
  const [cause, sent] = isLeft ? [earlier, attempt - 1] : [error, attempt]
  const refused = problemOfChange(cause, sending)
  const times = sent > 1 ? `${refused.message}; belfry sent the request ${sent} times` : refused.message
  if (!isComparable)
    return unknown(`${times}; the service doesn't return the sent fields, so belfry can't check the result`)
  return isAnswered(mayHaveEffect ? error : (earlier ?? error))
    ? {
        outcome: failed({ ...refused, message: times, ...(mayHaveTakenEffect(cause) && { hint: noEffect }) }),
      }
    : unknown(`${times}; a later read shows no effect of the request`)
}

const noEffect =
  'The service failed, and a later read shows no effect of the request. Check the log of the service.'

/** After an attempt without effect. Undefined if the result depends on an earlier attempt that may have had one. */
async function afterRefusal(problem: Refused, failure: Failure): Promise<Concluded | undefined> {
  const { error, earlier, sending } = failure
  if (earlier === undefined && lacksOperation(failure)) return withoutOperation(problem, sending)
  if (isRefusedKey(failure)) return { outcome: { status: 'waiting', reason: problem.message } }
  if (isRefusedCreate(failure)) return { outcome: await refusedCreate(problem, failure) }
  if (earlier !== undefined) return undefined
  if (!isStopped(error)) return { outcome: failed(problem) }
  // It was not sent, because the run was stopped while it waited for its turn.
  sending.onUnsent()
  return { outcome: { status: 'skipped', reason: 'the run was interrupted' } }
}

/** Whether the change took effect, as a new read shows it. */
async function readBack(problem: Problem, { change, desired, kind, reread }: Sending): Promise<Next> {
  try {
    const glance = await reread()
    const decision = decide(change, glance.live?.fields, rulesFor(kind, desired))
    if (decision.outcome === 'done') return { outcome: { status: 'done', already: true } }
    return decision.outcome === 'send'
      ? { glance }
      : unknown(`${problem.message}; ${staleReason(decision.path, glance.live)}`)
  } catch (error) {
    if (isStopped(error))
      return unknown(`${problem.message}; belfry didn't read the result, because the run was interrupted`)
    return unknown(
      `${problem.message}; belfry then tried to read the result, but this read also failed: ${problemOf(error, undefined).message}`,
    )
  }
}

/** Whether the run was stopped before the request was sent. */
function isStopped(error: unknown): boolean {
  return isGivenUp(error) && isUnsent(error)
}

/** A resource of this name may exist already: created by a request whose reply was lost, or by someone else. */
async function refusedCreate(problem: Refused, { earlier, sending }: Failure): Promise<Outcome> {
  const { change, kind, desired } = sending
  // A read that fails adds nothing to the refusal.
  const live = await sending.reread().then(
    (shown) => shown.live,
    () => undefined,
  )
  if (live === undefined)
    return earlier === undefined
      ? failed(problem)
      : { status: 'unknown', reason: `${problem.message}; the service doesn't return the ${change.kind} yet` }
  const differences = compare(change.after, live.fields, rulesFor(kind, desired))
  const different = differences.filter(({ answer }) => answer === 'different')
  if (different.length === 0 && (differences.length === 0 || earlier !== undefined))
    return { status: 'done', already: true }
  const what =
    different.length > 0
      ? `differs from the manifest in ${pathsOf(different)}`
      : `may differ from the manifest in ${pathsOf(differences)}`
  return failed({
    ...problem,
    message: `${problem.message}; the ${change.kind} in the service (${live.id}) ${what}`,
    hint: `Another client created this ${change.kind}. Run ${commandLine('plan')}. The plan lists the differences from the manifest. To send fields that belfry can't compare, use ${option('resend')}.`,
  })
}

function pathsOf(differences: readonly Difference[]): string {
  return differences.map(({ path }) => path.join('.')).join(', ')
}

/** Newer services accept a change of an environment only with its own key. Whether a service is one of these, reads don't always show. */
function isRefusedKey({ error, sending: { change, keyOf } }: Failure): boolean {
  return (
    error instanceof ServiceError &&
    error.status === 403 &&
    keyOf === 'other environment' &&
    change.action !== 'create'
  )
}

/** The path of a create has no ID, so a 404 means that the service doesn't have the operation. */
function lacksOperation({ error, sending: { change, kind } }: Failure): boolean {
  const isOptional = change.action === 'create' && kind.createIfAsked !== undefined
  return isOptional && error instanceof ServiceError && [404, 405].includes(error.status)
}

function withoutOperation({ message }: Refused, { kind }: Sending): Concluded {
  const lacking = `this service has no operation to create a ${kind.name}`
  return {
    outcome: failed({ message: `${lacking}: ${message}`, ...given({ hint: kind.createIfAsked?.hint }) }),
    lacking,
  }
}

/** For example because the identifier exists already: releases of the service answer that with different statuses. */
function isRefusedCreate({ error, sending }: Failure): boolean {
  const isRefusal = error instanceof ServiceError && [400, 409, 422].includes(error.status)
  return isRefusal && sending.change.action === 'create'
}

/** Whether the service itself answered, and has finished the request: gateways (502, 504) and broken connections don't show that. */
function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && ![408, 409, 502, 504].includes(error.status)
}

/** Whether the service lacks the resource, or shows other values than were sent. Fields that can't be read prove nothing. */
function showsNoEffect({ change, desired, kind }: Sending, { live }: Shown): boolean {
  const differences = compare(change.after, live?.fields, rulesFor(kind, desired))
  return live === undefined || differences.some(({ answer }) => answer === 'different')
}

function failed({ message, hint, fields }: Pick<Refused, 'message' | 'hint' | 'fields'>): Outcome {
  return { status: 'failed', reason: message, ...given({ hint, fields }) }
}

function unknown(reason: string): Next {
  return { outcome: { status: 'unknown', reason } }
}
