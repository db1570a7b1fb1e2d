// The profiles by name.
import type { Profile } from '../profile.ts'
import { contractProfile } from './contract/contract.ts'
import { novu202604 } from './novu-2026-04.ts'
import { novu202609 } from './novu-2026-09.ts'

const profiles = {
  contract: contractProfile,
  'novu-2026-04': novu202604,
  'novu-2026-09': novu202609,
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as readonly ProfileName[]

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

export function profileNamed(name: ProfileName): Profile {
  return profiles[name]
}
