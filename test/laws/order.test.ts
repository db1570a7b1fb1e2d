import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { check, wholeMix } from './worlds/law.ts'
import { isOrderFree } from './worlds/order.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('live order and key order never matter', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'order',
    cases: someWorld,
    runs: { full: 100 },
    mix: wholeMix,
    holds: (live, mix) => isOrderFree(live, { registry }, mix),
  })
  expect(unseen).toEqual([])
})
