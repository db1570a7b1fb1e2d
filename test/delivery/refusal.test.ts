// A refused trigger and a lost reply → the problem, and what to do.
import { expect, test } from 'vitest'
import { triggerTerms, suiteTerms } from '../../src/core/delivery/triggered.ts'
import { lostReply, refusalOf, send } from '../../src/delivery/send-trigger.ts'
import { ServiceError, TransportError } from '../../src/service/errors.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import { deliveryAt } from '../support/suite-case.ts'

const request = { body: { name: 'welcome', to: 'ada', transactionId: "t'1" }, idFrom: 'belfry' } as const

function refused(status: number, message: string, terms = triggerTerms()) {
  const error = new ServiceError('triggerEvent', { status, headers: {}, body: JSON.stringify({ message }) })
  const { problems, ...rest } = refusalOf(error, request, 'EU', terms)
  expect(problems).toHaveLength(1)
  return { ...problems[0], ...rest }
}

const wrong = "Correct the value that the service's message names. To see the request, add dryRun: true."

test.each<[number, string, 3 | undefined, string, string?]>([
  [400, 'Payload is invalid', 3, "Correct payload: it must match the workflow's schema.", 'bad-payload'],
  [400, 'to is invalid', 3, wrong],
  [402, 'no', undefined, "The subscription plan of the organisation doesn't include this trigger. Change the subscription plan, or send fewer triggers."],
  [409, 'no', undefined, 'A different request conflicts with this request, or the same request is still in progress. Try again later.'],
  [413, 'no', 3, 'Shorten payload: deployed services accept at most 512 KB, not counting attachments.'],
  [422, 'no', 3, wrong],
  [429, 'no', undefined, 'The service limits the rate of triggers. Lower rate, or try again later.'],
  [503, 'no', undefined, "The service is busy and didn't accept the trigger. Try again later."],
])('with status %i, saying %j', (status, message, exit, hint, rule = 'service-refused') => {
  const found = refused(status, message)
  const shared = { rule, hint, severity: 'error', mayBeSent: 'no', status: String(status) }
  expect(found).toMatchObject({ ...shared, ...(exit !== undefined && { exit }) })
  expect(found.message).toContain(message)
  expect(found.exit === 3).toBe(exit === 3)
}) // prettier-ignore

test('a refusal without advice of its own has the general one', () => {
  expect(refused(401, 'no').hint).toContain('API key')
})

test.each<[string, ReturnType<typeof json>, object]>([
  ['in full', json({ acknowledged: true, status: 'processed', transactionId: 'other', error: 'key-of-a-test is wrong' }), { acknowledged: true, status: 'processed', transactionId: 'other', error: ['(secret env:KEY) is wrong'] }],
  ['with errors', json({ acknowledged: 'yes', status: 'error', transactionId: "t'1", error: ['one', 'two'] }), { acknowledged: false, status: 'error', transactionId: "t'1", error: ['one', 'two'] }],
  ['without an ID', json({ acknowledged: true, status: 'x' }), { acknowledged: true, status: 'x', transactionId: "t'1", error: [] }],
])('a reply %s', async (_, reply, expected) => {
  const { transport, sent } = scripted(() => reply)
  expect(await send(request, deliveryAt(transport, 'EU'), triggerTerms())).toEqual({ workflow: 'welcome', target: 'EU', ...expected })
  expect(sent).toHaveLength(1)
}) // prettier-ignore

test.each<[number, Readonly<Record<string, string>>, string]>([
  [503, { 'retry-after': '5' }, 'no'],
  [503, {}, 'yes'],
  [502, { 'retry-after': '5' }, 'yes'],
  [400, {}, 'no'],
])('after status %i with %j the trigger may be sent: %s', async (status, headers, mayBeSent) => {
  const { transport, sent } = scripted(() => json({ message: 'no' }, status, headers))
  const found = await send(request, deliveryAt(transport, 'EU'), triggerTerms())
  const rule = mayBeSent === 'yes' ? 'lost-reply' : 'service-refused'
  expect(found).toMatchObject({ mayBeSent, problems: [{ rule, target: 'EU' }] })
  expect(sent).toHaveLength(1)
})

test('hints for a suite name its fields', () => {
  expect(refused(400, 'payload: no', suiteTerms).hint).toContain('Correct `payload`:')
  expect(refused(413, 'no', suiteTerms).hint).toContain('Shorten `payload`:')
})

test('an unknown workflow is named only if the status is that of an unknown workflow', () => {
  expect(refused(422, 'workflow_not_found')).toMatchObject({
    rule: 'unknown-workflow',
    target: 'EU',
    mayBeSent: 'no',
    hint: "Check the identifier in the service's dashboard, and check that the workflow is published to this environment.",
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
    {
      rule: 'lost-reply',
      target: 'EU 1',
      message: expect.stringMatching(/^belfry doesn't know whether .* transaction ID t'1: .*cut off/),
      hint: `belfry sent the trigger once. belfry doesn't send the trigger again, because the service might then deliver the notification twice. To find the event, run belfry events list --transaction-id 't'\\''1' -t 'EU 1'`,
    },
  ])
})
