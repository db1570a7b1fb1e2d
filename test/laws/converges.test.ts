import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { converges } from './worlds/converges.ts'
import { check, wholeMix } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'

test('after an apply the plan is empty and sends no write', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'converges',
    cases: someWorld,
    runs: { full: 150 },
    mix: wholeMix,
    holds: (live, mix) => converges(live, { registry, unlike }, mix),
  })
  expect(unseen).toEqual([])
})
