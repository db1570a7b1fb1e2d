import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import type { Case } from '../support/laws/case.ts'
import { survives } from './faults.ts'
import { check } from './worlds/law.ts'
import { namesTwins, withIntegrationsOnly } from './races.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { faultMix, someTrouble, type Trouble } from './worlds/trouble.ts'
import { unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'

test('applying again until it succeeds ends in what is declared', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'faults',
    cases: fc
      .tuple(someWorld, someTrouble)
      .map(([live, trouble]): Case & Trouble => ({ ...live, ...trouble })),
    runs: { full: 150 },
    mix: faultMix,
    least: 1,
    holds: (live, mix) => survives(live, { registry, unlike }, mix),
  })
  expect(unseen).toEqual([])
})

test('what two runs at once created twice is named and left alone', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'races',
    cases: someWorld.map(withIntegrationsOnly),
    runs: { full: 50 },
    mix: ['twins'],
    holds: (live, mix) => namesTwins(live, { registry }, mix),
  })
  expect(unseen).toEqual([])
})
