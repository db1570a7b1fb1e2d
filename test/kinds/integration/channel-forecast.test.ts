// What is live, and what changes → what won't be delivered any more.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { doubtDelivery } from '../../../src/kinds/integration/channel-forecast.ts'
import { stateOf } from '../../../src/kinds/integration/state-after-plan.ts'
import type { Desired, Observed } from '../../../src/kinds/resource.ts'
import { doubtChannels } from '../../../src/kinds/subscriber/subscriber.ts'
import { changeOf, position } from '../../support/sketched-change.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const condition = [{ type: 'GROUP', value: 'AND', isNegated: false, children: [] }]
const active = { active: true }
const primary = { active: true, primary: true }
const idle = { active: false }

const declared = (kind: string, name: string, fields: ValueMap): Desired => ({
  kind,
  name,
  target: 'Production',
  declared: fields,
  fields: { channel: 'email', ...fields },
  position,
  positionOf: () => position,
})
/** `live` and `wanted` as fields; undefined where it isn't live, or isn't declared. */
const one = (name: string, live: ValueMap | undefined, wanted?: ValueMap): Observed => ({
  ...(live && {
    live: { id: name, name, fields: { channel: 'email', primary: false, conditions: null, ...live } },
  }),
  ...(wanted && { desired: declared('integration', name, wanted) }),
})
const update = (name: string, after: ValueMap): Change => changeOf({ name, after })
const create = (name: string, after: ValueMap): Change =>
  changeOf({ name, action: 'create', before: null, after })
const promote = (name: string): Change => changeOf({ name, action: 'set-primary', after: { primary: true } })

const rows: [string, readonly Observed[], readonly Change[], string[]][] = [
  ['a primary that works stays', [one('a', primary, {})], [], []],
  ['nothing is active', [one('a', idle, {})], [], []],
  ['no primary, and none before', [one('a', active, {})], [], ['no-primary']],
  ['no primary, and the project leaves the channel alone', [one('a', active)], [], []],
  ['the first one is created', [one('a', undefined, active)], [create('a', active)], ['no-primary, worse']],
  ['the first one is switched on', [one('a', idle, active)], [update('a', active)], ['no-primary, worse']],
  [
    'the first one is created and promoted',
    [one('a', undefined, primary)],
    [create('a', active), promote('a')],
    [],
  ],
  ['a chat channel needs none', [one('a', { ...active, channel: 'chat' }, {})], [], []],
  ['a primary is switched off', [one('a', primary, idle)], [update('a', idle)], ['primary-lost, worse']],
  [
    'it is switched off in no manifest',
    [one('a', primary), one('b', active)],
    [update('a', idle)],
    ['unmanaged-primary, worse'],
  ],
  [
    'two are switched off, and one of them is in no manifest',
    [one('a', primary, idle), one('b', primary)],
    [update('a', idle), update('b', idle)],
    ['unmanaged-primary, worse'],
  ],
  [
    'a primary gets conditions',
    [one('a', primary, {}), one('b', active)],
    [update('a', { conditions: condition })],
    ['primary-lost, worse'],
  ],
  [
    'a primary gets rules',
    [one('a', primary, {}), one('b', active)],
    [update('a', { rules: { '!': true }, conditions: null })],
    ['primary-lost, worse'],
  ],
  [
    'one with rules becomes primary, which clears them',
    [one('a', { ...active, rules: { '!': true } }, primary)],
    [{ ...promote('a'), after: { primary: true, rules: null } }],
    [],
  ],
  [
    'one that is primary and has rules loses them',
    [one('a', { ...primary, rules: { '!': true } }, primary)],
    [update('a', { rules: null, conditions: null })],
    [],
  ],
  [
    'one without a flag is switched off',
    [one('a', primary, {}), one('b', active, idle)],
    [update('b', idle)],
    [],
  ],
  [
    'another takes its place',
    [one('a', primary, idle), one('b', active, primary)],
    [promote('b'), update('a', idle)],
    [],
  ],
  [
    'another is declared to, and is left out',
    [one('a', primary, idle), one('b', active, primary)],
    [update('a', idle)],
    ['replacement-left-out, worse'],
  ],
  [
    'a standby becomes active, and the declared primary is left out',
    [one('a', undefined, primary), one('b', idle, { ...active, standby: 1 })],
    [update('b', active)],
    ['replacement-left-out, worse'],
  ],
  [
    'a standby is created, and the declared primary that is off is left out',
    [one('a', { ...primary, ...idle }, primary), one('b', undefined, { ...active, standby: 1 })],
    [create('b', active)],
    ['replacement-left-out, worse'],
  ],
  [
    'a standby becomes active after the declared primary',
    [one('a', undefined, primary), one('b', idle, { ...active, standby: 1 })],
    [create('a', active), promote('a'), update('b', active)],
    [],
  ],
  [
    'a standby becomes active, and no primary that is active is declared',
    [one('a', idle, { ...primary, ...idle }), one('b', idle, { ...active, standby: 1 })],
    [update('b', active)],
    ['no-primary, worse'],
  ],
  [
    'a standby becomes active, and the declared primary is left out, which is active already',
    [one('a', active, primary), one('b', idle, { ...active, standby: 1 })],
    [update('b', active)],
    ['replacement-left-out, worse'],
  ],
  [
    'a standby becomes active, and the declared primary has conditions and stays primary',
    [
      one('a', { ...primary, conditions: condition }, { ...primary, conditions: condition }),
      one('b', idle, { ...active, standby: 1 }),
    ],
    [update('b', active)],
    ['no-primary'],
  ],
  [
    'a standby that is active gets a name, and the declared primary is left out',
    [one('a', idle, primary), one('b', active, { ...active, standby: 1 })],
    [update('b', { name: 'B' })],
    ['no-primary'],
  ],
  [
    'a standby becomes active, and the channel failed over to another one that is inactive',
    [
      one('a', active, primary),
      one('b', { ...primary, ...idle }, { ...idle, standby: 1 }),
      one('c', idle, { ...active, standby: 2 }),
    ],
    [update('c', active)],
    ['no-primary'],
  ],
  [
    'one that is no standby becomes active, and the declared primary is left out',
    [one('a', undefined, primary), one('b', idle, active)],
    [update('b', active)],
    ['no-primary, worse'],
  ],
  [
    'one that is off takes its place',
    [one('a', primary, {}), one('b', idle, { primary: true })],
    [promote('b')],
    ['primary-idle, worse'],
  ],
  [
    'one that is off is switched on and takes its place',
    [one('a', primary, {}), one('b', idle, primary)],
    [update('b', active), promote('b')],
    [],
  ],
  [
    'one with conditions becomes the first primary',
    [one('b', { ...active, conditions: condition }, { primary: true })],
    [promote('b')],
    ['primary-idle'],
  ],
  [
    'a primary that is off already',
    [one('a', { ...primary, ...idle }, {}), one('b', active, {})],
    [],
    ['no-primary'],
  ],
  [
    'the only one, with rules, loses them: then nothing is sent',
    [one('a', { ...active, rules: { '==': [{ var: 'data.tier' }, 'gold'] } }, {})],
    [update('a', { rules: null })],
    ['no-primary, worse'],
  ],
  [
    'two are primary, and one of them is off',
    [one('a', primary, {}), one('b', { ...primary, ...idle })],
    [],
    ['several-primaries'],
  ],
  [
    'one of two primaries is switched off',
    [one('a', primary, {}), one('b', primary, idle)],
    [update('b', idle)],
    [],
  ],
  ['a primary with conditions', [one('a', { ...primary, conditions: condition }, {})], [], ['no-primary']],
  [
    'a primary with rules: the service sends through it what no rule matches',
    [one('a', { ...primary, rules: { '==': [1, 2] } }, {})],
    [],
    [],
  ],
]

test.each(rows)('%s', (_, observed, changes, expected) => {
  const doubts = doubtDelivery({ observedOf: () => observed, declaredOf: () => Resources.of([]), changes })
  expect(doubts.map(({ rule, isWorse }) => (isWorse ? `${rule}, worse` : rule))).toEqual(expected)
})

test('a primary that gets rules loses the flag, and the reason says so', () => {
  const observed = [one('a', primary, {}), one('b', active)]
  const person = { ...changeOf({ kind: 'subscriber', name: 'a' }), position: { ...position, line: 9 } }
  const changes = [person, update('a', { rules: { '!': true }, conditions: null })]
  const [doubt] = doubtDelivery({ observedOf: () => observed, declaredOf: () => Resources.of([]), changes })
  expect(doubt?.message).toBe(
    'integration a, primary for email, gets conditions or rules, and no other integration replaces a; email delivers nothing: none of its active integrations (a and b) is primary',
  )
  expect(doubt?.position).toEqual(position)
})

test('several primaries that no manifest declares are reported where one of their channel is declared', () => {
  const observed = [one('a', primary), one('b', primary), one('c', active, active)]
  const found = doubtDelivery({ observedOf: () => observed, declaredOf: () => Resources.of([]), changes: [] })
  expect(found).toMatchObject([{ rule: 'several-primaries', position, isUnverified: true }])
})

test.each([
  [{}, 'only notifications that match conditions or rules are certain to be sent (a)'],
  [{ isDeployed: true }, 'none of its active integrations (a and b) is primary'],
] as const)('a primary that gets conditions, on a service that is known to be %j', (known, reason) => {
  const observed = [one('a', primary, {}), one('b', active)].map((each) => ({
    ...each,
    ...(each.live && { live: { ...each.live, ...known } }),
  }))
  const changes = [update('a', { conditions: condition })]
  const [doubt] = doubtDelivery({ observedOf: () => observed, declaredOf: () => Resources.of([]), changes })
  expect(doubt?.message).toContain(`no other integration replaces a; email is degraded: ${reason}`)
})

const person = (subscriberId: string, integrationIdentifier: string, ...providers: string[]): Desired =>
  declared('subscriber', subscriberId, {
    channels: (providers.length === 0 ? ['slack'] : providers).map((providerId) => ({
      providerId,
      integrationIdentifier,
      credentials: {},
    })),
  })
const written = (name: string, integration: string): Change =>
  changeOf({ kind: 'subscriber', name, part: `slack@${integration}` })

const channels: [string, readonly Observed[], readonly Desired[], readonly Change[], string[]][] = [
  ['it works', [one('ops', active)], [person('ada', 'ops')], [], []],
  ['it is created', [one('ops', undefined, active)], [person('ada', 'ops')], [create('ops', active)], []],
  [
    'it is off',
    [one('ops', idle)],
    [person('ada', 'ops')],
    [],
    [
      'integration ops is inactive, and the manifests declare a channel with this integration for 1 subscriber: ada',
    ],
  ],
  [
    'it is off, and a channel is new',
    [one('ops', idle)],
    [person('ada', 'ops')],
    [written('ada', 'ops')],
    [
      'worse: integration ops is inactive, and the manifests declare a channel with this integration for 1 subscriber: ada',
    ],
  ],
  [
    'it becomes inactive, for many at once',
    [one('ops', active)],
    ['a', 'b', 'c', 'd', 'e'].map((name) => person(name, 'ops')),
    [update('ops', idle)],
    [
      'worse: integration ops becomes inactive, and the manifests declare a channel with this integration for 5 subscribers: a, b, c and 2 more',
    ],
  ],
  [
    'one subscriber has two channels with it',
    [one('ops', idle)],
    [person('ada', 'ops', 'slack', 'msteams')],
    [],
    [
      'integration ops is inactive, and the manifests declare a channel with this integration for 1 subscriber: ada',
    ],
  ],
  [
    'nobody knows it',
    [one('ops', active)],
    [person('ada', 'opps')],
    [],
    [
      'integration opps is not in the service, and the manifests declare a channel with this integration for 1 subscriber: ada',
    ],
  ],
]

test.each(channels)('a channel: %s', (_, observed, people, changes, expected) => {
  const doubts = doubtChannels({
    observedOf: () => observed,
    declaredOf: () => Resources.of(people),
    changes,
  })
  expect(doubts.map(({ message, isWorse }) => `${isWorse ? 'worse: ' : ''}${message}`)).toEqual(expected)
})

test('conditions that a release does not compare match all in a channel without a primary, and none beside one', () => {
  const children = [{ on: 'subscriber', field: 'locale', operator: 'EQUAL', value: 'de' }]
  const conditions = [{ type: 'GROUP', value: 'AND', isNegated: false, children }]
  const routesOf = (channel: string) =>
    stateOf({ fields: { ...active, channel, conditions }, compares: 'tenant' }).routes
  expect(['chat', 'email'].map(routesOf)).toEqual(['everything', 'nothing'])
})
