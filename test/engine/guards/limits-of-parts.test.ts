// A share is one of all that is live, also where only a part is asked for or comes from a saved plan.
import { expect, test } from 'vitest'
import { openScene } from '../../support/laws/scene.ts'

const names = Array.from({ length: 20 }, (_, index) => `user-${index}`)

test.each([
  [['subscriber/user-0', 'subscriber/user-1'], []],
  [
    ['subscriber/user-1*'],
    [
      '11 subscribers would be updated, but limits.subscriber.updates allows at most 10% (2 of 20 declared subscribers in the service)',
    ],
  ],
  [
    [],
    [
      '20 subscribers would be updated, but limits.subscriber.updates allows at most 10% (2 of 20 declared subscribers in the service)',
    ],
  ],
])('--only %j', async (only, expected) => {
  const world = await openScene({
    yaml: `subscribers: [${names.map((name) => `{ subscriberId: ${name}, firstName: New }`).join(', ')}]`,
    subscribers: names.map((subscriberId) => ({ environment: 'Production', subscriberId })),
  })
  const { targets } = await world.request()
  const limits = { subscriber: { updates: { most: 10, unit: 'percent' as const } } }
  const { plan } = await world.plan({
    request: {
      targets: targets.map((target) => ({ ...target, limits })),
      selection: { only, exclude: [], resend: [] },
    },
  })
  expect(plan.problems.map(({ message }) => message)).toEqual(expected)
  await world.close()
})

test('a share is one of what the project owns', async () => {
  const mail = { providerId: 'ses', channel: 'email' } as const
  const own = names.map((name) => ({ ...mail, identifier: name, name }))
  const world = await openScene({
    yaml: JSON.stringify({ integrations: own.slice(10).map((each) => ({ ...each, name: 'New' })) }),
    integrations: own.map((each) => ({ ...each, environment: 'Production' })),
  })
  const { targets } = await world.request()
  const limits = { integration: { updates: { most: 20, unit: 'percent' as const } } }
  const request = {
    owns: { integration: ['user-1*'] },
    targets: targets.map((each) => ({ ...each, limits })),
  }
  const { plan } = await world.plan({ request })
  expect(plan.problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('(2 of 11 owned integrations in the service)'),
  ])
  await world.close()
})
