// The common base of all deployed services of 2026; each profile of one is a small difference.
import type { Profile } from '../../profile.ts'
import { novuActivity } from './activity.ts'
import { novuEnvironments } from './environments.ts'
import { novuIntegrations } from './integrations.ts'
import { createSubscriber, novuSubscribers } from './subscribers.ts'
import { novuWire } from './wire.ts'

export const novuProfile: Omit<Profile, 'name'> = {
  wire: novuWire,
  environments: novuEnvironments,
  integrations: novuIntegrations,
  rateLimit: 'enterprise',
  replays: 'as answered',
  subscribers: novuSubscribers,
  activity: novuActivity,
  operations: [createSubscriber],
}
