// How many requests an apply of many subscribers takes, its plan and the plan that verifies it included.
import { expect, test } from 'vitest'
import { patient } from '../../../src/service/retry.ts'
import { openScene, type Scene } from '../../support/laws/scene.ts'
import { quietTime } from '../../support/virtual-clock.ts'

const channel = (token: string) => ({
  providerId: 'fcm',
  integrationIdentifier: 'push',
  credentials: { deviceTokens: [token] },
})
const stored = (index: number) => ({
  environment: 'Production',
  subscriberId: `p-${index}`,
  firstName: 'Old',
  data: { team: 'old', seen: 1 },
})

/** What is declared of each, and how many of them are in the service. */
const scenes = {
  'new subscribers': [{ firstName: 'New', data: { team: 'new' } }, 0],
  'new subscribers beside others': [{ firstName: 'New' }, 150],
  'device tokens': [{ channels: [channel('new')] }, Infinity],
  'keys of data': [{ data: { team: 'new' } }, Infinity],
  attributes: [{ firstName: 'New' }, Infinity],
} as const

function sceneOf(what: keyof typeof scenes, count: number): Scene {
  const [fields, live] = scenes[what]
  const numbers = Array.from({ length: count }, (_, index) => index)
  const others = live === Infinity ? numbers : Array.from({ length: live }, (_, index) => -1 - index)
  return {
    yaml: JSON.stringify({
      subscribers: numbers.map((index) => ({ subscriberId: `p-${index}`, ...fields })),
    }),
    integrations: [
      { environment: 'Production', identifier: 'push', providerId: 'fcm', channel: 'push', active: true },
    ],
    subscribers: others.map(stored),
  }
}

async function requestsOf(scene: Scene, perSecond: number, parallel: number) {
  const world = await openScene({ ...scene, profile: 'novu-2026-09' })
  const time = quietTime(world.transport)
  const patience = { clock: time.clock, sleep: time.sleep, random: () => 0.5, budget: 300_000 }
  const transport = patient(time.transport, { ...patience, rate: { perSecond } })
  const options = { clock: time.clock, transport, parallel, request: { missing: 'create' as const } }
  const planned = await time.run(world.plan(options))
  const reads = world.sandbox.log.length
  const result = await time.run(world.apply(options, planned))
  expect(result.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
  expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  await world.close()
  return { plan: reads, all: world.sandbox.log.length, seconds: time.clock() / 1000 }
}

test.each(
  (Object.keys(scenes) as (keyof typeof scenes)[]).flatMap((what) =>
    [
      [600, 60, 16],
      [200, 5, 4],
      [200, 16, 64],
    ].map(([count = 0, perSecond = 0, parallel = 0]) => [what, count, perSecond, parallel] as const),
  ),
)('%s: %i at %i requests a second, %i at a time', async (what, count, perSecond, parallel) => {
  const requests = await requestsOf(sceneOf(what, count), perSecond, parallel)
  expect(requests.plan).toBeLessThanOrEqual(count / 100 + 3)
  expect(requests.all).toBeLessThanOrEqual(1.1 * count)
})

test('new subscribers with device tokens: two writes for each', async () => {
  const { yaml, ...scene } = sceneOf('new subscribers', 600)
  const { subscribers } = JSON.parse(yaml) as { subscribers: object[] }
  const withTokens = subscribers.map((each) => ({ ...each, channels: [channel('new')] }))
  const requests = await requestsOf({ ...scene, yaml: JSON.stringify({ subscribers: withTokens }) }, 60, 16)
  expect(requests.all).toBeLessThanOrEqual(2.1 * 600)
})
