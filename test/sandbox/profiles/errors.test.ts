// The bodies of refusals: whole, as they go over the wire.
import { expect, test } from 'vitest'
import { onEach, onOne, type Call } from '../../support/profile-table.ts'

const timestamp = '2026-02-01T00:00:00.000Z'
const body = (call: Call, method: string, path: string, sent?: unknown): Promise<unknown> =>
  call(method, path, sent).then((reply) => reply.body)

test('a body that is not of the shape', async () => {
  const seen = await onEach((call) => body(call, 'POST', '/v1/integrations', { name: 'x' }))
  const head = { statusCode: 422, timestamp, path: '/v1/integrations', message: 'Validation Error' }
  const messages = [
    'providerId should not be null or undefined',
    'providerId must be a string',
    'channel should not be null or undefined',
    'channel must be one of the following values: in_app, email, sms, chat, push',
  ]
  const novu = { ...head, ctx: {}, errors: { general: { messages, value: 'No Value Recorded' } } }
  expect(seen).toEqual({
    contract: {
      ...head,
      errors: {
        general: {
          messages: [
            'providerId: Invalid input: expected string, received undefined',
            'channel: Invalid option: expected one of "in_app"|"email"|"sms"|"chat"|"push"',
          ],
          value: 'No Value Recorded',
        },
      },
    },
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test.each([
  [
    'POST',
    '/v1/integrations',
    { providerId: 'ses', channel: 'email', identifier: 'mailgun-old' },
    409,
    'Conflict',
    'Integration with identifier already exists',
  ],
  [
    'PUT',
    '/v1/integrations/0123456789abcdef01234567',
    { name: 'x' },
    404,
    'Not Found',
    'Entity with id 0123456789abcdef01234567 not found',
  ],
  [
    'PUT',
    '/v1/subscribers/nobody/credentials',
    { providerId: 'fcm', credentials: { deviceTokens: ['t'] } },
    400,
    'Bad Request',
    'SubscriberId: nobody not found',
  ],
  ['GET', '/v1/nothing', undefined, 404, 'Not Found', 'Cannot GET /v1/nothing'],
])('%s %s %j', async (method, path, sent, statusCode, error, message) => {
  const seen = await onEach((call) => body(call, method, path, sent))
  const bare = { statusCode, timestamp, path, message }
  const novu = { ...bare, error, ctx: { error, statusCode } }
  expect(seen).toEqual({ contract: bare, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('a trigger of an unknown workflow, which only the contract profile refuses with errors', async () => {
  const path = '/v1/events/trigger'
  const message = 'workflow_not_found'
  const seen = await onEach((call) => body(call, 'POST', path, { name: 'nope', to: 'a' }))
  const bare = { statusCode: 422, timestamp, path, message }
  const error = 'Unprocessable Entity'
  const novu = { ...bare, error, ctx: { error, statusCode: 422 } }
  const errors = { general: { messages: [message], value: 'No Value Recorded' } }
  expect(seen).toEqual({ contract: { ...bare, errors }, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('what only the database refuses', async () => {
  const path = '/v1/integrations/x'
  expect(await onOne('novu-2026-04', (call) => body(call, 'PUT', path, { name: 'x' }))).toEqual({
    statusCode: 500,
    timestamp,
    path,
    message: 'Internal server error, contact support and provide them with the errorId',
    errorId: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('a key that nobody knows', async () => {
  const headers = { authorization: 'ApiKey none' }
  const path = '/v1/environments'
  const seen = await onEach((call) =>
    call('GET', path, undefined, { headers }).then((reply) => reply.body as { message: string }),
  )
  expect(Object.values(seen).map(({ message }) => message)).toEqual(Array(3).fill('API Key not found'))
  expect(seen['novu-2026-09']).toMatchObject({ error: 'Unauthorized', statusCode: 401 })
})

test('a body that is too large, except for events', async () => {
  const data = { text: 'x'.repeat(110 * 1024) }
  const larger = { text: 'x'.repeat(513 * 1024) }
  const seen = await onEach(async (call) => [
    (await call('PATCH', '/v2/subscribers/ops-oncall', { data })).status,
    (await call('POST', '/v1/events/trigger', { name: 'welcome', to: [], payload: data })).status,
    (await call('POST', '/v1/events/trigger', { name: 'welcome', to: [], payload: larger })).status,
    (
      await call('POST', '/v1/events/trigger', {
        name: 'welcome',
        to: [],
        payload: { attachments: [larger] },
      })
    ).status,
  ])
  expect(seen).toEqual({
    contract: [200, 201, 201, 201],
    'novu-2026-04': [413, 201, 201, 201],
    'novu-2026-09': [413, 201, 413, 201],
  })
})
