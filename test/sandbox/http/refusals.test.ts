import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox, type Sandbox, virtualClock } from '../../../src/sandbox/index.ts'
import { sender, type Send } from '../../support/sandbox-client.ts'

let sandbox: Sandbox
let send: Send
beforeAll(async () => {
  sandbox = await createSandbox({ clock: virtualClock('2026-02-03T04:05:06.789Z') })
  send = sender(sandbox)
})
afterAll(() => sandbox.close())

const subscriber = '/v2/subscribers/ops-oncall'
const credentials = '/v1/subscribers/ops-oncall/credentials'

test.each([
  ['POST', '/v1/integrations', { channel: 'email' }, 'providerId'],
  ['POST', '/v1/integrations', { providerId: 'ses', channel: 'fax' }, 'channel'],
  ['POST', '/v1/integrations', { providerId: 'ses', channel: 'email', active: 'yes' }, 'active'],
  [
    'POST',
    '/v1/integrations',
    { providerId: 'ses', channel: 'email', credentials: { port: 25 } },
    'credentials.port',
  ],
  ['POST', '/v1/integrations', { providerId: 'ses', channel: 'email', credentials: [] }, 'credentials'],
  [
    'PUT',
    '/v1/integrations/x',
    { conditions: [{ isNegated: false, type: 'GROUP', value: 'AND' }] },
    'conditions[0].children',
  ],
  ['PUT', '/v1/integrations/x', { name: null }, 'name'],
  ['POST', '/v1/environments', { name: 'X' }, 'color'],
  ['POST', '/v1/environments', { name: '  ', color: '#fff' }, 'name'],
  ['POST', '/v1/environments', { name: 'X', color: 'red' }, 'color'],
  ['PUT', '/v1/environments/x', { bridge: null }, 'bridge'],
  ['PATCH', subscriber, { firstName: 1 }, 'firstName'],
  ['PATCH', subscriber, { data: ['a'] }, 'data'],
  ['PATCH', subscriber, [], 'body'],
  ['PUT', credentials, { providerId: 'mailgun', credentials: {} }, 'providerId'],
  ['PUT', credentials, { providerId: 'fcm' }, 'credentials'],
  ['PUT', credentials, { providerId: 'fcm', credentials: { deviceTokens: 't' } }, 'credentials.deviceTokens'],
  ['POST', '/v1/events/trigger', { name: 'welcome' }, 'to'],
  ['POST', '/v1/events/trigger', { name: 'welcome', to: 'a', context: { a: 1 } }, 'context.a'],
])('%s %s %j is invalid at %s', async (method, path, body, field) => {
  const answer = await send<{ errors: { general: { messages: string[] } } }>(method, path, body)
  expect(answer).toEqual({
    status: 422,
    body: {
      statusCode: 422,
      timestamp: '2026-02-03T04:05:06.789Z',
      path,
      message: 'Validation Error',
      errors: { general: { messages: [expect.any(String)], value: 'No Value Recorded' } },
    },
  })
  expect(answer.body.errors.general.messages[0]?.split(': ')[0]).toBe(field)
})

test.each([
  ['GET', '/v1/messages?channel=fax', 422],
  ['GET', '/v1/messages?limit=1001', 400],
  ['GET', '/v1/messages?page=-1', 422],
  ['GET', '/v1/notifications?limit=51', 422],
  ['GET', '/v1/notifications?limit=0', 422],
  ['GET', '/v1/notifications?after=yesterday', 400],
  ['GET', '/v1/notifications?after=2026-01-02&before=2026-01-01', 400],
  ['GET', '/v1/notifications/nothing', 404],
  ['GET', '/v1/nothing', 404],
  ['DELETE', '/v1/integrations/x', 404],
  ['PUT', '/v2/subscribers', 404],
])('%s %s answers %i', async (method, path, statusCode) => {
  expect(await send(method, path)).toMatchObject({ status: statusCode, body: { statusCode, path } })
})

async function raw(body: string, contentType: string): Promise<unknown> {
  const headers = { authorization: `ApiKey ${sandbox.keys['Production']}`, 'content-type': contentType }
  const response = await fetch(sandbox.url + subscriber, { method: 'PATCH', headers, body })
  return response.json()
}

test('a body must be JSON and say so', async () => {
  expect(await raw('{"firstName":', 'application/json')).toMatchObject({ statusCode: 400 })
  expect(await raw('{}', 'text/plain')).toMatchObject({ statusCode: 415 })
  expect(await raw('{}', 'application/json; charset=utf-8')).toMatchObject({ subscriberId: 'ops-oncall' })
})

test('a bug answers 500 and is in the log', async () => {
  const broken = await createSandbox({
    routes: (app) => {
      app.get('/v1/broken', () => {
        throw new TypeError('oops')
      })
    },
  })
  expect(await sender(broken)('GET', '/v1/broken')).toMatchObject({
    status: 500,
    body: { statusCode: 500, path: '/v1/broken', message: 'Internal server error' },
  })
  expect(broken.log).toMatchObject([{ status: 500, crash: new TypeError('oops') }])
  await broken.close()
})
