import { expect, test } from 'vitest'
import { channelSentence, channelStates } from '../../../src/core/plan/channels.ts'
import { channelLines } from '../../../src/report/words/plan-notes.ts'
import type { IntegrationState, Plan, IntegrationStates } from '../../../src/core/plan/plan.ts'

const up = { active: true, primary: true, conditional: false }
const idle = { ...up, active: false }
const other = { ...up, primary: false }

function standing(
  name: string,
  before: IntegrationState,
  after = before,
  channel = 'email',
): IntegrationStates {
  return { name, channel, providerId: 'ses', before, after }
}

function off(name: string): IntegrationStates {
  return { ...standing(name, idle), declaredInactive: true }
}

function creating(after: IntegrationState): IntegrationStates {
  return { name: 'a', channel: 'email', providerId: 'ses', after }
}

test.each<[string, readonly IntegrationStates[], string]>([
  ['a primary integration', [standing('a', up), standing('b', other)], 'email is up in EU'],
  [
    'one that is inactive',
    [standing('a', idle)],
    'email delivers nothing in EU: its only integration a is inactive',
  ],
  [
    'several that are inactive',
    [standing('a', idle), standing('b', idle)],
    'email delivers nothing in EU: all its integrations (a and b) are inactive',
  ],
  [
    'an inactive primary',
    [standing('a', idle), standing('b', other)],
    'email delivers nothing in EU: its primary integration a is inactive',
  ],
  [
    'no primary',
    [standing('a', other), standing('b', other)],
    'email delivers nothing in EU: none of its active integrations (a and b) is primary',
  ],
  [
    'a primary without credentials',
    [standing('a', { ...up, withoutCredentials: true })],
    'email delivers nothing in EU: integration a has no credentials',
  ],
  [
    'two primaries',
    [standing('b', up), standing('a', up)],
    'email is degraded in EU: a and b are primary, and the service uses the newest active primary integration',
  ],
  [
    'two primaries, one of them without credentials',
    [standing('a', up), standing('b', { ...up, withoutCredentials: true })],
    'email delivers nothing in EU unless the service uses a: a and b are primary, and the service uses the newest active primary integration; integration b has no credentials',
  ],
  [
    'two primaries, both without credentials',
    [standing('a', { ...up, withoutCredentials: true }), standing('b', { ...up, withoutCredentials: true })],
    'email delivers nothing in EU: a and b are primary, and the service uses the newest active primary integration; integrations a and b have no credentials',
  ],
  [
    'a primary without credentials beside conditions',
    [standing('a', { ...up, withoutCredentials: true }), standing('b', { ...other, conditional: true })],
    'email is degraded in EU: integration a has no credentials',
  ],
  [
    'a primary without credentials beside conditions without them',
    [
      standing('a', { ...up, withoutCredentials: true }),
      standing('b', { ...other, conditional: true, withoutCredentials: true }),
    ],
    'email delivers nothing in EU: integrations a and b have no credentials',
  ],
  [
    'rules that match everything, of the primary',
    [standing('a', { ...up, conditional: true, routes: 'everything' }), standing('b', other)],
    'email is up in EU',
  ],
  [
    'rules of which some match nothing',
    [
      standing('a', { ...other, conditional: true, routes: 'nothing' }),
      standing('b', { ...other, conditional: true }),
    ],
    'email is degraded in EU: only notifications that match conditions or rules are certain to be sent (a and b)',
  ],
  [
    'six that are inactive',
    Array.from('abcdef', (name) => standing(name, idle)),
    'email delivers nothing in EU: all its integrations (a, b, c, d, e and 1 more) are inactive',
  ],
  [
    'only conditions',
    [standing('a', { ...other, conditional: true })],
    'email is degraded in EU: only notifications that match conditions or rules are certain to be sent (a)',
  ],
  [
    'rules that match nothing',
    [standing('a', { ...other, conditional: true, routes: 'nothing' })],
    'email delivers nothing in EU: no notification can match the conditions or rules of a',
  ],
  [
    'rules that match everything',
    [standing('a', up), standing('b', { ...other, conditional: true, routes: 'everything' })],
    'email is degraded in EU: the rules of b match every notification, so no other integration sends',
  ],
  [
    'a primary with conditions',
    [standing('a', { ...up, conditional: true }), standing('b', other)],
    'email is degraded in EU: only notifications that match conditions or rules are certain to be sent (a)',
  ],
  [
    'rules that match everything, of a channel without primaries',
    [
      standing('a', other, other, 'push'),
      standing('b', { ...other, conditional: true, routes: 'everything' }, other, 'push'),
    ],
    'push is up in EU',
  ],
  ['a channel without primaries', [standing('a', other, other, 'push')], 'push is up in EU'],
  [
    'one of two without credentials',
    [
      standing('a', other, other, 'push'),
      standing('b', { ...other, withoutCredentials: true }, other, 'push'),
    ],
    'push is degraded in EU: integration b has no credentials',
  ],
])('a channel with %s', (_, delivery, sentence) => {
  expect(channelStates({ delivery }).map((each) => channelSentence(each, 'EU'))).toEqual([sentence])
})

test.each<[string, readonly IntegrationStates[], readonly string[]]>([
  ['all', [off('a'), off('b')], []],
  ['one of two', [off('a'), standing('b', idle)], ['down']],
  ['one that is still active', [{ ...off('a'), before: up }], ['up']],
])('a channel of which the manifests declare %s inactive', (_, delivery, states) => {
  expect(channelStates({ delivery }).map(({ state }) => state)).toEqual(states)
})

test.each([
  ['several-primaries', [standing('a', up), standing('b', up)], []],
  ['channel-state', [standing('a', idle), standing('b', idle)], []],
  [
    'channel-state',
    [standing('a', { ...up, withoutCredentials: true }), standing('b', { ...other, conditional: true })],
    ['a'],
  ],
] as const)('the rule %s reports it', (rule, delivery, bare) => {
  expect(channelStates({ delivery })).toMatchObject([{ rule, bare }])
})

test('a failover is a state of a channel that delivers, and not of one that does not', () => {
  const position = { file: 'a.yaml', line: 1, column: 1, length: 1 }
  const note = { sort: 'failedOver', target: 'EU', kind: 'integration', name: 'a', position } as const
  const notes = [{ ...note, field: 'primary', channel: 'email', to: 'b', since: '2026-01-05' } as const]
  const of = (state: IntegrationState, when?: 'after') =>
    channelStates({ delivery: [standing('a', other), standing('b', state)], notes }, when).map((found) =>
      channelSentence(found),
    )
  expect(of(up)).toEqual(['email failed over: b is primary since 2026-01-05'])
  expect(of(up, 'after')).toEqual(['email is up'])
  expect(channelStates({ delivery: [standing('b', up, up, 'sms')], notes })).toMatchObject([{ state: 'up' }])
  expect(of(idle)).toEqual(['email delivers nothing: its primary integration b is inactive'])
})

test.each<[string, IntegrationStates, readonly string[]]>([
  ['does not touch it', standing('a', up), []],
  ['creates it', creating(up), []],
  ['creates it, and the service may make it primary', creating(other), []],
  ['creates it inactive on purpose', { ...creating(idle), declaredInactive: true }, []],
  [
    'creates it inactive',
    creating({ ...other, active: false }),
    ['after this plan, email delivers nothing in EU: its only integration a is inactive'],
  ],
  [
    'creates it without credentials',
    creating({ ...up, withoutCredentials: true }),
    ['after this plan, email delivers nothing in EU: integration a has no credentials'],
  ],
  [
    'switches it off on purpose',
    { ...standing('a', up, idle), declaredInactive: true },
    ['after this plan, email delivers nothing in EU: its only integration a is inactive'],
  ],
  ['leaves it switched off on purpose', off('a'), []],
  [
    'mends it',
    standing('a', idle, up),
    ['email delivers nothing in EU: its only integration a is inactive; after this plan, email is up'],
  ],
  [
    'makes it primary',
    standing('a', other, up),
    [
      'email delivers nothing in EU: none of its active integrations (a) is primary; after this plan, email is up',
    ],
  ],
  [
    'breaks it',
    standing('a', up, idle),
    ['after this plan, email delivers nothing in EU: its only integration a is inactive'],
  ],
  [
    'makes a degraded one worse',
    standing('a', { ...other, conditional: true }, other),
    [
      'email is degraded in EU: only notifications that match conditions or rules are certain to be sent (a); after this plan, email delivers nothing: none of its active integrations (a) is primary',
    ],
  ],
  [
    'leaves it broken',
    standing('a', idle),
    ['email delivers nothing in EU: its only integration a is inactive'],
  ],
  [
    'makes an inactive one primary, which only some services activate',
    standing('a', { ...idle, primary: false }, idle),
    ['email delivers nothing in EU: its only integration a is inactive'],
  ],
])('the line of a plan that %s', (_, delivery, lines) => {
  const section = {
    target: 'EU',
    url: 'https://x',
    changes: [],
    unchanged: 0,
    resources: 1,
    notes: [],
    ids: {},
  }
  const plan = { sections: [{ ...section, delivery: [delivery] }], problems: [] } as unknown as Plan
  expect(channelLines(plan)).toEqual(lines)
  expect(channelLines({ ...plan, sections: [{ ...section, delivery: [delivery], url: '' }] })).toEqual([])
})
