// Ignored fields: no apply changes them, and what others do to them is no change of a plan.
import { expect, test } from 'vitest'
import { registry } from '../../src/kinds/registry.ts'
import { profileNames } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import { keepsIgnored } from './ignored.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { someWorld } from './worlds/worlds.ts'

test.each(
  profileNames.flatMap((profile) =>
    (['never', 'always'] as const).map((unreadable) => [profile, unreadable] as const),
  ),
)(
  'the service keeps its values of ignored fields: %s, unreadable: %s',
  { timeout: lawTimeout },
  async (profile, unreadable) => {
    const unseen = await check({
      name: `ignored, ${profile}, ${unreadable}`,
      cases: someWorld,
      runs: { full: 100 },
      // Where no credentials are shown and all are to be sent again, most plans are refused.
      mix: isFull ? ['kept', 'ignored-field'] : [],
      holds: (live, mix) => keepsIgnored(live, { registry, profile, unreadable }, mix),
    })
    expect(unseen).toEqual([])
  },
)
