// What a saved or approved plan doesn't contain: the targets, and a hint that sends all secrets.
import { expect, test } from 'vitest'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import { leftProblems, outsidePlan } from '../../../src/engine/saved/not-in-plan.ts'
import type { SavedPlan } from '../../../src/engine/saved/read.ts'

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

test('the other targets of the project, with the service that the plan names for them', () => {
  const saved = { plan: { sections: [{ target: 'Staging', url: 'https://api.acme.example' }] } }
  const request = { environments: { Staging: 'Stage', Production: 'Live', Test: undefined }, targets: [{ alias: 'Production' }] }
  expect(outsidePlan(saved as unknown as SavedPlan, request as unknown as PlanRequest)).toEqual([
    { alias: 'Staging', environment: 'Stage', url: 'https://api.acme.example' },
    { alias: 'Test' },
  ])
}) // prettier-ignore
