// The one rule for writes: what the plan saw, what it wants, what is live now → done, send or stale.
import { describe, expect, test } from 'vitest'
import type { FieldRule } from '../../../src/core/plan/compare-fields.ts'
import { decide } from '../../../src/core/plan/stale.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'

const hidden = new Unreadable(true)

const ruleOf = ([first, second]: readonly string[]): FieldRule => {
  if (first === 'tokens') return { compare: 'set', additive: true }
  if (first === 'exact') return { compare: 'set', additive: false }
  if (first === 'data' && second === undefined) return { compare: 'keys', replaced: true }
  if (first === 'channels' && second === undefined) return { compare: 'keys' }
  return { compare: first === 'credentials' ? 'whole' : 'value' }
}

type Row = [
  what: string,
  before: ValueMap | null,
  after: ValueMap,
  live: ValueMap | undefined,
  expected: string,
]

const outcome = ([, before, after, live]: Row): string => {
  const decision = decide({ before, after }, live, ruleOf)
  return decision.outcome === 'stale' ? `stale ${decision.path?.join('.') ?? ''}`.trim() : decision.outcome
}

const tables: Record<string, Row[]> = {
  update: [
    ['as planned', { name: 'a' }, { name: 'b' }, { name: 'a' }, 'send'],
    ['done by another', { name: 'a' }, { name: 'b' }, { name: 'b' }, 'done'],
    ['moved', { name: 'a' }, { name: 'b' }, { name: 'c' }, 'stale name'],
    ['gone', { name: 'a' }, { name: 'b' }, undefined, 'stale'],
    [
      'half of it done',
      { name: 'a', active: true },
      { name: 'b', active: false },
      { name: 'b', active: true },
      'stale name',
    ],
    ['another field moved', { name: 'a' }, { name: 'b' }, { name: 'a', active: false }, 'send'],
    ['null is absent', { name: null }, { name: 'b' }, {}, 'send'],
    [
      'a secret',
      { name: Secret.of('a', 'live') },
      { name: Secret.of('b', 'env:B') },
      { name: Secret.of('b', 'live') },
      'done',
    ],
  ],
  'what it depends on': [
    [
      'still so',
      { primary: false, active: true },
      { primary: true },
      { primary: false, active: true },
      'send',
    ],
    [
      'moved',
      { primary: false, active: true },
      { primary: true },
      { primary: false, active: false },
      'stale active',
    ],
    [
      'moved, but done',
      { primary: false, active: true },
      { primary: true },
      { primary: true, active: false },
      'done',
    ],
  ],
  create: [
    ['not there', null, { name: 'a' }, undefined, 'send'],
    ['there as wanted', null, { name: 'a' }, { name: 'a', more: 1 }, 'done'],
    ['there otherwise', null, { name: 'a' }, { name: 'b' }, 'stale'],
    ['there, but not to be seen', null, { color: 'a' }, { color: hidden }, 'done'],
  ],
  unreadable: [
    [
      'takes no part',
      { name: 'a', color: hidden },
      { name: 'b', color: 'x' },
      { name: 'a', color: hidden },
      'send',
    ],
    ['all of it', { color: hidden }, { color: 'x' }, { color: hidden }, 'send'],
    ['what the plan could not see', { color: hidden }, { color: 'x' }, { color: 'y' }, 'send'],
    [
      'the rest is done',
      { name: 'a', color: hidden },
      { name: 'b', color: 'x' },
      { name: 'b', color: hidden },
      'done',
    ],
    [
      'a part, the rest as planned',
      { credentials: { a: 1, s: hidden } },
      { credentials: { a: 2, s: 'x' } },
      { credentials: { a: 1, s: hidden } },
      'send',
    ],
    [
      'a part, the rest done',
      { credentials: { a: 1, s: hidden } },
      { credentials: { a: 2, s: 'x' } },
      { credentials: { a: 2, s: hidden } },
      'done',
    ],
    [
      'a part, the rest moved',
      { credentials: { a: 1, s: hidden } },
      { credentials: { a: 2, s: 'x' } },
      { credentials: { a: 3, s: hidden } },
      'stale credentials',
    ],
    ['a resend', {}, { credentials: { a: 1, s: 'x' } }, { credentials: { a: 1, s: hidden } }, 'send'],
    [
      'a resend with a field that was as wanted',
      { color: hidden },
      { color: 'x', name: null },
      { color: hidden },
      'send',
    ],
    [
      'what the plan could not see is as wanted now',
      { color: hidden, name: 'a' },
      { color: 'x', name: 'a' },
      { color: 'x', name: 'a' },
      'done',
    ],
  ],
  'an additive set': [
    ['as planned', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['a'] }, 'send'],
    ['others came', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['x', 'a', 'y'] }, 'send'],
    ['others went', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['a'] }, 'send'],
    ['the declared came', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['b', 'a', 'x'] }, 'done'],
    ['a declared one went', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['x'] }, 'stale tokens'],
    ['from nothing', { tokens: [] }, { tokens: ['a', 'b'] }, {}, 'send'],
    ['one came, another went', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: ['b'] }, 'stale tokens'],
    ['they became no list', { tokens: ['a'] }, { tokens: ['a', 'b'] }, { tokens: null }, 'stale tokens'],
    ['one of two came', { tokens: [] }, { tokens: ['a', 'b'] }, { tokens: ['b'] }, 'stale tokens'],
  ],
  'an exact set': [
    ['as planned', { exact: ['a'] }, { exact: ['b'] }, { exact: ['a'] }, 'send'],
    ['another came', { exact: ['a'] }, { exact: ['b'] }, { exact: ['a', 'x'] }, 'stale exact'],
    ['in another order', { exact: ['a', 'c'] }, { exact: ['b'] }, { exact: ['c', 'a'] }, 'send'],
  ],
  'keys that the call repeats': [
    ['as planned', { data: { a: 1, z: 9 } }, { data: { a: 2 } }, { data: { a: 1, z: 9 } }, 'send'],
    [
      'an undeclared key moved',
      { data: { a: 1, z: 9 } },
      { data: { a: 2 } },
      { data: { a: 1, z: 8 } },
      'stale data',
    ],
    [
      'an undeclared key came',
      { data: { a: 1 } },
      { data: { a: 2 } },
      { data: { a: 1, z: 8 } },
      'stale data',
    ],
    ['done, whatever else', { data: { a: 1, z: 9 } }, { data: { a: 2 } }, { data: { a: 2, z: 8 } }, 'done'],
    ['from nothing', { data: null }, { data: { a: 2 } }, {}, 'send'],
    ['clearing', { data: { a: 1 } }, { data: null }, { data: { a: 1 } }, 'send'],
    ['cleared', { data: { a: 1 } }, { data: null }, {}, 'done'],
  ],
  'keys that are kept': [
    [
      'a neighbour moved',
      { channels: { a: 1 } },
      { channels: { a: 2 } },
      { channels: { a: 1, b: 7 } },
      'send',
    ],
    [
      'one of them as wanted',
      { channels: { a: 1 } },
      { channels: { a: 2 } },
      { channels: { a: 2, b: 7 } },
      'done',
    ],
    [
      'all of them gone',
      { channels: { a: 1 } },
      { channels: { a: 2 } },
      { channels: null },
      'stale channels.a',
    ],
    ['moved', { channels: { a: 1 } }, { channels: { a: 2 } }, { channels: { a: 3 } }, 'stale channels.a'],
    ['not there yet', { channels: { a: null } }, { channels: { a: 2 } }, {}, 'send'],
  ],
}

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows)('%s', (...row) => {
    expect(outcome(row)).toBe(row[4])
  })
})

test('an exact set that is not there yet is an empty one', () => {
  const change = { before: { exact: null }, after: { exact: ['a'] } }
  expect(decide(change, {}, ruleOf)).toEqual({ outcome: 'send' })
  expect(decide(change, { exact: [] }, ruleOf)).toEqual({ outcome: 'send' })
  expect(decide(change, { exact: ['b'] }, ruleOf)).toEqual({ outcome: 'stale', path: ['exact'] })
  expect(decide(change, { exact: ['a'] }, ruleOf)).toEqual({ outcome: 'done' })
})
