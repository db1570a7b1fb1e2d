import { expect, test } from 'vitest'
import { check } from './worlds/law.ts'
import { sendsOnlyNeeded } from './needed.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test(
  'with --secrets=needed nothing is written that strict would not write',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'needed',
      cases: someWorld,
      runs: { small: 4, full: 500 },
      mix: ['written', 'written with some unset', 'needs a secret', 'no-op', 'unset', 'exit 0', 'exit 3'],
      holds: sendsOnlyNeeded,
    })
    expect(unseen).toEqual([])
  },
)
