import { expect, test } from 'vitest'
import { sendsWhatWasApproved } from './worlds/approved.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test('an approved plan is carried out, and nothing else', { timeout: lawTimeout }, async () => {
  const unseen = await check({
    name: 'approved',
    cases: someWorld,
    runs: { full: 500 },
    mix: [
      'written',
      'edited by hand',
      'another merge',
      'wrong secrets',
      'all of it',
      'exit 0',
      'exit 5',
      'secrets-left',
      'not-in-approved-plan',
    ],
    holds: sendsWhatWasApproved,
  })
  expect(unseen).toEqual([])
})
