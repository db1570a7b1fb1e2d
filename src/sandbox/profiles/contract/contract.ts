// The contract to the letter.
import { appended } from '../../channels.ts'
import type { Profile } from '../../profile.ts'
import { providersHiddenByUpdate } from '../../vocabulary.ts'
import { contractEnvironments } from './environments.ts'
import { contractIntegrations } from './integrations.ts'
import { contractWire } from './wire.ts'

export const contractProfile: Profile = {
  name: 'contract',
  wire: contractWire,
  environments: contractEnvironments,
  integrations: contractIntegrations,
  rateLimit: 'off',
  replays: 'none',
  subscribers: {
    merged: appended,
    shownChannel: (channel) => channel,
    updateShows: (channel) => !providersHiddenByUpdate.includes(channel.providerId),
    matches: (value, filter) => value.includes(filter),
  },
}
