// Selectors are checked once, against all that is declared: a part that is planned on the way need not match them.
import { describe, expect, test } from 'vitest'
import { applyPlan } from '../../../src/engine/apply/apply.ts'
import { makePlan } from '../../../src/engine/plan/plan.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'

const yaml = `
environments:
  - { name: Staging, color: "#ff8800" }
integrations:
  - { identifier: ses, targets: [Staging], providerId: ses, channel: email }
  - { identifier: old, targets: [Production], providerId: ses, channel: email }
`
const targets = [
  { alias: 'Production', hasKey: true },
  { alias: 'Staging', hasKey: false },
]
const created = 'organisation/environment/Staging/create done'

test.each<[string, { only?: string[]; exclude?: string[] }, string[]]>([
  [
    'what belongs to another target is excluded',
    { exclude: ['integration/old'] },
    [created, 'Staging/integration/ses/create done'],
  ],
  ['only the environment is asked for', { only: ['environment/Staging'] }, [created]],
])('a target that stops waiting: %s', async (_, some, expected) => {
  const world = await openScene({ yaml, targets })
  const selection = { only: [], exclude: [], resend: [], ...some }
  const result = await world.apply({ request: { selection } })
  expect(outcomes(result)).toEqual(expected)
  expect([result.waiting, result.problems, result.plans.flatMap(({ problems }) => problems)]).toEqual([
    [],
    [],
    [],
  ])
  await world.close()
})

test('a selector that matches nothing: nothing is read', async () => {
  const world = await openScene({ yaml, targets })
  const selection = { only: ['integration/sse'], exclude: [], resend: [] }
  const { plan } = await world.plan({ request: { selection } })
  expect(plan.problems.map(({ rule }) => rule)).toEqual(['idle-selector'])
  expect(world.sandbox.log).toEqual([])
  await world.close()
})

describe('a target whose environment is left out', () => {
  test.each([
    ['waits, and it is said for what', ['integration/ses'], ['Staging']],
    ['has nothing that waits where nothing of it is asked for', ['integration/old'], []],
  ])('%s', async (_, only, waiting) => {
    const world = await openScene({ yaml, targets })
    const result = await world.apply({ request: { selection: { only, exclude: [], resend: [] } } })
    const steps = [
      'run belfry apply without only and exclude, because these options leave out environment Staging',
    ]
    expect(result.waiting).toEqual(waiting.map((target) => ({ target, steps })))
    await world.close()
  })
})

test('of nothing to do nobody is asked', async () => {
  const world = await openScene({ yaml, targets })
  const request = {
    ...(await world.request()),
    selection: { only: ['environment/Staging'], exclude: [], resend: [] },
  }
  const engine = { registry, transport: world.transport, clock: () => 0, parallel: 1 }
  const approve = async () => false
  const result = await applyPlan(
    await makePlan(request, engine),
    request,
    { keepGoing: 'no', approve },
    engine,
  )
  expect([outcomes(result), result.waiting]).toEqual([[created], []])
  await world.close()
})

test('an environment that could not be created has no key to look for', async () => {
  const world = await openScene({ yaml, targets })
  const result = await world.apply({
    transport: async (request) =>
      request.method === 'POST'
        ? { status: 402, headers: {}, body: '{"message":"Payment Required"}' }
        : world.transport(request),
  })
  expect(result.waiting).toEqual([
    { target: 'Staging', steps: ['fix the failed changes', 'run belfry apply again'] },
  ])
  await world.close()
})
