// Reads that failed → whether they are repeated until the timeout.
import { expect, test } from 'vitest'
import { ReplyError, ServiceError, TransportError, isPassing } from '../../src/service/errors.ts'

const transport = (code: string) => new TransportError({ phase: 'connect', code, sentence: '' })
const service = (status: number) => new ServiceError('listEvents', { status, headers: {}, body: '' })

test.each<[Error, boolean]>([
  [transport('ECONNRESET'), true],
  [transport('INVALID_KEY'), false],
  ...[500, 503, 408, 409, 429].map((status): [Error, boolean] => [service(status), true]),
  ...[400, 401, 403, 404, 422, 499].map((status): [Error, boolean] => [service(status), false]),
  [new ReplyError('listEvents', 'data', 'a text'), true],
])('%s passes: %s', (error, passes) => {
  expect(isPassing(error)).toBe(passes)
})

test('a bug is no failed read', () => {
  expect(() => isPassing(new TypeError('bug'))).toThrow('bug')
})
