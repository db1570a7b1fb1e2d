// A plan's counts: what a reader is told at the end of it.
import { expect, test } from 'vitest'
import type { Action, Change } from '../../../src/core/plan/change.ts'
import { pathOf } from '../../../src/core/plan/change.ts'
import { tally, type Outcome } from '../../../src/core/plan/outcome.ts'
import { countsOf, isDeactivation, pendingChanges, type Section } from '../../../src/core/plan/plan.ts'
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

test('counts by sort; a deactivation is no update, a re-send stands apart', () => {
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

test.each<[Change, boolean]>([
  [off, true],
  [change('update', { active: false }, { active: false }), false],
  [change('update', { active: false }, { active: true }), false],
  [change('create', null, { active: false }), false],
])('deactivation %#', (each, expected) => {
  expect(isDeactivation(each)).toBe(expected)
})

test('a re-send is nothing pending', () => {
  const plan = { sections: [section], problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
  expect(pendingChanges(plan).map(({ action }) => action)).toEqual([
    'create',
    'update',
    'update',
    'set-primary',
  ])
})

test('a path with symbolic ids', () => {
  expect(pathOf(off.call)).toBe('/v1/x/{id of integration ses}')
  expect(pathOf({ ...off.call, parameters: {} })).toBe('/v1/x/{id}')
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
