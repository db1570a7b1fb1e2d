import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { edit } from './worlds/edits.ts'
import { check, wholeMix } from './worlds/law.ts'
import { sendsOneField } from './worlds/one-field.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('one changed field sends that field only', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'one field',
    cases: someWorld,
    runs: { full: 120 },
    mix: wholeMix,
    holds: (live, mix) => sendsOneField(live, { registry, edit }, mix),
  })
  expect(unseen).toEqual([])
})
