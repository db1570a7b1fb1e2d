// How often a plan waits for the service: at 20 or 100 ms a reply, that is what it takes.
import { expect, test } from 'vitest'
import type { ProfileName, Seed } from '../../../src/sandbox/index.ts'
import { openScene } from '../../support/laws/scene.ts'
import { inRounds } from './rounds.ts'

const targetNames = ['Development', 'Production', 'Staging']
const channel = {
  providerId: 'slack',
  integrationIdentifier: 'ops',
  credentials: { webhookUrl: 'https://hooks.example.com/1' },
} as const
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p-${index}`)

async function world(live: number, declared: number, profile: ProfileName) {
  const seed: Pick<Seed, 'environments' | 'integrations' | 'subscribers'> = {
    environments: targetNames.map((name) => ({ name })),
    integrations: targetNames.map((environment) => ({
      environment,
      identifier: 'ops',
      providerId: 'slack',
      channel: 'chat',
      active: true,
    })),
    subscribers: targetNames.flatMap((environment) =>
      names(live).map((subscriberId) => ({ environment, subscriberId, channels: [channel] })),
    ),
  }
  const list = names(declared).map((subscriberId) => ({ subscriberId, channels: [channel] }))
  return openScene({
    yaml: JSON.stringify({ subscribers: list }),
    targets: targetNames.map((alias) => ({ alias, hasKey: true })),
    profile,
    ...seed,
  })
}

/** The requests of each round of a plan without changes. */
async function rounds(live: number, declared: number, profile: ProfileName, parallel = 16) {
  const opened = await world(live, declared, profile)
  const { transport, during } = inRounds(opened.transport)
  const planning = opened.plan({ transport, parallel })
  const found = await during(planning)
  const { plan } = await planning
  expect(plan.problems).toEqual([])
  expect(plan.sections.map(({ unchanged }) => unchanged)).toEqual(targetNames.map(() => declared))
  await opened.close()
  return found
}

test('three targets of ten pages are read at once, each from both ends', async () => {
  // Environments, three lists of integrations and three first pages, and then nine more pages of each.
  expect(await rounds(1000, 1000, 'contract')).toEqual([7, 6, 6, 6, 6, 3])
})

test('keys that only their own list proves are proved while the first pages are read', async () => {
  expect(await rounds(1000, 1000, 'novu-2026-09')).toEqual([7, 2, 6, 6, 6, 6, 3])
})

test('look-ups go out with the lists', async () => {
  expect(await rounds(300, 2, 'contract')).toEqual([1 + 3 + 2 * 3])
})

test('no more go out at once than are allowed, whatever could', async () => {
  const all = await rounds(1000, 1000, 'contract', 2)
  expect(Math.max(...all)).toBe(2)
  expect(all.reduce((sum, each) => sum + each)).toBe(1 + 3 + 3 * 10)
  expect(await rounds(300, 300, 'contract', 1)).toEqual(Array.from({ length: 1 + 3 + 3 * 3 }, () => 1))
})
