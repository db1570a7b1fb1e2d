// What all deployed services of 2026 have in common; each profile of one is a small difference of this.
import type { Profile } from '../profile.ts'
import { without } from '../without.ts'
import { contractProfile } from './contract.ts'
import { wrapped } from './envelope.ts'
import { swapVendor } from './vendor.ts'

const vendor = 'novu'

export const novuProfile: Profile = {
  ...contractProfile,
  received: (body) => swapVendor(body, vendor),
  sent: (reply) => wrapped(swapVendor(reply, vendor)),

  updatedEnvironment: () => ({ matched: 1, modified: 1 }),
  parentAtCreate: () => undefined,

  listsIntegration: (integration) => !integration.deleted,
  renameScope: () => true,
  promotion: { primary: true, active: true, conditions: [] },

  mergedCredentials: (stored, { webhookUrl, channel, deviceTokens = [] }) => ({
    ...stored,
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(channel !== undefined && { channel }),
    deviceTokens: [...new Set(deviceTokens)],
  }),
  shownChannel: (channel) => without(channel, 'integrationIdentifier'),
  updateShowsChannel: () => true,
  matches: (value, filter) => value.toLowerCase().includes(filter.toLowerCase()),
}
