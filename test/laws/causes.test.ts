import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { agreesWithBase } from './worlds/causes.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('drift is what a plan of the base would change too', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'causes',
    cases: someWorld,
    runs: { full: 120 },
    least: 5,
    mix: ['branch', 'drift', 'both'],
    holds: (live, mix) => agreesWithBase(live, { registry }, mix),
  })
  expect(unseen).toEqual([])
})
