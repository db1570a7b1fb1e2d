// Triggers, events and messages: what each profile answers to the same requests.
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/index.ts'
import { dataOf, onEach, onOne, outcome, type Call } from '../../support/profile-table.ts'

const awhile = 2000
const seedless = { seed: { messages: [], notifications: [] } }

interface Answer {
  readonly acknowledged: boolean
  readonly status: string
}

const trigger = async (call: Call, body: object): Promise<string> => {
  const reply = await call('POST', '/v1/events/trigger', { name: 'welcome', ...body })
  if (reply.status >= 400) return outcome(reply)
  const { acknowledged, status } = dataOf(reply) as Answer
  return `${reply.status} ${status}${acknowledged ? '' : ', not acknowledged'}`
}

/** Of a transaction, as `ops-oncall, user-0001`. */
const reached = (sandbox: Sandbox, transactionId: string): string => {
  sandbox.clock.advance(awhile)
  const subscribers = sandbox.state.subscribers.list('Production')
  return sandbox.state
    .notifications('Production')
    .filter((row) => row.transactionId === transactionId)
    .map((row) => subscribers.find(({ _id }) => _id === row._subscriberId)?.subscriberId)
    .join(', ')
}

const answers: readonly (readonly [object, string, string])[] = [
  [{ to: 'user-0001' }, '201 processed', '201 processed'],
  [{ to: [] }, '201 processed', '201 processed'],
  [{ name: 'nope', to: 'a' }, '422 workflow_not_found', '422 workflow_not_found'],
  [{ to: 'a', tenant: 'nobody' }, '201 no_tenant_found', '201 no_tenant_found'],
  [{ to: 'a', tenant: { identifier: 'nobody' } }, '201 no_tenant_found', '201 no_tenant_found'],
  [{ to: 'a', tenant: {} }, '201 error, not acknowledged', '201 no_tenant_found'],
  [{ to: {} }, '201 invalid_recipients', '201 processed'],
  [{ to: 'a', actor: {} }, '201 error, not acknowledged', '201 processed'],
  [{}, '422 Validation Error', '422 Validation Error'],
]

test.each(answers)('a trigger with %j', async (body, contract, novu) => {
  const seen = await onEach((call) => trigger(call, body))
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

const channels = [{ providerId: 'expo', credentials: { deviceTokens: ['t'] } }]
const recipients: readonly (readonly [unknown, string, string])[] = [
  ['brand-new', 'brand-new', 'brand-new'],
  [{ email: 'user-0001@people.example' }, 'user-0001', ''],
  [[{ subscriberId: 'a', email: 'a@localhost' }, 'b'], 'a, b', 'b'],
  [[{ subscriberId: 'a', locale: 'x' }, 'b'], 'a, b', 'b'],
  [[{ subscriberId: 'a', channels }, 'b'], '', 'b'],
  [['a', 'a', { subscriberId: 'a' }], 'a', 'a'],
]

test.each(recipients)('whom a trigger to %j reaches', async (to, contract, novu) => {
  const seen = await onEach(async (call, sandbox) => {
    await trigger(call, { to, transactionId: 't' })
    return reached(sandbox, 't')
  })
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('the same transaction id again is processed, and nothing comes of it', async () => {
  const seen = await onEach(async (call, sandbox) => [
    await trigger(call, { to: 'user-0001', transactionId: 't' }),
    await trigger(call, { to: 'user-0002', transactionId: 't' }),
    reached(sandbox, 't'),
  ])
  const each = ['201 processed', '201 processed', 'user-0001']
  expect(Object.values(seen)).toEqual([each, each, each])
})

test('jobs move on a few at a time', async () => {
  const seen = await onOne('novu-2026-09', async (call, sandbox) => {
    await trigger(call, { to: 'user-0001', transactionId: 't' })
    const statuses: string[] = []
    for (let time = 0; time < 200; time += 10) {
      const { data } = (await call('GET', '/v1/notifications?transactionId=t')).body as {
        readonly data: readonly { readonly jobs: readonly { readonly status: string }[] }[]
      }
      const line = data.flatMap(({ jobs }) => jobs.map(({ status }) => status)).join(' ')
      if (line !== statuses.at(-1)) statuses.push(line)
      sandbox.clock.advance(10)
    }
    return statuses
  })
  expect(seen).toEqual([
    '',
    'queued pending',
    'running pending',
    'completed queued',
    'completed running',
    'completed completed',
  ])
})

const sizeOf = async (call: Call, path: string): Promise<string> => {
  const { status, body } = await call('GET', path)
  if (status >= 400) return String(status)
  const { data, hasMore, pageSize } = body as {
    readonly data: readonly unknown[]
    readonly hasMore: boolean
    readonly pageSize: number
  }
  return `${data.length} of ${pageSize}${hasMore ? ', more' : ''}`
}

test.each([
  ['/v1/messages?subscriberId=nobody', '0 of 10', '404'],
  ['/v1/messages?channel=fax', '422', '0 of 10'],
  ['/v1/messages?limit=0', '422', '6 of 10'],
  ['/v1/messages?limit=x', '422', '422'],
  ['/v1/messages?limit=5000', '400', '400'],
  ['/v1/notifications?limit=3', '3 of 3', '3 of 3, more'],
  ['/v1/notifications?limit=0', '422', '422'],
  ['/v1/notifications?limit=51', '422', '422'],
  ['/v1/notifications?templates=welcome', '0 of 10', '422'],
  ['/v1/notifications?after=yesterday', '400', '400'],
  ['/v1/notifications?after=2026-01-02&before=2026-01-01', '400', '400'],
  ['/v1/notifications?subscriberIds=nobody', '0 of 10', '0 of 10'],
  ['/v1/notifications/x', '404', '422'],
  ['/v1/notifications/0123456789abcdef01234567', '404', '404'],
])('%s', async (path, contract, novu) => {
  const seen = await onEach(async (call, sandbox) => {
    for (const transactionId of ['a', 'b', 'c']) {
      await trigger(call, { to: 'user-0001', transactionId })
      sandbox.clock.advance(awhile)
    }
    return sizeOf(call, path)
  }, seedless)
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('several transaction ids', async () => {
  const seen = await onEach(async (call, sandbox) => {
    for (const transactionId of ['a', 'b', 'c']) await trigger(call, { to: 'user-0001', transactionId })
    sandbox.clock.advance(awhile)
    return sizeOf(call, '/v1/notifications?transactionId=a&transactionId=c')
  }, seedless)
  expect(seen).toEqual({ contract: '1 of 10', 'novu-2026-04': '2 of 10', 'novu-2026-09': '2 of 10' })
})

test.each([
  ['free', '2026-01-31T00:00:00Z', '0 of 10'],
  ['free', '2026-01-30T22:00:00Z', '402'],
  ['enterprise', '2020-01-01T00:00:00Z', '0 of 10'],
] as const)('plan %s, events after %s', async (rateLimit, after, answer) => {
  const run = (call: Call): Promise<string> => sizeOf(call, `/v1/notifications?after=${after}`)
  expect(await onOne('novu-2026-09', run, { ...seedless, rateLimit })).toBe(answer)
})
