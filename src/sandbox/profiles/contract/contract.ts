// The contract to the letter.
import type { Profile } from '../../profile.ts'
import { contractActivity } from './activity.ts'
import { contractEnvironments } from './environments.ts'
import { contractIntegrations } from './integrations.ts'
import { contractSubscribers } from './subscribers.ts'
import { contractWire } from './wire.ts'

export const contractProfile: Profile = {
  name: 'contract',
  wire: contractWire,
  environments: contractEnvironments,
  integrations: contractIntegrations,
  rateLimit: 'off',
  replays: 'none',
  subscribers: contractSubscribers,
  activity: contractActivity,
  operations: [],
}
