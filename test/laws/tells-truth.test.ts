import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { profileNames } from '../../src/sandbox/index.ts'
import type { Case } from '../support/laws/case.ts'
import { check } from './worlds/law.ts'
import { inProfile } from './worlds/profiles.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someIncident, tellsTruth, type Incident } from './tells-truth.ts'
import { someWorld } from './worlds/worlds.ts'
import { sampled } from '../support/form.ts'

test.each(sampled(profileNames, 3))(
  'what plans and applies say is so in %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `sentences in ${profile}`,
      cases: fc
        .tuple(someWorld, someIncident)
        .map(([live, incident]): Case & Incident => ({ ...inProfile(live, profile), ...incident })),
      runs: { full: 120 },
      mix: [
        'No changes',
        'Plan',
        'Applied',
        'Verified',
        'Not converged',
        'Nothing was written',
        'Next was run',
      ],
      // Even of the forgotten writes few end in *Not converged*: 9 of 62.
      least: 5,
      holds: (live, mix) => tellsTruth(live, profile, mix),
    })
    expect(unseen).toEqual([])
  },
)
