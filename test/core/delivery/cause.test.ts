// The log of a step → the line that decides, the words of a provider, and the cause.
import { expect, test } from 'vitest'
import { causeOf, decisive, wordsOf } from '../../../src/core/delivery/cause.ts'
import type { Step, StepDetail } from '../../../src/core/delivery/delivery.ts'

function step(status: string, ...details: readonly Partial<StepDetail>[]): Step {
  const nothing = { status: 'Failed', text: '', raw: '', source: 'Internal' }
  return {
    channel: 'email',
    name: '',
    status,
    senders: [],
    guess: '',
    waits: '',
    filters: [],
    details: details.map((each) => ({ ...nothing, ...each })),
  }
}

test.each<[string, string]>([
  ['Unexpected provider error: integration is gone', 'provider'],
  ['Provider error', 'provider'],
  ['A provider error', 'provider'],
  ['Step was filtered by subscriber preference', 'preference'],
  ['Step is throttled', 'throttle'],
  ['The trigger was canceled', 'step'],
  ['Step was filtered based on steps filters', 'condition'],
  ["The step's filter says no", 'condition'],
  ['Steps conditions do not hold', 'condition'],
  ['Subscriber does not have an email address', 'address'],
  ["Subscriber doesn't have a phone number", 'address'],
  ['Subscriber does not have a configured channel', 'address'],
  ['missing recipient', 'address'],
  ['missing the tokens', 'address'],
  ['Missing device', 'address'],
  ['webhook url of the channel is missing', 'address'],
  ['no device tokens', 'address'],
  ['no e-mail address', 'address'],
  ['no phone', 'address'],
  ['Subscriber has no active integration', 'integration'],
  ['Webhook failed', 'provider'],
  ['content could not be made', 'content'],
  ['Template is wrong', 'content'],
  ['a layout is missing', 'content'],
  ['Syntax error', 'content'],
  ['could not render', 'content'],
  ['something else', 'unknown'],
  ['Subscriber does not have a configured channel: slack-preferences', 'address'],
  ['something else: integration', 'unknown'],
])('%s: %s', (text, cause) => {
  expect(causeOf(step('failed', { text }))).toBe(cause)
})

test.each<[string, Step, string]>([
  ['without a log', step('failed'), 'unknown'],
  ['canceled without a log', step('canceled'), 'step'],
  ['canceled while it waited', step('canceled', { status: 'Pending', text: 'Step queued' }), 'step'],
  [
    'canceled while it was to be sent',
    step('canceled', { status: 'Pending', text: 'SES provider was selected' }),
    'step',
  ],
  [
    'without something else than an address',
    step('canceled', { text: 'The payload is missing a variable' }),
    'unknown',
  ],
  ['canceled with an unknown text', step('canceled', { text: 'x' }), 'unknown'],
  ['of the payload', step('failed', { text: 'x', source: 'Payload' }), 'payload'],
  [
    'of a path in the payload',
    step('failed', { text: 'Delay date could not be read: no date at content.sendAt', source: 'Payload' }),
    'payload',
  ],
  [
    'of a template in the payload',
    step('failed', { text: 'the template is wrong', source: 'Payload' }),
    'payload',
  ],
  ['of a webhook', step('failed', { text: 'x', source: 'Webhook' }), 'provider'],
])('%s: %s', (_, each, cause) => {
  expect(causeOf(each)).toBe(cause)
})

const line = (status: string, text: string, raw = '') => ({ status, text, raw })
const selected = line('Pending', 'SendGrid provider was selected')
const created = line('Pending', 'Message created')

// As release 3.15.0 writes them.
test.each<[string, Step, string]>([
  [
    'no email address',
    step('canceled', selected, created, line('Failed', 'Subscriber missing email address')),
    'address',
  ],
  ['no phone number', step('canceled', line('Failed', 'Subscriber missing phone number')), 'address'],
  ['no phone', step('canceled', line('Failed', 'The subscriber is missing a phone number')), 'address'],
  ['a schedule', step('canceled', line('Success', "outside of the subscriber's schedule")), 'preference'],
  ['a skip condition', step('canceled', line('Success', 'Bridge execution skipped')), 'condition'],
  [
    'a condition of the step',
    step('canceled', line('Success', 'Step was skipped based on steps conditions')),
    'condition',
  ],
  ['a preference', step('canceled', line('Success', 'Step filtered by user preferences')), 'preference'],
  [
    'an old entry beside a refusal, and a summary',
    step(
      'failed',
      line('Failed', 'Unexpected provider error', '{"message":"no_channel"}'),
      line('Failed', 'Subscriber does not have an active integration'),
      line('Failed', 'All chat channels failed to send the message'),
    ),
    'provider',
  ],
  [
    'a summary of push',
    step(
      'failed',
      line('Failed', 'Unexpected provider error', '{"code":"messaging/invalid-argument"}'),
      line('Failed', 'There was one or more errors when trying to execute the notification'),
    ),
    'provider',
  ],
])('%s', (_, each, cause) => {
  expect(causeOf(each)).toBe(cause)
})

test.each([
  ['{"message":"Unauthorized","code":401}', 'Unexpected provider error: Unauthorized'],
  ['{"code":403}', 'Unexpected provider error: 403'],
  ['{"name":"TypeError"}', 'Unexpected provider error: TypeError'],
  ['{"code":"EAUTH"}', 'Unexpected provider error: EAUTH'],
  ['[1]', 'Unexpected provider error'],
  ['no JSON', 'Unexpected provider error'],
  ['', 'Unexpected provider error'],
])('a refusal that holds %s reads %s', (raw, words) => {
  expect(wordsOf({ ...line('Failed', 'Unexpected provider error', raw), source: 'Internal' })).toBe(words)
})

test('the reply of a provider is shown once, and the content of other lines is not', () => {
  const told = { ...line('Failed', 'Unexpected provider error: no', '{"message":"no"}'), source: 'Internal' }
  expect(wordsOf(told)).toBe(told.text)
  expect(wordsOf({ ...told, text: 'Digest was merged' })).toBe('Digest was merged')
})

test('the last line that failed decides, else the last that warns, else the last', () => {
  const log = [
    ...['1', '2', '3'].map((text) => line('Failed', text)),
    ...['4', '5'].map((text) => line('Warning', text)),
    ...['6', '7', '8'].map((text) => line('Success', text)),
  ]
  const textOf = (...lines: readonly (typeof log)[number][]): string | undefined =>
    decisive(step('failed', ...lines))?.text
  expect([textOf(...log), textOf(...log.slice(3)), textOf(...log.slice(5)), textOf()]).toEqual([
    '3',
    '5',
    '8',
    undefined,
  ])
  // The planned sender and a summary count only if the log contains nothing else.
  const all = line('Failed', 'All email channels failed to send the message')
  expect(textOf(line('Success', 'a'), selected)).toBe('a')
  expect(textOf(line('Failed', 'a'), line('Failed', 'b'), all)).toBe('b')
  expect([textOf(line('Success', 'a'), selected, all), textOf(selected, selected, all)]).toEqual([
    'a',
    all.text,
  ])
  expect(textOf(all, all, selected)).toBe(selected.text)
})

test('of a completed step, failures decide only if its log has nothing else', () => {
  const failed = { status: 'Failed', text: 'Provider error' }
  const each = (...details: readonly Partial<StepDetail>[]) => decisive(step('completed', ...details))?.text
  expect(each({ status: 'Success', text: 'Message sent' }, failed)).toBe('Message sent')
  expect(each({ ...failed, text: 'provider error: 1' }, failed, { ...failed, text: 'x' })).toBe(
    'Provider error',
  )
  expect(causeOf(step('canceled', { status: 'Queued', text: 'x' }))).toBe('step')
})
