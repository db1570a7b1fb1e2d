// What all deployed services of 2026 have in common; each profile of one is a small difference of this.
import type { Profile } from '../../profile.ts'
import { without } from '../../without.ts'
import { novuEnvironments } from './environments.ts'
import { novuIntegrations } from './integrations.ts'
import { novuWire } from './wire.ts'

export const novuProfile: Omit<Profile, 'name'> = {
  wire: novuWire,
  environments: novuEnvironments,
  integrations: novuIntegrations,
  rateLimit: 'enterprise',
  replays: 'as answered',
  subscribers: {
    merged: (stored, { webhookUrl, channel, deviceTokens = [] }) => ({
      ...stored,
      ...(webhookUrl !== undefined && { webhookUrl }),
      ...(channel !== undefined && { channel }),
      deviceTokens: [...new Set(deviceTokens)],
    }),
    shownChannel: (channel) => without(channel, 'integrationIdentifier'),
    updateShows: () => true,
    matches: (value, filter) => value.toLowerCase().includes(filter.toLowerCase()),
  },
}
