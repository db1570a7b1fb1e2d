// A plan, declared resources and properties of a deployment → the findings of doctor.
import { expect, test } from 'vitest'
import type { Deployment, Finding } from '../../../src/core/plan/finding.ts'
import type { Plan, Section } from '../../../src/core/plan/plan.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { ofChannels, ofDeclared, partOf } from '../../../src/engine/doctor/demands.ts'
import { traitsOf } from '../../../src/engine/doctor/traits.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { Resources } from '../../../src/kinds/resources.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { declared } from '../../support/laws-kinds.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const said = (findings: readonly Finding[]): readonly string[] =>
  findings.map(
    ({ check, status, message, hint }) =>
      `${status} ${check}: ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  )

const planOf = (sections: readonly Section[], problems: Plan['problems'] = []): Plan => ({
  sections,
  problems,
  requests: { reads: 0, writes: 0, milliseconds: 0 },
})

const notes = (sort: 'missing' | 'unreadable', count: number, paths = 1): Section['notes'] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'subscriber',
    name: `s${at}`,
    position,
    ...(sort === 'missing'
      ? { sort }
      : { sort, paths: Array.from({ length: paths }, (_each, index) => [`f${index}`]), wanted: [] }),
  }))

const create = (name: string) => changeOf({ kind: 'subscriber', name, action: 'create' })
const ownKey = { sort: 'ownKey', kind: 'environment', name: 'EU', position, fields: ['color'] } as const

test.each<[string, Partial<Section>, readonly string[]]>([
  ['nothing', { changes: [changeOf({ name: 'a' }), changeOf({ name: 'b', action: 'create' })] }, []],
  [
    'one field that can not be read',
    { notes: notes('unreadable', 1) },
    [
      "note unreadable: belfry can't compare 1 declared field of 1 resource, so belfry apply doesn't send this field: subscriber s0 (f0) | To send all fields",
    ],
  ],
  [
    'several fields that can not be read',
    { notes: notes('unreadable', 2, 2) },
    [
      "can't compare 4 declared fields of 2 resources, so belfry apply doesn't send these fields: subscriber s0 (f0, f1), subscriber s1 (f0, f1) |",
    ],
  ],
  [
    'one that is not there',
    { notes: notes('missing', 1) },
    ['note missing: 1 declared subscriber is not in the service: s0 | Create'],
  ],
  [
    'more that are not there than are named',
    { notes: notes('missing', 7) },
    ['7 declared subscribers are not in the service: s0, s1, s2, s3, s4, and 2 more | Create'],
  ],
  [
    'one that is created',
    { changes: [create('ada')] },
    ['note subscribers: 1 declared subscriber is not in the service: ada. Only a write would show whether'],
  ],
  [
    'two that are created',
    { changes: [create('ada'), create('bob')] },
    ['2 declared subscribers are not in the service: ada, bob. Only'],
  ],
  [
    'a field that waits for a key',
    { notes: [ownKey, { ...ownKey, target: 'EU' }, { ...ownKey, target: 'EU', apiKeyFrom: 'env:EU_KEY' }] },
    [
      'Set apiKey of target EU to the API key of environment EU, then',
      'Set EU_KEY to the API key of environment EU, then',
    ],
  ],
])('of a plan with %s', (_, section, expected) => {
  const plan = planOf([sectionWith(section), sectionWith({ target: 'Other', notes: notes('missing', 1) })])
  expect(said(partOf(plan, 'Production'))).toEqual(expected.map((text) => expect.stringContaining(text)))
})

test('problems of a plan have their target and place, and problems of the vendor are left out', () => {
  const problem = { severity: 'error', message: 'm', target: 'EU' } as const
  const plan = planOf(
    [],
    [
      { ...problem, rule: 'limit', position, hint: 'h' },
      { ...problem, rule: 'missing-key', severity: 'warning' },
      { ...problem, rule: 'other-vendor' },
      { severity: 'error', message: 'of no target', rule: 'limit' },
    ],
  )
  expect(said(partOf(plan, 'EU'))).toEqual(['problem plan: belfry.yaml:7: m | h', 'note key: m'])
  expect(said(partOf(plan, undefined))).toEqual(['problem plan: of no target'])
})

test('what only a write shows of what is declared', () => {
  const of = (...all: readonly (readonly ['integration' | 'subscriber', ValueMap])[]): readonly string[] =>
    said(
      ofDeclared(
        Resources.of(
          all.map(([kind, fields]) => declared(kind === 'integration' ? integration : subscriber, fields)),
        ),
      ),
    )
  const push = { providerId: 'fcm', integrationIdentifier: 'push', credentials: { deviceTokens: [] } }
  const ada = (exact?: readonly string[]) =>
    [
      'subscriber',
      {
        subscriberId: 'ada',
        channels: [
          { ...push, providerId: 'expo' },
          { ...push, ...(exact && { exact }) },
        ],
      },
    ] as const
  const primary = (identifier: string, channel: string, isPrimary = true) =>
    ['integration', { identifier, channel, providerId: 'x', primary: isPrimary }] as const
  expect(
    of(
      ada(),
      ada(['other']),
      primary('mail', 'email'),
      primary('text', 'sms'),
      primary('talk', 'chat', false),
    ),
  ).toEqual([])
  expect(of(ada(['deviceTokens']), primary('talk', 'chat'), primary('ring', 'push'))).toEqual([
    expect.stringContaining(
      'note device tokens: the manifests declare exact: [deviceTokens] for ada; only a write',
    ),
    expect.stringContaining(
      'note primary: the manifests declare primary: true for talk, ring, but deployed services',
    ),
  ])
})

const plain: Deployment = {
  replies: 'bare',
  credentials: 'readable',
  integrations: 'environment',
  apiKeys: 'own',
  deviceTokens: 'unknown',
  idempotency: 'unknown',
  limits: [],
}

const limit = { category: 'global', limit: 60, window: 1000, burst: 60 }

test.each<[string, Partial<Deployment>, string | undefined, string]>([
  ['replies', {}, undefined, 'ok replies: the service sends replies without a {data} envelope'],
  [
    'replies',
    { replies: 'wrapped' },
    undefined,
    'ok replies: the service sends replies in a {data} envelope',
  ],
  [
    'replies',
    { replies: 'unknown' },
    undefined,
    "ok replies: belfry can't determine from the replies whether",
  ],
  ['vendor', {}, undefined, "ok vendor: no provider ID of an integration contains the service's own name"],
  ['vendor', {}, 'svc', "contains the service's own name; the project file sets vendor: svc"],
  [
    'vendor',
    { vendor: 'novu' },
    undefined,
    "ok vendor: the service's own provider IDs begin with novu, for example novu-slack",
  ],
  [
    'vendor',
    { vendor: 'novu' },
    'novu',
    "ok vendor: the service's own provider IDs begin with novu, for example novu-slack",
  ],
  [
    'vendor',
    { vendor: 'novu' },
    'svc',
    'novu-slack; the project file sets vendor: svc, so belfry sends provider IDs such as svc-slack | Write vendor: novu',
  ],
  [
    'integrations',
    {},
    undefined,
    'ok integrations: the service lists only the integrations of this environment',
  ],
  [
    'integrations',
    { integrations: 'organisation' },
    undefined,
    'ok integrations: the service lists the integrations of the whole organisation;',
  ],
  ['integrations', { integrations: 'unknown' }, undefined, "ok integrations: belfry can't determine"],
  ['credentials', {}, undefined, 'ok credentials: the service returns the credentials of integrations, so'],
  [
    'credentials',
    { credentials: 'unknown' },
    undefined,
    'ok credentials: no integration in the service needs credentials',
  ],
  [
    'credentials',
    { credentials: 'masked' },
    undefined,
    'note credentials: the service returns the credentials of integrations masked or encrypted, so',
  ],
  [
    'credentials',
    { credentials: 'withheld' },
    undefined,
    "note credentials: the service doesn't return the credentials of integrations, so",
  ],
  ['API keys', {}, undefined, 'ok API keys: the service lists only the API key of this environment'],
  [
    'API keys',
    { apiKeys: 'all' },
    undefined,
    'ok API keys: the service also lists the API keys of other environments;',
  ],
  ['API keys', { apiKeys: 'none' }, undefined, 'ok API keys: the service lists no API keys'],
  ['limits', {}, undefined, 'ok limits: the replies contain no rate-limit header'],
  [
    'limits',
    { limits: [limit, { ...limit, category: 'trigger', window: 60_000, burst: 90 }] },
    undefined,
    'ok limits: the service allows these rates: global 60 requests in 1 s, trigger 60 requests in 60 s (at most 90 at once); belfry uses 80%',
  ],
  ['clock', {}, undefined, 'ok clock: the replies contain no Date header'],
  ['clock', { clockSkew: 5000 }, undefined, 'ok clock: the clock of the service agrees'],
  ['clock', { clockSkew: -5000 }, undefined, 'ok clock: the clock of the service agrees'],
  [
    'clock',
    { clockSkew: 6400 },
    undefined,
    'note clock: the clock of the service is 6 s ahead of the clock of this machine | belfry prints',
  ],
  [
    'clock',
    { clockSkew: -61_000 },
    undefined,
    'note clock: the clock of the service is 61 s behind the clock',
  ],
  [
    'not checked',
    {},
    undefined,
    'ok not checked: only a write would show whether the service replaces or appends device tokens',
  ],
])('the trait %s of a deployment with %j, where the project says %s', (check, part, vendor, expected) => {
  const own = traitsOf({ ...plain, ...part }, vendor).filter((finding) => finding.check === check)
  expect(said(own)).toEqual([expect.stringContaining(expected)])
})

test('a channel that is down is a note, with the way out', () => {
  const idle = { active: false, primary: true, conditional: false }
  const delivery = [{ name: 'a', channel: 'email', providerId: 'ses', before: idle }]
  expect(said(ofChannels({ delivery }, 'EU'))).toEqual([
    expect.stringContaining(
      'note delivery: email delivers nothing in EU: its only integration a is inactive | Declare exactly one primary integration for email that is active',
    ),
  ])
})
