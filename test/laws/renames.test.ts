import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { isFull } from '../support/form.ts'
import { check } from './worlds/law.ts'
import { renamesWithOwnKeys, withRenames } from './renames.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test(
  'a renamed environment keeps what it is, and is changed with its own key',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'renames',
      cases: someWorld.map(withRenames),
      runs: { full: 150 },
      mix: isFull
        ? ['rename', 'several keys', 'with its own key', "with the first target's key", 'renamed in a call']
        : ['rename', 'with its own key'],
      holds: (live, mix) => renamesWithOwnKeys(live, { registry }, mix),
    })
    expect(unseen).toEqual([])
  },
)
