// Beside the contract: the operation that makes a subscriber, or changes the one that is there.
import { conflict } from '../../http/errors.ts'
import type { Operation } from '../../profile.ts'
import { type SubscriberRecord, without } from '../../store/records.ts'
import { freshSubscriber } from '../../operations/upsert.ts'
import { now } from '../../setting.ts'
import { newSubscriber } from './subscriber-shapes.ts'

export const createSubscriber: Operation = {
  id: 'createSubscriber',
  method: 'POST',
  path: '/v2/subscribers',
  status: 201,
  body: newSubscriber,
  run: ({ world, environment, query, body }) => {
    const { subscribers } = world.store.of(environment._id)
    const { subscriberId, ...fields } = newSubscriber.parse(body)
    const known = subscribers.named(subscriberId)
    if (known !== undefined && query.flag('failIfExists')) {
      throw conflict(`Subscriber with subscriberId: ${subscriberId} already exists`)
    }
    const before = known ?? freshSubscriber(world, environment._id, subscriberId)
    // Without `data` in the body the stored data is removed; all other fields stay.
    const after: SubscriberRecord = { ...without(before, 'data'), ...fields, updatedAt: now(world) }
    return world.profile.subscribers.shown(subscribers.put(after))
  },
}
