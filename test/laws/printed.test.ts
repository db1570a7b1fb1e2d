import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { wholeMix, check } from './worlds/law.ts'
import { isPrinted } from './worlds/printed.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test.each([1, 4])('what is sent was printed, %i at a time', { timeout: lawTimeout }, async (parallel) => {
  expect(
    await check({
      name: `printed, ${parallel} at a time`,
      cases: someWorld,
      runs: { full: 100 },
      mix: [...wholeMix, 'late token'],
      holds: (live, mix) => isPrinted(live, { registry, parallel }, mix),
    }),
  ).toEqual([])
})
