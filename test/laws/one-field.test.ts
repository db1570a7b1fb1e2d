import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { edit } from '../support/laws/edits.ts'
import { check, wholeMix } from '../support/laws/law.ts'
import { sendsOneField } from '../support/laws/one-field.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from '../support/laws/worlds.ts'

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
