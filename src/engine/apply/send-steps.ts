// Sends a change that takes several requests, one after another, and reports what took effect if not all of them did.
import { commandLine } from '../../core/shell.ts'
import type { Change, Step } from '../../core/plan/change.ts'
import { compare } from '../../core/plan/compare-fields.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import { isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import type { Glance } from './stage-reads.ts'
import { objectionTo, send, unread, type Sent } from './send-change.ts'
import type { Sending } from './sending.ts'
import { reasonOf } from '../failure-problem.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

/**
 * As `send`, also for a change with a preparation. For example, to make an integration primary that is one of several
 * primaries: `active: false` (the preparation), the promotion, then `active: true` (the restoration), unless the promotion
 * activated it.
 */
export async function sendSteps(sending: Sending): Promise<Sent> {
  const { preparation } = sending.change
  if (preparation === undefined) return send(sending)
  const glance = await sending.read()
  if ('why' in glance) return { outcome: unread(glance, undefined) }
  const objection = glance.live === 'unread' ? undefined : objectionTo(sending, glance)
  if (objection !== undefined) return { outcome: objection }
  // If the service needs less by now, less is sent.
  if (!shows(sending, glance, preparation.onlyIf)) return send(basedOn(glance, sending))
  const prepared = await send(basedOn(glance, withStep(sending, preparation)))
  if (prepared.outcome.status !== 'done') return prepared
  return finish(sending, preparation, prepared, glance).catch((error: unknown) => ({
    outcome: unfinished({ status: 'unknown', reason: reasonOf(error) }, preparation),
  }))
}

/** Sends the rest of the change, after its preparation. Rejects with the error of a read. */
async function finish(sending: Sending, preparation: Step, prepared: Sent, glance: Glance): Promise<Sent> {
  const { restoration } = sending.change
  const after: Glance = { live: 'unread', at: glance.at }
  const main = withoutSteps(sending.change)
  if (restoration !== undefined && (await isUseless(sending, preparation, prepared))) {
    const restored = await restore(sending, restoration)
    if (restored.status !== 'done') return { outcome: unfinished(restored, preparation) }
    return confirmed(
      sending,
      restoration,
      await send(continued(basedOn(after, { ...sending, change: main }))),
    )
  }
  const change = { ...main, before: preparation.after }
  const sent = await send(continued(basedOn(after, { ...sending, change })))
  const { outcome } = sent
  // The next plan shows whether it still took effect.
  if (outcome.status === 'unknown') return { outcome: unfinished(outcome, preparation) }
  // After an interruption nothing is read, so only the reply can show that nothing is to be restored.
  const isReplyEnough = sending.isStopped() && outcome.status === 'done'
  if (isReplyEnough && isShownBy(sent.reply, (restoration ?? preparation).after)) return sent
  if (restoration === undefined) return confirmed(sending, preparation, sent)
  const restored = await restore(sending, restoration)
  if (restored.status === 'done') return sent
  return {
    outcome:
      outcome.status === 'done' ? notRestored(restored, restoration) : unfinished(outcome, preparation),
  }
}

/** Failed if the service still shows what the step was to change. If the field is undeclared, no plan would find that. */
async function confirmed(sending: Sending, step: Step, sent: Sent): Promise<Sent> {
  if (sent.outcome.status !== 'done' || !shows(sending, await sending.reread(), step.onlyIf)) return sent
  return { outcome: notRestored(notStored(step), step) }
}

function notStored({ onlyIf }: Step): Outcome {
  const reason = `the service accepted the request, but still shows ${fieldsText(onlyIf)}`
  return { status: 'failed', reason }
}

/** Whether the preparation was useless: for example, the integration that it made inactive still has the primary flag. */
async function isUseless(sending: Sending, { onlyIf }: Step, { reply }: Sent): Promise<boolean> {
  const { after } = sending.change
  if (reply !== undefined) return isShownBy(reply, after)
  const before = Object.fromEntries(Object.entries(onlyIf).filter(([field]) => Object.hasOwn(after, field)))
  return shows(sending, await sending.reread(), before)
}

/** Done if nothing is to be restored. A read verifies the request: its reply proves nothing. */
async function restore(sending: Sending, step: Step): Promise<Outcome> {
  const shown = await sending.reread()
  if (!shows(sending, shown, step.onlyIf)) return { status: 'done' }
  const { outcome } = await send(continued(basedOn(shown, withStep(sending, step))))
  const isStored = outcome.status !== 'done' || !shows(sending, await sending.reread(), step.onlyIf)
  return isStored ? outcome : notStored(step)
}

/** The outcome of a change of which a first part took effect, and the rest did not. */
function unfinished(outcome: Outcome, { after }: Step): Outcome {
  return withReason(
    outcome,
    `the first request of this change took effect (${fieldsText(after)}); to finish the change, run ${commandLine('plan')} and apply the new plan`,
  )
}

/** The outcome of a change whose last request failed; the next plan may not show that. */
function notRestored(outcome: Outcome, { after }: Step): Outcome {
  return withReason(
    outcome,
    `belfry couldn't restore ${fieldsText(after)}; to restore this value, declare ${fieldsText(after)} in the manifest, then run ${commandLine('apply')} again`,
  )
}

function withReason(outcome: Outcome, more: string): Outcome {
  if (outcome.status === 'done') return outcome
  const reason = `${outcome.reason}; ${more}`
  return outcome.status === 'unknown' ? { ...outcome, reason } : { status: 'failed', reason }
}

function fieldsText(fields: ValueMap): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${textOf(value)}`)
    .join(', ')
}

/** Sends only this step of the change. */
function withStep(sending: Sending, { call, onlyIf, after }: Step): Sending {
  return { ...sending, change: { ...withoutSteps(sending.change), call, before: onlyIf, after } }
}

/** The first read returns `glance`, which was just read. */
function basedOn(glance: Glance, sending: Sending): Sending {
  let first: Glance | undefined = glance
  return {
    ...sending,
    read: async () => {
      const known = first ?? sending.read()
      first = undefined
      return known
    },
  }
}

/** After the first request: the others are also sent after an interruption, so that the change isn't left half done. */
function continued({ harms: _harms, ...sending }: Sending): Sending {
  // The side effects of the change were checked before its first request.
  return { ...sending, isBegun: true, onUnsent: () => undefined }
}

function withoutSteps({
  preparation: _preparation,
  restoration: _restoration,
  reread: _reread,
  ...change
}: Change): Change {
  return change
}

/** Whether a read shows these values; false if nothing was read. */
function shows({ desired, kind }: Sending, { live }: Glance, wanted: ValueMap): boolean {
  if (live === undefined || live === 'unread') return false
  return compare(wanted, live.fields, rulesFor(kind, desired)).length === 0
}

function isShownBy(reply: unknown, wanted: ValueMap): boolean {
  const shown = isMap(reply as Value) ? (reply as ValueMap) : {}
  return Object.entries(wanted).every(([field, value]) => shown[field] === value)
}
