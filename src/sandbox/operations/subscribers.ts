// Operations 1 and 2: a subscriber's attributes and channel credentials.
import { z } from 'zod'
import type { UpsertSubscriberCredentialsBody } from '../../wire/generated.ts'
import { channelsWith, integrationFor } from './channels.ts'
import { badRequest } from '../http/errors.ts'
import { writing } from './operation.ts'
import type { SubscriberRecord } from '../store/records.ts'
import { fieldsOf } from './contract.ts'
import { attribute, each, freeForm, maybe } from './shapes.ts'
import { now } from '../setting.ts'
import { unknownSubscriber } from './unknown-subscriber.ts'
import type { World } from '../profile.ts'

export const subscriberOperations = [
  writing(
    'upsertSubscriberCredentials',
    z.object(fieldsOf<UpsertSubscriberCredentialsBody>('UpsertSubscriberCredentialsBody')),
    ({ world, environment, param, body }) => {
      const { subscribers } = world.store.of(environment._id)
      const subscriber = subscribers.named(param('subscriberId'))
      if (subscriber === undefined) throw unknownSubscriber.credentials(param('subscriberId'))
      const integration = integrationFor(world.store, environment._id, body)
      if (integration === undefined) {
        throw badRequest(
          `Subscribers environment (${environment._id}) do not have active ${body.providerId} integration.`,
        )
      }
      const channels = channelsWith(subscriber.channels ?? [], integration, (stored) =>
        world.profile.subscribers.merged(stored, body.credentials),
      )
      return world.profile.subscribers.credentialed(write(world, subscriber, { channels }))
    },
  ),

  writing(
    'updateSubscriber',
    z.object({
      ...each(['firstName', 'lastName', 'email', 'phone', 'avatar', 'timezone', 'locale'], attribute),
      data: maybe(freeForm.nullable()),
    }),
    ({ world, environment, param, body }) => {
      const subscriber = world.store.of(environment._id).subscribers.named(param('subscriberId'))
      if (subscriber === undefined) throw unknownSubscriber.update(param('subscriberId'))
      return world.profile.subscribers.updated(write(world, subscriber, body), subscriber)
    },
  ),
]

function write(world: World, before: SubscriberRecord, changes: Partial<SubscriberRecord>): SubscriberRecord {
  return world.store.of(before._environmentId).subscribers.put({
    ...before,
    ...changes,
    __v: (before.__v ?? 0) + 1,
    updatedAt: now(world),
  })
}
