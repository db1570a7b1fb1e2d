// The profiles by name.
import type { Profile } from '../profile.ts'
import { contractProfile } from './contract/contract.ts'
import { novuProfile, novu202609 } from './novu-2026-09.ts'

export const profileNames = ['contract', 'novu-2026-04', 'novu-2026-09'] as const

/** The contract, or a release of the service. */
export type ProfileName = (typeof profileNames)[number]

/** Release 3.15.0 of April 2026: any key sees the whole organisation, and credentials in clear. */
const novu202604: Profile = {
  ...novuProfile,
  name: 'novu-2026-04',
  replays: 'errors as 503',
  wire: { ...novuProfile.wire, statuses: { setPrimaryIntegration: 201 } },
}

const profiles: Readonly<Record<ProfileName, Profile>> = {
  contract: contractProfile,
  'novu-2026-04': novu202604,
  'novu-2026-09': novu202609,
}

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

/** @internal */
export function profileNamed(name: ProfileName): Profile {
  return profiles[name]
}
