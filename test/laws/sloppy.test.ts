import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import type { ProfileName } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import { check } from './worlds/law.ts'
import { inProfile } from './worlds/profiles.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { isSlopProof } from './worlds/sloppy.ts'
import { unlike } from './worlds/unlike.ts'
import { someWorld } from './worlds/worlds.ts'
import { slips } from '../support/sloppy.ts'

test.each<ProfileName>(['contract', 'novu-2026-04'])(
  'a service that is less tidy ends as declared, on %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `sloppy ${profile}`,
      cases: someWorld.map((live) => inProfile(live, profile)),
      runs: { full: 80 },
      mix: isFull ? slips : [],
      holds: (live, mix) => isSlopProof(live, { registry, unlike, profile }, mix),
    })
    expect(unseen).toEqual([])
  },
)
