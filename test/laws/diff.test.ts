import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { agreesWithPlan } from './diff.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('a difference is the plan against a service that holds the base', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'diff',
    cases: someWorld,
    runs: { full: 120 },
    least: 5,
    mix: [
      'environment create',
      'environment update',
      'integration create',
      'integration update',
      'integration set-primary',
      'integration deactivate',
      'subscriber attributes',
      'subscriber channels',
    ],
    holds: (live, mix) => agreesWithPlan(live, { registry }, mix),
  })
  expect(unseen).toEqual([])
})
