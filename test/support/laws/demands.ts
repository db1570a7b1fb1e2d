// What projects ask of services for the law on doctor and apply: each ask alone, or several at once.
import * as fc from 'fast-check'
import type { Target } from '../../../src/engine/engine.ts'
import type { Seed } from '../../../src/sandbox/index.ts'
import type { Case, CaseTarget, Manifest } from './case.ts'
import type { Fields } from './texts.ts'

/** Something that a project asks of a service, with what is in the service already. */
interface Ask {
  readonly name: string
  /** Whether an apply is refused because of it, before it writes anything. */
  readonly stops?: true
  readonly declares: Manifest
  /** Rows of Production, unless they name another environment. */
  readonly integrations?: readonly Fields[]
  readonly subscribers?: readonly Fields[]
  readonly environments?: readonly string[]
  readonly target?: CaseTarget
  readonly settings?: Partial<Target>
  /** A target whose key isn't set, though its environment is in the service. */
  readonly keyless?: string
  /** The environments whose keys targets have, if not their own. */
  readonly keyOf?: Readonly<Record<string, string>>
}

/** Creates that don't see each other, and reads that lag behind writes. */
const faults = ['none', 'race=1s', 'stale=1s'] as const

export interface Demands extends Case {
  readonly asks: readonly Ask[]
  readonly fault: (typeof faults)[number]
}

const production = { environment: 'Production' }
const only = { targets: ['Production'] }
const push = { providerId: 'fcm', channel: 'push' }
const tokens = (count: number): string[] => Array.from({ length: count }, (_, index) => `token-${index}`)

function channelOn(subscriberId: string, integration: string, count: number): Fields {
  const credentials = { deviceTokens: tokens(count).map((token) => `${subscriberId}-${token}`) }
  return {
    ...only,
    subscriberId,
    channels: [{ providerId: 'fcm', integrationIdentifier: integration, credentials }],
  }
}

const asks: readonly Ask[] = [
  {
    name: 'own key',
    declares: { environments: [{ name: 'Production', dns: { inboundParseDomain: 'a.example' } }] },
  },
  {
    name: "another's key",
    declares: { environments: [{ name: 'QA', identifier: 'other-app' }] },
    environments: ['QA'],
  },
  {
    name: 'new environment without a target',
    declares: { environments: [{ name: 'Review', color: '#ff8800', identifier: 'review-app' }] },
  },
  {
    name: 'new environment with a target',
    declares: {
      environments: [{ name: 'Staging', color: '#ff8800', identifier: 'staging-app' }],
      integrations: [{ targets: ['Staging'], identifier: 'later', ...push }],
    },
    target: { alias: 'Staging', hasKey: false },
  },
  {
    name: 'missing key',
    stops: true,
    declares: { environments: [{ name: 'Keyless', identifier: 'other' }] },
    environments: ['Keyless'],
    target: { alias: 'Keyless', hasKey: true },
    keyless: 'Keyless',
  },
  { name: 'reserved name', declares: { environments: [{ name: 'DEVELOPMENT', color: '#fff' }] } },
  { name: 'renamed built-in', declares: { environments: [{ name: 'Labs', previously: 'Development' }] } },
  {
    name: 'renamed',
    declares: { environments: [{ name: 'New', previously: 'Old' }] },
    environments: ['Old'],
  },
  {
    name: 'identifier of another environment',
    declares: { environments: [{ name: 'Extra', color: '#fff', identifier: 'taken-app' }] },
    environments: ['Taken'],
  },
  {
    name: 'eleventh environment',
    declares: { environments: [{ name: 'Eleventh', color: '#fff' }] },
    environments: Array.from({ length: 8 }, (_, index) => `More ${index}`),
  },
  {
    name: 'unknown parent',
    stops: true,
    declares: { environments: [{ name: 'Orphan', color: '#fff', parent: 'Nowhere' }] },
  },
  {
    name: 'second built-in provider',
    declares: {
      integrations: [{ ...only, identifier: 'built-in-two', providerId: 'svc-email', channel: 'email' }],
    },
    integrations: [
      { identifier: 'built-in-one', providerId: 'svc-email', channel: 'email', active: true, primary: true },
    ],
  },
  {
    name: 'first built-in provider',
    declares: {
      integrations: [{ ...only, identifier: 'built-in-sms', providerId: 'svc-sms', channel: 'sms' }],
    },
  },
  {
    name: 'rename to a name that another environment has',
    declares: { integrations: [{ ...only, identifier: 'shared', previously: 'old-name', ...push }] },
    integrations: [
      { identifier: 'old-name', ...push },
      { environment: 'Development', identifier: 'shared', ...push },
    ],
  },
  {
    name: 'primary of a channel without one',
    declares: { integrations: [{ ...only, identifier: 'pushed', active: true, primary: true, ...push }] },
  },
  {
    name: 'inactive channel',
    declares: {
      integrations: [{ ...only, identifier: 'sleeping', ...push }],
      subscribers: [channelOn('asleep', 'sleeping', 1)],
    },
    integrations: [{ identifier: 'sleeping', ...push, active: false }],
    subscribers: [{ subscriberId: 'asleep' }],
  },
  {
    name: 'channel of an integration that the plan makes inactive',
    declares: {
      integrations: [{ ...only, identifier: 'closing', active: false, ...push }],
      subscribers: [channelOn('closed', 'closing', 1)],
    },
    integrations: [{ identifier: 'closing', ...push, active: true }],
    subscribers: [{ subscriberId: 'closed' }],
  },
  {
    name: 'channel of an integration that is renamed',
    declares: {
      integrations: [{ ...only, identifier: 'present', previously: 'past', ...push }],
      subscribers: [channelOn('kept', 'present', 1)],
    },
    integrations: [{ identifier: 'past', ...push, active: true }],
    subscribers: [{ subscriberId: 'kept' }],
  },
  {
    name: 'channel of an integration that the plan activates',
    declares: {
      integrations: [{ ...only, identifier: 'opening', active: true, ...push }],
      subscribers: [channelOn('opened', 'opening', 1)],
    },
    integrations: [{ identifier: 'opening', ...push, active: false }],
    subscribers: [{ subscriberId: 'opened' }],
  },
  {
    name: 'too many device tokens',
    declares: {
      integrations: [{ ...only, identifier: 'awake', ...push }],
      subscribers: [channelOn('hoarder', 'awake', 101)],
    },
    integrations: [{ identifier: 'awake', ...push, active: true }],
    subscribers: [{ subscriberId: 'hoarder' }],
  },
  {
    name: 'missing subscriber',
    declares: { subscribers: [{ ...only, subscriberId: 'nobody', firstName: 'No' }] },
  },
  { name: 'no color', stops: true, declares: { environments: [{ name: 'Pale' }] } },
  {
    name: 'both live',
    stops: true,
    declares: { environments: [{ name: 'After', previously: 'Before' }] },
    environments: ['Before', 'After'],
  },
  {
    name: 'wrong key',
    stops: true,
    declares: { environments: [{ name: 'Swapped', identifier: 'swapped' }] },
    environments: ['Swapped'],
    target: { alias: 'Swapped', hasKey: true },
    keyOf: { Swapped: 'Development' },
  },
  {
    name: 'provider that moved',
    stops: true,
    declares: { integrations: [{ ...only, identifier: 'moved', providerId: 'expo', channel: 'push' }] },
    integrations: [{ identifier: 'moved', ...push }],
  },
  {
    name: 'twins',
    declares: { integrations: [{ ...only, identifier: 'twin', ...push, active: true }] },
    integrations: [
      { identifier: 'twin', ...push },
      { identifier: 'twin', ...push },
    ],
  },
  {
    name: 'limit',
    stops: true,
    declares: { integrations: [{ ...only, identifier: 'limited', ...push }] },
    settings: { limits: { integration: { creates: { most: 0, unit: 'resources' } } } },
  },
  {
    name: 'unmanaged resources',
    stops: true,
    declares: { integrations: [{ ...only, identifier: 'managed', ...push }] },
    integrations: [{ identifier: 'unmanaged', ...push, active: true }],
    settings: { unmanaged: 'fail' },
  },
  {
    name: 'nothing special',
    declares: { subscribers: [{ ...only, subscriberId: 'ada', firstName: 'Ada' }] },
    subscribers: [{ subscriberId: 'ada' }],
  },
]

export const askNames: readonly string[] = asks.map(({ name }) => name)

export const someDemands: fc.Arbitrary<Demands> = fc
  .record({
    chosen: fc.subarray(
      asks.filter(({ stops }) => stops === undefined),
      { minLength: 1, maxLength: 4 },
    ),
    stopping: fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...asks.filter(({ stops }) => stops === true)) },
    ),
    fault: fc.constantFrom(...faults),
    random: fc.nat(),
  })
  .map(({ chosen, stopping, fault, random }) =>
    demandsOf(stopping === undefined ? chosen : [...chosen, stopping], fault, random),
  )

/** Each alone: what one ask hides from another is left to chance. */
export function demandOf(name: string): Demands {
  return demandsOf(
    asks.filter((each) => each.name === name),
    'none',
    1,
  )
}

function demandsOf(chosen: readonly Ask[], fault: Demands['fault'], random: number): Demands {
  const rows = (list: 'integrations' | 'subscribers'): Fields[] =>
    chosen.flatMap((each) => each[list] ?? []).map((row) => ({ ...production, ...row }))
  const more = chosen.flatMap(({ environments = [] }) => environments)
  return {
    asks: chosen,
    fault,
    seed: {
      environments: ['Development', 'Production', ...more].map((name) => ({
        name,
        identifier: `${name.toLowerCase().replace(' ', '-')}-app`,
      })),
      integrations: rows('integrations'),
      subscribers: rows('subscribers'),
      workflows: [],
      messages: [],
      notifications: [],
    } as unknown as Seed,
    rows: {},
    manifest: Object.fromEntries(
      ['environments', 'integrations', 'subscribers'].map((list) => [
        list,
        chosen.flatMap(({ declares }) => declares[list] ?? []),
      ]),
    ),
    targets: [{ alias: 'Production', hasKey: true }, ...chosen.flatMap(({ target }) => target ?? [])],
    random,
  }
}
