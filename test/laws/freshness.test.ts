import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ProfileName } from '../../src/sandbox/index.ts'
import { keepsEdits, type FreshnessCase } from './freshness.ts'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'

const profiles: readonly ProfileName[] = ['contract', 'novu-2026-04', 'novu-2026-09']

test.each(profiles)(
  'an edit that is visible for 5 seconds before its write is sent is never overwritten, %s',
  { timeout: lawTimeout },
  async (profile) => {
    const cases: fc.Arbitrary<FreshnessCase> = fc.record({
      profile: fc.constant(profile),
      parallel: fc.integer({ min: 1, max: 6 }),
      pause: fc.constantFrom(0, 2000, 8000),
      latency: fc.constantFrom(100, 600, 1500),
      people: fc.constantFrom(30, 110, 250),
      every: fc.constantFrom(2, 7),
      edits: fc.integer({ min: 5, max: 25 }),
      random: fc.nat(),
    })
    const unseen = await check({
      name: `freshness in ${profile}`,
      cases,
      runs: { small: 3, full: 100 },
      mix: [
        'edit of subscribers',
        'edit of subscribers credentials',
        ...(profile === 'contract' ? [] : ['creation']),
        'edit of integrations',
        'subscriber stale',
        'subscriber done',
        'overwritten inside the window',
      ],
      holds: keepsEdits,
    })
    expect(unseen).toEqual([])
  },
)
