// Where an integration reaches a subscriber, or what is missing for it.
import type { StepRules } from '../activity-rules.ts'
import type { IntegrationRecord, MessageRecord, SubscriberRecord } from '../store/records.ts'
import { missingFor, type Finding } from './findings.ts'

type Fields = Pick<MessageRecord, 'email' | 'phone' | 'directWebhookUrl' | 'deviceTokens'>

export type Address = { readonly fields: Fields } | { readonly missing: Finding }

/** WhatsApp goes to the subscriber's phone; all other chats to the webhook of a channel. */
export function addressOf(
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
