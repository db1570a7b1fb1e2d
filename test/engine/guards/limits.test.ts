// How much would change, how much is live, and what may → what is refused.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { readLimit, type Limit, type Limits } from '../../../src/core/plan/limits.ts'
import { guarded, limitProblems } from '../../../src/engine/guards/limits-and-forecast.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const limit = (text: string): Limit => readLimit(text) as Limit
const several = (count: number, change: Partial<Change> = {}): Change[] =>
  Array.from({ length: count }, (_, index) => changeOf({ name: `${change.action ?? ''}${index}`, ...change }))
const off = { before: { active: true }, after: { active: false } }

const rows: [string, readonly Change[], number, Limits, Readonly<Record<string, Limit>>, string[]][] = [
  ['nothing is limited', several(9), 9, {}, {}, []],
  ['as many as allowed', several(2), 2, { integration: { updates: limit('2') } }, {}, []],
  [
    'one more',
    several(3),
    3,
    { integration: { updates: limit('2') } },
    {},
    ['3 integrations would be updated, but limits.integration.updates allows at most 2'],
  ],
  [
    'none allowed',
    several(1, { action: 'create' }),
    0,
    { integration: { creates: limit('0') } },
    {},
    ['1 integration would be created, but limits.integration.creates allows at most 0'],
  ],
  [
    'a new one with a second request is created, not updated',
    [changeOf({ name: 'a', action: 'create' }), changeOf({ name: 'a' }), changeOf({ name: 'b' })],
    1,
    { integration: { updates: limit('0'), creates: limit('0') } },
    {},
    [
      '1 integration would be updated, but limits.integration.updates allows at most 0',
      '1 integration would be created, but limits.integration.creates allows at most 0',
    ],
  ],
  ['a share of nine live', several(9), 9, { integration: { updates: limit('10%') } }, {}, []],
  [
    'the same share of ten',
    several(2),
    10,
    { integration: { updates: limit('10%') } },
    {},
    [
      '2 integrations would be updated, but limits.integration.updates allows at most 10% (1 of 10 integrations in the service)',
    ],
  ],
  ['a share is rounded down: five of 19', several(5), 19, { integration: { updates: limit('30%') } }, {}, []],
  [
    'a share is rounded down: six of 19',
    several(6),
    19,
    { integration: { updates: limit('30%') } },
    {},
    [
      '6 integrations would be updated, but limits.integration.updates allows at most 30% (5 of 19 integrations in the service)',
    ],
  ],
  [
    'each sort is counted for itself',
    [...several(2), ...several(2, { name: 'off', ...off }), ...several(2, { action: 'set-primary' })],
    5,
    {
      integration: {
        updates: limit('1'),
        deactivations: limit('0'),
        primaries: limit('1'),
        creates: limit('0'),
      },
    },
    {},
    [
      '2 integrations would be updated, but limits.integration.updates allows at most 1',
      '1 integration would be deactivated, but limits.integration.deactivations allows at most 0',
      '2 integrations would become primary, but limits.integration.primaries allows at most 1',
    ],
  ],
  [
    'a subscriber counts once, whatever its calls',
    [
      ...several(1, { kind: 'subscriber' }),
      ...several(1, { kind: 'subscriber', part: 'slack@ops' }),
      ...several(1, { kind: 'subscriber', part: 'fcm@push' }),
    ],
    5,
    { subscriber: { updates: limit('1') } },
    {},
    [],
  ],
  [
    'resends count nowhere',
    several(5, { action: 'resend' }),
    5,
    { integration: { updates: limit('0') } },
    { integration: limit('0') },
    [],
  ],
  [
    'the run lets more through',
    several(3),
    3,
    { integration: { updates: limit('2') } },
    { integration: limit('3') },
    [],
  ],
  [
    'the run lets less through, of all sorts together',
    [...several(2), ...several(1, { action: 'create' })],
    3,
    {},
    { integration: limit('2') },
    ['3 integrations would change, but maxChanges allows at most 2'],
  ],
  [
    'the run says nothing of another kind',
    several(3),
    3,
    { integration: { updates: limit('2') } },
    { subscriber: limit('50') },
    ['3 integrations would be updated, but limits.integration.updates allows at most 2'],
  ],
  [
    'of subscribers, only the declared ones are counted',
    several(18, { kind: 'subscriber' }),
    20,
    { subscriber: { updates: limit('1%') } },
    {},
    [
      '18 subscribers would be updated, but limits.subscriber.updates allows at most 1% (0 of 20 declared subscribers in the service)',
    ],
  ],
]

test.each(rows)('%s', (_, changes, count, limits, maxChanges, expected) => {
  const live = new Map([
    ['integration', count],
    ['subscriber', count],
  ])
  const problems = limitProblems(sectionWith({ changes }), { live, limits, maxChanges, registry })
  expect(problems.map(({ message }) => message)).toEqual(expected)
  for (const problem of problems)
    expect(problem).toMatchObject({ rule: 'limit', severity: 'error', exit: 4, target: 'Production' })
})

test('it stands where the limit is written, and says what would let it through', () => {
  const changes = [...several(2), ...several(3, { action: 'create' })]
  const limits = { integration: { updates: { ...limit('1'), position } } }
  expect(
    limitProblems(sectionWith({ changes }), { live: new Map(), limits, maxChanges: {}, registry }),
  ).toMatchObject([
    {
      position,
      hint: 'Read the plan. If all changes are intended, use maxChanges: { integration: 5 }.',
    },
  ])
})

test.each<[string, Limit | undefined]>([
  ['0', { most: 0, unit: 'resources' }],
  ['12', { most: 12, unit: 'resources' }],
  ['100%', { most: 100, unit: 'percent' }],
])('the limit "%s"', (text, expected) => {
  expect(readLimit(text)).toEqual(expected)
})

test.each(['', '%', '-1', '101%', '1.5', '30 %', 'all', '1e3'])('"%s" is no limit', (text) => {
  expect(readLimit(text)).toBeUndefined()
})

test('the hint counts all changes of the kind, and of no other', () => {
  const changes = [...several(3), ...several(2, { action: 'create' }), ...several(4, { kind: 'subscriber' })]
  const [problem] = limitProblems(sectionWith({ changes }), {
    live: new Map([['integration', 3]]),
    limits: { integration: { updates: limit('2') } },
    maxChanges: {},
    registry,
  })
  expect(problem?.hint).toContain('use maxChanges: { integration: 5 }.')
})

test('the limits of a target are its own', () => {
  const section = sectionWith({ changes: several(1) })
  const planned = { plan: { sections: [section], problems: [] }, forecasts: new Map([[section, { live: new Map(), doubts: [] }]]) } // prettier-ignore
  const problemsWith = (development: Limits, production: Limits) => {
    const targets = [
      { alias: 'Development', limits: development },
      { alias: 'Production', limits: production },
    ]
    const request = { targets, maxChanges: {}, rules: {}, selection: { only: [], exclude: [], resend: [] } }
    return guarded(planned as never, request as never, { registry }).plan.problems
  }
  const none = { integration: { updates: limit('0') } }
  expect(problemsWith(none, {})).toEqual([])
  expect(problemsWith({}, none)).toMatchObject([{ rule: 'limit', target: 'Production' }])
})
