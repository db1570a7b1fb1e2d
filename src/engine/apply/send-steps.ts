// Sends a change that takes several requests, one after another, and reports how many of them took effect.
import { commandLine } from '../../core/shell.ts'
import type { Change, Step } from '../../core/plan/change.ts'
import { compare } from '../../core/plan/compare-fields.ts'
import type { Outcome } from '../../core/plan/outcome.ts'
import { isMap, textOf, type Value, type ValueMap } from '../../core/value.ts'
import type { Glance } from './stage-reads.ts'
import { objectionTo, send, unread, type Sent } from './send-change.ts'
import type { Sending } from './repeat-write.ts'
import { rulesFor } from '../../kinds/from-field-rows.ts'

/** As `send`, also for a change with a preparation: what that depends on is read just before. */
export async function sendSteps(sending: Sending): Promise<Sent> {
  const { preparation, restoration } = sending.change
  if (preparation === undefined) return send(sending)
  const glance = await sending.read()
  if ('why' in glance) return { outcome: unread(glance, undefined) }
  const objection = glance.live === 'unread' ? undefined : objectionTo(sending, glance)
  if (objection !== undefined) return { outcome: objection }
  // If the service needs less by now, less is sent.
  if (!shows(sending, glance, preparation.onlyIf)) return send(from(sending, glance))
  const prepared = await send(from(stepOf(sending, preparation), glance))
  if (prepared.outcome.status !== 'done') return prepared
  const after: Glance = { live: 'unread', at: glance.at }
  const main = withoutSteps(sending.change)
  if (restoration !== undefined && (await isInVain(sending, preparation, prepared))) {
    const restored = await restore(sending, restoration)
    if (restored.status !== 'done') return { outcome: unfinished(restored, preparation) }
    return confirmed(sending, restoration, await send(begun(from(partOf(sending, main), after))))
  }
  const sent = await send(begun(from(partOf(sending, { ...main, before: preparation.after }), after)))
  const { outcome } = sent
  // The next run sees whether it still takes effect.
  if (outcome.status === 'unknown') return { outcome: unfinished(outcome, preparation) }
  // After an interruption nothing is read, and so nothing is verified.
  const isBelieved = sending.isStopped() && outcome.status === 'done'
  if (isBelieved && isShownBy(sent.reply, (restoration ?? preparation).after)) return sent
  if (restoration === undefined) return confirmed(sending, preparation, sent)
  const restored = await restore(sending, restoration)
  if (restored.status === 'done') return sent
  return {
    outcome: outcome.status === 'done' ? leftOff(restored, restoration) : unfinished(outcome, preparation),
  }
}

/** The field of the step may be undeclared, and then no plan compares it: a reply may show what the service didn't store. */
async function confirmed(sending: Sending, step: Step, sent: Sent): Promise<Sent> {
  if (sent.outcome.status !== 'done' || !(await stillShows(sending, step))) return sent
  return { outcome: leftOff(notStored(step), step) }
}

async function stillShows(sending: Sending, { onlyIf }: Step): Promise<boolean> {
  return shows(sending, await sending.reread(), onlyIf)
}

function notStored({ onlyIf }: Step): Outcome {
  const reason = `the service accepted the request, but still shows ${fieldsText(onlyIf)}`
  return { status: 'failed', reason }
}

/** Whether the preparation left the state that the main request is to change, as the contract defines it. */
async function isInVain(sending: Sending, { onlyIf }: Step, { reply }: Sent): Promise<boolean> {
  const { after } = sending.change
  if (reply !== undefined) return isShownBy(reply, after)
  const before = Object.fromEntries(Object.entries(onlyIf).filter(([field]) => Object.hasOwn(after, field)))
  return shows(sending, await sending.reread(), before)
}

/** Done if nothing is to be restored. The request is verified by a read: a reply proves nothing. */
async function restore(sending: Sending, step: Step): Promise<Outcome> {
  const shown = await sending.reread()
  if (!shows(sending, shown, step.onlyIf)) return { status: 'done' }
  const { outcome } = await send(begun(from(stepOf(sending, step), shown)))
  return outcome.status === 'done' && (await stillShows(sending, step)) ? notStored(step) : outcome
}

/** The outcome of a change of which a first part took effect, and the rest did not. */
function unfinished(outcome: Outcome, { after }: Step): Outcome {
  return withReason(
    outcome,
    `the first request of this change took effect (${fieldsText(after)}); to finish the change, run ${commandLine('plan')} and apply the new plan`,
  )
}

/** The outcome of a change whose last request failed; the next plan may not show that. */
function leftOff(outcome: Outcome, { after }: Step): Outcome {
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

function stepOf(sending: Sending, { call, onlyIf, after }: Step): Sending {
  return partOf(sending, { ...withoutSteps(sending.change), call, before: onlyIf, after })
}

function partOf(sending: Sending, change: Change): Sending {
  return { ...sending, change }
}

/** The first read returns `glance`, which was just read. */
function from(sending: Sending, glance: Glance): Sending {
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

/** Its remaining requests are also sent after an interruption, so that the change isn't left half done. */
function begun({ harms: _harms, ...sending }: Sending): Sending {
  // A request of the change was already sent, and its side effects were checked before that.
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

function shows({ desired, kind }: Sending, { live }: Glance, wanted: ValueMap): boolean {
  if (live === undefined || live === 'unread') return false
  return compare(wanted, live.fields, rulesFor(kind, desired)).length === 0
}

function isShownBy(reply: unknown, wanted: ValueMap): boolean {
  const shown = isMap(reply as Value) ? (reply as ValueMap) : {}
  return Object.entries(wanted).every(([field, value]) => shown[field] === value)
}
