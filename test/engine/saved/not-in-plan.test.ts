// The warning of secrets that an approved plan doesn't contain: its hint sends all of them.
import { expect, test } from 'vitest'
import { leftProblems } from '../../../src/engine/saved/not-in-plan.ts'

test.each([
  [2, "approveSecrets: ['integration/sg-0', 'integration/sg-1']"],
  [11, "approveSecrets: ['integration/*']"],
])('of %i resources', (count, options) => {
  const secrets = Array.from({ length: count }, (_, index) => ({
    kind: 'integration' as const,
    name: `sg-${index}`,
    fields: ['credentials.apiKey'],
  }))
  const [problem] = leftProblems({ differences: [], secrets })
  expect(problem?.hint).toBe(`To send them, run the command again with ${options}.`)
})
