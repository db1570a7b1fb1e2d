// What --debug shows of a request and its reply: names of fields, types and numbers, and nothing that was sent.
import { expect, test } from 'vitest'
import { debugged } from '../../src/service/debug.ts'
import { TransportError } from '../../src/service/errors.ts'
import type { Transport, WireRequest, WireResponse } from '../../src/service/transport.ts'
import { sloppy } from '../support/sloppy.ts'
import { json, scripted } from '../support/scripted-transport.ts'

const key = 'key-of-production'
const secret = 'canary_in_body'

const request: WireRequest = {
  method: 'PUT',
  url: 'https://api.example.com/v1/integrations/1?limit=10&email=ada@acme.example&subscriberId=1042',
  headers: { authorization: `ApiKey ${key}` },
  body: JSON.stringify({ name: 'Name', credentials: { apiKey: secret, list: [`${secret}_2`] } }),
}

async function linesOf(transport: Transport, sent: Partial<WireRequest> = {}): Promise<readonly string[]> {
  const lines: string[] = []
  let time = 0
  const told = debugged(
    transport,
    () => (time += 5),
    (line) => lines.push(line),
  )
  await told({ ...request, ...sent }).catch(() => undefined)
  return lines.flatMap((line) => line.split('\n').map((each) => each.trim()))
}

const answering = (body: unknown, more: Partial<WireResponse> = {}): Transport =>
  scripted(() => ({ ...json(body), ...more })).transport

test('two lines with the structure of both bodies', async () => {
  const reply = { _id: 'x', active: true, count: 7, none: null, items: [{ key: 'v' }], empty: [], text: '' }
  expect(await linesOf(answering(reply))).toEqual([
    '> #1 PUT /v1/integrations/1?limit=10&email=string(16)&subscriberId=string(4)',
    `{name: string(4), credentials: {apiKey: string(${secret.length}), list: [1 × string(${secret.length + 2})]}}`,
    '< #1 PUT /v1/integrations/1?limit=10&email=string(16)&subscriberId=string(4) 200, 5 ms',
    '{_id: string(1), active: boolean, count: number, none: null, items: [1 × {key: string(1)}], empty: [], text: string(0)}',
  ])
})

test.each<[string, unknown]>([
  ['the API key', { [key]: 1 }],
  ['a part of a name that holds the API key', { [`x-${key}-y`]: 1 }],
  ['a secret of the body', { [secret]: 1 }],
  ['a secret of a list', { [`${secret}_2`]: 1 }],
  ['deep inside', { data: { more: [{ [`field_${secret}`]: 1 }] } }],
  ['a key that is no name', { 'two words': 1, '1st': 1, '': 1, ['x'.repeat(65)]: 1 }],
])('a reply that repeats %s as a key shows no such key', async (_, body) => {
  const [, , , reply = ''] = await linesOf(answering(body))
  expect(reply).toContain('(name)')
  expect(reply.replaceAll('(name)', '')).toMatch(/^[{}[\]:, 1×]*(?:data: )?[{}[\]:, a-z0-9×]*$/)
  expect(reply).not.toContain(key)
  expect(reply).not.toContain(secret)
})

test('a service that repeats everything as keys shows nothing of it', async () => {
  const lines = await linesOf(sloppy(answering([{ _id: 'x', name: 'n' }]), ['secrets in keys']))
  expect(lines.join('\n')).toContain('_id: string(1), name: string(1)')
  for (const text of [key, secret, 'Name']) expect(lines.join('\n')).not.toContain(text)
})

test('the names of fields that were sent stay, and so do short strings', async () => {
  const [, , , reply] = await linesOf(answering({ credentials: 1, abc: 2 }), {
    body: '{"credentials":"abc"}',
  })
  expect(reply).toBe('{credentials: number, abc: number}')
})

test.each<[string, Partial<WireResponse>, string]>([
  [
    'numbers of limits',
    { headers: { 'retry-after': '7', 'ratelimit-reset': '5' } },
    '200, 5 ms, retry-after 7, ratelimit-reset 5',
  ],
  ['a date', { headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } }, '200, 5 ms'],
  ['a header that repeats the key', { headers: { 'retry-after': key, 'x-request-id': key } }, '200, 5 ms'],
])('of headers: %s', async (_, more, expected) => {
  const [, , reply = ''] = await linesOf(answering({}, more))
  expect(reply.split(') ').at(-1)).toBe(expected)
})

test.each<[string, string, string]>([
  ['no JSON', `you sent ${key}`, `not JSON, ${9 + key.length} characters`],
  ['nothing', '', ''],
])('a body that is %s', async (_, body, expected) => {
  const [, , , reply = ''] = await linesOf(answering({}, { body }))
  expect(reply).toBe(expected)
})

test('deep and long bodies are cut', async () => {
  const deep = Array.from({ length: 9 }).reduce<unknown>((inner) => ({ a: inner }), 'x')
  const [, , , reply = ''] = await linesOf(answering(deep))
  expect(reply).toBe(`${'{a: '.repeat(7)}…${'}'.repeat(7)}`)
  const long = Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`field${index}`, 'x']))
  const [, , , cut = ''] = await linesOf(answering(long))
  expect(cut).toHaveLength(601)
  expect(cut.endsWith('…')).toBe(true)
})

test.each<[string, unknown, string]>([
  [
    'its code',
    new TransportError({ phase: 'connect', code: 'ECONNREFUSED', sentence: key }),
    'failed, ECONNREFUSED, 5 ms',
  ],
  ['no code', new Error(key), 'failed, no code, 5 ms'],
  ['a code that is no string', Object.assign(new Error(key), { code: 7 }), 'failed, no code, 5 ms'],
])('a failure shows %s and no message', async (_, error, expected) => {
  const [, , failed = ''] = await linesOf(() => Promise.reject(error), { url: 'no address' })
  expect(failed).toBe(`< #1 PUT (invalid URL) ${expected}`)
})

test.each([
  ['ada%40acme.example', 'a***@acme.example'],
  ['%2B4915112345612/credentials', '+49…12/credentials'],
  ['user%201', 'user%201'],
  ['%zz', '%zz'],
])('of a path with %s: %s', async (path, shown) => {
  const [line] = await linesOf(answering({}), { url: `https://api.example.com/v2/subscribers/${path}` })
  expect(line).toBe(`> #1 PUT /v2/subscribers/${shown}`)
})
