// Subscribers and integrations of which one has everything and another nothing.
import type { Seed } from '../../../src/sandbox/index.ts'
import type {
  ChannelCredentials,
  Credentials,
  FieldFilterPartInput,
  StepFilterInput,
} from '../../../src/wire/generated.ts'
import { placesOf, rows, words } from '../../support/contract-places.ts'

type Environment = NonNullable<Seed['environments']>[number]
type Integration = NonNullable<Seed['integrations']>[number]
type Subscriber = NonNullable<Seed['subscribers']>[number]
type Channel = NonNullable<Subscriber['channels']>[number]

/** Of the form that the contract gives an integration's `_environmentId` in a create. */
export const productionId = '3b241101-e2bb-4255-8caf-4136c566a962'

export const environments: Environment[] = [
  { name: 'Development', type: 'dev' },
  { _id: productionId, name: 'Production', type: 'prod', parent: 'Development' },
  { name: 'Laboratory', type: null },
]

export const subscriberProviders = words<Channel['providerId']>('subscriber.json#/$defs/SubscriberProviderId')

/** What a subscriber's channel can hold. */
export const channelCredentials: ChannelCredentials = {
  webhookUrl: 'https://hooks.acme.example/made-up',
  channel: 'operations',
  deviceTokens: ['made-up-token'],
  alertUid: 'alert-7',
  title: 'Disk full',
  imageUrl: 'https://static.acme.example/disk.png',
  state: 'alerting',
  externalUrl: 'https://status.acme.example/7',
}

/** Every key that an integration's credentials know, by its type. */
export const credentials: Credentials = {
  ...Object.fromEntries(
    placesOf('service/integration.json#/$defs/Credentials').map(({ at }) => {
      const key = at.replace('Credentials.', '')
      return [key, `made-up-${key}`]
    }),
  ),
  secure: true,
  requireTls: true,
  ignoreTls: false,
  hmac: false,
  authenticateByToken: true,
  tlsOptions: { rejectUnauthorized: true },
}

export const configurations = { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'made-up-key' }

const filterPart = 'common.json#/$defs/FieldFilterPart/properties'
const filter = 'common.json#/$defs/StepFilter/properties'

/** Every type, operator and side of a condition. */
export const filters = rows({
  isNegated: [false, true],
  type: words<StepFilterInput['type']>(`${filter}/type`),
  value: words<StepFilterInput['value']>(`${filter}/value`),
  children: [
    rows({
      on: words<FieldFilterPartInput['on']>(`${filterPart}/on`),
      field: ['locale'],
      operator: words<FieldFilterPartInput['operator']>(`${filterPart}/operator`),
      value: ['de'],
    }),
  ],
})
const environment = 'Production'
export const everything = { credentials, configurations, conditions: filters }

export const integrations: Integration[] = [
  ...subscriberProviders.map((providerId): Integration => ({
    environment,
    identifier: `all-${providerId}`,
    providerId,
    channel: 'chat',
    active: true,
  })),
  { ...everything, environment, identifier: 'post', providerId: 'mailgun', channel: 'email', active: true },
  { ...everything, environment, identifier: 'texts', providerId: 'twilio', channel: 'sms', active: true },
  { environment, identifier: 'phones', providerId: 'fcm', channel: 'push' },
  {
    environment,
    identifier: 'gone',
    providerId: 'ses',
    channel: 'email',
    deleted: true,
    deletedAt: '2026-01-08T00:00:00.000Z',
    deletedBy: 'somebody',
  },
]

const attributes = {
  firstName: 'Ada',
  lastName: 'Archer',
  email: 'ada@acme.example',
  phone: '+15550000001',
  avatar: 'https://static.acme.example/ada.png',
  locale: 'de-DE',
  timezone: 'Europe/Berlin',
  data: { plan: 'pro' },
  topics: ['operations'],
  isOnline: true,
  lastOnlineAt: '2026-01-04T18:30:00.000Z',
}

const nothing = Object.fromEntries(
  Object.keys(attributes).flatMap((key) => (key === 'topics' ? [] : [[key, null]])),
)

export const subscribers: Subscriber[] = [
  {
    ...attributes,
    environment,
    subscriberId: 'ada',
    channels: subscriberProviders.map((providerId) => ({
      providerId,
      integrationIdentifier: `all-${providerId}`,
      credentials: channelCredentials,
    })),
  },
  { ...attributes, environment, subscriberId: 'newcomer', email: 'new@acme.example' },
  { ...nothing, environment, subscriberId: 'bare' },
]
