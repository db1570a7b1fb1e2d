import { expect, test } from 'vitest'
import { sender } from '../support/sandbox-client.ts'
import { createStrictSandbox } from '../support/strict-sandbox.ts'

test.each([
  [
    'POST',
    '/v1/integrations',
    { providerId: 'ses', channel: 'email', priority: 1 },
    'body  must NOT have additional',
  ],
  ['POST', '/v1/integrations', { providerId: 'ses' }, "body  must have required property 'channel'"],
  ['POST', '/v1/integrations/x/set-primary', {}, 'body is not expected'],
  ['GET', '/v2/subscribers?limit=ten', undefined, '/limit must be number'],
  ['GET', '/v2/subscribers?limit=1&limit=2', undefined, '/limit must be number'],
  ['GET', '/v2/subscribers?filter=x', undefined, 'must NOT have additional properties'],
  ['GET', '/v1/environments?page=1', undefined, 'unknown parameter page'],
  ['GET', '/v1/nothing', undefined, 'no operation of the contract'],
])('%s %s %j is a violation', async (method, path, body, text) => {
  const sandbox = await createStrictSandbox()
  await sender(sandbox)(method, path, body)
  expect(() => sandbox.assertStrict()).toThrow(text)
  await sandbox.close()
})

test('a reply that the contract does not allow is a violation, also when the log was cleared', async () => {
  const sandbox = await createStrictSandbox()
  sandbox.state.integrations.edit('Production', 'slack-ops', { channel: 'fax' })
  await sender(sandbox)('GET', '/v1/integrations')
  sandbox.clearLog()
  await expect(sandbox.close()).rejects.toThrow('reply /6/channel must be equal to one of the allowed values')
})

test('repeated parameters, lists of one, numbers, flags and nulls are strict', async () => {
  const sandbox = await createStrictSandbox()
  const send = sender(sandbox)
  await send('GET', '/v1/messages?transactionId=a&transactionId=b&contextKeys=a:b&page=0&limit=5')
  await send('GET', '/v1/notifications?subscriberIds=a&templates=b&templates=c&limit=50')
  await send('GET', '/v2/subscribers?includeCursor=true&limit=100&after=x')
  await send('PATCH', '/v2/subscribers/ops-oncall', { firstName: null, data: null })
  await send('PATCH', '/v2/subscribers/nobody', {})
  await expect(sandbox.close()).resolves.toBeUndefined()
})
