// What leaves the machine: address, headers and body, and the only place where a secret is opened.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { IdOf, mapOf, Unreadable, type Value } from '../../src/core/value.ts'
import { encode, type ServiceRequest } from '../../src/service/transport.ts'
import { version } from '../../src/service/package.ts'

const key = Secret.of('0123456789abcdef', 'env:BELFRY_API_KEY')
const origin = 'https://api.example.com'
const read: ServiceRequest = { operation: 'listEvents', method: 'GET', path: '/v1/notifications' }
const write = (body: Value): ServiceRequest => ({
  operation: 'updateIntegration',
  method: 'PUT',
  path: '/v1/integrations/i',
  body,
})
const bodyOf = (body: Value): unknown => JSON.parse(encode(write(body), key, origin).body ?? 'null')

test('a read has no body and no content type', () => {
  expect(encode(read, key, origin)).toEqual({
    method: 'GET',
    url: 'https://api.example.com/v1/notifications',
    headers: {
      authorization: 'ApiKey 0123456789abcdef',
      accept: 'application/json',
      'user-agent': `belfry/${version}`,
    },
  })
})

test('a write has both, and an idempotency key if one is given', () => {
  const request = encode({ ...write({ name: 'SES' }), idempotencyKey: 'k-1' }, key, origin)
  expect(request.body).toBe('{"name":"SES"}')
  expect(request.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k-1' })
})

test.each([
  [{ limit: 50, page: 0 }, '?limit=50&page=0'],
  [{ templates: ['a', 'b'], emails: [] }, '?templates=a&templates=b'],
  [{ search: undefined, includeCursor: false }, '?includeCursor=false'],
  [{ phone: '+49 151', name: 'Zoë & co=1' }, '?phone=%2B49+151&name=Zo%C3%AB+%26+co%3D1'],
  [{}, ''],
])('the query %j is %s', (query, text) => {
  expect(encode({ ...read, query }, key, origin).url).toBe(`https://api.example.com/v1/notifications${text}`)
})

test.each(['https://host.example/api', 'https://host.example/api/', 'https://host.example/api//'])(
  'the base %s keeps its path',
  (base) => expect(encode(read, key, base).url).toBe('https://host.example/api/v1/notifications'),
)

describe('the body', () => {
  test('opens secrets wherever they stand, with their type', () => {
    const credentials = {
      apiKey: Secret.of('s3cr3t', 'env:K'),
      secure: Secret.of(true, 'env:S'),
      from: 'a@x.y',
    }
    const tokens = ['t1', Secret.of('t2', 'env:T')]
    expect(bodyOf({ credentials, tokens, n: null })).toEqual({
      credentials: { apiKey: 's3cr3t', secure: true, from: 'a@x.y' },
      tokens: ['t1', 't2'],
      n: null,
    })
  })

  test('leaves out what is undefined', () => {
    expect(bodyOf({ name: 'x', identifier: undefined } as unknown as Value)).toEqual({ name: 'x' })
  })

  test('keeps keys that JavaScript finds special', () => {
    const text = encode(write(mapOf([['__proto__', { constructor: 1 }]])), key, origin).body
    expect(text).toBe('{"__proto__":{"constructor":1}}')
  })

  test.each([
    [new IdOf('integration', 'ses-eu'), '{id of integration ses-eu}'],
    [new Unreadable(true), '(secret, unreadable)'],
  ])('refuses %s', (leaf, text) => {
    expect(() => bodyOf({ data: [leaf] })).toThrow(`bug: ${text} is in the body of updateIntegration`)
  })

  test('refuses a secret that is only named', () => {
    expect(() => bodyOf({ apiKey: Secret.named('env:NOPE') })).toThrow('(secret env:NOPE) was needed')
  })
})

test.each([
  ['', 'is empty'],
  [' ', 'contains spaces or line breaks'],
  ['abc\n', 'contains spaces or line breaks'],
  ['a b', 'contains spaces or line breaks'],
  ['ApiKey abc', 'begins with "ApiKey", which belfry adds itself'],
  ['schlüssel', 'contains characters outside ASCII'],
  ['a\u0001b', 'contains control characters'],
])('the key %j is refused without being shown', (text, why) => {
  const attempt = (): unknown => encode(read, Secret.of(text, 'env:KEY'), origin)
  expect(attempt).toThrow(`the API key (secret env:KEY) is not valid: the API key ${why}`)
})
