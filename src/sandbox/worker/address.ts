// Where an integration reaches a subscriber, or what is missing for it.
import type { ChannelCredentials } from '../../wire/generated.ts'
import type { StepRules } from '../activity-rules.ts'
import type { IntegrationRecord, MessageRecord, SubscriberRecord } from '../store/records.ts'
import { channelMissing, phoneMissing, tokensMissing, webhookMissing, type Finding } from './findings.ts'

type Fields = Pick<MessageRecord, 'email' | 'phone' | 'directWebhookUrl' | 'deviceTokens'>

export type Address = { readonly fields: Fields } | { readonly missing: Finding }

export function addressOf(
  subscriber: SubscriberRecord,
  integration: IntegrationRecord,
  unaddressed: StepRules['unaddressed'],
): Address {
  switch (integration.channel) {
    case 'email':
      return subscriber.email ? { fields: { email: subscriber.email } } : { missing: unaddressed.email }
    case 'sms':
      return subscriber.phone ? { fields: { phone: subscriber.phone } } : { missing: unaddressed.sms }
    case 'chat':
      return chatAddress(subscriber, integration)
    case 'push':
      return pushAddress(subscriber, integration)
    default:
      return { fields: {} }
  }
}

/** WhatsApp goes to the subscriber's phone; all else to the webhook of a channel. */
function chatAddress(subscriber: SubscriberRecord, integration: IntegrationRecord): Address {
  if (integration.providerId === 'whatsapp-business') {
    return subscriber.phone ? { fields: { phone: subscriber.phone } } : { missing: phoneMissing(integration) }
  }
  const credentials = credentialsOf(subscriber, integration)
  if (credentials === undefined) return { missing: channelMissing(integration) }
  return credentials.webhookUrl
    ? { fields: { directWebhookUrl: credentials.webhookUrl } }
    : { missing: webhookMissing(integration) }
}

function pushAddress(subscriber: SubscriberRecord, integration: IntegrationRecord): Address {
  const credentials = credentialsOf(subscriber, integration)
  if (credentials === undefined) return { missing: channelMissing(integration) }
  const { deviceTokens = [] } = credentials
  return deviceTokens.length > 0 ? { fields: { deviceTokens } } : { missing: tokensMissing(integration) }
}

function credentialsOf(
  { channels = [] }: SubscriberRecord,
  { _id }: IntegrationRecord,
): ChannelCredentials | undefined {
  return channels.find((channel) => channel._integrationId === _id)?.credentials
}
