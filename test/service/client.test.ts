// The client against replies that a real service gave, on the wire as nock plays it.
import { inspect } from 'node:util'
import nock from 'nock'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { createClient, readOnly, type Client, type Exchange } from '../../src/service/client.ts'
import { ReplyError, ServiceError, TransportError } from '../../src/service/errors.ts'
import type { ServiceRequest, Transport, WireResponse } from '../../src/service/transport.ts'
import { listEnvironments } from '../../src/service/operations.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { bodyOf, isSuccess, operationOf, realReplies, type Seen } from '../support/real-replies.ts'
import { json, scripted } from '../support/scripted-transport.ts'

const origin = 'https://api.example.com'
const apiKey = Secret.of('key-0123456789', 'env:KEY')
const words: Readonly<Record<string, readonly string[]>> = {
  'error 400 creds': ['SubscriberId: nobody not found'],
  'error 404': ['Entity with id 0123456789abcdef01234567 not found'],
  'error 409': ['Integration with identifier already exists'],
  'error 422 create': [
    'Validation Error',
    'providerId should not be null or undefined',
    'providerId must be a string',
    'channel should not be null or undefined',
    'channel must be one of the following values: in_app, email, sms, chat, push',
  ],
  'error 422 trigger': ['workflow_not_found'],
}
const list: ServiceRequest = { operation: 'listIntegrations', method: 'GET', path: '/v1/integrations' }
const search: ServiceRequest = { operation: 'searchSubscribers', method: 'GET', path: '/v2/subscribers' }

function requestOf(entry: Seen): ServiceRequest {
  return { ...entry.request, operation: operationOf(entry).id }
}

const answering = (response: WireResponse): Client =>
  createClient({ transport: scripted(() => response).transport, origin, apiKey })

const cut: Transport = async () => {
  throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'cut' })
}

async function failure(sent: Promise<unknown>): Promise<unknown> {
  return sent.then(
    () => 'no error',
    (reason: unknown) => reason,
  )
}

describe('replies of a real service', () => {
  beforeAll(() => nock.disableNetConnect())
  afterEach(() => nock.cleanAll())
  afterAll(() => {
    nock.enableNetConnect()
    nock.restore()
  })

  const play = (entry: Seen): nock.Scope =>
    nock(origin, { reqheaders: { authorization: 'ApiKey key-0123456789' } })
      .intercept(entry.request.path, entry.request.method, entry.request.body as nock.RequestBodyMatcher)
      .reply(entry.status, entry.response, entry.headers)
  const client = createClient({ transport: fetchTransport, origin, apiKey })

  test.each(realReplies.filter(isSuccess))('$op', async (entry) => {
    const scope = play(entry)
    const reply = await client.call(requestOf(entry))
    expect(reply).toEqual(bodyOf(entry))
    expect(scope.isDone()).toBe(true)
  })

  test.each(realReplies.filter((entry) => !isSuccess(entry)))('$op', async (entry) => {
    play(entry)
    const error = await failure(client.call(requestOf(entry)))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ status: entry.status, operation: requestOf(entry).operation })
    expect((error as ServiceError).messages).toEqual(words[entry.op])
  })
})

describe('the envelope', () => {
  test.each<[string, ServiceRequest, unknown, unknown]>([
    ['is opened', list, { data: [1] }, [1]],
    ['is opened around anything', list, { data: null }, null],
    ['may be missing', list, [1], [1]],
    ['is none beside other keys', list, { data: [1], more: 2 }, { data: [1], more: 2 }],
    ['is none in a page', search, { data: [] }, { data: [] }],
    ['is none in a page of messages', { ...search, operation: 'listMessages' }, { data: [] }, { data: [] }],
    ['is none in a page of events', { ...search, operation: 'listEvents' }, { data: [] }, { data: [] }],
    ['is opened once', list, { data: { data: 1 } }, { data: 1 }],
  ])('%s', async (_, request, body, reply) => {
    expect(await answering(json(body)).call(request)).toEqual(reply)
  })

  test.each([200, 201, 202, 299])('any success will do: %i', async (status) => {
    expect(await answering(json({ data: 1 }, status)).call(list)).toBe(1)
  })
})

test.each([
  ['', 'the reply to listIntegrations is invalid: the body is empty'],
  ['{"data":', 'the reply to listIntegrations is invalid: the body is not valid JSON'],
  [
    '<html>Sign in</html>',
    'the reply to listIntegrations is invalid: the body is a web page, not JSON; check the service URL',
  ],
])('a success that says %j is a ReplyError', async (body, message) => {
  const error = await failure(answering({ status: 200, headers: {}, body }).call(list))
  expect(error).toBeInstanceOf(ReplyError)
  expect((error as ReplyError).message).toBe(message)
})

test.each([
  [
    302,
    "The service URL redirects. belfry doesn't follow redirects, because a different server would then receive the API key. Set the service URL to a URL that doesn't redirect.",
  ],
  [401, 'Check the API key, and check that the API key belongs to this service.'],
  [429, 'The service limits the request rate. Try again later, or lower concurrency.'],
  [
    503,
    'The service failed, and failed again when belfry repeated the request. Check the log of the service.',
  ],
  [418, "belfry doesn't know this status. Check the service URL."],
])('%i has the hint: %s', async (status, hint) => {
  expect(await failure(answering(json({}, status)).call(list))).toMatchObject({ status, hint })
})

test('a write that failed may have had its effect', async () => {
  const write = { operation: 'createIntegration', method: 'POST', path: '/v1/integrations' } as const
  expect(await failure(answering(json({}, 503)).call(write))).toMatchObject({
    hint: 'The service failed, but the request may have taken effect. Check the result in the service before you send the request again.',
  })
})

test('an error carries what a retry needs', async () => {
  const headers = { 'retry-after': '0', 'x-request-id': 'r-1' }
  const error = await failure(answering(json({ message: 'slow down' }, 429, headers)).call(list))
  expect(error).toMatchObject({ retryAfter: '0', messages: ['slow down'] })
  expect((error as Error).message).toBe('listIntegrations was refused with status 429: slow down')
})

describe('of the headers of a reply', () => {
  const exchangesOf = async (headers: Readonly<Record<string, string>>): Promise<readonly Exchange[]> => {
    const exchanges: Exchange[] = []
    const { transport } = scripted(() => json({}, 422, headers))
    const client = createClient({ transport, origin, apiKey })
    expect(await failure(client.call(list, (each) => exchanges.push(each)))).toBeInstanceOf(ServiceError)
    return exchanges
  }

  test.each([
    ['r-1', 'r-1'],
    ['0af7651916cd43dd:00.1_Z', '0af7651916cd43dd:00.1_Z'],
    ['r'.repeat(128), 'r'.repeat(128)],
    ['r'.repeat(129), undefined],
    ['', undefined],
    ['two words', undefined],
    ['<b>', undefined],
    ['-----BEGIN PRIVATE KEY----- MIIE', undefined],
  ])('a request id %j is kept as %j', async (id, kept) => {
    const answered = (await exchangesOf({ 'x-request-id': id })).find(({ type }) => type === 'answered')
    expect(answered?.requestId).toBe(kept)
  })

  test('a request id that holds a part of a secret shows a label instead', async () => {
    const answered = (await exchangesOf({ 'x-request-id': 'key-0123456789' })).at(-1)
    expect(answered?.requestId).toBe('(secret env:KEY)')
  })

  test('the next header counts where one holds no request id', async () => {
    const answered = (await exchangesOf({ 'x-request-id': 'no id', 'cf-ray': '8f2-FRA' })).at(-1)
    expect(answered?.requestId).toBe('8f2-FRA')
  })

  test('an address to which a redirect leads shows no secret', async () => {
    const reply = json({}, 302, { location: 'https://key-0123456789.example/next' })
    expect(await failure(answering(reply).call(list))).toMatchObject({
      hint: expect.stringContaining('to https://(secret env:KEY).example. ') as unknown,
    })
  })
})

describe('secrets', () => {
  const secret = Secret.of('s3cr3t-value', 'env:SES_KEY')
  const write: ServiceRequest = {
    operation: 'updateIntegration',
    method: 'PUT',
    path: '/v1/integrations/i',
    body: { credentials: { apiKey: secret } },
  }
  test('reach the wire', async () => {
    const { transport, sent } = scripted(() => json({ data: {} }))
    await createClient({ transport, origin, apiKey }).call(write)
    expect(sent[0]?.body).toBe('{"credentials":{"apiKey":"s3cr3t-value"}}')
    expect(sent[0]?.headers['authorization']).toBe('ApiKey key-0123456789')
  })

  test.each<[string, Transport]>([
    [
      'a refusal',
      scripted(() =>
        json({ message: 'no', errors: { apiKey: { messages: ['bad'], value: 's3cr3t-value' } } }, 422),
      ).transport,
    ],
    ['a cut connection', cut],
    ['an odd reply', scripted(() => ({ status: 200, headers: {}, body: 's3cr3t-value' })).transport],
    ['a success', scripted(() => json({ data: {} })).transport],
  ])('are in nothing that can be seen after %s', async (_, transport) => {
    const exchanges: Exchange[] = []
    const client = createClient({ transport, origin, apiKey })
    const error = await failure(client.call(write, (exchange) => exchanges.push(exchange)))
    const visible = inspect([client, error, exchanges, write], { depth: null, showHidden: true })
    expect(visible + JSON.stringify([client, error, exchanges, write]) + String(error)).not.toMatch(
      /s3cr3t-value|key-0123456789/,
    )
  })
})

test('tells each stage, and counts what was sent', async () => {
  const exchanges: Exchange[] = []
  const { transport } = scripted(({ method }) => json({}, method === 'GET' ? 200 : 409))
  const client = createClient({ transport, origin, apiKey })
  const hear = (exchange: Exchange): void => void exchanges.push(exchange)
  const create = {
    operation: 'createIntegration',
    method: 'POST',
    path: '/v1/integrations',
    body: {},
  } as const
  await client.call(list, hear)
  await failure(client.call(create, hear))
  expect(exchanges).toEqual([
    { type: 'sending', operation: 'listIntegrations', method: 'GET', path: '/v1/integrations' },
    { type: 'answered', operation: 'listIntegrations', method: 'GET', path: '/v1/integrations', status: 200 },
    { type: 'sending', operation: 'createIntegration', method: 'POST', path: '/v1/integrations' },
    {
      type: 'answered',
      operation: 'createIntegration',
      method: 'POST',
      path: '/v1/integrations',
      status: 409,
    },
  ])
  expect(client.counts).toEqual({ reads: 1, writes: 1 })
})

test('a reply that is nested deeper than any walk survives can not be used', async () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const client = answering({ status: 200, headers: {}, body: deep })
  const said = await failure(
    client.call({ operation: 'listEnvironments', method: 'GET', path: '/v1/environments' }),
  )
  expect(said).toEqual(new ReplyError('listEnvironments', 'the body', 'nested more than 200 levels deep'))
})

test('keys of an environment that are no list can not be used', async () => {
  const client = answering(json([{ _id: '1', name: 'A', apiKeys: 'text' }]))
  expect(await failure(listEnvironments(client))).toEqual(
    new ReplyError('listEnvironments', '[0].apiKeys', 'a string'),
  )
})

test('a key of an environment that is none can not be used', async () => {
  const client = answering(json([{ _id: '1', name: 'A', apiKeys: [{ key: 'k' }, null] }]))
  expect(await failure(listEnvironments(client))).toEqual(
    new ReplyError('listEnvironments', '[0].apiKeys[1]', 'null'),
  )
})

test('tells of a request without a reply', async () => {
  const exchanges: string[] = []
  const client = createClient({ transport: cut, origin, apiKey })
  expect(await failure(client.call(list, ({ type }) => exchanges.push(type)))).toMatchObject({
    phase: 'unknown',
    message: 'cut',
  })
  expect(exchanges).toEqual(['sending', 'failed'])
})

test('hands the signal to every request', async () => {
  const { signal } = new AbortController()
  const { transport, sent } = scripted(() => json([]))
  await createClient({ transport, origin, apiKey, signal }).call(list)
  expect(sent[0]?.signal).toBe(signal)
})

test('lets any number of requests wait on one signal', () => {
  const warning = vi.spyOn(process, 'emitWarning').mockReturnValue()
  const { signal } = new AbortController()
  createClient({ transport: cut, origin, apiKey, signal })
  for (let request = 0; request < 50; request += 1) signal.addEventListener('abort', () => request)
  expect(warning).not.toHaveBeenCalled()
  warning.mockRestore()
})

describe('a client that only reads', () => {
  test('reads', async () => {
    const client = readOnly(answering(json([1])))
    expect([await client.call(list), client.origin, client.counts]).toEqual([
      [1],
      origin,
      { reads: 1, writes: 0 },
    ])
  })

  test.each(['PUT', 'POST', 'PATCH'] as const)('refuses a %s before anything is sent', async (method) => {
    const { transport, sent } = scripted(() => json({}))
    const client = readOnly(createClient({ transport, origin, apiKey }))
    const error = await failure(
      client.call({ operation: 'updateIntegration', method, path: '/v1/integrations/i' }),
    )
    expect(error).toEqual(new Error('bug: updateIntegration would write in a read-only command'))
    expect(sent).toEqual([])
  })
})
