// A refused trigger and a lost reply → the problem, and what to do.
import { expect, test } from 'vitest'
import { triggerTerms, suiteTerms } from '../../src/core/delivery/triggered.ts'
import { lostReply, refusalOf } from '../../src/delivery/send-trigger.ts'
import { ServiceError, TransportError } from '../../src/service/errors.ts'

const request = { body: { name: 'welcome', to: 'ada', transactionId: "t'1" }, idFrom: 'belfry' } as const

function refused(status: number, message: string, terms = triggerTerms()) {
  const error = new ServiceError('triggerEvent', { status, headers: {}, body: JSON.stringify({ message }) })
  const { problems, ...rest } = refusalOf(error, request, 'EU', terms)
  expect(problems).toHaveLength(1)
  return { ...problems[0], ...rest }
}

test.each<[number, string, object]>([
  [
    400,
    'Payload is invalid',
    { rule: 'bad-payload', exit: 3, hint: expect.stringContaining('Correct payload:') },
  ],
  [400, 'to is invalid', { exit: 3, hint: expect.stringContaining('add dryRun: true') }],
  [402, 'no', { hint: expect.stringContaining('subscription plan') }],
  [409, 'no', { hint: expect.stringMatching(/conflicts.*Try again later/) }],
  [413, 'no', { exit: 3, hint: expect.stringMatching(/Shorten payload.*512 KB/) }],
  [422, 'no', { exit: 3, hint: expect.stringContaining('Correct the value') }],
  [429, 'no', { hint: expect.stringContaining('Lower rate') }],
  [503, 'no', { hint: expect.stringMatching(/busy.*Try again later/) }],
  [401, 'no', { hint: expect.stringContaining('API key') }],
])('with status %i, saying %j', (status, message, expected) => {
  const found = refused(status, message)
  expect(found).toMatchObject({ ...expected, severity: 'error', mayBeSent: 'no', status: String(status) })
  expect(found.message).toContain(message)
})

test.each([402, 409, 429, 503])('status %i is no mistake of the caller', (status) => {
  expect(refused(status, 'no')).not.toMatchObject({ exit: 3 })
})

test('hints for a suite name its fields', () => {
  expect(refused(400, 'payload: no', suiteTerms).hint).toContain('Correct `payload`:')
  expect(refused(413, 'no', suiteTerms).hint).toContain('Shorten `payload`:')
})

test('an unknown workflow is named only if the status is that of an unknown workflow', () => {
  expect(refused(422, 'workflow_not_found')).toMatchObject({
    rule: 'unknown-workflow',
    target: 'EU',
    status: 'workflow_not_found',
    message: 'the environment has no workflow with the trigger identifier welcome',
  })
  expect(refused(400, 'workflow_not_found')).toMatchObject({ status: '400' })
  expect(refused(422, 'no')).not.toMatchObject({ rule: 'unknown-workflow' })
})

test('what never reached the service has no status', () => {
  const error = new TransportError({ phase: 'connect', code: 'ECONNREFUSED', sentence: 'no connection' })
  const found = refusalOf(error, request, 'EU', triggerTerms())
  expect(found).toMatchObject({
    mayBeSent: 'no',
    problems: [{ message: expect.stringContaining('no connection') }],
  })
  expect(found).not.toHaveProperty('status')
})

test('after a lost reply the trigger may be sent, and the command that finds its event can be pasted', () => {
  const error = new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'cut off' })
  const { problems, mayBeSent } = lostReply(error, request, 'EU 1')
  expect(mayBeSent).toBe('yes')
  expect(problems).toMatchObject([
    { rule: 'lost-reply', message: expect.stringMatching(/transaction ID t'1: .*cut off/) },
  ])
  expect(problems[0]?.hint).toContain(`belfry events list --transaction-id 't'\\''1' -t 'EU 1'`)
})
