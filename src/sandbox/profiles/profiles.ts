// The profiles by name: the contract, and releases of the service.
import type { IntegrationRules, Profile, WireRules } from '../profile.ts'
import { badRequest, errorBody, Refusal } from '../http/refusals.ts'
import { sentences } from '../operations/request-values.ts'
import { contractActivity } from './contract/activity.ts'
import { contractEnvironments, contractIntegrations, contractSubscribers } from './contract/resources.ts'
import type { TriggerEventBody } from '../../wire/generated.ts'
import { type EnvironmentRecord, without, type WorkflowRecord } from '../store/records.ts'
import { bodiesWithRules } from './novu/bodies.ts'
import { selectByRules, withRules } from './novu/integration-rules.ts'
import { novuActivity } from './novu/activity.ts'
import { novuEnvironments } from './novu/environments.ts'
import { novuIntegrations } from './novu/integrations.ts'
import { createSubscriber, novuSubscribers } from './novu/subscribers.ts'
import { novuWire } from './novu/wire.ts'

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

/** The common base of all deployed services of 2026. */
const novuProfile: Omit<Profile, 'name'> = {
  wire: novuWire,
  environments: novuEnvironments,
  integrations: novuIntegrations,
  rateLimit: 'enterprise',
  replays: 'as answered',
  subscribers: novuSubscribers,
  activity: novuActivity,
  operations: [createSubscriber],
}

/** Release 3.15.0 of April 2026: any key sees the whole organisation, and credentials in clear. */
const novu202604: Profile = {
  ...novuProfile,
  name: 'novu-2026-04',
  replays: 'errors as 503',
  wire: { ...novuProfile.wire, statuses: { setPrimaryIntegration: 201 } },
}

const { environments, integrations, activity, wire } = novuProfile

/** Of a trigger's payload, in bytes. */
const payloadLimit = 512 * 1024

/** September 2026: a key can access only its own environment and sees no credentials, and integrations have rules. */
const novu202609: Profile = {
  ...novuProfile,
  name: 'novu-2026-09',
  wire: { ...wire, bodies: { ...wire.bodies, ...bodiesWithRules } },
  environments: {
    ...environments,
    listed: (row, caller) => {
      const shown = environments.listed(row, caller)
      return row._id === caller._id ? shown : { ...shown, apiKeys: [] }
    },
    created: (row, caller) => without(environments.created(row, caller), 'apiKeys'),
    toUpdate: (world, id, caller) => {
      const row = environments.toUpdate(world, id, caller)
      requireOwn(row._id, caller)
      return row
    },
  },
  integrations: {
    ...integrations,
    ...withRules,
    lists: (row, caller) => integrations.lists(row, caller) && row._environmentId === caller._id,
    listed: (row) => ({ ...integrations.listed(row), credentials: {} }),
    shown: (row) => ({ ...integrations.shown(row), credentials: {} }),
    home: (body, caller) => {
      const id = integrations.home(body, caller)
      requireOwn(id, caller)
      return id
    },
    toUpdate: owned(integrations.toUpdate),
    toPromote: owned(integrations.toPromote),
    checkMove: (_, environmentId, caller) => requireOwn(environmentId, caller),
  },
  activity: {
    ...activity,
    triggers: { ...activity.triggers, check },
    steps: { ...activity.steps, select: selectByRules },
  },
}

const profiles: Readonly<Record<ProfileName, Profile>> = {
  contract,
  'novu-2026-04': novu202604,
  'novu-2026-09': novu202609,
}

export function isProfileName(name: string): name is ProfileName {
  return Object.hasOwn(profiles, name)
}

/** @internal Throws for the name of a program that isn't checked by TypeScript. */
export function profileNamed(name: ProfileName): Profile {
  if (!isProfileName(name))
    throw new Error(`unknown profile "${String(name)}"; the profiles are ${Object.keys(profiles).join(', ')}`)
  return profiles[name]
}

function check(body: TriggerEventBody, workflow: WorkflowRecord | undefined): void {
  // Attachments don't count.
  if (Buffer.byteLength(JSON.stringify(without(body.payload ?? {}, 'attachments'))) > payloadLimit) {
    throw new Refusal(413, 'The payload is larger than 512 KB')
  }
  activity.triggers.check(body, workflow)
}

/** Finds an integration of the caller's own environment. */
function owned(find: IntegrationRules['toUpdate']): IntegrationRules['toUpdate'] {
  return (world, id, caller) => {
    const row = find(world, id, caller)
    requireOwn(row._environmentId, caller)
    return row
  }
}

function requireOwn(environmentId: string, caller: EnvironmentRecord): void {
  if (environmentId !== caller._id) throw new Refusal(403, 'The key belongs to another environment')
}
