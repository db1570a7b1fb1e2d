// Each fault once at each write, over a real sandbox: one run ends in what is declared, and nothing is made twice.
import { expect, test } from 'vitest'
import { pendingChanges } from '../../../src/core/plan/plan.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { patient } from '../../../src/service/retry.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'

const yaml = `
environments:
  - { name: Staging, color: "#ff8800", identifier: staging-app }
integrations:
  - { identifier: new, providerId: ses, channel: email, name: New, active: true, primary: true }
  - { identifier: push, providerId: fcm, channel: push, name: Push }
subscribers:
  - subscriberId: ada
    firstName: Ada
    channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [new] } }]`

const operations = [
  'createEnvironment',
  'updateEnvironment',
  'createIntegration',
  'updateIntegration',
  'setPrimaryIntegration',
  'updateSubscriber',
  'upsertSubscriberCredentials',
]
const faults = [
  '429', '409', '500-before', '500-after', 'reset-before', 'reset-after', 'half-before', 'half-after', 'html-before',
  'html-after', 'html-before=502', 'html-after=403',
] // prettier-ignore

/** Those after which it is known without a second call. */
const isSentTwice = (fault: string): boolean => /-before|^4/.test(fault)

test.each(faults)('%s', async (fault) => {
  const push = { identifier: 'push', providerId: 'fcm', channel: 'push' as const, active: true }
  const world = await openScene({
    yaml,
    integrations: [{ environment: 'Production', ...push }],
    subscribers: [{ environment: 'Production', subscriberId: 'ada' }],
  })
  const patience = { sleep: async () => {}, random: seededRandom(3), budget: 60_000 }
  let time = 0
  const clock = (): number => (time += 1000)
  const transport = patient(world.transport, { ...patience, rate: { share: 1 }, clock })
  const planned = await world.plan({ transport })
  world.sandbox.clearLog()
  world.sandbox.faults.set(operations.map((operation) => `${fault}:${operation}@1`))
  const result = await world.apply({ transport, patience }, planned)
  expect(outcomes(result).filter((line) => !/ done( already)?$/.test(line))).toEqual([])
  expect(result.after && pendingChanges(result.after)).toEqual([])
  const calls = operations.map((id) => world.writes().filter(({ operation }) => operation === id).length)
  expect(calls).toEqual(operations.map(() => (isSentTwice(fault) ? 2 : 1)))
  expect(world.sandbox.state.environments.list().filter(({ name }) => name === 'Staging')).toHaveLength(1)
  expect(world.sandbox.state.integrations.list('Production')).toHaveLength(3)
  await world.close()
})
