// Laws themselves: one that hasn't seen what it must see goes on, but not forever.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check } from './worlds/law.ts'
import type { Mix } from './worlds/mix.ts'

function lawOf(sees: (mix: Mix, turn: number) => void) {
  return check({
    name: 'numbers',
    cases: fc.nat(),
    runs: { small: 10, full: 10 },
    mix: ['rare'],
    least: 1,
    holds: (_, mix, turn) => Promise.resolve(sees(mix, turn)),
  })
}

test('a law goes on until a rare case has come up', async () => {
  const turns: number[] = []
  const unseen = await lawOf((mix, turn) => {
    turns.push(turn)
    if (turn === 13) mix.add('rare')
  })
  expect(unseen).toEqual([])
  expect(turns).toEqual(Array.from({ length: 20 }, (_, turn) => turn))
})

test('what never comes up is reported after five times the runs', async () => {
  let runs = 0
  expect(await lawOf(() => void (runs += 1))).toEqual(['rare'])
  expect(runs).toBe(50)
})
