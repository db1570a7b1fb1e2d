// What became of a trigger and what was expected → met, or what there was in its place.
import { describe, expect, test } from 'vitest'
import type { Delivery, SentMessage, Step } from '../../src/core/delivery/delivery.ts'
import type { ValueMap } from '../../src/core/value.ts'
import { expectationsIn, parseExpectation } from '../../src/delivery/parse-expectation.ts'
import { judge } from '../../src/delivery/judge.ts'

function step(channel: string, status: string, detail = '', provider = ''): Step {
  const details = detail === '' ? [] : [{ status: 'Failed', text: detail, raw: '', source: 'Internal' }]
  const senders = provider === '' ? [] : [{ provider, integration: '' }]
  return { channel, status, senders, guess: 'mailgun', details, name: '', waits: '', filters: [] }
}

function message(channel: string, more: Partial<SentMessage> = {}): SentMessage {
  const texts = { subject: '', title: '', content: '', errorText: '' }
  return { id: 'm', channel, provider: '', status: 'sent', ...texts, ...more }
}

function delivery(more: Partial<Delivery>): Delivery {
  const nothing = { event: 'e', workflow: 'w', created: '', messages: [], steps: [], payload: {} }
  return { recipient: 'ada', state: 'over', milliseconds: 1200, ...nothing, ...more }
}

const whole = delivery({
  steps: [
    step('email', 'completed', '', 'sendgrid'),
    step('sms', 'failed', 'Unexpected provider error: no', 'twilio'),
    step('chat', 'skipped', 'Step was filtered based on steps filters'),
    step('push', 'canceled'),
    step('digest', 'merged'),
  ],
  messages: [message('email', { subject: 'Order 17', content: 'It is\non its way', provider: 'sendgrid' })],
})

/** `met`, or what was seen. */
function seen(
  written: string,
  deliveries: readonly Delivery[] = [whole],
  status = 'processed',
  seenAfter = new Map<string, number>(),
): string[] {
  const parsed = parseExpectation(written)
  if (!('expectation' in parsed)) throw new Error(parsed.mistake.message)
  return judge({ deliveries, milliseconds: 5000, status, seenAfter }, [parsed.expectation]).map(
    ({ recipient = '', isMet, seen: there }) => `${recipient} ${isMet ? 'met' : there}`.trim(),
  )
}

test.each([
  ['email=sent', 'met'],
  ['email=completed', 'met'],
  ['email=failed', 'email=sent'],
  ['sms=failed', 'met'],
  ['sms=failed:provider', 'met'],
  ['sms=failed:address', 'sms=failed:provider'],
  ['sms=sent', 'sms=failed:provider'],
  ['chat=skipped:condition', 'met'],
  ['chat=any', 'met'],
  ['push=canceled:step', 'met'],
  ['digest=merged', 'met'],
  ['digest=delayed', 'digest=merged'],
  ['in_app=any', 'in_app=none'],
  ['in_app=none', 'met'],
  ['email=none', 'email=sent'],
  ['provider=twilio', 'met'],
  ['email.provider=twilio', 'email.provider=sendgrid'],
  ['provider=mailgun', 'provider=sendgrid, provider=twilio'],
  [
    'email.integration=main',
    'no integration: the service reports only the provider, which a smoke suite can expect instead',
  ],
  ['chat.integration=main', 'no integration'],
  ['subject=Order 17', 'met'],
  ['subject=Order', 'subject=Order 17'],
  ['subject~=Order', 'met'],
  ['content~="way"', 'met'],
  ['sms.content~=way', 'no content: there is no message'],
  ['email.content~=way', 'met'],
  ['email.subject=x', 'email.subject=Order 17'],
  ['title=x', 'no title'],
  ['within=2s', 'met'],
  ['within=1s', 'within=1200ms'],
])('%s: %s', (written, result) => {
  expect(seen(written)).toEqual([`ada ${result}`])
})

test('the sender of a step with the expected outcome counts, and each text once', () => {
  const failed = step('email', 'failed', 'Provider error', 'sendgrid')
  const several = delivery({
    steps: [step('email', 'completed', '', 'ses'), failed, step('sms', 'completed', '', 'twilio')],
    messages: [message('email', { subject: 'One' }), message('sms', { subject: 'One' })],
  })
  const { expectations } = expectationsIn({
    sms: 'sent',
    email: { outcome: 'failed', provider: 'ses' },
    subject: 'Two',
  })
  const judged = judge({ deliveries: [several], milliseconds: 0, status: 'processed' }, expectations)
  expect(judged.map(({ seen: there, isMet }) => `${there} ${isMet}`)).toEqual([
    'sms=sent true',
    'email=sent, email=failed:provider true',
    'email.provider=sendgrid false',
    'subject=One false',
  ])
})

test('a message that went wrong after its step was done was not sent', () => {
  const refused = delivery({
    steps: [step('email', 'completed')],
    messages: [message('email', { status: 'error' }), message('sms')],
  })
  expect(seen('email=sent', [refused])).toEqual(['ada email=failed:provider'])
})

test('a step that is done without a message was sent; one of several messages that went out is enough', () => {
  const silent = delivery({ steps: [step('email', 'completed')] })
  expect(seen('email=sent', [silent])).toEqual(['ada met'])
  const twice = delivery({
    steps: [step('email', 'completed')],
    messages: [message('email', { status: 'error' }), message('email'), message('sms', { status: 'error' })],
  })
  expect(seen('email=sent', [twice])).toEqual(['ada met'])
})

test.each([
  ['Subscriber missing email address', 'address'],
  ['Bridge execution skipped', 'condition'],
  ['Step filtered by user preferences', 'preference'],
])('a step that was canceled because of "%s" counts as skipped', (text, cause) => {
  const left = delivery({ steps: [step('email', 'canceled', text)] })
  expect(seen(`email=skipped:${cause}`, [left])).toEqual(['ada met'])
  expect(seen('email=skipped', [left])).toEqual(['ada met'])
  expect(seen(`email=canceled:${cause}`, [left])).toEqual(['ada met'])
  expect(seen('email=skipped:throttle', [left])).toEqual([`ada email=canceled:${cause}`])
})

test('a step that was canceled for another one, or for an unknown reason, is not skipped', () => {
  const left = delivery({ steps: [step('email', 'canceled'), step('sms', 'canceled', 'x')] })
  expect(seen('email=skipped', [left])).toEqual(['ada email=canceled:step'])
  expect(seen('sms=skipped', [left])).toEqual(['ada sms=canceled:unknown'])
})

test('the integration through which a step was sent', () => {
  const senders = [{ provider: 'ses', integration: 'ses-eu' }]
  const sent = delivery({ steps: [{ ...step('email', 'completed'), senders }] })
  expect(seen('email.integration=ses-eu', [sent])).toEqual(['ada met'])
  expect(seen('email.integration=ses-us', [sent])).toEqual(['ada email.integration=ses-eu'])
  expect(seen('provider=ses', [sent])).toEqual(['ada met'])
  const unknown = { ...step('email', 'completed'), senders: [{ provider: '', integration: 'ses-eu' }] }
  expect(seen('provider=ses', [delivery({ steps: [unknown] })])).toEqual(['ada no provider'])
})

test('of a step that is not as expected, the sender may be the expected one', () => {
  const senders = [{ provider: 'ses', integration: 'ses-eu' }]
  const sent = delivery({ steps: [{ ...step('email', 'completed'), senders }] })
  const expectations = ['email=failed', 'email.integration=ses-eu'].flatMap((written) => {
    const parsed = parseExpectation(written)
    return 'expectation' in parsed ? [parsed.expectation] : []
  })
  const judged = judge({ deliveries: [sent], milliseconds: 5000, status: 'processed' }, expectations)
  expect(judged.map(({ seen: there, isMet }) => [there, isMet])).toEqual([
    ['email=sent', false],
    ['email.integration=ses-eu', true],
  ])
})

describe('through whom it was sent', () => {
  const by = (integration: string) => [{ provider: 'ses', integration }]
  const two = delivery({
    steps: [
      { ...step('email', 'failed', 'Unexpected provider error: no'), senders: by('ses-eu') },
      { ...step('email', 'completed'), senders: by('ses-us') },
      { ...step('sms', 'canceled', 'Subscriber missing phone number'), senders: by('sns-eu') },
      step('push', 'failed', 'Unexpected provider error: no'),
    ],
    messages: [
      message('email', { subject: 'First', status: 'error' }),
      message('email', { subject: 'Second' }),
    ],
  })
  /** As one map of a suite says it. */
  function together(map: ValueMap): boolean {
    const { expectations } = expectationsIn(map)
    return judge({ deliveries: [two], milliseconds: 0, status: '' }, expectations).every(({ isMet }) => isMet)
  }

  test.each<[string, ValueMap, boolean]>([
    ['the one that sent', { email: { outcome: 'sent', integration: 'ses-us' } }, true],
    ['the one that refused', { email: { outcome: 'sent', integration: 'ses-eu' } }, false],
    ['a refusal by the one that refused', { email: { outcome: 'failed', integration: 'ses-eu' } }, true],
    ['a refusal by the one that sent', { email: { outcome: 'failed', integration: 'ses-us' } }, false],
    ['one that had nobody to send to', { sms: { integration: 'sns-eu' } }, false],
    ['the one that sent, beside a failure of another channel', { push: 'failed', email: { integration: 'ses-us' } }, true],
    ['the subject that was sent', { email: { outcome: 'sent', subject: 'Second' } }, true],
    ['the subject that was refused, as sent', { email: { outcome: 'sent', subject: 'First' } }, false],
    ['the subject that was refused', { email: { outcome: 'failed', subject: 'First' } }, true],
    ['the subject that was sent, as refused', { email: { outcome: 'failed', subject: 'Second' } }, false],
    ['the subject that was refused, with any result', { email: { subject: 'First' } }, true],
    ['the one that would have sent', { sms: { outcome: 'skipped', integration: 'sns-eu' } }, true],
  ])('%s', (_, map, isMet) => {
    expect(together(map)).toBe(isMet)
  }) // prettier-ignore
})

test('the provider of a message counts, whichever step it is of', () => {
  const two = delivery({
    steps: [step('email', 'completed'), step('email', 'completed'), step('digest', 'completed')],
    messages: [
      message('email', { provider: 'ses' }),
      message('email', { provider: 'postmark', status: 'error' }),
      message('sms', { provider: 'twilio' }),
    ],
  })
  expect(seen('provider=mailgun', [two])).toEqual(['ada provider=ses'])
  expect(seen('email.integration=ses', [two])).toEqual(['ada no integration'])
  expect(seen('email.provider=mailgun', [two])).toEqual(['ada email.provider=ses'])
})

test('of several steps of a channel one is enough', () => {
  const two = delivery({ steps: [step('email', 'skipped', 'x'), step('email', 'completed')] })
  expect(seen('email=sent', [two])).toEqual(['ada met'])
  expect(seen('email=failed', [two])).toEqual(['ada email=skipped:unknown, email=sent'])
})

test('each recipient is judged', () => {
  const nobody = delivery({ recipient: 'bea', state: 'absent', event: '' })
  expect(seen('email=sent', [whole, nobody])).toEqual(['ada met', 'bea no event'])
  expect(seen('email=none', [nobody])).toEqual(['bea no event'])
  expect(seen('email=none', [], 'workflow_not_found')).toEqual(['met'])
  expect(seen('email=sent', [])).toEqual(['nothing'])
})

test('time: a worker that was late is seen late, whatever time the service reports', () => {
  const judged = (written: string, after: number) =>
    seen(written, [whole], 'processed', new Map([[whole.event, after]]))
  expect(judged('within=5s', 18_000)).toEqual(['ada within=18000ms'])
  expect(judged('within=1s', 500)).toEqual(['ada within=1200ms'])
  expect(judged('within=5s', 4750)).toEqual(['ada met'])
})

test('time: the service tells it, or how long was waited; what is not over was not in time', () => {
  const { milliseconds: _, ...timeless } = whole
  expect(seen('within=5s', [timeless])).toEqual(['ada met'])
  expect(seen('within=4s', [timeless])).toEqual(['ada within=5000ms'])
  expect(seen('within=1h', [{ ...timeless, state: 'open' }])).toEqual(['ada not finished after 5000 ms'])
})

test('the trigger as a whole', () => {
  expect(seen('status=processed')).toEqual(['met'])
  expect(seen('status=processed', [], 'workflow_not_found')).toEqual(['status=workflow_not_found'])
  expect(seen('events=1')).toEqual(['met'])
  expect(seen('events=1', [whole, whole])).toEqual(['events=2'])
  expect(seen('events=0', [delivery({ state: 'absent' })])).toEqual(['met'])
})

test('a recipient who got the trigger twice is listed once, with the number of events', () => {
  const twice = delivery({ event: 'e-2', repeats: 'e-1', steps: [] })
  const facts = (deliveries: readonly Delivery[]) => ({ deliveries, milliseconds: 1, status: 'processed' })
  const bob = delivery({ recipient: 'bob' })
  expect(judge(facts([delivery({}), bob, twice, { ...twice, repeats: 'e-2' }]), [])).toEqual([
    { recipient: 'ada', expected: 'sent once', seen: 'sent 3 times', isMet: false },
  ])
  expect(judge(facts([delivery({}), bob]), [])).toEqual([])
})

test('a step that is canceled for a cause of its own counts as skipped, and no other canceled step does', () => {
  const steps = (status: string, detail: string) => [delivery({ steps: [step('email', status, detail)] })]
  const condition = 'Step was filtered based on steps filters'
  expect(seen('email=skipped', steps('canceled', condition))).toEqual(['ada met'])
  expect(seen('email=skipped:condition', steps('canceled', condition))).toEqual(['ada met'])
  expect(seen('email=skipped:address', steps('canceled', condition))).not.toEqual(['ada met'])
  expect(seen('email=skipped', steps('canceled', 'Step was canceled: Email failed'))).not.toEqual(['ada met'])
  expect(seen('email=skipped', steps('failed', condition))).not.toEqual(['ada met'])
})
