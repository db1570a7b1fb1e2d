// Subscribers as deployed services have them.
import type { ChannelSettings, Subscriber } from '../../../wire/generated.ts'
import type { SubscriberRules } from '../../profile.ts'
import type { SubscriberRecord } from '../../records.ts'
import { without } from '../../without.ts'
import { requireCastable } from './object-id.ts'

export const novuSubscribers: SubscriberRules = {
  // Only these three keys are stored, and tokens that aren't sent are gone.
  merged: (stored, { webhookUrl, channel, deviceTokens = [] }) => ({
    ...stored,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(channel !== undefined && { channel }),
    deviceTokens: [...new Set(deviceTokens)],
  }),
  shown,
  credentialed: (row) => Object.assign(entity(row), { isOnline: row.isOnline ?? false, __v: 0, id: row._id }),
  // The reply is made of what was there before.
  updated: (after, before) => ({ ...shown(after), updatedAt: before.updatedAt }),
  matches: (value, filter) => value.toLowerCase().includes(filter.toLowerCase()),
  limit: (query) => query.number('limit', { min: 0, max: 100, default: 10 }) || 10,
  isDescending: (query) => (query.text('orderDirection') ?? 'DESC') === 'DESC',
  checkCursor: requireCastable,
}

function shown(row: SubscriberRecord): Subscriber {
  const { lastOnlineAt = null, isOnline = false } = row
  return { ...without(entity(row), '__v'), lastOnlineAt, isOnline }
}

/** What is null is absent, and which integration a channel is of only its id tells. */
function entity({ channels = [], ...rest }: SubscriberRecord): Subscriber {
  const set = Object.entries(without(rest, 'topics')).filter(([, value]) => value !== null)
  return {
    ...(Object.fromEntries(set) as Omit<Subscriber, 'channels' | 'topics'>),
    channels: channels.map((channel): ChannelSettings => without(channel, 'integrationIdentifier')),
  }
}
