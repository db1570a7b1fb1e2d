// The whole contract once through the client and the sandbox; docs/contract-coverage.md is made of what was seen.
import { expect, test } from 'vitest'
import { allSpots, ContractRecord } from '../support/contract-record.ts'
import { openContractWorld } from '../support/contract-world.ts'
import { activityScenarios } from './scenarios/activity.ts'
import { environmentScenarios } from './scenarios/environments.ts'
import { integrationScenarios } from './scenarios/integrations.ts'
import { refusalScenarios } from './scenarios/refusals.ts'
import { subscriberScenarios } from './scenarios/subscribers.ts'
import { triggerScenarios } from './scenarios/trigger.ts'
import { contractSeed } from './seed/index.ts'

const scenarios = [
  ...subscriberScenarios,
  ...integrationScenarios,
  ...environmentScenarios,
  ...activityScenarios,
  ...triggerScenarios,
  ...refusalScenarios,
]
const record = new ContractRecord()

test.each(scenarios)('$name: $title', async ({ name, run }) => {
  const world = await openContractWorld(record, contractSeed)
  record.begin(name)
  try {
    await run(world)
  } finally {
    await world.close()
  }
})

test('all', () => {
  expect(
    allSpots()
      .filter((spot) => record.testOf(spot) === undefined)
      .map((s) => `${s.operation} ${s.side} ${s.name}`),
  ).toEqual([])
})
