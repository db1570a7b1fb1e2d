// September 2026: a key sees its own environment only, and no credentials.
import type { Profile } from '../profile.ts'
import { novuProfile } from './novu.ts'
import { without } from '../without.ts'

export const novu202609: Profile = {
  ...novuProfile,
  name: 'novu-2026-09',
  listedEnvironment: (row, caller) => {
    const shown = novuProfile.listedEnvironment(row, caller)
    return row._id === caller._id ? shown : { ...shown, apiKeys: [] }
  },
  createdEnvironment: (row, caller) => without(novuProfile.createdEnvironment(row, caller), 'apiKeys'),
  listsIntegration: (integration, caller) =>
    novuProfile.listsIntegration(integration, caller) && integration._environmentId === caller._id,
  listedIntegration: (integration) => ({ ...novuProfile.listedIntegration(integration), credentials: {} }),
  shownIntegration: (integration) => ({ ...novuProfile.shownIntegration(integration), credentials: {} }),
}
