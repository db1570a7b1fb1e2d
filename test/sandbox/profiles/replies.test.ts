// Statuses, messages and headers observed in the release of April 2026, in both profiles of Novu.
import { describe, expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/index.ts'
import { dataOf, onOne, outcome, type Call } from '../../support/profile-table.ts'

const deployed = ['novu-2026-04', 'novu-2026-09'] as const
const path = '/v1/integrations'
const timestamp = '2026-02-01T00:00:00.000Z'
const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'tenant', field: 'name', operator: 'EQUAL', value: 'x' }],
}

type Run<Value> = (call: Call, sandbox: Sandbox) => Promise<Value>

/** Fails if the two profiles answer differently. */
async function onDeployed<Value>(run: Run<Value>): Promise<Value> {
  const [first, second] = [await onOne(deployed[0], run), await onOne(deployed[1], run)]
  expect(second).toEqual(first)
  return first
}

interface RawRequest {
  readonly authorization?: string
  readonly type?: string
  readonly body?: string
}

/** A request with a header or a body that a JSON client doesn't send: GET without a body, else POST. */
async function raw({ url, keys }: Sandbox, { authorization, type, body }: RawRequest) {
  const headers = {
    ...(authorization !== '' && { authorization: authorization ?? `ApiKey ${keys['Production']}` }),
    'content-type': type ?? 'application/json',
  }
  const method = body === undefined ? 'GET' : 'POST'
  const reply = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  return {
    type: reply.headers.get('content-type'),
    body: (await reply.json()) as Readonly<Record<string, unknown>>,
  }
}

const tokens = (deviceTokens: unknown) => ({ providerId: 'fcm', credentials: { deviceTokens } })
const many = Array.from({ length: 101 }, (_, index) => `token-${index}`)

test.each<readonly [string, string, string, unknown, string]>([
  ['a list instead of an object', 'PATCH', '/v2/subscribers/ops-oncall', [], '200'],
  ['an offset as time zone', 'PATCH', '/v2/subscribers/ops-oncall', { timezone: '+01:00' }, '200'],
  [
    'a built-in provider without credentials on the host',
    'POST',
    path,
    { providerId: 'novu-email', channel: 'email' },
    '400 Creating Novu integration for novu-email provider is not allowed',
  ],
  [
    '101 device tokens',
    'PUT',
    '/v1/subscribers/ops-oncall/credentials',
    tokens(many),
    '400 Device tokens limit exceeded. Maximum allowed tokens per subscriber channel is 100, but got 101 tokens.',
  ],
  ['a search limit that is not a number', 'GET', '/v2/subscribers?limit=x', undefined, '200'],
  [
    'a repeated search filter',
    'GET',
    '/v2/subscribers?subscriberId=a&subscriberId=b',
    undefined,
    '422 Validation Error',
  ],
  ['a number as recipient', 'POST', '/v1/events/trigger', { name: 'welcome', to: 5 }, '201'],
  [
    'an unknown channel of events',
    'GET',
    '/v1/notifications?channels=zzz',
    undefined,
    '422 Validation Error',
  ],
  [
    'a workflow identifier as filter of events',
    'GET',
    '/v1/notifications?templates=welcome',
    undefined,
    '422 Validation Error',
  ],
  ['a negative limit of messages', 'GET', '/v1/messages?limit=-1', undefined, '200'],
  ['a negative page of messages', 'GET', '/v1/messages?page=-1', undefined, '200'],
])('%s', async (_, method, where, body, answer) => {
  expect(await onDeployed(async (call) => outcome(await call(method, where, body)))).toBe(answer)
})

describe('a 422 of a command names the command and the field', () => {
  const ofEnvironment: Run<string> = (_, { state }) =>
    Promise.resolve(`/v1/environments/${state.environments.get('Production')?._id}`)

  test.each<readonly [string, string, string | Run<string>, unknown, string, string, string, unknown]>([
    [
      'set-primary with an invalid id',
      'POST',
      `${path}/x/set-primary`,
      undefined,
      'SetIntegrationAsPrimaryCommand',
      'integrationId',
      'integrationId must be a mongodb id',
      'x',
    ],
    [
      'an environment with an invalid id',
      'PUT',
      '/v1/environments/x',
      { color: '#fff' },
      'UpdateEnvironmentCommand',
      'environmentId',
      'environmentId must be a mongodb id',
      'x',
    ],
    [
      'an invalid color',
      'PUT',
      ofEnvironment,
      { color: 'red' },
      'UpdateEnvironmentCommand',
      'color',
      'color must be a hexadecimal color',
      'red',
    ],
    [
      'an event with an invalid id',
      'GET',
      '/v1/notifications/x',
      undefined,
      'GetActivityCommand',
      'notificationId',
      'notificationId must be a mongodb id',
      'x',
    ],
    [
      'a search limit above 100',
      'GET',
      '/v2/subscribers?limit=500',
      undefined,
      'ListSubscribersCommand',
      'limit',
      'limit must not be greater than 100',
      500,
    ],
  ])('%s', async (_, method, where, body, command, field, message, value) => {
    const seen = await onDeployed(async (call, sandbox) => {
      const at = typeof where === 'string' ? where : await where(call, sandbox)
      return (await call(method, at, body)).body
    })
    expect(seen).toMatchObject({
      statusCode: 422,
      message: `Validation failed for ${command}: ${message}`,
      errors: { [field]: { messages: [message], value } },
    })
  })
})

test.each<readonly [string, RawRequest, object]>([
  [
    'a junk bearer',
    { authorization: 'Bearer junk' },
    { statusCode: 401, message: 'Unauthorized', ctx: { statusCode: 401 } },
  ],
  [
    'an empty key',
    { authorization: 'ApiKey' },
    { statusCode: 401, message: 'Unauthorized', ctx: { statusCode: 401 } },
  ],
  [
    'another scheme',
    { authorization: 'Basic abc' },
    { statusCode: 401, message: 'Invalid authentication scheme: "Basic"', error: 'Unauthorized' },
  ],
  [
    'the scheme in lower case',
    { authorization: 'apikey abc' },
    { statusCode: 401, message: 'Invalid authentication scheme: "apikey"', error: 'Unauthorized' },
  ],
  ['no authorization header', { authorization: '' }, { statusCode: 401, error: 'Unauthorized' }],
  [
    'a truncated body',
    { body: '{"name":' },
    { statusCode: 400, message: 'Unexpected end of JSON input', error: 'Bad Request' },
  ],
  [
    'a body of another content type',
    { type: 'text/plain', body: '{"providerId":"ses","channel":"email"}' },
    { statusCode: 422, message: 'Validation Error' },
  ],
  [
    'a body above the limit',
    { body: JSON.stringify({ name: 'x'.repeat(101 * 1024) }) },
    { statusCode: 413, message: 'Payload Too Large' },
  ],
])('%s', async (_, request, expected) => {
  const { type, body } = await onDeployed((...[, sandbox]) => raw(sandbox, request))
  expect(type).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({ path, timestamp, ...expected })
  expect('error' in body).toBe('error' in expected)
})

test('error bodies without `error`, and without `ctx`', async () => {
  const unknown = '/v1/notifications/0123456789abcdef01234567'
  const events = '/v1/notifications'
  const after = `${events}?after=yesterday`
  const both = `${events}?after=2026-01-02&before=2026-01-01`
  const seen = await onDeployed(async (call) => [
    (await call('GET', unknown)).body,
    (await call('GET', after)).body,
    Object.keys((await call('GET', both)).body as object),
    Object.keys((await call('PUT', `${path}/x`, { name: 'x' })).body as object),
  ])
  const head = { statusCode: 400, timestamp, path: after }
  expect(seen).toEqual([
    {
      statusCode: 404,
      timestamp,
      path: unknown,
      message: 'Notification not found',
      ctx: { statusCode: 404 },
    },
    { ...head, message: expect.stringMatching(/^Invalid date format for parameter 'after': yesterday/) },
    ['error', 'statusCode', 'timestamp', 'path', 'message', 'ctx'],
    ['statusCode', 'timestamp', 'path', 'message', 'errorId'],
  ])
})

test('a successful reply names its charset', async () => {
  const seen = await onDeployed(async (call) => (await call('GET', path)).headers.get('content-type'))
  expect(seen).toBe('application/json; charset=utf-8')
})

test('a 429 with zero seconds in Retry-After and RateLimit-Reset', async () => {
  const run: Run<unknown> = async (call, sandbox) => {
    sandbox.faults.set(['429=0@1'])
    const { status, headers } = await call('GET', path)
    return [status, headers.get('retry-after'), headers.get('ratelimit-reset')]
  }
  expect(await onDeployed(run)).toEqual([429, '0', '0'])
  expect(await onOne('novu-2026-04', run, { rateLimit: 'off' })).toEqual([429, '0', null])
})

describe('device tokens', () => {
  const pushed = (sandbox: Sandbox): void => {
    const push = { identifier: 'fcm', providerId: 'fcm', channel: 'push', active: true } as const
    sandbox.state.integrations.add({ environment: 'Production', ...push })
  }

  test.each([
    ['a string instead of a list', 't', ['t']],
    ['numbers', [1, 2], [1, 2]],
    ['100 of them', many.slice(1), many.slice(1)],
  ])('%s', async (_, sent, stored) => {
    const seen = await onDeployed(async (call, sandbox) => {
      pushed(sandbox)
      await call('PUT', '/v1/subscribers/user-0001/credentials', tokens(sent))
      return sandbox.state.subscribers.get('Production', 'user-0001')?.channels?.at(-1)?.credentials
    })
    expect(seen).toEqual({ deviceTokens: stored })
  })

  test('are an empty list in a chat channel from its second write on', async () => {
    const seen = await onDeployed(async (call, sandbox) => {
      const written: unknown[] = []
      for (const webhookUrl of ['https://hooks.example/1', 'https://hooks.example/2']) {
        const body = { providerId: 'slack', credentials: { webhookUrl } }
        await call('PUT', '/v1/subscribers/user-0001/credentials', body)
        const { channels = [] } = sandbox.state.subscribers.get('Production', 'user-0001') ?? {}
        written.push(channels.find(({ providerId }) => providerId === 'slack')?.credentials)
      }
      return written
    })
    expect(seen).toEqual([
      { webhookUrl: 'https://hooks.example/1' },
      { webhookUrl: 'https://hooks.example/2', deviceTokens: [] },
    ])
  })
})

test('a name with leading and trailing spaces creates a second environment of that name', async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    const create = (name: string) => call('POST', '/v1/environments', { name, color: '#fff' })
    const replies = [await create('Staging'), await create('Staging'), await create(' Staging ')]
    return [
      replies.map(outcome),
      sandbox.state.environments.list().filter(({ name }) => name === 'Staging').length,
    ]
  })
  expect(seen).toEqual([['201', '400 Environment name must be unique', '201'], 2])
})

test('a second create of a subscriber without data removes its data and keeps all other fields', async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    const first = { subscriberId: 'new', firstName: 'Ann', data: { a: 1 } }
    await call('POST', '/v2/subscribers', first)
    await call('POST', '/v2/subscribers', { subscriberId: 'new', lastName: 'Bee' })
    const { firstName, lastName, data } = sandbox.state.subscribers.get('Production', 'new') ?? {}
    return { firstName, lastName, data }
  })
  expect(seen).toEqual({ firstName: 'Ann', lastName: 'Bee', data: undefined })
})

test('groups and children of conditions carry an id beside their _id', async () => {
  const body = { providerId: 'ses', channel: 'email', identifier: 'ses', conditions: [condition] }
  const seen = await onDeployed(async (call) => {
    const created = dataOf(await call('POST', path, body)) as typeof body
    const rows = dataOf(await call('GET', path)) as readonly (typeof body)[]
    const listed = rows.find(({ identifier }) => identifier === 'ses')
    return [created, listed].map((row) => {
      const [group] = row?.conditions ?? []
      return [group, group?.children[0]].map((part) => {
        const { _id, id } = part as unknown as { readonly _id: string; readonly id: string }
        return /^[0-9a-f]{24}$/.test(_id) && id === _id
      })
    })
  })
  expect(seen).toEqual([
    [true, true],
    [true, true],
  ])
})

test('events are filtered by severity', async () => {
  const seen = await onDeployed(async (call) => {
    const all = dataOf(await call('GET', '/v1/notifications?limit=50')) as { data: { severity: string }[] }
    const high = dataOf(await call('GET', '/v1/notifications?limit=50&severity=high')) as typeof all
    const expected = all.data.filter(({ severity }) => severity === 'high').length
    return [high.data.length === expected, expected > 0 && expected < all.data.length]
  })
  expect(seen).toEqual([true, true])
})
