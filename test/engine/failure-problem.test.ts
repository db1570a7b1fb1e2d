// What came of a request → whether it may have had an effect, what it is told as, and which exit code it leads to.
import { describe, expect, test } from 'vitest'
import type { Problem } from '../../src/core/problem.ts'
import {
  addressHint,
  attempt,
  firstReplyProblem,
  mayHaveTakenEffect,
  problemOf,
  reasonOf,
} from '../../src/engine/failure-problem.ts'
import { Secret } from '../../src/core/secrets/secret.ts'
import { ReplyError, ServiceError, TransportError, isPassing } from '../../src/service/errors.ts'

const refused = (status: number, headers: Readonly<Record<string, string>> = {}): ServiceError =>
  new ServiceError('updateIntegration', { status, headers, body: '{"message":"no"}' })
const lost = (phase: 'connect' | 'unknown', code = 'ECONNRESET'): TransportError =>
  new TransportError({ phase, code, sentence: 'no reply' })

type Row = readonly [string, unknown, effect: boolean, passes: boolean, exit: number]

const rows: readonly Row[] = [
  ['400', refused(400), false, false, 1],
  ['401', refused(401), false, false, 3],
  ['402', refused(402), false, false, 1],
  ['403', refused(403), false, false, 3],
  ['404', refused(404), false, false, 1],
  ['408', refused(408), true, true, 1],
  ['409', refused(409), false, true, 1],
  ['409 that is still being worked on', refused(409, { 'retry-after': '1' }), true, true, 1],
  ['422', refused(422), false, false, 1],
  ['429', refused(429), false, true, 1],
  ['429 with a time', refused(429, { 'retry-after': '1' }), false, true, 1],
  ['499', refused(499), false, false, 1],
  ['500', refused(500), true, true, 1],
  ['502', refused(502), true, true, 1],
  ['503', refused(503, { 'retry-after': '1' }), true, true, 1],
  ['a request that was never sent', lost('connect'), false, true, 1],
  ['a reply that never came', lost('unknown'), true, true, 1],
  ['a key that can not be sent', lost('connect', 'INVALID_KEY'), false, false, 3],
  ['a reply that makes no sense', new ReplyError('listEvents', 'the body', 'empty'), true, true, 1],
]

describe.each(rows)('%s', (_, error, effect, passes, exit) => {
  test(`had ${effect ? 'perhaps an effect' : 'no effect'}`, () => {
    expect(mayHaveTakenEffect(error)).toBe(effect)
  })

  test(`is ${passes ? '' : 'not '}worth another look`, () => {
    expect(isPassing(error)).toBe(passes)
  })

  test(`leads to exit ${exit}`, () => {
    expect(problemOf(error, 'Production')).toMatchObject({ exit, severity: 'error', target: 'Production' })
    expect(problemOf(error, undefined)).not.toHaveProperty('target')
  })
})

test('what is no error of the service layer is a bug, and is thrown on', async () => {
  const bug = new TypeError('x is not a function')
  expect(mayHaveTakenEffect(bug)).toBe(false)
  expect(() => problemOf(bug, undefined)).toThrow(bug)
  expect(() => isPassing(bug)).toThrow(bug)
  await expect(attempt([], undefined, () => Promise.reject(bug))).rejects.toThrow(bug)
})

test('a failure is noted for its target, and the others go on', async () => {
  const problems: Problem[] = []
  expect(await attempt(problems, 'A', () => Promise.reject(refused(500)))).toBeUndefined()
  expect(await attempt(problems, 'B', () => Promise.resolve(7))).toBe(7)
  expect(problems.map(({ target }) => target)).toEqual(['A'])
})

test('any error has a reason', () => {
  expect([reasonOf(new Error('a')), reasonOf('b'), reasonOf(undefined)]).toEqual(['a', 'b', 'undefined'])
})

test('only a 404 of the first request to a target is about the address', () => {
  const found = (operation: string) => {
    const error = new ServiceError(operation, { status: 404, headers: {}, body: '{"message":"no"}' })
    return firstReplyProblem(error, 'Production', Secret.of('k'.repeat(32), 'env:KEY'))
  }
  expect(found('listEnvironments').hint).toBe(addressHint)
  expect(found('listEvents').hint).toContain('The resource may have been deleted')
})
