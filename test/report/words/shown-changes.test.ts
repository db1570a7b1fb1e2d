// Changes that are alike become one group, and nothing that a reader would see differs within a group.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import { detailsBelow, groupsOf } from '../../../src/report/words/shown-changes.ts'
import { changeOf } from '../../support/sketched-change.ts'
import { seedOf } from '../../support/seed.ts'

function renamed(name: string, more: Partial<Change> = {}): Change {
  const differences = [{ path: ['locale'], answer: 'different', before: 'de', after: 'fr' } as const]
  return changeOf({ name, kind: 'subscriber', differences, ...more })
}

test('three that differ in their names only are one group, in the place of the first', () => {
  const changes = [renamed('a'), renamed('x', { sideEffects: ['tells Ada'] }), renamed('b'), renamed('c')]
  const names = groupsOf(changes).map((group) => group.changes.map(({ name }) => name))
  expect(names).toEqual([['a', 'b', 'c'], ['x']])
  expect(groupsOf(changes.filter(({ name }) => name !== 'x'))).toHaveLength(1)
})

test('two that are alike stay as they are', () => {
  const changes = [renamed('a'), renamed('x', { action: 'create' }), renamed('b')]
  expect(groupsOf(changes).map((group) => group.changes.map(({ name }) => name))).toEqual([
    ['a'],
    ['x'],
    ['b'],
  ])
})

const step = {
  call: { operation: { id: 'y', method: 'PUT', path: '/y/{id}' }, parameters: { id: 'a' } },
  onlyIf: {},
  after: {},
} as const

test('several requests are shown with the paths of their own resource', () => {
  expect(groupsOf(['a', 'b', 'c'].map((name) => renamed(name, { preparation: step })))).toHaveLength(3)
})

test('the heading of a change that makes an integration primary says so, and its fields do not', () => {
  const differences = ['primary', 'name'].map(
    (path) => ({ path: [path], answer: 'different', before: false, after: true }) as const,
  )
  const paths = (action: Change['action']) =>
    detailsBelow(changeOf({ name: 'a', action, differences })).map(({ path }) => path)
  expect([paths('set-primary'), paths('update')]).toEqual([['name'], ['primary', 'name']])
})

test.each<readonly [string, Partial<Change>]>([
  ['kind', { kind: 'integration' }],
  ['target', { target: 'Development' }],
  ['key', { via: 'Development' }],
  ['part', { part: 'slack@slack-ops' }],
  ['action', { action: 'create' }],
  ['summary', { summary: 'becomes inactive' }],
  ['cause', { cause: 'drift' }],
  ['side effects', { sideEffects: ['stops being primary'] }],
  ['requests', { preparation: step }],
  ['value before', { differences: [{ path: ['locale'], answer: 'different', before: 'it', after: 'fr' }] }],
  ['value after', { differences: [{ path: ['locale'], answer: 'different', before: 'de', after: 'it' }] }],
  ['field', { differences: [{ path: ['timezone'], answer: 'different', before: 'de', after: 'fr' }] }],
])('another %s is another group', (_, more) => {
  const changes = [renamed('a'), renamed('b'), renamed('c'), renamed('d', more)]
  expect(groupsOf(changes).map((group) => group.changes.length)).toEqual([3, 1])
})

const someChanges = fc
  .array(fc.record({ kind: fc.constantFrom('subscriber', 'integration'), after: fc.nat(2) }), {
    maxLength: 40,
  })
  .map((drafts) =>
    drafts.map(({ kind, after }, index) =>
      changeOf({
        name: `n${index}`,
        kind,
        differences: [{ path: ['locale'], answer: 'different', before: 'de', after }],
      }),
    ),
  )

test('each change is in one group, and the first changes are in order', () => {
  fc.assert(
    fc.property(someChanges, (changes) => {
      const groups = groupsOf(changes)
      const all = groups.flatMap((group) => group.changes)
      expect(new Set(all)).toEqual(new Set(changes))
      expect(all).toHaveLength(changes.length)
      const places = groups.map(({ first }) => changes.indexOf(first))
      expect(places).toEqual(places.toSorted((one, other) => one - other))
      for (const { first, changes: own } of groups)
        for (const change of own)
          expect(change.differences.flatMap(detailsOf)).toEqual(first.differences.flatMap(detailsOf))
    }),
    { seed: seedOf('groups', 'BELFRY_LAWS_SEED') },
  )
})
