import { expect, test } from 'vitest'
import { countsWhoEdited, someEdits } from './edited-by.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'

test(
  'a plan with a base counts the edits of the branch, those by hand, and what was not compared',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'edited-by',
      cases: someEdits,
      runs: { full: 500 },
      least: 5,
      mix: [
        ...['branch', 'drift', 'both'].map((cause) => `all ${cause}`),
        ...['branch', 'drift', 'both', 'nothing'].map((cause) => `defer ${cause}, not compared`),
        ...['branch', 'nothing'].map((cause) => `needed ${cause}, not compared`),
      ],
      holds: countsWhoEdited,
    })
    expect(unseen).toEqual([])
  },
)
