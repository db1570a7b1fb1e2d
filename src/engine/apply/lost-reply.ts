// The result of a failed attempt: the service is read again, because a lost reply doesn't show the effect.
import { commandLine, option } from '../../core/shell.ts'
import { compare, type Difference } from '../../core/plan/compare-fields.ts'
import { decide, staleReason } from '../../core/plan/stale.ts'
import { given } from '../../core/given.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import type { Problem } from '../../core/problem.ts'
import { ServiceError, TransportError } from '../../service/errors.ts'
import { mayHaveTakenEffect, problemOf, problemOfChange, type Refused } from '../failure-problem.ts'
import type { Sending } from './repeat-write.ts'
import type { Shown } from './stage-reads.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

interface Failure {
  readonly error: unknown
  readonly attempt: number
  /** Why the effect of an earlier attempt isn't known; undefined if there was none. */
  readonly lost: unknown
  readonly sending: Sending
}

/** An outcome, or the state of the service in which the change may be sent again. */
type Settled = Concluded | { readonly glance: Shown }

export interface Concluded {
  readonly outcome: Outcome
  /** Why no other change with this operation can be made either. */
  readonly lacks?: string
}

export async function settle(failure: Failure): Promise<Settled> {
  const { error, attempt, lost, sending } = failure
  const problem = problemOfChange(error, sending)
  const isLost = mayHaveTakenEffect(error)
  // A proxy in between doesn't know the effect, whatever its status is.
  const isInDoubt = isLost || (error instanceof ServiceError && error.isPage)
  if (!isInDoubt && lost === undefined && lacksOperation(failure)) return lackedBy(problem, sending)
  if (!isInDoubt && isRefusedKey(failure)) return { outcome: { status: 'waiting', reason: problem.message } }
  if (!isInDoubt && lost === undefined) {
    // Not sent, because the run was stopped while it waited for its turn.
    if (isStopped(error)) {
      sending.onUnsent()
      return { outcome: { status: 'skipped', reason: 'the run was interrupted' } }
    }
    return { outcome: isRefusedCreate(failure) ? await refusedCreate(problem, failure) : failed(problem) }
  }
  if (!isInDoubt && isRefusedCreate(failure)) return { outcome: await refusedCreate(problem, failure) }
  const first = await readBack(problem, sending)
  if ('outcome' in first) return first
  const isComparable = showsNoEffect(sending, first.glance)
  // If it can't be read back, a PUT or PATCH may be repeated, because that has the same effect; a POST might create two.
  const isRepeatable = isLost && (isComparable || sending.change.call.operation.method !== 'POST')
  if (isRepeatable && (await sending.pursuit.mayRepeat(attempt, error)))
    // The service may still make the change after the caller has given up.
    return readBack(problem, sending)
  const times = attempt > 1 ? `${problem.message}; belfry sent the request ${attempt} times` : problem.message
  if (!isComparable)
    return unknown(`${times}; the service doesn't return the sent fields, so belfry can't check the result`)
  const isOver = isAnswered(isLost || lost === undefined ? error : lost)
  return isOver
    ? { outcome: failed({ ...problem, message: times }) }
    : unknown(`${times}; a later read shows no effect of the request`)
}

async function readBack(problem: Problem, { change, desired, kind, reread }: Sending): Promise<Settled> {
  try {
    const glance = await reread()
    const decision = decide(change, glance.live?.fields, rulesFor(kind, desired))
    if (decision.outcome === 'done') return { outcome: { status: 'done', already: true } }
    return decision.outcome === 'send'
      ? { glance }
      : unknown(`${problem.message}; ${staleReason(decision.path)}`)
  } catch (error) {
    if (isStopped(error))
      return unknown(`${problem.message}; belfry didn't read the result, because the run was interrupted`)
    return unknown(
      `${problem.message}; belfry then tried to read the result, but this read also failed: ${problemOf(error, undefined).message}`,
    )
  }
}

function isStopped(error: unknown): boolean {
  return error instanceof TransportError && error.phase === 'connect' && error.code === 'ABORTED'
}

/** A resource of this name may exist already: created by a request whose reply was lost, or by someone else. */
async function refusedCreate(problem: Refused, { lost, sending }: Failure): Promise<Outcome> {
  const { change, kind, desired } = sending
  const live = await sending.reread().then(
    (shown) => shown.live,
    () => undefined,
  )
  if (live === undefined)
    return lost === undefined
      ? failed(problem)
      : { status: 'unknown', reason: `${problem.message}; the service doesn't return the ${change.kind} yet` }
  const differences = compare(change.after, live.fields, rulesFor(kind, desired))
  const different = differences.filter(({ answer }) => answer === 'different')
  if (different.length === 0 && (differences.length === 0 || lost !== undefined))
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

/** Newer services take a change of an environment only with its own key; reads don't always show which service is one. */
function isRefusedKey({ error, sending: { change, keyOf } }: Failure): boolean {
  return (
    error instanceof ServiceError &&
    error.status === 403 &&
    keyOf === 'other environment' &&
    change.action !== 'create'
  )
}

/** The path of such a create has no id, so a 404 means that the operation is missing. */
function lacksOperation({ error, sending: { change, kind } }: Failure): boolean {
  const isOptional = change.action === 'create' && kind.createIfAsked !== undefined
  return isOptional && error instanceof ServiceError && [404, 405].includes(error.status)
}

function lackedBy({ message }: Refused, { kind }: Sending): Concluded {
  const lacks = `this service has no operation to create a ${kind.name}`
  return {
    outcome: failed({ message: `${lacks}: ${message}`, ...given({ hint: kind.createIfAsked?.hint }) }),
    lacks,
  }
}

/** `identifier exists` and `name must be unique`, as services of several ages say it. */
function isRefusedCreate({ error, sending }: Failure): boolean {
  const isRefusal = error instanceof ServiceError && [400, 409, 422].includes(error.status)
  return isRefusal && sending.change.action === 'create'
}

/** Whether the service has finished the request: gateways and broken connections don't show it. */
function isAnswered(error: unknown): boolean {
  return error instanceof ServiceError && ![408, 409, 502, 504].includes(error.status)
}

/** Fields that can't be read prove nothing. */
function showsNoEffect({ change, desired, kind }: Sending, { live }: Shown): boolean {
  const differences = compare(change.after, live?.fields, rulesFor(kind, desired))
  return live === undefined || differences.some(({ answer }) => answer === 'different')
}

function failed({ message, hint, fields }: Pick<Refused, 'message' | 'hint' | 'fields'>): Outcome {
  return { status: 'failed', reason: message, ...given({ hint, fields }) }
}

function unknown(reason: string): Settled {
  return { outcome: { status: 'unknown', reason } }
}
