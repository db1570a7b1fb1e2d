// Expectations as people write them → what is expected, or what is wrong with it.
import { expect, test } from 'vitest'
import { expectationsIn, parseExpectation } from '../../src/delivery/parse-expectation.ts'

test.each([
  ['email=sent', { about: 'step', channel: 'email', outcome: 'sent' }],
  ['sms=failed:provider', { about: 'step', channel: 'sms', outcome: 'failed', cause: 'provider' }],
  ['in_app=any', { about: 'step', channel: 'in_app', outcome: 'any' }],
  ['digest=delayed', { about: 'step', channel: 'digest', outcome: 'delayed' }],
  ['within=30s', { about: 'within', milliseconds: 30_000 }],
  ['within=500ms', { about: 'within', milliseconds: 500 }],
  ['within=1.5m', { about: 'within', milliseconds: 90_000 }],
  ['provider=sendgrid', { about: 'text', field: 'provider', how: 'is', text: 'sendgrid' }],
  ['content~="Order 17"', { about: 'text', field: 'content', how: 'contains', text: 'Order 17' }],
  ['content~=Order 17', { about: 'text', field: 'content', how: 'contains', text: 'Order 17' }],
  ['subject=a=b', { about: 'text', field: 'subject', how: 'is', text: 'a=b' }],
  ['email.subject=Hi', { about: 'text', channel: 'email', field: 'subject', how: 'is', text: 'Hi' }],
  ['status=trigger_not_active', { about: 'status', status: 'trigger_not_active' }],
  ['events=0', { about: 'events', count: 0 }],
  ['events=100000', { about: 'events', count: 100_000 }],
])('%s', (written, expectation) => {
  expect(parseExpectation(written)).toEqual({ expectation: { ...expectation, written } })
})

const forms =
  'Write one of CHANNEL=OUTCOME, CHANNEL=failed:CAUSE, provider=ID, integration=IDENTIFIER, subject=TEXT, content~=PART, within=30s, status=STATUS or events=N.'

test.each([
  ['email', '"email" is not a valid expectation', forms],
  ['=sent', '"=sent" is not a valid expectation', forms],
  ['email=', 'email= has no value', 'Write the expected value after =.'],
  ['emial=sent', 'unknown expectation "emial"; did you mean "email"?', forms],
  ['in-app=sent', 'unknown expectation "in-app"; did you mean "in_app"?', forms],
  ['in-app.subject=x', 'unknown expectation "in-app.subject"; did you mean "in_app.subject"?', forms],
  ['email.sbject=x', 'unknown expectation "email.sbject"; did you mean "email.subject"?', forms],
  ['email.subject.x=x', 'unknown expectation "email.subject.x"; did you mean "email.subject"?', forms],
  ['chta.subject=x', 'unknown expectation "chta.subject"; did you mean "chat.subject"?', forms],
  ['sbject=x', 'unknown expectation "sbject"; did you mean "subject"?', forms],
  ['constructor=x', 'unknown expectation "constructor"', forms],
  [
    'email=snet',
    'unknown outcome "snet" for email; did you mean "sent"?',
    'Write one of sent, completed, failed, skipped, canceled, merged, delayed, none, any.',
  ],
  [
    'email=sent,within=5s',
    'unknown outcome "sent,within=5s" for email',
    "A comma doesn't separate expectations. Write each expectation by itself.",
  ],
  [
    'email=failed:moon',
    'email=failed:moon: unknown cause "moon"',
    'Write a cause only after "failed", "skipped", "canceled" or "any", for example "failed:provider". The causes are provider, integration, address, condition, preference, content, payload, step, throttle.',
  ],
  [
    'email=failed:provider:refused',
    'email=failed:provider:refused: unknown cause "provider:refused"',
    'Write a cause only after "failed", "skipped", "canceled" or "any", for example "failed:provider". The causes are provider, integration, address, condition, preference, content, payload, step, throttle.',
  ],
  [
    'email=sent:provider',
    "email=sent:provider: the outcome sent can't have a cause",
    'Write a cause only after "failed", "skipped", "canceled" or "any", for example "failed:provider". The causes are provider, integration, address, condition, preference, content, payload, step, throttle.',
  ],
  [
    'within=30',
    'within=30 is not a valid duration',
    'Write a number above 0 with a unit: 500ms, 30s, 5m or 1h.',
  ],
  [
    'within=0s',
    'within=0s is not a valid duration',
    'Write a number above 0 with a unit: 500ms, 30s, 5m or 1h.',
  ],
  [
    'events=two',
    'events=two is not a whole number from 0 to 100000',
    'Write the number of recipients that get an event, for example events=2.',
  ],
  [
    'events=100001',
    'events=100001 is not a whole number from 0 to 100000',
    'Write the number of recipients that get an event, for example events=2.',
  ],
  [
    'email~=sent',
    "email can't be compared with ~=",
    'Use ~= only with provider, integration, subject, title, content. Write email=… instead.',
  ],
])('%s is a mistake', (written, message, hint) => {
  expect(parseExpectation(written)).toEqual({ mistake: { message, hint } })
})

test('a map of a suite', () => {
  const data = {
    email: { outcome: 'sent', provider: 'sendgrid', content: { contains: 'Order 17' } },
    sms: { cause: 'provider' },
    push: { outcome: 'skipped', cause: 'address' },
    in_app: 'any',
    within: '30s',
    events: 1,
  }
  const { expectations, mistakes } = expectationsIn(data)
  expect(mistakes).toEqual([])
  expect(expectations.map(({ written }) => written)).toEqual([
    'email=sent',
    'email.provider=sendgrid',
    'email.content~=Order 17',
    'sms=failed:provider',
    'push=skipped:address',
    'in_app=any',
    'within=30s',
    'events=1',
  ])
})

test('what is wrong with a map, and where', () => {
  const data = {
    email: { outcome: 'sent', cause: 'provider', subject: { is: 'x', contains: 'y' } },
    title: {},
    within: '0s',
  }
  expect(expectationsIn(data).mistakes.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    "email: email=sent:provider: the outcome sent can't have a cause",
    'email.subject: email.subject must have either "is" or "contains"',
    'title: title must have either "is" or "contains"',
    'within: within=0s is not a valid duration',
  ])
})
