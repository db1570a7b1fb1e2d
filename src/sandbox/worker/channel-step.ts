// A step of a channel: the integrations that really deliver it, their messages, and what their providers answer.
import type { Facts } from '../operations/conditions.ts'
import { hasPrimary } from '../operations/schema-facts.ts'
import {
  valueAt,
  type IntegrationRecord,
  type MessageRecord,
  type ProviderOutcome,
  type SubscriberRecord,
  type Finding,
  type Attempt,
} from '../store/records.ts'
import { now } from '../setting.ts'
import { messageCreated, messageSent, missingFor } from './execution-details.ts'
import { addMessage, tenantOf } from './message.ts'
import { continueIn, end, latency, changeJob, jobOf, notificationOf, shownProvider } from './job-run.ts'
import type { Run } from './job-run.ts'
import type { StepRules } from '../activity-rules.ts'

/** Starts a channel's job: it fails, is skipped, or waits for its providers. */
export function deliver(run: Run): void {
  const { type } = jobOf(run)
  const rules = run.world.profile.activity.steps
  if (isUnwanted(run, type)) return end(run, rules.leftOut, [rules.unwanted])
  const integrations = run.world.store
    .integrationsOf(run.environmentId)
    .filter(({ channel }) => channel === type)
  const wanted = wantedIn(jobOf(run).overrides, type)
  const chosen = integrations.filter(({ identifier, active }) => active && identifier === wanted)
  const selection = chosen.length > 0 ? { chosen } : rules.select(type, integrations, factsOf(run))
  if ('refused' in selection) return end(run, 'failed', [rules.noIntegration(selection.refused)])

  const tried = selection.chosen.map((integration) => attempt(run, integration, wanted))
  const [first, ...others] = tried.flatMap((each) => ('before' in each ? [each] : []))
  // The log of the first attempt is written at once, those of the others with their answers.
  const attempts = first === undefined ? [] : [{ ...first, before: [] }, ...others]
  const missing = tried.flatMap((each) => ('before' in each ? [] : each.missing))
  const findings = [...rules.unanswered(idleOf(run, type)), ...missing, ...(first?.before ?? [])]
  const providerId = shownProvider(selection.chosen[0]?.providerId ?? 'svc')
  changeJob(run, rules.providerIs === 'selected' ? { providerId } : {}, ...findings)
  if (attempts.length === 0) return end(run, rules.leftOut, [])
  // The job stays `running`.
  if (attempts.some(({ outcome }) => outcome.outcome === 'silent')) return
  const slowest = Math.max(
    ...attempts.map(({ outcome }) => (outcome.outcome === 'slow' ? outcome.milliseconds : 0)),
  )
  continueIn(run, { kind: 'answered', in: latency.answer + slowest, attempts })
}

/** Ends the job by what its providers have answered: it is completed if one of them has accepted. */
export function endWithAnswers(run: Run, attempts: readonly Attempt[]): void {
  const findings = attempts.flatMap((each) => [...each.before, recordAnswer(run, each)])
  const isSent = attempts.some(({ outcome }) => outcome.outcome !== 'refuse')
  const { allFailed } = run.world.profile.activity.steps
  end(run, isSent ? 'completed' : 'failed', [...findings, ...(isSent ? [] : allFailed(jobOf(run).type))])
}

function factsOf(run: Run): Facts {
  const { payload = {}, contextKeys = [] } = notificationOf(run)
  const context = contextKeys.map((key) => {
    const [type = '', ...id] = key.split(':')
    return [type, { id: id.join(':') }] as const
  })
  return {
    subscriber: run.subscriber,
    payload,
    tenant: tenantOf(run),
    context: Object.fromEntries(context),
  }
}

/** A workflow that isn't critical leaves out the channels that it prefers not to use. */
function isUnwanted({ workflow }: Run, type: string): boolean {
  const { critical, preferenceSettings } = workflow
  return !critical && (preferenceSettings as Readonly<Record<string, boolean>>)[type] === false
}

/** The integrations of the subscriber's channels that are switched off. */
function idleOf({ subscriber, world, environmentId }: Run, type: string): IntegrationRecord[] {
  const own = world.store.integrationsOf(environmentId)
  return (subscriber.channels ?? []).flatMap(({ _integrationId }) =>
    own.filter(({ _id, channel, active }) => _id === _integrationId && channel === type && !active),
  )
}

/** The identifier of the integration that a trigger's overrides choose for a channel. */
function wantedIn(overrides: object | undefined, channel: string): string | undefined {
  const wanted = valueAt(overrides ?? {}, `${channel}.integrationIdentifier`)
  return typeof wanted === 'string' ? wanted : undefined
}

/** Creates the message for one integration; returns what the log shows instead if the subscriber can't be reached through it. */
function attempt(
  run: Run,
  integration: IntegrationRecord,
  wanted: string | undefined,
): Attempt | { readonly missing: readonly Finding[] } {
  const { providerId } = integration
  const { unaddressed, selected } = run.world.profile.activity.steps
  const address = addressOf(run.subscriber, integration, unaddressed)
  if ('missing' in address) {
    const { missing } = address
    // Email and sms also create a message if there is no address.
    if (!hasPrimary(integration.channel)) return { missing: [missing] }
    addMessage(run, integration, { status: 'warning', ...errorOf(integration, missing) })
    const chosen = selected(integration, wanted)
    // Without an address, only a service that logs the selection logs the message.
    const made = chosen.length === 0 ? [] : [...chosen, messageCreated(providerId)]
    return { missing: [...made, missing] }
  }
  const message = addMessage(run, integration, address.fields)
  const { providers } = run.world.store
  // Of two integrations of one provider, a single one may refuse: its account, not the provider, has a problem.
  const outcome: ProviderOutcome = providers.get(integration.identifier) ??
    providers.get(providerId) ?? { outcome: 'accept' }
  const before = [...selected(integration, wanted), messageCreated(providerId)]
  return { messageId: message._id, providerId, outcome, before }
}

/** Writes a provider's answer into its message, and returns it for the log. */
function recordAnswer({ own, world }: Run, { messageId, providerId, outcome }: Attempt): Finding {
  const message = own.messages.get(messageId)
  const write = (changes: Partial<MessageRecord>): void => {
    if (message !== undefined) own.messages.put({ ...message, ...changes })
  }
  if (outcome.outcome === 'refuse') {
    write({ status: 'error', errorId: 'provider_error', errorText: outcome.text })
    return world.profile.activity.steps.refused(providerId, outcome.text)
  }
  write({ deliveredAt: [now(world)] })
  return messageSent(providerId)
}

function errorOf({ channel }: IntegrationRecord, { detail }: Finding): Partial<MessageRecord> {
  return { errorId: channel === 'email' ? 'no_subscriber_email' : 'no_subscriber_phone', errorText: detail }
}

type Fields = Pick<MessageRecord, 'email' | 'phone' | 'directWebhookUrl' | 'deviceTokens'>

type Address = { readonly fields: Fields } | { readonly missing: Finding }

/** WhatsApp goes to the subscriber's phone; all other chats to the webhook of a channel. */
function addressOf(
  { email, phone, channels = [] }: SubscriberRecord,
  integration: IntegrationRecord,
  unaddressed: StepRules['unaddressed'],
): Address {
  const { _id, channel, providerId } = integration
  if (channel === 'in_app') return { fields: {} }
  if (channel === 'email') return email ? { fields: { email } } : { missing: unaddressed.email }
  if (channel === 'sms') return phone ? { fields: { phone } } : { missing: unaddressed.sms }
  if (channel === 'chat' && providerId === 'whatsapp-business')
    return phone ? { fields: { phone } } : { missing: missingFor(integration, 'phone') }
  const credentials = channels.find(({ _integrationId }) => _integrationId === _id)?.credentials
  if (credentials === undefined) return { missing: missingFor(integration, 'channel') }
  const { webhookUrl: directWebhookUrl, deviceTokens = [] } = credentials
  if (channel === 'chat')
    return directWebhookUrl
      ? { fields: { directWebhookUrl } }
      : { missing: missingFor(integration, 'webhook') }
  return deviceTokens.length > 0
    ? { fields: { deviceTokens } }
    : { missing: missingFor(integration, 'tokens') }
}
