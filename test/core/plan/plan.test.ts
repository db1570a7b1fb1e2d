// A plan's counts: what a reader is told at the end of it.
import { expect, test } from 'vitest'
import { combinedCause } from '../../../src/engine/sides/causes.ts'
import type { Cause } from '../../../src/core/plan/shapes.ts'
import {
  type Action,
  callsOf,
  type Change,
  isDeactivation,
  pathOf,
  causeCounts,
} from '../../../src/core/plan/change.ts'
import { tally, type ApplyResult, type Outcome } from '../../../src/core/plan/outcome.ts'
import { exceptWords } from '../../../src/report/words/title.ts'
import { countsOf, isUpToDate, pendingChanges, type Plan, type Section } from '../../../src/core/plan/plan.ts'
import { changeJson, planJson } from '../../../src/core/plan/plan-json.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { IdOf, type ValueMap } from '../../../src/core/value.ts'

const position = { file: 'a.yaml', line: 1, column: 1, length: 1 }

function change(action: Action, before: ValueMap | null = {}, after: ValueMap = {}): Change {
  return {
    id: action,
    via: 'Production',
    kind: 'integration',
    name: 'ses',
    action,
    stage: 'gain',
    call: {
      operation: { id: 'x', method: 'PUT', path: '/v1/x/{id}' },
      parameters: { id: new IdOf('integration', 'ses') },
    },
    before,
    after,
    differences: [],
    needs: [],
    sideEffects: [],
    position,
  }
}

const off = change('update', { active: true }, { active: false })

const section: Section = {
  target: 'Production',
  url: 'http://127.0.0.1',
  changes: [change('create', null), change('update'), off, change('set-primary'), change('resend')],
  unchanged: 7,
  resources: 12,
  notes: [
    { sort: 'missing', kind: 'subscriber', name: 'x', position },
    { sort: 'unmanaged', kind: 'integration', name: 'old' },
    { sort: 'waiting', kind: 'integration', name: 'y', position },
  ],
  ids: {},
}

test('counts by sort; a deactivation is no update, a resend stands apart', () => {
  expect(countsOf([section, { ...section, changes: [] }])).toEqual({
    create: 1,
    update: 1,
    setPrimary: 1,
    deactivate: 1,
    resend: 1,
    unchanged: 14,
    unmanaged: 2,
    missing: 2,
    waiting: 2,
    duplicates: 0,
    inError: 0,
  })
})

test('counts of notes by sort; changes that wait for a key count with their target, or separately if no target has the key', () => {
  const about = { kind: 'integration', name: 'ses', position }
  const ownKey = { ...about, sort: 'ownKey', fields: ['primary'] } as const
  const failedOver = {
    ...about,
    sort: 'failedOver',
    target: 'EU',
    field: 'primary',
    channel: 'email',
    to: 'x',
  } as const
  const named = Secret.named('env:KEY')
  const notes: Section['notes'] = [
    { ...about, sort: 'duplicates', ids: ['1', '2'] },
    { ...about, sort: 'waiting' },
    ownKey,
    { ...ownKey, target: 'EU' },
    { ...ownKey, target: 'US' },
    { ...about, sort: 'released' },
    { ...about, sort: 'released' },
    { sort: 'absent', kind: 'integration', name: 'ses', from: 'EU' },
    failedOver,
    { ...failedOver, field: 'active' },
    { ...about, sort: 'unreadable', paths: [], wanted: [{ path: [], after: named }] },
    { ...about, name: 'x', sort: 'unreadable', paths: [], wanted: [{ path: [], after: 1 }] },
  ]
  const resends = (kind: string, before: ValueMap): Change => ({
    ...change('update'),
    kind,
    differences: [{ path: ['a'], answer: 'different', before, after: { b: 2, c: named } }],
  })
  const changes = [resends('subscriber', { b: 1, c: 'x' }), resends('environment', { b: 1 })]
  const counts = countsOf([
    { ...section, changes, notes, inError: 3, left: 1 },
    { ...section, inError: 1, left: 1 },
  ])
  expect(counts).toMatchObject({
    waiting: 4,
    ownKey: 1,
    duplicates: 1,
    released: 2,
    absent: 1,
    inError: 4,
    left: 2,
    failoverDrift: 1,
  })
  expect(counts.uncompared).toEqual({ integration: 1, subscriber: 1 })
})

test.each<[string, Partial<Section>, boolean]>([
  ['nothing', { unchanged: 7 }, true],
  ['a resource in no manifest', { notes: [{ sort: 'unmanaged', kind: 'integration', name: 'old' }] }, true],
  ['a change', { changes: [change('update')] }, false],
  ['a resend', { changes: [change('resend')] }, false],
  [
    'a resource that is not there',
    { notes: [{ sort: 'missing', kind: 'subscriber', name: 'x', position }] },
    false,
  ],
  ['a resource in error', { inError: 1 }, false],
  ['a target that waits', { waitsFor: 'the target waits' }, false],
])('with %s a plan is up to date: %s', (_, part, expected) => {
  const sections = [{ ...section, changes: [], notes: [], ...part }]
  expect(isUpToDate({ sections, problems: [] })).toBe(expected)
  const problem = { rule: 'x', message: '' }
  expect(isUpToDate({ sections, problems: [{ ...problem, severity: 'warning' }] })).toBe(expected)
  expect(isUpToDate({ sections, problems: [{ ...problem, severity: 'error' }] })).toBe(false)
})

test.each<[Change, boolean]>([
  [off, true],
  [change('update', { active: true }, { active: true }), false],
  [change('update', { active: true }, { name: 'x' }), false],
  [change('update', null, { active: false }), false],
  [change('update', { active: false }, { active: false }), false],
  [change('update', { active: false }, { active: true }), false],
  [change('create', null, { active: false }), false],
])('deactivation %#', (each, expected) => {
  expect(isDeactivation(each)).toBe(expected)
})

test('a resend is nothing pending', () => {
  const plan = { sections: [section], problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
  expect(pendingChanges(plan).map(({ action }) => action)).toEqual([
    'create',
    'update',
    'update',
    'set-primary',
  ])
})

test('as JSON, values of the service, of bodies and of manifests are told apart', () => {
  const { call } = off
  const step = { call: { ...call, body: { a: 1 } }, onlyIf: { a: 1 }, after: {} }
  const difference = { path: ['a'], answer: 'different', before: 1, after: 2 } as const
  const whole = { ...off, call: step.call, preparation: step, restoration: step, differences: [difference] }
  const request = { operation: 'x', method: 'PUT', path: '/v1/x/{id of integration ses}', body: 'body' }
  const { kind, name, action, stage, via, needs, sideEffects } = whole
  const sides = (_: unknown, side: string): string => side
  expect(changeJson(whole, sides)).toEqual({
    kind,
    name,
    action,
    stage,
    via,
    needs,
    sideEffects,
    position,
    id: 'update',
    ...request,
    requests: [{ ...request, onlyIf: 'after' }, request, { ...request, onlyIf: 'after' }],
    differences: [{ sign: '~', path: 'a', before: 'before', after: 'after' }],
  })
  expect(changeJson({ ...whole, preparation: undefined } as never, () => undefined)).not.toHaveProperty(
    'body',
  )
  const pruned = { kind, name, position, path: 'a', count: 1 }
  const sections = [{ ...section, notes: [{ ...pruned, sort: 'pruned' as const }], unread: ['x'] }]
  const requests = { reads: 0, writes: 0, milliseconds: 0 }
  const { target, url, unchanged, resources } = section
  const lists = { missing: [], unreadable: [], unmanaged: [], duplicates: [], waiting: [], pruned: [pruned] }
  expect(planJson({ sections, problems: [], requests }, () => 'changes').sections).toEqual([
    { target, url, unchanged, resources, changes: 'changes', ...lists },
  ])
})

test('a path with symbolic ids', () => {
  expect(pathOf(off.call)).toBe('/v1/x/{id of integration ses}')
  expect(pathOf({ ...off.call, parameters: {} })).toBe('/v1/x/{id}')
})

test('an apply names what was declared and not applied: fields that need an own key, and targets outside of the plan', () => {
  const requests = { reads: 0, writes: 0, milliseconds: 0 }
  const planOf = (...rules: readonly (readonly [rule: string, target?: string])[]): Plan => ({
    sections: [{ ...section, notes: [] }],
    problems: rules.map(([rule, target]) => ({
      rule,
      severity: 'warning',
      message: '',
      ...(target === undefined ? { resource: 'environment EU' } : { target }),
    })),
    requests,
  })
  const applied = (more: Partial<ApplyResult>): string | undefined =>
    exceptWords({ plans: [planOf()], results: [], problems: [], waiting: [], keyed: [], requests, ...more })
  const result = (status: 'done' | 'waiting') => ({
    change: off,
    outcome: status === 'done' ? { status } : { status, reason: '' },
    milliseconds: 0,
  })
  const fields = "fields that belfry can't send without the environment's own API key"
  const ownKey = { sort: 'ownKey', kind: 'environment', name: 'EU', position, fields: ['color'] } as const
  expect([
    applied({}),
    applied({ results: [result('done')], after: planOf(), plans: [planOf(['other']), planOf()] }),
    applied({ results: [result('done'), result('waiting')] }),
    applied({ after: { ...planOf(), sections: [section, { ...section, notes: [ownKey] }] } }),
    applied({ plans: [planOf(['other'], ['own-key'])] }),
    applied({ plans: [planOf(), planOf(['not-in-plan'])] }),
    applied({ plans: [planOf(['not-in-plan', 'EU'])] }),
    applied({ plans: [planOf(['not-in-plan'], ['not-in-plan', 'EU'], ['not-in-plan', 'US'])] }),
  ]).toEqual([
    undefined,
    undefined,
    fields,
    fields,
    fields,
    fields,
    'target EU, because the saved plan does not contain this target',
    `${fields}, and targets EU and US, because the saved plan does not contain these targets`,
  ])
})

test('each status is counted by its name', () => {
  const statuses: Outcome[] = [
    { status: 'done' },
    { status: 'done', already: true },
    { status: 'failed', reason: '' },
    { status: 'stale', reason: '' },
    { status: 'skipped', reason: '' },
    { status: 'unknown', reason: '' },
    { status: 'waiting', reason: '' },
  ]
  expect(tally(statuses.map((outcome) => ({ change: off, outcome, milliseconds: 0 })))).toEqual({
    done: 2,
    failed: 1,
    stale: 1,
    skipped: 1,
    unknown: 1,
    waiting: 1,
  })
})

test.each<[readonly (Cause | undefined)[], Cause | undefined]>([
  [[], undefined],
  [[undefined], undefined],
  [['branch'], 'branch'],
  [['drift', undefined, 'drift'], 'drift'],
  [['branch', 'drift'], 'both'],
  [['both', 'branch'], 'both'],
  [['meant'], 'meant'],
  [['meant', 'unmeant'], 'partly'],
  [['meant', 'partly'], 'partly'],
])('parts with the causes %j make a whole with %s', (causes, whole) => {
  expect(combinedCause(causes)).toBe(whole)
})

test('changes are counted by their causes', () => {
  const causes: readonly (Cause | undefined)[] = [
    'branch',
    'drift',
    'drift',
    'both',
    'both',
    'both',
    undefined,
  ]
  const changes = causes.map((cause) => (cause === undefined ? {} : { cause }))
  expect(causeCounts(changes)).toEqual({ branch: 1, drift: 2, both: 3 })
})

test('a change with a preparation and a restoration has three requests, in this order', () => {
  const step = (id: string) => ({ call: { operation: { id } } })
  const prepared = {
    preparation: step('off'),
    ...step('primary'),
    restoration: step('on'),
  } as unknown as Change
  expect(callsOf(prepared).map(({ operation }) => operation.id)).toEqual(['off', 'primary', 'on'])
})
