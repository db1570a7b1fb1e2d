import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { check } from '../support/laws/law.ts'
import { renamesWithOwnKeys, withRenames } from '../support/laws/renames.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from '../support/laws/worlds.ts'

test(
  'a renamed environment keeps what it is, and is changed with its own key',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'renames',
      cases: someWorld.map(withRenames),
      runs: { small: 20, full: 300 },
      mix: ['rename', 'several keys', 'with its own key', "with the first target's key", 'renamed in a call'],
      holds: (live, mix) => renamesWithOwnKeys(live, { registry }, mix),
    })
    expect(unseen).toEqual([])
  },
)
