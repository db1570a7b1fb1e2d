// A promotion changes what it names, and copies no secret.
import { expect, test } from 'vitest'
import { check } from './worlds/law.ts'
import { someLive } from './worlds/live.ts'
import { promotesOnly } from './promoted.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test('a promotion changes the named resource only', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'promote',
    cases: someLive.filter(({ seed }) => /"(?:apiKey|secretKey)":"live/.test(JSON.stringify(seed))),
    runs: { full: 100 },
    mix: ['promoted', 'with variables', 'with perTarget'],
    holds: promotesOnly,
  })
  expect(unseen).toEqual([])
})
