// Sends one change and returns its result: once, and again only if a read shows that it had no effect, or if a second request has
// no other effect than one.
import { option } from '../../core/shell.ts'
import { setsFields } from '../../core/plan/change.ts'
import { compare } from '../../core/plan/compare-fields.ts'
import { decide, staleReason } from '../../core/plan/stale.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import { IdOf, mapEach, mapLeaves } from '../../core/value.ts'
import { counted, pathsText } from '../../core/words.ts'
import { given } from '../../core/given.ts'
import { withKept } from '../../kinds/ignored.ts'
import { ExpiredError, type ServiceError } from '../../service/errors.ts'
import { pathFor } from '../../service/operations.ts'
import type { ServiceRequest } from '../../service/transport.ts'
import type { Glance, Shown } from './stage-reads.ts'
import type { Sending, Unread } from './sending.ts'
import { afterFailure, type Concluded } from './lost-reply.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'
import { mayHaveTakenEffect, problemOfChange } from '../failure-problem.ts'

export interface Sent extends Concluded {
  /** Absent if nothing was sent successfully. */
  readonly reply?: unknown
}

/** How often a change is read at most, the first read included, if each read grows too old before its turn comes. */
const mostReads = 6

/** Never rejects because of the service: the outcome has the reason. */
export async function send(sending: Sending): Promise<Sent> {
  let releaseTurn: (() => void) | undefined
  /** The error of an attempt that may have had an effect. */
  let earlier: unknown
  /** The last refusal, such as 429, after which a read grew too old. */
  let refusal: ServiceError | undefined
  let glance: Glance | Unread = await sending.read()
  try {
    // `expired` counts the reads that grew too old, and `tried` how often the client sent the current attempt.
    for (let attempt = 1, expired = 0, tried = 0; ;) {
      if ('why' in glance) return { outcome: unread(glance, earlier) }
      const objection = glance.live === 'unread' ? undefined : objectionTo(sending, glance)
      if (objection !== undefined) return { outcome: earlier === undefined ? objection : inDoubt(objection) }
      const round = expired === 0 ? 'first' : 'again'
      const sent = await attemptOn(glance, attempt, { round, tried }, sending)
      if ('outcome' in sent) return sent
      const { error } = sent
      if (!(error instanceof ExpiredError)) {
        const next = await afterFailure({ error, attempt, earlier, sending })
        if ('outcome' in next) return next
        earlier = error
        attempt += 1
        tried = 0
        glance = next.glance
        continue
      }
      expired += 1
      // With 409, the service may still be working on the request.
      if (mayHaveTakenEffect(error.refusal)) earlier ??= error.refusal
      if (earlier === undefined) sending.onUnsent()
      // A new read gives no new tries and no more time.
      tried = error.refused?.tried ?? tried
      refusal = error.refusal ?? refusal
      if (expired === mostReads || (sending.repetition.timeLeft() ?? 1) <= 0) {
        const next = refusal && (await afterFailure({ error: refusal, attempt, earlier, sending }))
        return next && 'outcome' in next ? next : { outcome: tooSlow(expired, earlier, sending) }
      }
      // From here on one at a time: many reads at once delay each other for longer than a read is valid.
      releaseTurn ??= await sending.takeTurn()
      glance = await sending.read()
    }
  } finally {
    releaseTurn?.()
  }
}

/** Sends it once, unless the read is too old when its turn comes: then the error is an `ExpiredError`. */
async function attemptOn(
  glance: Glance,
  attempt: number,
  { round, tried }: { readonly round: Parameters<Sending['isFresh']>[1]; readonly tried: number },
  sending: Sending,
): Promise<Sent | { readonly error: unknown }> {
  const request = requestFor(sending, glance.live)
  // While it waited after a refusal, the resource may have been edited.
  const onTurn: ServiceRequest['onTurn'] = (again) => {
    if (!sending.isFresh(glance, again ? 'first' : round)) throw new ExpiredError()
  }
  await sending.onSend(attempt, request.body, sending.change.call)
  try {
    const handling = given({ budget: sending.repetition.timeLeft(), tried })
    const reply = await sending.client.call({ onTurn, ...handling, ...request }, sending.onExchange)
    return { outcome: { status: 'done' }, reply }
  } catch (error) {
    return { error }
  }
}

/** `earlier` is the error of an attempt that may have had an effect, if there was one. */
export function unread({ why }: Unread, earlier: unknown): Outcome {
  const reason = `belfry couldn't read the resource again: ${why}`
  return { status: earlier === undefined ? 'skipped' : 'unknown', reason }
}

function tooSlow(reads: number, earlier: unknown, sending: Sending): Outcome {
  const expired = `belfry read the resource ${counted(reads, 'time')}, but each time the data became too old before belfry could send the request`
  if (earlier !== undefined)
    return { status: 'unknown', reason: `${problemOfChange(earlier, sending).message}; ${expired} again` }
  return {
    status: 'failed',
    reason: `not sent: ${expired}`,
    hint: `Lower ${option('concurrency')}, raise ${option('rate')}, or raise ${option('freshness')}, for example ${option('freshness', 60_000)}.`,
  }
}

/** An earlier attempt may be the reason for what the service shows. */
function inDoubt(objection: Outcome): Outcome {
  return objection.status === 'stale' ? { status: 'unknown', reason: objection.reason } : objection
}

/** Why the change must not be sent on what was read, or that it is already in effect; undefined if it may be sent. */
export function objectionTo(
  { change, desired, kind, harms }: Sending,
  { live, all }: Shown,
): Outcome | undefined {
  const rules = rulesFor(kind, desired)
  const decision = decide(change, live?.fields, rules)
  // What is visible doesn't show whether the rest was sent.
  const isPartlyHidden =
    setsFields(change) &&
    compare(change.after, live?.fields, rules).some(({ answer }) => answer === 'unreadable')
  if (decision.outcome === 'done' && !isPartlyHidden) return { status: 'done', already: true }
  if (decision.outcome === 'done' && change.action === 'create')
    return { status: 'stale', reason: staleReason(undefined, live) }
  if (decision.outcome === 'stale') return { status: 'stale', reason: staleReason(decision.path, live) }
  const hidden = withKept(change.call.body ?? {}, live?.kept ?? [], kind, change).hidden
  if (hidden.length > 0)
    return {
      status: 'stale',
      reason: `the service no longer returns ${pathsText(hidden)}, which the project ignores`,
    }
  const [harm] = harms?.([...all.values()].flatMap((each) => each.live ?? [])) ?? []
  if (harm !== undefined) return { status: 'stale', reason: harm.message }
  if (live?.duplicates === undefined) return undefined
  const ids = live.duplicates.join(', ')
  return {
    status: 'stale',
    reason: `the service now contains this resource ${live.duplicates.length} times (${ids})`,
  }
}

function requestFor({ change, desired, kind, idOf, isBegun }: Sending, live: Glance['live']): ServiceRequest {
  const isRefreshed = live !== 'unread' && live !== undefined && change.reread === true
  const written =
    isRefreshed && kind.refresh !== undefined ? kind.refresh(change, desired, live) : change.call.body
  // If the resource wasn't read again, the body already has the ignored values that the plan saw.
  const kept = live === 'unread' ? [] : (live?.kept ?? [])
  const body = written && withKept(written, kept, kind, change).body
  const { operation, parameters } = change.call
  return {
    operation: operation.id,
    method: operation.method,
    path: pathFor(
      operation.path,
      mapEach(parameters, (id) => (id instanceof IdOf ? idOf(id) : id)),
    ),
    ...(body !== undefined && {
      body: mapLeaves(body, (leaf) => (leaf instanceof IdOf ? idOf(leaf) : leaf)),
    }),
    ...(isBegun && { isBegun }),
  }
}
