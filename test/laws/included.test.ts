import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { isIncluded } from './included.ts'
import { check, wholeMix } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test(
  'subscribers in NDJSON are planned as those in YAML, in any order',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'included',
      cases: someWorld,
      runs: { full: 100 },
      mix: [...wholeMix, 'kept lines', 'kept lines that are not plain'],
      holds: (live, mix) => isIncluded(live, { registry }, mix),
    })
    expect(unseen).toEqual([])
  },
)
