import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, type Sandbox, virtualClock } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await createSandbox({ clock: virtualClock('2026-02-03T04:05:06.789Z') })
})
afterEach(() => sandbox.close())

test('a request is logged with its reply, and without its key', async () => {
  await fetch(`${sandbox.url}/v2/subscribers/ops-oncall?x=1`, {
    method: 'PATCH',
    headers: {
      authorization: `ApiKey ${sandbox.keys['Production']}`,
      'content-type': 'application/json',
      'idempotency-key': 'once',
    },
    body: '{"firstName":"Ann"}',
  })
  expect(sandbox.log).toEqual([
    {
      arrival: 1,
      departure: 2,
      time: '2026-02-03T04:05:06.789Z',
      method: 'PATCH',
      path: '/v2/subscribers/ops-oncall?x=1',
      template: '/v2/subscribers/{subscriberId}',
      operation: 'updateSubscriber',
      environment: 'Production',
      headers: expect.objectContaining({ 'idempotency-key': 'once' }),
      body: { firstName: 'Ann' },
      unknownFields: [],
      status: 200,
      reply: sandbox.state.subscribers.get('Production', 'ops-oncall'),
    },
  ])
  expect(JSON.stringify(sandbox.log)).not.toContain(sandbox.keys['Production'])
})

test('fields that the operation does not know are dropped and named', async () => {
  await sender(sandbox)('POST', '/v1/integrations', {
    providerId: 'ses',
    channel: 'email',
    identifier: 'ses',
    priority: 3,
    credentials: { apiKey: 'k', apiUrl: 'u', tlsOptions: { any: 'thing' } },
    conditions: [
      {
        _id: '1',
        isNegated: false,
        type: 'GROUP',
        value: 'AND',
        children: [{ _id: '2', on: 'payload', field: 'f', operator: 'EQUAL', value: 'v' }],
      },
    ],
  })
  expect(sandbox.log[0]?.unknownFields).toEqual([
    'priority',
    'credentials.apiUrl',
    'conditions[0]._id',
    'conditions[0].children[0]._id',
  ])
  expect(sandbox.state.integrations.get('Production', 'ses')).toMatchObject({
    credentials: { apiKey: 'k', tlsOptions: { any: 'thing' } },
    conditions: [{ children: [{ on: 'payload', field: 'f', operator: 'EQUAL', value: 'v' }] }],
  })
  expect(JSON.stringify(sandbox.state.integrations.get('Production', 'ses'))).not.toContain('"2"')
})

test('refused and unknown requests are logged too', async () => {
  await fetch(`${sandbox.url}/v1/environments`)
  await sender(sandbox)('GET', '/v1/nothing')
  await sender(sandbox)('PUT', '/v1/integrations/none', { name: 'x' })
  const { log } = sandbox
  expect(log.map(({ path, status, environment }) => [path, status, environment])).toEqual([
    ['/v1/environments', 401, undefined],
    ['/v1/nothing', 404, 'Production'],
    ['/v1/integrations/none', 404, 'Production'],
  ])
  expect(log.map(({ template }) => template)).toEqual([
    '/v1/environments',
    undefined,
    '/v1/integrations/{integrationId}',
  ])
})

test('requests are in order of arrival, and overlaps can be seen', async () => {
  const gate = new EventEmitter()
  const gated = await createSandbox({
    routes: (app) => {
      app.get('/slow', async (c) => {
        gate.emit('arrived')
        await once(gate, 'open')
        return c.json({})
      })
      app.get('/quick', (c) => {
        gate.emit('open')
        return c.json({})
      })
    },
  })
  const arrived = once(gate, 'arrived')
  const slow = sender(gated)('GET', '/slow')
  await arrived
  await sender(gated)('GET', '/v1/environments')
  await Promise.all([slow, sender(gated)('GET', '/quick')])
  const [first, second, third] = gated.log
  expect([first?.path, second?.path, third?.path]).toEqual(['/slow', '/v1/environments', '/quick'])
  expect(first?.departure).toBeGreaterThan(third?.arrival ?? Infinity)
  expect(second?.departure).toBeLessThan(third?.arrival ?? 0)
  await gated.close()
})

test('the log is cleared, and kept to its limit', async () => {
  await sender(sandbox)('GET', '/v1/environments')
  sandbox.clearLog()
  expect(sandbox.log).toEqual([])
  const small = await createSandbox({ logLimit: 1 })
  await sender(small)('GET', '/v1/environments')
  await sender(small)('GET', '/v1/integrations')
  expect(small.log.map(({ path }) => path)).toEqual(['/v1/integrations'])
  await small.close()
})
