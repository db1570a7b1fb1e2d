// What a failed request is called, and whether it may have had an effect.
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { asTransportError } from '../../src/service/failure.ts'

const failed = {
  url: 'https://user:pass@api.example.com/v1/integrations?name=ann',
  limits: { connectTimeout: 10_000, timeout: 30_000, maxResponseBytes: 1000 },
  aborted: false,
  unsent: false,
}
const thrown = (fields: object): Error => Object.assign(new Error('ApiKey abc'), fields)

test.each([
  [
    { code: 'ENOTFOUND', syscall: 'getaddrinfo' },
    'connect',
    'api.example.com was not found: check the service URL and DNS',
  ],
  [
    { code: 'EHOSTUNREACH', syscall: 'connect' },
    'connect',
    'no reply from https://api.example.com (EHOSTUNREACH): check the service URL and the network',
  ],
  [
    { code: 'UND_ERR_CONNECT_TIMEOUT' },
    'connect',
    "belfry couldn't connect to https://api.example.com within 10000 ms: check the service URL, the network and firewalls",
  ],
  [
    { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    'unknown',
    "the certificate of https://api.example.com isn't trusted (DEPTH_ZERO_SELF_SIGNED_CERT): check the service URL, or add its certificate authority with NODE_EXTRA_CA_CERTS",
  ],
  [
    { cause: thrown({ code: 'ECONNREFUSED', syscall: 'connect' }) },
    'connect',
    'nothing listens at https://api.example.com: check the service URL, and that the service is running',
  ],
  [
    { errors: [thrown({ code: 'ECONNREFUSED', syscall: 'connect' })] },
    'connect',
    'nothing listens at https://api.example.com: check the service URL, and that the service is running',
  ],
  [
    { code: 'ECONNRESET', syscall: 'read' },
    'unknown',
    "the connection to https://api.example.com was closed before the reply was complete: check proxies and the service's log",
  ],
  [{}, 'unknown', 'no reply from https://api.example.com (UNKNOWN): check the service URL and the network'],
])('%j', (fields, phase, message) => {
  const error = asTransportError(thrown(fields), failed)
  expect([error.phase, error.message]).toEqual([phase, message])
  expect(inspect(error, { depth: null })).not.toMatch(/ApiKey|pass|ann/)
})

test('the caller may know that nothing was sent', () => {
  expect(
    asTransportError(thrown({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }), { ...failed, unsent: true }).phase,
  ).toBe('connect')
})

test('an interruption is called one', () => {
  const error = asTransportError('a reason', { ...failed, aborted: true })
  expect([error.phase, error.code, error.message]).toEqual([
    'unknown',
    'ABORTED',
    'the request was interrupted',
  ])
})

test('the hint for a sandbox that is not running names the option as a program writes it', () => {
  const error = asTransportError(thrown({ code: 'ECONNREFUSED' }), {
    ...failed,
    url: 'http://127.0.0.1:4111/',
  })
  expect(error.hint).toMatch(/; without a project file, use url: 'URL'\.$/)
})
