// The client on replies of the release of April 2026 that the contract does not describe.
import { describe, expect, test } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { profileNames, type Seed } from '../../../src/sandbox/index.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'

const profile = 'novu-2026-04'
const environment = 'Production'
const push = { environment, identifier: 'fcm', providerId: 'fcm', channel: 'push', active: true } as const
const slack = {
  environment,
  identifier: 'slack',
  providerId: 'slack',
  channel: 'chat',
  active: true,
} as const

const withChannel = (providerId: string, credentials: string, more = ''): string =>
  `subscribers: [{ subscriberId: ada, channels: [{ providerId: ${providerId}, integrationIdentifier: ${providerId}, credentials: ${credentials}${more} }] }]`

function ada(providerId: 'fcm' | 'slack', credentials: object): NonNullable<Seed['subscribers']> {
  const channels = [{ providerId, integrationIdentifier: providerId, credentials }]
  return [{ environment, subscriberId: 'ada', channels }]
}

describe('device tokens', () => {
  test('that are numbers in the service are kept beside the declared ones', async () => {
    const world = await openScene({
      profile,
      yaml: withChannel('fcm', "{ deviceTokens: ['${env:SECRET_1}'] }"),
      integrations: [push],
      subscribers: ada('fcm', { deviceTokens: ['one'] }),
    })
    const { subscribers } = world.sandbox.state
    const { channels = [] } = subscribers.get(environment, 'ada') ?? {}
    const numbers = channels.map((channel) => ({ ...channel, credentials: { deviceTokens: [1, 2] } }))
    subscribers.edit(environment, 'ada', { channels: numbers as unknown as typeof channels })
    const result = await world.apply()
    expect([outcomes(result), exitOfApply(result, undefined)]).toEqual([
      [expect.stringMatching(/^subscriber\/ada.* done$/)],
      0,
    ])
    const after = subscribers.get(environment, 'ada')?.channels?.[0]?.credentials.deviceTokens
    expect([after?.slice(0, 2), after?.length]).toEqual([[1, 2], 3])
    await world.close()
  })

  test('above 100 are refused with the message of the service and exit 5', async () => {
    const many = Array.from({ length: 100 }, (_, index) => `token-${index}`)
    const world = await openScene({
      profile,
      yaml: withChannel('fcm', "{ deviceTokens: ['${env:SECRET_1}'] }"),
      integrations: [push],
      subscribers: ada('fcm', { deviceTokens: many }),
    })
    const result = await world.apply()
    expect([outcomes(result), exitOfApply(result, undefined)]).toEqual([
      [
        expect.stringContaining(
          'Device tokens limit exceeded. Maximum allowed tokens per subscriber channel is 100, but got 101 tokens.',
        ),
      ],
      5,
    ])
    await world.close()
  })
})

test.each(profileNames)('a chat channel is up to date after each of its writes, on %s', async (name) => {
  const world = await openScene({
    profile: name,
    yaml: withChannel('slack', "{ webhookUrl: '${env:SECRET_1}' }"),
    integrations: [slack],
    subscribers: ada('slack', { webhookUrl: 'https://hooks.example/old' }),
  })
  const channel = () => world.sandbox.state.subscribers.get(environment, 'ada')?.channels?.[0]
  const first = await world.apply()
  expect([exitOfApply(first, undefined), outcomes(first).length]).toEqual([0, 1])
  expect(channel()?.credentials.deviceTokens).toEqual(name === 'contract' ? undefined : [])
  const second = await world.apply()
  expect([exitOfApply(second, undefined), outcomes(second)]).toEqual([0, []])
  await world.close()
})
