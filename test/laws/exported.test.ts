// What export writes is what is in the service: a plan of it has nothing to do.
import { expect, test } from 'vitest'
import { exportPlansEmpty } from './exported.ts'
import { check } from './worlds/law.ts'
import { someLive } from './worlds/live.ts'
import { lawTimeout } from '../support/laws/runs.ts'

const layouts = ['file', 'kind', 'channel', 'resource'] as const
const subscribers = ['all --channels', 'all', 'none'] as const

test.each(['contract', 'novu-2026-04', 'novu-2026-09'] as const)(
  'after an export the plan is empty in %s',
  { timeout: lawTimeout },
  async (profile) => {
    const unseen = await check({
      name: `export in ${profile}`,
      cases: someLive,
      runs: { small: 3, full: 120 },
      mix: ['with variables', 'without variables'],
      holds: (live, mix) => {
        const { random } = live
        const options = {
          profile,
          layout: layouts[random % 4] ?? 'kind',
          subscribers: subscribers[Math.floor(random / 4) % 3] ?? 'all',
        }
        return exportPlansEmpty(live, options, mix)
      },
    })
    expect(unseen).toEqual([])
  },
)
