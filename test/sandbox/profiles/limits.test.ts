// Rate limits and idempotency keys: what goes over the wire, and when.
import { expect, test } from 'vitest'
import type { Routes } from '../../../src/sandbox/index.ts'
import { onEach, onOne, type Call, type Reply } from '../../support/profile-table.ts'

const limitsOf = ({ headers }: Reply): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => /^ratelimit-|^retry-after$/.test(name)))
const read = (call: Call, environment = 'Production'): Promise<Reply> =>
  call('GET', '/v1/messages', undefined, { environment })

test.each([
  [
    '/v1/messages',
    'free',
    '150',
    '150;w=5;burst=165;comment="token bucket";category="global";cost="single";serviceLevel="free"',
  ],
  [
    '/v2/subscribers',
    'free',
    '100',
    '100;w=5;burst=110;comment="token bucket";category="configuration";cost="single";serviceLevel="free"',
  ],
  [
    '/v1/messages',
    20,
    '100',
    '100;w=5;burst=110;comment="token bucket";category="global";cost="single";serviceLevel="custom"',
  ],
] as const)('%s in plan %s', async (path, rateLimit, limit, policy) => {
  const seen = await onOne('novu-2026-04', async (call) => limitsOf(await call('GET', path)), { rateLimit })
  expect(seen).toEqual({
    'ratelimit-limit': limit,
    'ratelimit-remaining': String(Math.floor(Number(limit) * 1.1) - 1),
    'ratelimit-reset': '1',
    'ratelimit-policy': policy,
  })
})

test('which profile has limits by itself, and each when it is told so', async () => {
  const has = async (call: Call): Promise<boolean> => (await read(call)).headers.has('ratelimit-limit')
  expect(await onEach(has)).toEqual({ contract: false, 'novu-2026-04': true, 'novu-2026-09': true })
  expect(Object.values(await onEach(has, { rateLimit: 'free' }))).toEqual([true, true, true])
  expect(Object.values(await onEach(has, { rateLimit: 'off' }))).toEqual([false, false, false])
})

test('the bucket refills only after it is empty, each environment and category has its own', async () => {
  const seen = await onOne(
    'novu-2026-09',
    async (call, sandbox) => {
      const remaining = async (): Promise<string> => {
        const reply = await read(call)
        return `${reply.status} ${reply.headers.get('ratelimit-remaining')}`
      }
      const first = [await remaining(), await remaining()]
      sandbox.clock.advance(2000)
      const later = [await remaining(), await remaining(), await remaining()]
      const others = [
        (await read(call, 'Development')).status,
        (await call('GET', '/v2/subscribers')).status,
        (await call('GET', '/_sandbox/clock')).status,
      ]
      const refilled: string[] = []
      for (let count = 0; count < 4; count += 1) refilled.push(await remaining())
      return { first, later, others, refilled }
    },
    { rateLimit: 1 },
  )
  // Five tokens; after the fifth, the two seconds that have passed give two more.
  expect(seen).toEqual({
    first: ['200 4', '200 3'],
    later: ['200 2', '200 1', '200 0'],
    others: [200, 200, 200],
    refilled: ['200 1', '200 0', '429 0', '429 0'],
  })
})

test.each([
  [1, 5, 1],
  [0.05, 1, 20],
])('what a refusal says at %d requests a second, and how long it holds', async (rateLimit, most, seconds) => {
  const seen = await onOne(
    'novu-2026-04',
    async (call, sandbox) => {
      for (let count = 0; count < most; count += 1) await read(call)
      const refused = await read(call)
      sandbox.clock.advance(seconds * 1000 - 1)
      const { status } = await read(call)
      sandbox.clock.advance(1)
      return { body: refused.body, limits: limitsOf(refused), statuses: [status, (await read(call)).status] }
    },
    { rateLimit },
  )
  expect(seen).toEqual({
    body: {
      statusCode: 429,
      timestamp: '2026-02-01T00:00:00.000Z',
      path: '/v1/messages',
      message: 'API rate limit exceeded',
      ctx: {},
    },
    limits: {
      'ratelimit-limit': String(most),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
      'ratelimit-policy': expect.stringContaining('serviceLevel="custom"'),
      'retry-after': String(seconds),
    },
    statuses: [429, 200],
  })
})

const ses = { providerId: 'ses', channel: 'email', identifier: 'ses' }
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const shape = ({ status, headers }: Reply): string =>
  [status, headers.get('idempotency-key'), headers.get('idempotency-replay')]
    .filter((each) => each !== null)
    .join(' ')

test('a key that is sent again gets the first answer', async () => {
  const seen = await onEach(async (call) => [
    shape(await call('POST', '/v1/integrations', ses, keyed('a'))),
    shape(await call('POST', '/v1/integrations', ses, keyed('a'))),
    shape(await call('POST', '/v1/integrations', ses, keyed('b'))),
    shape(await call('POST', '/v1/integrations', ses, keyed('b'))),
    shape(await call('POST', '/v1/integrations', { ...ses, name: 'x' }, keyed('a'))),
    shape(await call('POST', '/v1/integrations', ses, keyed('x'.repeat(256)))).replace(/ .*/, ''),
    shape(await call('PUT', '/v1/integrations/0123456789abcdef01234567', { name: 'x' }, keyed('c'))),
  ])
  const bare = ['201', '409', '409', '409', '409', '409', '404']
  expect(seen).toEqual({
    contract: bare,
    'novu-2026-04': ['201 a', '201 a true', '409 b', '503 b true', '422 a', '400', '404'],
    'novu-2026-09': ['201 a', '201 a true', '409 b', '409 b true', '422 a', '400', '404'],
  })
})

test('neither path nor environment tells keys apart, but a day does', async () => {
  const seen = await onOne('novu-2026-09', async (call, sandbox) => {
    const path = (identifier: string): string =>
      `/v1/integrations/${sandbox.state.integrations.get('Production', identifier)?._id}/set-primary`
    const replies = [
      await call('POST', path('mailgun-old'), undefined, keyed('a')),
      await call('POST', path('twilio-sms'), undefined, { environment: 'Development', ...keyed('a') }),
    ]
    sandbox.clock.advance(24 * 60 * 60_000)
    replies.push(await call('POST', path('twilio-sms'), undefined, keyed('a')))
    return replies.map((reply) => {
      const { data } = reply.body as { readonly data: { readonly identifier: string } }
      return `${shape(reply)} ${data.identifier}`
    })
  })
  expect(seen).toEqual(['200 a mailgun-old', '200 a true mailgun-old', '200 a twilio-sms'])
})

test('what fails inside is remembered too', async () => {
  const seen = await onOne('novu-2026-09', async (call, sandbox) => {
    sandbox.faults.set(['500-before@1'])
    return [
      shape(await call('POST', '/v1/integrations', ses, keyed('a'))),
      shape(await call('POST', '/v1/integrations', ses, keyed('a'))),
      shape(await call('POST', '/v1/integrations', ses, keyed('b'))),
    ]
  })
  expect(seen).toEqual(['500', '500 a true', '201 b'])
})

test('a key whose request is still on its way', async () => {
  let go: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (go = resolve))
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const routes: Routes = (app) =>
    app.post('/v1/slow', async (c) => {
      arrive()
      await gone
      return c.json({ done: true })
    })
  const seen = await onOne(
    'novu-2026-04',
    async (call) => {
      const first = call('POST', '/v1/slow', {}, keyed('a'))
      await arrived
      const second = await call('POST', '/v1/slow', {}, keyed('a'))
      go()
      return [
        shape(second),
        second.headers.get('retry-after'),
        second.headers.get('link'),
        shape(await first),
      ]
    },
    { routes },
  )
  expect(seen).toEqual(['409 a', '1', 'https://docs.novu.co/additional-resources/idempotency', '200 a'])
})

test('a 429 comes before the key, and is not remembered', async () => {
  const seen = await onOne(
    'novu-2026-09',
    async (call, sandbox) => {
      for (let count = 0; count < 5; count += 1) await read(call)
      const refused = await call('POST', '/v1/integrations', ses, keyed('a'))
      sandbox.clock.advance(1000)
      return [shape(refused), shape(await call('POST', '/v1/integrations', ses, keyed('a')))]
    },
    { rateLimit: 1 },
  )
  expect(seen).toEqual(['429', '201 a'])
})
