// Each of the 14 operations: the call that it makes, and the replies that it can't use.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient, type Client } from '../../src/service/client.ts'
import * as service from '../../src/service/operations.ts'
import { operations, pathFor } from '../../src/service/operations.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import * as writes from '../support/write-operations.ts'

const apiKey = Secret.of('k', 'env:KEY')
const origin = 'https://api.example.com'
const page = { data: [], hasMore: false, page: 0, pageSize: 10 }

test('the table is the contract, operation by operation', () => {
  const url = new URL('../../schemas/service/operations.json', import.meta.url)
  const rows = JSON.parse(readFileSync(url, 'utf8')) as readonly Record<string, unknown>[]
  expect(
    Object.entries(operations).map(([key, { id, method, path }]) => ({ key, id, method, path })),
  ).toEqual(rows.map(({ id, method, path }) => ({ key: id, id, method, path })))
})

test.each<[string, unknown, (client: Client) => Promise<unknown>, string | undefined]>([
  [
    'PUT /v1/subscribers/auth0%7Cx/credentials',
    { subscriberId: 'auth0|x' },
    (client) =>
      writes.upsertSubscriberCredentials(client, 'auth0|x', {
        providerId: 'fcm',
        integrationIdentifier: 'fcm-main',
        credentials: { deviceTokens: ['t', Secret.of('u', 'env:T')] },
      }),
    '{"providerId":"fcm","integrationIdentifier":"fcm-main","credentials":{"deviceTokens":["t","u"]}}',
  ],
  [
    'PATCH /v2/subscribers/%C3%BC%40x.y',
    { subscriberId: 'ü@x.y' },
    (client) =>
      writes.updateSubscriber(client, 'ü@x.y', { firstName: null, email: undefined, data: { a: [1] } }),
    '{"firstName":null,"data":{"a":[1]}}',
  ],
  [
    'GET /v2/subscribers?subscriberId=a%2Fb&limit=1',
    { data: [], totalCount: 0 },
    (client) => service.searchSubscribers(client, { subscriberId: 'a/b', limit: 1 }),
    undefined,
  ],
  [
    'PUT /v1/integrations/a%2Fb',
    {},
    (client) =>
      writes.updateIntegration(client, 'a/b', { credentials: { secure: Secret.of(true, 'env:S') } }),
    '{"credentials":{"secure":true}}',
  ],
  [
    'POST /v1/integrations',
    { _id: 'i' },
    (client) =>
      writes.createIntegration(client, { providerId: 'ses', channel: 'newer-channel', active: true }),
    '{"providerId":"ses","channel":"newer-channel","active":true}',
  ],
  [
    'PUT /v1/environments/e',
    { matched: 1, modified: 1 },
    (client) => writes.updateEnvironment(client, 'e', { bridge: {}, dns: { inboundParseDomain: 'x.y' } }),
    '{"bridge":{},"dns":{"inboundParseDomain":"x.y"}}',
  ],
  [
    'POST /v1/integrations/i/set-primary',
    {},
    (client) => writes.setPrimaryIntegration(client, 'i'),
    undefined,
  ],
  [
    'GET /v1/messages?transactionId=t1&transactionId=t2&page=0',
    page,
    (client) => service.listMessages(client, { transactionId: ['t1', 't2'], page: 0 }),
    undefined,
  ],
  ['GET /v1/integrations', [], (client) => service.listIntegrations(client), undefined],
  [
    'POST /v1/environments',
    { _id: 'e' },
    (client) => writes.createEnvironment(client, { name: 'Staging', color: '#ff8800' }),
    '{"name":"Staging","color":"#ff8800"}',
  ],
  ['GET /v1/environments', [], (client) => service.listEnvironments(client), undefined],
  [
    'GET /v1/notifications?transactionId=t',
    page,
    (client) => service.listEvents(client, { transactionId: 't' }),
    undefined,
  ],
  ['GET /v1/notifications/n', { _id: 'n' }, (client) => service.retrieveEvent(client, 'n'), undefined],
  [
    'POST /v1/events/trigger',
    { acknowledged: true, status: 'a-newer-status' },
    (client) =>
      service.triggerEvent(client, { name: 'w', to: [{ subscriberId: 's' }, 'x'], payload: { a: { b: 1 } } }),
    '{"name":"w","to":[{"subscriberId":"s"},"x"],"payload":{"a":{"b":1}}}',
  ],
])('%s', async (line, answer, call, body) => {
  const { transport, sent } = scripted(() => json(answer))
  expect(await call(createClient({ transport, origin, apiKey }))).toEqual(answer)
  const [request] = sent
  expect(`${request?.method} ${request?.url.slice(origin.length)}`).toBe(line)
  expect(request?.body).toBe(body)
  expect(sent).toHaveLength(1)
})

test.each<[(client: Client) => Promise<unknown>, unknown, string]>([
  [service.listIntegrations, {}, 'listIntegrations: the body is an object'],
  [
    service.listIntegrations,
    [{ _id: 'i', identifier: 'a' }, { _id: 7 }],
    'listIntegrations: [1]._id is a number',
  ],
  [service.listIntegrations, [{ _id: 'i' }], 'listIntegrations: [0].identifier is missing'],
  [service.listIntegrations, [null], 'listIntegrations: [0] is null'],
  [service.listEnvironments, [{ _id: 'e' }], 'listEnvironments: [0].name is missing'],
  [service.searchSubscribers, [], 'searchSubscribers: the body is a list'],
  [service.searchSubscribers, { totalCount: 1 }, 'searchSubscribers: data is missing'],
  [
    service.searchSubscribers,
    { totalCount: 1, data: [{}] },
    'searchSubscribers: data[0].subscriberId is missing',
  ],
  [
    service.searchSubscribers,
    {
      totalCount: 1,
      data: [
        { subscriberId: 'a', _id: null },
        { subscriberId: 'b', _id: ['6b0000000000000000000001'] },
      ],
    },
    'searchSubscribers: data[1]._id is a list',
  ],
  [service.searchSubscribers, { data: [], totalCount: '1' }, 'searchSubscribers: totalCount is a string'],
  [service.listMessages, { data: {} }, 'listMessages: data is an object'],
  [service.listEvents, { data: ['x'] }, 'listEvents: data[0] is a string'],
  [(client) => service.retrieveEvent(client, 'n'), 'text', 'retrieveEvent: the body is a string'],
  [(client) => service.triggerEvent(client, { name: 'n', to: 's' }), {}, 'triggerEvent: status is missing'],
])('%o with %j', async (call, answer, text) => {
  const [operation, rest] = text.split(': ')
  const client = createClient({ transport: scripted(() => json(answer)).transport, origin, apiKey })
  await expect(call(client)).rejects.toThrow(`the reply to ${operation} is invalid: ${rest}`)
})

test('unknown fields and values come through', async () => {
  const odd = { _id: 'i', identifier: 'a', channel: 'tool', priority: 3, kind: 'agent', credentials: {} }
  const client = createClient({ transport: scripted(() => json({ data: [odd] })).transport, origin, apiKey })
  expect(await service.listIntegrations(client)).toEqual([odd])
})

describe('an id in a path', () => {
  const template = '/v1/subscribers/{subscriberId}/credentials'
  test.each([
    ['auth0|x', 'auth0%7Cx'],
    ['a/b', 'a%2Fb'],
    ['ü@x.y', '%C3%BC%40x.y'],
    ['a?b#c%', 'a%3Fb%23c%25'],
    ['...', '...'],
    ['{subscriberId}', '%7BsubscriberId%7D'],
    ['$&', '%24%26'],
  ])('%s', (subscriberId, text) => {
    expect(pathFor(template, { subscriberId })).toBe(`/v1/subscribers/${text}/credentials`)
  })

  test.each(['', '.', '..', '\ud800'])('%j is refused, for it would lead elsewhere', (subscriberId) => {
    expect(() => pathFor(template, { subscriberId })).toThrow(RangeError)
  })

  test('is never forgotten', () => {
    expect(() => pathFor(template, {})).toThrow(`bug: ${template} needs subscriberId`)
  })
})
