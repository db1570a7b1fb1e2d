// Release 3.15.0 of April 2026: whoever has a key sees the whole organisation, and credentials in clear.
import type { Profile } from '../profile.ts'
import { novuProfile } from './novu/novu.ts'

export const novu202604: Profile = {
  ...novuProfile,
  name: 'novu-2026-04',
  replays: 'errors as 503',
  wire: { ...novuProfile.wire, statuses: { setPrimaryIntegration: 201 } },
}
