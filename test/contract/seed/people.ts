// Environments of every type, and subscribers of whom one has everything and another nothing.
import type { Seed } from '../../../src/sandbox/index.ts'
import type { ChannelCredentials } from '../../../src/wire/generated.ts'
import { words } from '../../support/contract-places.ts'

type Environment = NonNullable<Seed['environments']>[number]
type Subscriber = NonNullable<Seed['subscribers']>[number]
type Channel = NonNullable<Subscriber['channels']>[number]

/** Of the form that the contract gives an integration's `_environmentId` in a create. */
export const productionId = '3b241101-e2bb-4255-8caf-4136c566a962'

export const environments: Environment[] = [
  { name: 'Development', type: 'dev' },
  { _id: productionId, name: 'Production', type: 'prod', parent: 'Development' },
  { name: 'Laboratory', type: null },
]

export const subscriberProviders = words(
  'subscriber.json#/$defs/SubscriberProviderId',
) as readonly Channel['providerId'][]

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

const environment = 'Production'
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
