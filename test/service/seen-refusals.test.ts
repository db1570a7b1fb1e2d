// The client reads the error bodies of the release of April 2026, of which some have no `error` or no `ctx`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createSandbox, virtualClock, type Sandbox } from '../../src/sandbox/index.ts'
import { createClient, type Client } from '../../src/service/client.ts'
import { ServiceError } from '../../src/service/errors.ts'
import type { ServiceRequest } from '../../src/service/transport.ts'
import { fetchTransport } from '../support/fetch-transport.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await createSandbox({ profile: 'novu-2026-04', clock: virtualClock() })
})
afterAll(() => sandbox.close())

const clientWith = (key: string): Client =>
  createClient({ transport: fetchTransport, origin: sandbox.url, apiKey: Secret.of(key, 'test') })

const large = { data: { text: 'x'.repeat(110 * 1024) } }
const refused: readonly (readonly [string, ServiceRequest, number, string])[] = [
  [
    'an unknown event',
    {
      operation: 'retrieveEvent',
      method: 'GET',
      path: '/v1/notifications/0123456789abcdef01234567',
    },
    404,
    'Notification not found',
  ],
  [
    'an invalid date',
    { operation: 'listEvents', method: 'GET', path: '/v1/notifications?after=yesterday' },
    400,
    "Invalid date format for parameter 'after': yesterday. Use ISO 8601.",
  ],
  [
    'an id that fails in the database',
    { operation: 'updateIntegration', method: 'PUT', path: '/v1/integrations/x', body: { name: 'x' } },
    500,
    'Internal server error, contact support and provide them with the errorId',
  ],
  [
    'a body above the limit',
    { operation: 'updateSubscriber', method: 'PATCH', path: '/v2/subscribers/ops-oncall', body: large },
    413,
    'Payload Too Large',
  ],
  [
    'a 422 of a command',
    { operation: 'setPrimaryIntegration', method: 'POST', path: '/v1/integrations/x/set-primary' },
    422,
    'integrationId must be a mongodb id',
  ],
  [
    'a 422 without `errors`',
    {
      operation: 'triggerEvent',
      method: 'POST',
      path: '/v1/events/trigger',
      body: { name: 'nope', to: 'user-0001' },
    },
    422,
    'workflow_not_found',
  ],
]

test.each(refused)('%s', async (_, request, status, message) => {
  const error = await clientWith(sandbox.keys['Production'] ?? '')
    .call(request)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ServiceError)
  expect(error).toMatchObject({ status, messages: [message], isPage: false })
  expect((error as ServiceError).hint).not.toContain('unusual')
})

test('an unknown key', async () => {
  const request: ServiceRequest = { operation: 'listIntegrations', method: 'GET', path: '/v1/integrations' }
  const error = await clientWith('0'.repeat(32))
    .call(request)
    .catch((reason: unknown) => reason)
  expect(error).toMatchObject({ status: 401, hint: expect.stringContaining('Check the API key') })
})
