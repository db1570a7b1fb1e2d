// What users change in the dashboard reaches the manifests, also where a declaration serves two targets.
import { expect, test } from 'vitest'
import { check } from './worlds/law.ts'
import { lawTimeout } from '../support/laws/runs.ts'
import { exportTakesOver, someEdits } from './taken-over.ts'

test(
  'after export --write the plan is empty, and a second export changes nothing',
  { timeout: lawTimeout },
  async () => {
    const unseen = await check({
      name: 'export --write',
      cases: someEdits,
      runs: { full: 500 },
      mix: [
        'name',
        'from',
        'senderName',
        'active',
        'primary',
        'different for each target',
        'a change',
        'the same primary',
        'another primary',
        'no primary',
      ],
      holds: exportTakesOver,
    })
    expect(unseen).toEqual([])
  },
)
