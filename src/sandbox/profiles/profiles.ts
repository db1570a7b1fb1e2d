// The profiles by name: the contract, and releases of the service.
import type { Profile, WireRules } from '../profile.ts'
import { badRequest, errorBody, Refusal } from '../http/refusals.ts'
import { sentences } from '../operations/request-values.ts'
import { contractActivity } from './contract/activity.ts'
import { contractEnvironments, contractIntegrations, contractSubscribers } from './contract/resources.ts'
import { novuProfile, novu202609 } from './novu-2026-09.ts'

export const profileNames = ['contract', 'novu-2026-04', 'novu-2026-09'] as const

/** The contract, or a release of the service. */
export type ProfileName = (typeof profileNames)[number]

/** Bodies have no envelope, and the contract's own enumerated values. */
const contractWire: WireRules = {
  received: (body) => body,
  sent: (reply) => reply,
  statuses: {},
  bodies: {},
  sentences,
  errorBody,
  contentType: 'application/json',
  readBody: (text, type) => {
    if (!/^application\/json\b/i.test(type)) throw new Refusal(415, 'Unsupported Media Type')
    try {
      return JSON.parse(text)
    } catch {
      throw badRequest('The body is not JSON')
    }
  },
  bodyLimit: () => Infinity,
}

/** Follows the contract exactly. */
const contract: Profile = {
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

/** Release 3.15.0 of April 2026: any key sees the whole organisation, and credentials in clear. */
const novu202604: Profile = {
  ...novuProfile,
  name: 'novu-2026-04',
  replays: 'errors as 503',
  wire: { ...novuProfile.wire, statuses: { setPrimaryIntegration: 201 } },
}

const profiles: Readonly<Record<ProfileName, Profile>> = {
  contract,
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
