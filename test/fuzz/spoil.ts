// What a service, or something on the way to it, can do to a reply.
import type { ServerResponse } from 'node:http'
import * as fc from 'fast-check'
import type { Answer } from '../support/cli-proxy.ts'
import { mutated, mutations } from './mutate-json.ts'
import { jsonText, nastyJson } from './nasty.ts'

export interface Spoil {
  /** Of which reply of a command, from 0; of all where undefined. */
  readonly nth: number | undefined
  readonly answer: (answer: Answer, response: ServerResponse) => void
}

type Change = (answer: Answer) => Answer

const tree = mutations.map((steps): Change => (answer) => ({
  ...answer,
  body: jsonText(mutated(parsed(answer.body), steps)),
}))
const anything = nastyJson.map((value): Change => (answer) => ({ ...answer, body: jsonText(value) }))
const status = fc
  .constantFrom(
    200,
    201,
    202,
    204,
    206,
    300,
    301,
    307,
    400,
    401,
    402,
    403,
    404,
    409,
    413,
    418,
    422,
    429,
    451,
    500,
    502,
    503,
    599,
    999,
  )
  .map((code): Change => (answer) => ({ ...answer, status: code }))
const header = fc
  .tuple(
    fc.constantFrom(
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
      'ratelimit-policy',
      'date',
      'location',
      'content-type',
      'x-request-id',
      '__proto__',
      'content-encoding',
    ),
    fc.constantFrom(
      '',
      '0',
      '-1',
      '1e9',
      '999999999',
      '99999999999999999999',
      'NaN',
      'Infinity',
      '0.000001',
      '1;w=0',
      '0;w=0;burst=0',
      '5;w=999999999',
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      'tomorrow',
      'gzip',
      'http://elsewhere.example/',
      'text/html',
      '\u0085\u009B2J',
      'x'.repeat(8000),
    ),
  )
  .map(([name, value]): Change => (answer) => ({ ...answer, headers: { ...answer.headers, [name]: value } }))
const text = fc
  .constantFrom<((body: string) => string)[]>(
    (body) => body.slice(0, body.length / 2),
    (body) => `\uFEFF${body}`,
    (body) => body + body,
    () => '',
    () => '<html><title>Sign in \u001B[2J</title></html>',
    () => '['.repeat(100_000),
    (body) => `${' '.repeat(3_000_000)}${body}`,
    () => `[${'{},'.repeat(200_000)}{}]`,
    () => `{"data":[${'null,'.repeat(200_000)}null]}`,
  )
  .map((change): Change => (answer) => ({ ...answer, body: change(answer.body) }))

const change = fc.oneof(
  { arbitrary: tree, weight: 8 },
  { arbitrary: anything, weight: 2 },
  status,
  header,
  text,
)

const sent = fc
  .array(change, { minLength: 1, maxLength: 3 })
  .map((changes): Spoil['answer'] => (answer, response) => {
    const after = changes.reduce((before, each) => each(before), answer)
    const type = { 'content-type': 'application/json' }
    response.writeHead(after.status, { ...type, ...after.headers }).end(after.body)
  })

const broken = fc.constantFrom<Spoil['answer'][]>(
  (_, response) => void response.destroy(),
  // It never comes.
  () => undefined,
  ({ body }, response) => {
    response.writeHead(200, { 'content-length': body.length + 10 })
    response.write(body)
    response.socket?.end()
  },
  ({ body }, response) => void response.writeHead(200).write(body.slice(0, 10)),
  (_, response) => void response.socket?.end('HTTP/9.9 what\r\n\r\n'),
  (_, response) => void response.socket?.end('HTTP/1.1 200 OK\r\nx y: \u0000\r\n\r\n'),
)

export const spoils: fc.Arbitrary<readonly Spoil[]> = fc.array(
  fc.record({
    nth: fc.option(fc.nat(8), { nil: undefined, freq: 6 }),
    answer: fc.oneof({ arbitrary: sent, weight: 14 }, broken),
  }),
  { minLength: 1, maxLength: 4 },
)

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
