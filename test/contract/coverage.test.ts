// The whole contract once through the client and the sandbox; docs/development/contract-coverage.md is made of what was seen.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { coverageDocument, type Unseen } from './contract-document.ts'
import { allSpots, ContractRecord } from '../support/contract-record.ts'
import { openContractWorld } from './contract-world.ts'
import { expectGolden } from '../support/golden.ts'
import { activityScenarios } from './scenarios/activity.ts'
import { environmentScenarios } from './scenarios/environments.ts'
import { integrationScenarios } from './scenarios/integrations.ts'
import { refusalScenarios } from './scenarios/refusals.ts'
import { subscriberScenarios } from './scenarios/subscribers.ts'
import { triggerScenarios } from './scenarios/trigger.ts'
import { contractSeed } from './seed/index.ts'

const tests = [
  ...subscriberScenarios,
  ...integrationScenarios,
  ...environmentScenarios,
  ...activityScenarios,
  ...triggerScenarios,
  ...refusalScenarios,
]
const record = new ContractRecord()
const spots = allSpots()
const unseen = JSON.parse(readFileSync(new URL('unseen.json', import.meta.url), 'utf8')) as readonly Unseen[]
const file = join(import.meta.dirname, '../../docs/development/contract-coverage.md')

test.each(tests.map((each) => [`${each.name}: ${each.title}`, each] as const))(
  '%s',
  async (_, { name, run }) => {
    record.begin(name)
    const world = await openContractWorld(record, contractSeed)
    await expect(run(world)).resolves.toBeUndefined()
  },
)

test('all of the contract is seen, but for what unseen.json explains', () => {
  const never = spots.filter((spot) => record.testOf(spot) === undefined)
  const explained = unseen.flatMap(({ operations, side, places }) =>
    operations.flatMap((operation) => places.map((name) => `${operation} ${side} ${name}`)),
  )
  expect(never.map(({ operation, side, name }) => `${operation} ${side} ${name}`).sort()).toEqual(
    explained.sort(),
  )
})

test('docs/development/contract-coverage.md is made of this run', () => {
  const made = coverageDocument({ tests, spots, record, unseen })
  expectGolden({ name: 'contract-coverage.md', file }, made)
})
