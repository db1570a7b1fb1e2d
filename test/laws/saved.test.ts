import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { appliesAsSaved } from './saved.ts'
import { someWorld } from './worlds/worlds.ts'

test('a saved plan sends what an apply would have sent', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'saved',
    cases: someWorld,
    runs: { full: 120 },
    mix: ['in one go', 'in two parts'],
    holds: (live, mix) => appliesAsSaved(live, { registry }, mix),
  })
  expect(unseen).toEqual([])
})
