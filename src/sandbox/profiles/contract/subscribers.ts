// Subscribers as the contract has them.
import { appended } from '../../operations/channels.ts'
import type { SubscriberRules } from '../../profile.ts'
import { providersHiddenByUpdate } from '../../operations/contract.ts'

export const contractSubscribers: SubscriberRules = {
  merged: appended,
  shown: ({ channels = [], ...rest }) => ({ ...rest, channels }),
  credentialed: ({ channels = [], ...rest }) => ({ ...rest, channels }),
  updated: ({ channels = [], ...rest }) => ({
    ...rest,
    channels: channels.filter(({ providerId }) => !providersHiddenByUpdate.includes(providerId)),
  }),
  matches: (value, filter) => value.includes(filter),
  limit: (query) => query.number('limit', { min: 1, max: 100, default: 10 }),
  isDescending: (query) => (query.oneOf('orderDirection', ['ASC', 'DESC']) ?? 'DESC') === 'DESC',
  checkCursor: () => undefined,
}
