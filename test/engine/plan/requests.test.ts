// What a plan costs: lists once a key, subscribers by page or one by one.
import { expect, test } from 'vitest'
import type { Seed } from '../../../src/sandbox/index.ts'
import { openScene } from '../../support/laws/scene.ts'

const targets = ['Development', 'Production'].map((alias) => ({ alias, hasKey: true }))
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

function live(people: number): Pick<Seed, 'integrations' | 'subscribers'> {
  const environments = targets.map(({ alias }) => alias)
  return {
    integrations: environments.flatMap((environment) =>
      numbers(50).map((index) => ({
        environment,
        identifier: `i-${index}`,
        providerId: 'ses',
        channel: 'email' as const,
        name: `I ${index}`,
      })),
    ),
    subscribers: environments.flatMap((environment) =>
      numbers(people).map((index) => ({ environment, subscriberId: `p-${index}` })),
    ),
  }
}

const integrations = numbers(50)
  .map((index) => `  - { identifier: i-${index}, providerId: ses, channel: email, name: I ${index} }`)
  .join('\n')
const yaml = (people: readonly number[]): string =>
  [
    `integrations:\n${integrations}`,
    ...(people.length > 0
      ? [
          `subscribers:\n${people.map((index) => `  - { subscriberId: p-${index}, firstName: null }`).join('\n')}`,
        ]
      : []),
  ].join('\n')

test.each<[what: string, live: number, declared: readonly number[], requests: number]>([
  ['500 of 500', 500, numbers(500), 1 + 2 + 5 + 5],
  ['3 of 50,000', 50_000, [7, 20_000, 49_999], 1 + 2 + 3 + 3],
  ['none of 500', 500, [], 1 + 2],
  ['1 of 500', 500, [9], 1 + 2 + 1 + 1],
])(
  'two targets with 50 integrations each, %s subscribers',
  { timeout: 120_000 },
  async (_, people, declared, requests) => {
    const world = await openScene({ yaml: yaml(declared), targets, ...live(people) })
    const { plan } = await world.plan({ parallel: 4 })
    expect(plan.sections.map(({ changes, resources }) => [changes.length, resources])).toEqual(
      targets.map(() => [0, 50 + declared.length]),
    )
    expect(world.sandbox.log).toHaveLength(requests)
    expect(plan.requests).toMatchObject({ reads: requests, writes: 0 })
    const pages = Math.ceil(people / 100)
    expect(requests).toBeLessThanOrEqual(2 + 2 + 2 * pages)
    await world.close()
  },
)

test('what an apply sends and reads is counted too, its plans apart', async () => {
  const world = await openScene({
    yaml: 'integrations: [{ identifier: new, providerId: ses, channel: email, active: true, primary: true }]',
  })
  const planned = await world.plan()
  world.sandbox.clearLog()
  const { requests, after } = await world.apply({}, planned)
  const count = (isRead: boolean): number =>
    world.sandbox.log.filter(({ method }) => (method === 'GET') === isRead).length
  expect([requests.writes, requests.reads + (after?.requests.reads ?? 0)]).toEqual([
    count(false),
    count(true),
  ])
  expect(count(false)).toBe(2)
  await world.close()
})

test('subscribers that are re-read before their tokens are sent share one list of integrations', async () => {
  const channel = '{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [new] } }'
  const names = ['ada', 'bob', 'cy']
  const world = await openScene({
    yaml: `subscribers: [${names.map((name) => `{ subscriberId: ${name}, channels: [${channel}] }`).join(', ')}]`,
    integrations: [
      { environment: 'Production', identifier: 'push', providerId: 'fcm', channel: 'push', active: true },
    ],
    subscribers: names.map((subscriberId) => ({ environment: 'Production', subscriberId })),
  })
  const planned = await world.plan()
  world.sandbox.clearLog()
  const result = await world.apply({}, planned)
  expect(result.results.map(({ outcome }) => outcome.status)).toEqual(names.map(() => 'done'))
  // One for the stage, one for the plan that verifies.
  expect(world.sandbox.log.filter(({ path }) => path === '/v1/integrations')).toHaveLength(2)
  await world.close()
})

test('a key that is refused costs a request that is counted', async () => {
  const world = await openScene({ yaml: yaml([]), targets, ...live(1) })
  const { targets: known, ...request } = await world.request()
  const wrong = known.map((target) =>
    target.alias === 'Production' ? { ...target, apiKey: target.apiKey?.map(() => 'wrong') } : target,
  )
  const { plan } = await world.plan({ request: { ...request, targets: wrong as typeof known } })
  expect(plan.problems.map(({ rule, target, exit }) => [rule, target, exit])).toEqual([
    ['service-refused', 'Production', 3],
  ])
  expect(plan.requests.reads).toBe(world.sandbox.log.length)
  await world.close()
})

test('changes come in the order of the manifest, whatever the order of pages', async () => {
  const names = ['z', 'a', 'm', 'b', 'y']
  const subscribers = ['b', 'z', 'y', 'a', 'm'].map((subscriberId) => ({
    environment: 'Production',
    subscriberId,
  }))
  const inThisOrder = `subscribers: [${names.map((name) => `{ subscriberId: ${name}, firstName: New }`).join(', ')}]`
  const world = await openScene({ yaml: inThisOrder, subscribers })
  const { plan } = await world.plan()
  expect(plan.sections.flatMap(({ changes }) => changes.map(({ name }) => name))).toEqual(names)
  await world.close()
})
