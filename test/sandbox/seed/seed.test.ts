import { expect, test } from 'vitest'
import { catalogueProviders, credentialKeysOf } from '../../../src/kinds/providers.ts'
import { createSandbox, defaultSeed, parseSeed, type Seed } from '../../../src/sandbox/index.ts'

async function started<Result>(
  seed: Seed,
  look: (sandbox: Awaited<ReturnType<typeof createSandbox>>) => Result,
) {
  const sandbox = await createSandbox({ seed })
  const result = look(sandbox)
  await sandbox.close()
  return result
}

const condition = { isNegated: false, type: 'GROUP', value: 'AND', children: [{ on: 'x' }] }
const event = { environment: 'Production', subscriberId: 'ops-oncall', transactionId: 't' }

test.each([
  [[], 'Invalid seed at the top level: Invalid input: expected object, received array.'],
  [{ people: [] }, 'Invalid seed at people: unknown field.'],
  [
    { subscribers: [{ environment: 'Production' }] },
    'Invalid seed at subscribers[0].subscriberId: Invalid input: expected string, received undefined.',
  ],
  [
    { subscribers: [{ environment: 'Production', subscriberId: 'a', emial: 'x' }] },
    'Invalid seed at subscribers[0].emial: unknown field.',
  ],
  [
    {
      integrations: [
        { environment: 'Production', providerId: 'ses', channel: 'email', conditions: [condition] },
      ],
    },
    'Invalid seed at integrations[0].conditions[0].children[0].field: Invalid input: expected string, received undefined.',
  ],
])('%j: %s', (json, message) => {
  expect(() => parseSeed(json)).toThrow(new Error(message))
})

test.each([
  [
    { integrations: [{ environment: 'Prod', providerId: 'ses', channel: 'email' as const }] },
    'integrations[0]: unknown environment "Prod"',
  ],
  [{ environments: [{ name: 'A', parent: 'B' }] }, 'environments[0]: unknown environment "B"'],
  [
    {
      environments: [
        { name: 'A', apiKey: 'k' },
        { name: 'B', apiKey: 'k' },
      ],
    },
    'environments[1]: a different environment already has the same apiKey',
  ],
  [
    {
      subscribers: [
        { environment: 'Production', subscriberId: 'a' },
        { environment: 'Production', subscriberId: 'a' },
      ],
    },
    'subscribers[1]: environment Production already has a subscriber a',
  ],
  [
    {
      subscribers: [
        {
          environment: 'Production',
          subscriberId: 'a',
          channels: [{ providerId: 'fcm' as const, integrationIdentifier: 'slack-ops', credentials: {} }],
        },
      ],
    },
    'subscribers[0]: environment Production has no fcm integration slack-ops',
  ],
  [
    { topics: [{ environment: 'Production', key: 'k', subscribers: ['a'] }] },
    'topics[0]: environment Production has no subscriber a',
  ],
  [{ tenants: [{ environment: 'Prod', identifier: 't' }] }, 'tenants[0]: unknown environment "Prod"'],
  [
    { notifications: [{ ...event, subscriberId: 'a' }] },
    'notifications[0]: environment Production has no subscriber a',
  ],
  [
    { notifications: [{ ...event, workflow: 'w' }] },
    'notifications[0]: environment Production has no workflow w',
  ],
  [
    {
      subscribers: [
        { environment: 'Production', subscriberId: 'a', _id: 'x' },
        { environment: 'Production', subscriberId: 'b', _id: 'x' },
      ],
    },
    'subscribers[1]: an earlier item has the same _id x',
  ],
  [
    {
      tenants: [
        { environment: 'Production', identifier: 't' },
        { environment: 'Development', identifier: 't' },
        { environment: 'Production', identifier: 't' },
      ],
    },
    'tenants[2]: environment Production already has a tenant t',
  ],
  [
    { messages: [{ ...event, channel: 'sms' as const }] },
    'messages[0]: subscriber ops-oncall has no event with transactionId t',
  ],
])('%j can not be: %s', async (seed, message) => {
  const error = new Error(`Invalid seed at ${message}.`)
  expect(() => parseSeed(seed)).toThrow(error)
  await expect(createSandbox({ seed })).rejects.toThrow(error)
})

const contents = (seeded: Seed) =>
  started(seeded, ({ state, keys }) => ({
    keys,
    environments: state.environments.list(),
    integrations: state.integrations.list('Production'),
    subscribers: state.subscribers.list('Production'),
    messages: state.messages('Production'),
    notifications: state.notifications('Production'),
  }))

test('an item without an _id gets none that a later item has', async () => {
  const saved = '6b0000050000000000000001'
  const subscribers = [
    { environment: 'Production', subscriberId: 'new' },
    { environment: 'Production', subscriberId: 'saved', _id: saved },
  ]
  const found = (await contents({ subscribers, notifications: [], messages: [] })).subscribers
  expect(found.map(({ subscriberId, _id }) => [subscriberId, _id])).toEqual([
    ['new', '6b0000050000000000000002'],
    ['saved', saved],
  ])
})

test('an integration of a seed may have each credential of a known provider', async () => {
  const keys = new Set(catalogueProviders.flatMap(credentialKeysOf))
  const flags = new Set(['secure', 'requireTls', 'ignoreTls', 'hmac', 'authenticateByToken'])
  const valueOf = (key: string) => (key === 'tlsOptions' ? {} : flags.has(key) || 'x')
  const credentials = Object.fromEntries([...keys].map((key) => [key, valueOf(key)]))
  const integration = { environment: 'Production', providerId: 'ses', channel: 'email' }
  const seed = parseSeed({ integrations: [{ ...integration, credentials }] })
  const stored = (await contents(seed)).integrations.find(({ providerId }) => providerId === 'ses')
  expect(stored?.credentials).toEqual(credentials)
  expect(() => parseSeed({ integrations: [{ ...integration, credentials: { apiUrl: 'x' } }] })).toThrow(
    'Invalid seed at integrations[0].credentials.apiUrl: unknown field.',
  )
})

test('the default seed is JSON, and what a sandbox has without one', async () => {
  const seed = parseSeed(JSON.parse(JSON.stringify(defaultSeed())))
  expect(seed).toEqual(defaultSeed())
  expect(await contents(seed)).toEqual(await contents({}))
})

test('the default seed has 250 subscribers in each environment', async () => {
  const counts = await started({}, ({ state }) =>
    ['Development', 'Production'].map((name) => [
      state.subscribers.list(name).length,
      state.subscribers.get(name, 'ops-oncall')?.email,
    ]),
  )
  expect(counts).toEqual([
    [250, 'oncall@acme.example'],
    [250, 'oncall@acme.example'],
  ])
})

/** The environments, and what the last of them has. */
const sizes = (seed: Seed) =>
  started(seed, ({ state, keys }) => {
    const [name = ''] = Object.keys(keys).slice(-1)
    return [
      Object.keys(keys).join(),
      state.integrations.list(name).length,
      state.subscribers.list(name).length,
      state.notifications(name).length,
      state.messages(name).length,
    ]
  })

test('a section that is given replaces its default; others follow as far as they can', async () => {
  expect(await sizes({})).toEqual(['Development,Production', 5, 250, 3, 6])
  expect(await sizes({ environments: [{ name: 'Only' }] })).toEqual(['Only', 1, 0, 0, 0])
  expect(await sizes({ integrations: [] })).toEqual(['Development,Production', 1, 250, 3, 6])
  expect(await sizes({ workflows: [] })).toEqual(['Development,Production', 5, 250, 0, 0])
  const subscribers = [{ environment: 'Production', subscriberId: 'user-0004' }]
  expect(await sizes({ subscribers })).toEqual(['Development,Production', 5, 1, 1, 2])
})

test('a default topic keeps the members that are there', async () => {
  const subscribers = [{ environment: 'Production', subscriberId: 'ops-oncall' }]
  const found = await started({ subscribers }, ({ state }) => state.topics('Production'))
  expect(found.map((topic) => [topic.key, topic.subscribers])).toEqual([
    ['operations', ['ops-oncall']],
    ['customers', []],
  ])
})

test('ids that are given are kept and not made again', async () => {
  const next = '6b0000050000000000000001'
  const environment = 'Production'
  const subscribers = [
    { environment, subscriberId: 'a', _id: next },
    { environment, subscriberId: 'b' },
  ]
  const ids = await started({ subscribers }, ({ state }) =>
    state.subscribers.list(environment).map(({ _id }) => _id),
  )
  expect(ids).toEqual([next, '6b0000050000000000000002'])
})

test('an in-app item replaces the one that the environment was born with', async () => {
  const integrations = [
    {
      environment: 'Production',
      providerId: 'svc',
      channel: 'in_app' as const,
      identifier: 'inbox',
      active: false,
    },
  ]
  const found = await started({ integrations }, ({ state }) => state.integrations.list('Production'))
  expect(found).toMatchObject([{ _id: '6b0000040000000000000002', identifier: 'inbox', active: false }])
})
