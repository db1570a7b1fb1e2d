import { afterEach, beforeEach, expect, test } from 'vitest'
import { detailLines, openStage, type Stage } from '../../support/sandbox-stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

test('providers are switched over HTTP', async () => {
  const refuse = { outcome: 'refuse', text: 'over quota' }
  expect(await stage.send('GET', '/_sandbox/providers')).toEqual({ status: 200, body: {} })
  expect(await stage.send('PUT', '/_sandbox/providers/mailgun', refuse)).toEqual({
    status: 200,
    body: refuse,
  })
  expect(await stage.send('GET', '/_sandbox/providers')).toEqual({ status: 200, body: { mailgun: refuse } })
  expect(stage.sandbox.providers.get('mailgun')).toEqual(refuse)
  expect(stage.sandbox.providers.get('ses')).toEqual({ outcome: 'accept' })
  const [event] = await stage.fire({ name: 'welcome', to: 'user-0001' })
  expect(detailLines(event, 'email').at(-1)).toBe('Failed Unexpected provider error: over quota')
})

test('a refusal without a text has the words of the provider, or those of any', async () => {
  const said = async (providerId: string) =>
    (await stage.send('PUT', `/_sandbox/providers/${providerId}`, { outcome: 'refuse' })).body
  expect(await said('twilio')).toEqual({
    outcome: 'refuse',
    text: "The 'To' number is not a valid phone number (21211)",
  })
  expect(await said('mailjet')).toEqual({
    outcome: 'refuse',
    text: 'Unauthorized: the API key is not valid',
  })
})

test.each([
  ['PUT', '/_sandbox/providers/mailgun', undefined],
  ['PUT', '/_sandbox/providers/mailgun', { outcome: 'explode' }],
  ['PUT', '/_sandbox/providers/mailgun', { outcome: 'refuse', text: '' }],
  ['PUT', '/_sandbox/providers/mailgun', { outcome: 'slow', milliseconds: -1 }],
  ['POST', '/_sandbox/clock/advance', { milliseconds: 'ten' }],
])('%s %s %j is refused', async (method, path, body) => {
  expect(await stage.send(method, path, body)).toMatchObject({
    status: 422,
    body: { message: 'Validation Error' },
  })
})

test('time is moved on over HTTP', async () => {
  await stage.trigger({ name: 'welcome', to: 'user-0001', transactionId: 't' })
  expect(await stage.send('POST', '/_sandbox/clock/advance', { milliseconds: 1000 })).toEqual({
    status: 200,
    body: { now: '2026-02-01T00:00:01.000Z', speed: 0 },
  })
  expect(await stage.send('GET', '/_sandbox/clock')).toMatchObject({
    body: { now: '2026-02-01T00:00:01.000Z' },
  })
  expect((await stage.events('t'))[0]?.jobs?.map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('the routes take a key like all others', async () => {
  expect((await fetch(`${stage.sandbox.url}/_sandbox/providers`)).status).toBe(401)
})
