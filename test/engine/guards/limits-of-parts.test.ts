// A share is one of all that is live, also where only a part is asked for or comes from a saved plan.
import { expect, test } from 'vitest'
import { openScene } from '../../support/laws/scene.ts'

const names = Array.from({ length: 20 }, (_, index) => `user-${index}`)

test.each([
  [['subscriber/user-0', 'subscriber/user-1'], []],
  [
    ['subscriber/user-1*'],
    [
      '11 subscribers would be updated, but limits.subscriber.updates allows at most 10% (2 of 20 subscribers in the service)',
    ],
  ],
  [
    [],
    [
      '20 subscribers would be updated, but limits.subscriber.updates allows at most 10% (2 of 20 subscribers in the service)',
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
