// A step of a channel: the integrations that really deliver it, their messages, and what their providers answer.
import { hold } from '../conditions.ts'
import type { IntegrationRecord, MessageRecord, ProviderOutcome } from '../records.ts'
import { now } from '../world.ts'
import { addressOf } from './address.ts'
import {
  filteredByPreferences,
  messageCreated,
  messageSent,
  providerRefused,
  type Finding,
} from './findings.ts'
import { addMessage, isUnaddressed } from './message.ts'
import { continueIn, end, latency } from './progress.ts'
import { changeJob, jobOf, notificationOf, shownProvider, type Run } from './run.ts'
import { select } from './select.ts'
import type { Attempt } from './task.ts'

/** Starts a channel's job: it fails, is skipped, or waits for its providers. */
export function deliver(run: Run): void {
  const { type } = jobOf(run)
  if (isUnwanted(run, type)) return end(run, 'skipped', [filteredByPreferences])
  const integrations = run.world.store
    .integrationsOf(run.environmentId)
    .filter(({ channel }) => channel === type)
  const payload = notificationOf(run).payload ?? {}
  const selection = select(type, integrations, { subscriber: run.subscriber, payload })
  if ('refused' in selection) return end(run, 'failed', [selection.refused])

  const sent = selection.chosen.map((integration) => attempt(run, integration))
  const attempts = sent.flatMap(({ attempt: made }) => (made === undefined ? [] : [made]))
  const findings = sent.map(({ finding }) => finding)
  const providerId = shownProvider(selection.chosen[0]?.providerId ?? 'svc')
  changeJob(run, { providerId }, ...findings)
  if (attempts.length === 0) return end(run, 'skipped', [])
  if (attempts.some(({ outcome }) => outcome.outcome === 'silent')) return
  const slowest = Math.max(
    ...attempts.map(({ outcome }) => (outcome.outcome === 'slow' ? outcome.milliseconds : 0)),
  )
  continueIn(run, { kind: 'answered', in: latency.answer + slowest, attempts })
}

/** Ends the job by what the providers have answered: it is completed when one of them has accepted. */
export function settle(run: Run, attempts: readonly Attempt[]): void {
  const findings = attempts.map((each) => answer(run, each))
  const isSent = attempts.some(({ outcome }) => outcome.outcome !== 'refuse')
  end(run, isSent ? 'completed' : 'failed', findings)
}

/** A workflow that isn't critical leaves out the channels that it prefers not to use. */
function isUnwanted({ workflow }: Run, type: string): boolean {
  const { critical, preferenceSettings } = workflow
  return !critical && (preferenceSettings as Readonly<Record<string, boolean>>)[type] === false
}

function attempt(
  run: Run,
  integration: IntegrationRecord,
): { readonly finding: Finding; readonly attempt?: Attempt } {
  const { providerId } = integration
  const address = addressOf(run.subscriber, integration)
  if ('missing' in address) {
    const { missing } = address
    if (isUnaddressed(integration))
      addMessage(run, integration, { status: 'warning', ...errorOf(integration, missing) })
    return { finding: missing }
  }
  const message = addMessage(run, integration, address.fields)
  const outcome: ProviderOutcome = run.world.store.providers.get(providerId) ?? { outcome: 'accept' }
  return { finding: messageCreated(providerId), attempt: { messageId: message._id, providerId, outcome } }
}

function answer({ own, world }: Run, { messageId, providerId, outcome }: Attempt): Finding {
  const message = own.messages.get(messageId)
  const write = (changes: Partial<MessageRecord>): void => {
    if (message !== undefined) own.messages.put({ ...message, ...changes })
  }
  if (outcome.outcome === 'refuse') {
    write({ status: 'error', errorId: 'provider_error', errorText: outcome.text })
    return providerRefused(providerId, outcome.text)
  }
  write({ deliveredAt: [now(world)] })
  return messageSent(providerId)
}

function errorOf({ channel }: IntegrationRecord, { detail }: Finding): Partial<MessageRecord> {
  return { errorId: channel === 'email' ? 'no_subscriber_email' : 'no_subscriber_phone', errorText: detail }
}

/** Whether the step's filters let it run. */
export function isWanted(run: Run): boolean {
  const payload = notificationOf(run).payload ?? {}
  return hold(run.step.filters ?? [], { subscriber: run.subscriber, payload })
}
