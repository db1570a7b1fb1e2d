// What an apply never does, however it is asked and whatever goes wrong.
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { isFull } from '../support/form.ts'
import { writesOnlyDeclared } from './declared-only.ts'
import { holdsUp } from './held-up.ts'
import { isJournaled } from './journaled.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('nothing is sent whose journal line is not kept', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'journaled',
    cases: someWorld,
    runs: { small: 4, full: 100 },
    mix: isFull ? ['write', 'second attempt', 'full disk', 'done', 'failed'] : ['write'],
    holds: (live, mix, turn) => isJournaled(live, { registry }, mix, turn),
  })
  expect(unseen).toEqual([])
})

test('nothing goes to a target after one that is not done', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'held up',
    cases: someWorld,
    runs: { full: 120 },
    // Few go on: only what waits for nothing.
    least: 4,
    mix: isFull ? ['held up', 'ends failed', 'ends unknown', 'ends waiting', 'went on'] : [],
    holds: (live, mix, turn) => holdsUp(live, { registry }, mix, turn),
  })
  expect(unseen).toEqual([])
})

test(
  'nothing is written to what no manifest declares, unless all of the project says so',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'declared only',
      cases: someWorld,
      runs: { full: 120 },
      mix: isFull ? ['declared', 'switched off', 'part', 'whole', 'twins'] : ['declared', 'part'],
      holds: (live, mix, turn) => writesOnlyDeclared(live, { registry }, mix, turn),
    })
    expect(unseen).toEqual([])
  },
)
