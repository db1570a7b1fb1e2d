import { expect, onTestFinished, test } from 'vitest'
import {
  createSandbox,
  parseSeed,
  profileNames,
  type Sandbox,
  type Seed,
} from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'

const lists = [
  '/v1/environments',
  '/v1/integrations',
  '/v2/subscribers?limit=100',
  '/v1/notifications?limit=50',
  '/v1/messages?limit=100',
]

async function begun(seed: Seed, profile: (typeof profileNames)[number]) {
  const sandbox = await createSandbox({ seed, profile, speed: 1000 })
  onTestFinished(() => sandbox.close())
  const send = sender(sandbox)
  return {
    sandbox,
    send,
    all: async () => Promise.all(lists.map(async (path) => (await send('GET', path)).body)),
  }
}

test.each(profileNames)(
  '%s: a sandbox with the saved seed shows the same, also as a file',
  async (profile) => {
    const first = await begun({}, profile)
    await first.send('PATCH', '/v2/subscribers/user-0001', { firstName: 'Kept', data: { plan: 'pro' } })
    first.sandbox.state.integrations.edit('Production', 'mailgun-old', { name: 'Kept' })
    await first.send('POST', '/v1/events/trigger', {
      name: 'welcome',
      to: 'user-0001',
      transactionId: 'kept',
    })
    await expect.poll(() => first.sandbox.state.pendingTasks()).toBe(0)
    const seed = first.sandbox.seed()
    const second = await begun(parseSeed(JSON.parse(JSON.stringify(seed))), profile)
    expect(second.sandbox.seed()).toEqual(seed)
    expect(second.sandbox.keys).toEqual(first.sandbox.keys)
    const before = await first.all()
    // Times of environments, and what a profile numbers by time, begin anew.
    const shown = (replies: unknown): unknown =>
      JSON.parse(
        JSON.stringify(replies, (key, value) => (unstable.has(key) ? undefined : (value as unknown))),
      )
    // The first sandbox's clock ran ahead: the second one lists an event once its own clock has passed the event's time.
    await expect.poll(async () => shown(await second.all())).toEqual(shown(before))
  },
)

const unstable = new Set(['createdAt', 'updatedAt', 'priority', '__v', 'integrationId'])

test('events of a subscriber or of a workflow that is gone are left out', async () => {
  const { sandbox, send } = await begun({}, 'contract')
  await send('POST', '/v1/events/trigger', { name: 'welcome', to: 'user-0001', transactionId: 'gone' })
  await expect.poll(() => sandbox.state.pendingTasks()).toBe(0)
  expect(sandbox.seed().messages?.filter(({ transactionId }) => transactionId === 'gone')).not.toEqual([])
  sandbox.state.subscribers.remove('Production', 'user-0001')
  const { notifications = [], messages = [], topics = [] } = sandbox.seed()
  expect([...notifications, ...messages].filter(({ subscriberId }) => subscriberId === 'user-0001')).toEqual(
    [],
  )
  expect(topics).not.toEqual([])
  expect(() => parseSeed(sandbox.seed())).not.toThrow()
})

test.each<[string, (state: Sandbox['state']) => void, (seed: Seed) => unknown]>([
  [
    'an environment',
    ({ environments }) => environments.remove('Development'),
    ({ integrations = [] }) => integrations.filter(({ environment }) => environment !== 'Production'),
  ],
  [
    'a member of a topic',
    ({ subscribers }) => subscribers.remove('Production', 'ops-oncall'),
    ({ topics = [] }) =>
      topics.filter(
        ({ environment, subscribers }) => environment === 'Production' && subscribers.includes('ops-oncall'),
      ),
  ],
  [
    'the integration of a channel',
    ({ integrations }) => integrations.remove('Production', 'slack-ops'),
    ({ subscribers = [] }) => channelsOf(subscribers, 'slack-ops'),
  ],
  [
    'the name of an integration',
    ({ integrations }) => integrations.edit('Production', 'slack-ops', { identifier: 'slack-new' }),
    ({ subscribers = [] }) => channelsOf(subscribers, 'slack-ops'),
  ],
])('a seed names nothing that is gone: %s', async (_, change, left) => {
  const { sandbox } = await begun({}, 'contract')
  expect(left(sandbox.seed())).not.toEqual([])
  change(sandbox.state)
  const seed = sandbox.seed()
  expect(left(seed)).toEqual([])
  await begun(seed, 'contract')
})

function channelsOf(subscribers: NonNullable<Seed['subscribers']>, identifier: string) {
  return subscribers.flatMap(({ channels = [] }) =>
    channels.filter(({ integrationIdentifier }) => integrationIdentifier === identifier),
  )
}
