// The common base of all deployed services of 2026, and September 2026: a key can access only its own environment and sees no
// credentials, and integrations have rules.
import type { TriggerEventBody } from '../../wire/generated.ts'
import { Refusal } from '../http/refusals.ts'
import type { IntegrationRules, Profile } from '../profile.ts'
import { type EnvironmentRecord, without, type WorkflowRecord } from '../store/records.ts'
import { bodiesWithRules } from './novu/bodies.ts'
import { selectByRules, withRules } from './novu/integration-rules.ts'
import { novuActivity } from './novu/activity.ts'
import { novuEnvironments } from './novu/environments.ts'
import { novuIntegrations } from './novu/integrations.ts'
import { createSubscriber, novuSubscribers } from './novu/subscribers.ts'
import { novuWire } from './novu/wire.ts'

export const novuProfile: Omit<Profile, 'name'> = {
  wire: novuWire,
  environments: novuEnvironments,
  integrations: novuIntegrations,
  rateLimit: 'enterprise',
  replays: 'as answered',
  subscribers: novuSubscribers,
  activity: novuActivity,
  operations: [createSubscriber],
}

const { environments, integrations, activity, wire } = novuProfile

/** Of a trigger's payload, in bytes. */
const payloadLimit = 512 * 1024

export const novu202609: Profile = {
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

function check(body: TriggerEventBody, workflow: WorkflowRecord | undefined): void {
  if (Buffer.byteLength(JSON.stringify(body.payload ?? {})) > payloadLimit) {
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
