// Sends one change and returns its result: once, and again only if reading the service shows that it had no effect.
import { option } from '../../core/shell.ts'
import { decide, staleReason } from '../../core/plan/stale.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import { IdOf, mapEach, mapLeaves } from '../../core/value.ts'
import { pathsText } from '../../core/words.ts'
import { given } from '../../core/given.ts'
import { withKept } from '../../kinds/ignored.ts'
import type { Kind } from '../../kinds/kind.ts'
import { ExpiredError, type ServiceError } from '../../service/errors.ts'
import { pathFor } from '../../service/paths.ts'
import type { ServiceRequest } from '../../service/transport.ts'
import type { Glance, Shown } from './stage-reads.ts'
import type { Sending, Unread } from './repeat-write.ts'
import { type Concluded, settle } from './lost-reply.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

export interface Sent extends Concluded {
  readonly reply?: unknown
}

/** How often a change is read again because its last read grew too old before its turn came. */
const mostReads = 6

export async function send(sending: Sending): Promise<Sent> {
  let giveBack: (() => void) | undefined
  let lost: unknown
  let glance: Glance | Unread = await sending.read()
  try {
    let refusal: ServiceError | undefined
    for (let attempt = 1, late = 0, tried = 0; ;) {
      if ('why' in glance) return { outcome: unread(glance, lost) }
      const objection = glance.live === 'unread' ? undefined : objectionTo(sending, glance)
      if (objection !== undefined) return { outcome: lost === undefined ? objection : inDoubt(objection) }
      const sent = await attemptOn(glance, attempt, { round: late === 0 ? 'first' : 'again', tried }, sending)
      if ('outcome' in sent) return sent
      if (sent.error instanceof ExpiredError) {
        late += 1
        sending.onUnsent()
        const { refused } = sent.error
        // A new read gives no new tries and no more time.
        tried = refused?.tried ?? tried
        refusal = sent.error.refusal ?? refusal
        const isOver = late === mostReads || (sending.pursuit.timeLeft() ?? 1) <= 0
        const settled = isOver && refusal && (await settle({ error: refusal, attempt, lost, sending }))
        if (settled && 'outcome' in settled) return settled
        if (isOver) return { outcome: tooSlow(lost) }
        // From here on one at a time: many reads at once delay each other for longer than a read is valid.
        giveBack ??= await sending.takeTurn()
        glance = await sending.read()
      } else {
        const settled = await settle({ error: sent.error, attempt, lost, sending })
        if ('outcome' in settled) return settled
        lost = sent.error
        attempt += 1
        glance = settled.glance
      }
    }
  } finally {
    giveBack?.()
  }
}

/** Sends it once, unless the read is too old when its turn comes. */
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
    const handling = given({ budget: sending.pursuit.timeLeft(), tried })
    const reply = await sending.client.call({ onTurn, ...handling, ...request }, sending.onExchange)
    return { outcome: { status: 'done' }, reply }
  } catch (error) {
    return { error }
  }
}

export function unread({ why }: Unread, lost: unknown): Outcome {
  const reason = `belfry couldn't read the resource again: ${why}`
  return { status: lost === undefined ? 'skipped' : 'unknown', reason }
}

function tooSlow(lost: unknown): Outcome {
  const reason = `not sent: belfry read the resource ${mostReads} times, but each time the data became too old before belfry could send the request`
  if (lost !== undefined) return { status: 'unknown', reason }
  return {
    status: 'failed',
    reason,
    hint: `Lower ${option('concurrency')}, raise ${option('rate')}, or raise ${option('freshness')}, for example ${option('freshness', 60_000)}.`,
  }
}

/** An earlier attempt may be the reason for what the service shows. */
function inDoubt(objection: Outcome): Outcome {
  return objection.status === 'stale' ? { status: 'unknown', reason: objection.reason } : objection
}

export function objectionTo(
  { change, desired, kind, harms }: Sending,
  { live, all }: Shown,
): Outcome | undefined {
  const decision = decide(change, live?.fields, rulesFor(kind, desired))
  if (decision.outcome === 'done') return { status: 'done', already: true }
  if (decision.outcome === 'stale') return { status: 'stale', reason: staleReason(decision.path) }
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
  const written = isRefreshed ? (kind.refresh ?? unchanged)(change, desired, live) : change.call.body
  // The plan's body has the values that the plan saw.
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

const unchanged: NonNullable<Kind['refresh']> = ({ call }) => call.body
