// Subscribers: recipients with attributes, custom data and the credentials of their chat and push channels.
import type { Kind } from '../kind.ts'
import { refreshSubscriber, subscriberChanges } from './changes.ts'
import { checkSubscriber } from './check.ts'
import { doubtChannels } from './delivery.ts'
import { linkChannels } from './link.ts'
import { observeSubscriberPage, observeSubscribers } from './observe.ts'
import { declaredPathOf, fieldsOf, isSecretOfSubscriber, rulesFor } from './parts.ts'
import { subscriberSchema } from './schema.ts'
import { subscriberStandIns } from './stand-ins.ts'
import { textOf } from '../../core/value.ts'

export const subscriber: Kind = {
  name: 'subscriber',
  list: 'subscribers',
  scope: 'target',
  identity: 'subscriberId',
  stages: ['attributes', 'channels'],
  related: false,
  refersTo: ['listIntegrations'],
  schema: subscriberSchema,
  plainFields: ['subscriberId', 'channels.providerId', 'channels.integrationIdentifier'],
  freeFields: ['firstName', 'lastName', 'data'],
  vendorFields: ['channels.providerId'],
  readOnlyFields: [
    '_id', 'topics', 'isOnline', 'lastOnlineAt', '__v', '_organizationId', '_environmentId', 'deleted', 'createdAt',
    'updatedAt', '_integrationId',
  ], // prettier-ignore
  clearable: ['firstName', 'lastName', 'email', 'phone', 'avatar', 'locale', 'timezone', 'data', 'data.*'],
  neverEmpty: ['channels'],
  mergedMaps: ['data'],
  reportsUnmanaged: () => false,
  isPersonal: true,
  impersonal: ['locale', 'timezone', 'providerId', 'integrationIdentifier'],
  creatable: false,
  isSecret: isSecretOfSubscriber,
  nameOf: (declared) => textOf(declared['subscriberId']),
  fieldsOf,
  check: checkSubscriber,
  link: linkChannels,
  rulesFor,
  observe: observeSubscribers,
  observePage: observeSubscriberPage,
  standIns: subscriberStandIns,
  declaredPath: declaredPathOf,
  changes: subscriberChanges,
  resends: (observed, unreadable) =>
    subscriberChanges(observed, unreadable).map((draft) => ({ ...draft, action: 'resend' })),
  refresh: refreshSubscriber,
  reads: ['integration'],
  foresee: doubtChannels,
}
