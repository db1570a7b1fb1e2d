// One step of an event → why it was not sent, and what to do.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Delivery, SentMessage, Step, StepDetail } from '../../../src/core/delivery/delivery.ts'
import { triggerTerms, suiteTerms } from '../../../src/core/delivery/triggered.ts'
import { explain } from '../../../src/delivery/explain/explain-delivery.ts'
import type { Surroundings } from '../../../src/delivery/explain/surroundings.ts'
import { whyNobody } from '../../../src/delivery/explain/why-nothing-sent.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { expectGolden } from '../../support/golden.ts'

const around: Surroundings = {
  subscribers: new Map(),
  target: {},
  declared: Resources.of([]),
  to: 'ada',
  transactionId: 't-1',
  terms: triggerTerms(),
}

function step(status: string, more: Partial<Step> = {}): Step {
  return {
    channel: 'email',
    name: '',
    status,
    senders: [],
    guess: '',
    waits: '',
    details: [],
    filters: [],
    ...more,
  }
}

const line = (text: string, more: Partial<StepDetail> = {}): StepDetail => ({
  status: 'Failed',
  text,
  raw: '',
  source: 'Internal',
  ...more,
})

const delivery = (steps: readonly Step[], more: Partial<Delivery> = {}): Delivery => ({
  recipient: 'ada',
  event: 'e-2',
  workflow: 'welcome',
  created: '',
  state: 'over',
  steps,
  messages: [],
  payload: {},
  ...more,
})

function told(each: Delivery, surroundings: Partial<Surroundings> = {}): readonly string[] {
  return explain([each], { ...around, ...surroundings }).map(
    ({ recipient, channel = '-', why, advice }) => `${recipient} ${channel}: ${why} | ${advice}`,
  )
}

const failedFor = (text: string, more: Partial<StepDetail> = {}): Step =>
  step('failed', { details: [line(text, more)] })
const skippedFor = (text: string, more: Partial<Step> = {}): Step =>
  step('skipped', { details: [line(text)], ...more })

const refusal = line('Unexpected provider error', { raw: '{"message":"500"}' })
const senders = [{ provider: 'ses', integration: 'ses-eu' }]
const filters = ['payload.urgent EQUAL "yes"', 'payload.from.name EQUAL "x"', 'payload.urgent EQUAL "now"']
const condition = 'Step was filtered based on steps filters'

/** By name: the steps of a delivery whose payload has `urgent: no`. */
const rows: Readonly<Record<string, Step>> = {
  'not sent for content': failedFor('Template is wrong'),
  'not sent for the payload': failedFor('bad input', { source: 'Payload' }),
  'not sent for an unknown reason': failedFor('out of luck'),
  'not sent for no reason': step('failed'),
  'not sent for a throttle': skippedFor('Step is throttled'),
  'not sent for a preference': skippedFor('filtered by preference'),
  'not sent for a condition that the service does not show': skippedFor(condition),
  'not sent for conditions': skippedFor(condition, { filters }),
  'not sent for a provider, whose name is not known': failedFor('Unexpected provider error: no'),
  'not sent for an integration, and none could be read': failedFor('no active integration'),
  'canceled with the rest': step('canceled', { details: [line('Step was canceled: Email failed')] }),
  'canceled, and nothing is said': step('canceled'),
  'canceled for an unknown reason': step('canceled', { details: [line('a moon')] }),
  'merged into a digest': step('merged', { channel: 'digest', details: [line('Merged into e-1')] }),
  pending: step('pending'),
  queued: step('queued'),
  running: step('running'),
  'running, and its log has an error of the provider': step('running', { senders, details: [refusal] }),
  'of a status of tomorrow': step('pondering'),
  'delayed without a time': step('delayed', { channel: 'delay' }),
}

test('the explanation of each step', () => {
  const advised = new Set<string>()
  const lines = Object.entries(rows).map(([name, each]) => {
    const [text = '', ...others] = told(delivery([each], { payload: { urgent: 'no' } }))
    expect(others).toEqual([])
    const [why, advice = ''] = text.split(' | ')
    const isKnown = advised.has(advice)
    advised.add(advice)
    return `${name}\n  ${why}${isKnown ? '' : `\n  ${advice}`}\n`
  })
  expectGolden({ name: 'steps', file: join(import.meta.dirname, 'golden/steps.txt') }, lines.join(''))
})

test('a delay, by what was done about delays, in the words of the reader', () => {
  const delayed = delivery([step('delayed', { channel: 'digest', waits: 'for 5 minutes' })])
  const why = 'ada digest: the digest step is delayed by the workflow for 5 minutes'
  expect(told(delayed, { delayed: 'wait' })).toEqual([
    `${why} | Set a timeout that is longer than the delay, or treat the delay as done with skipDelayed.`,
  ])
  expect(told(delayed, { delayed: 'skip', terms: suiteTerms })).toEqual([
    `${why} | In this run, belfry treats a delayed step as finished. To see the results of the later steps, let belfry wait for the delay, with a \`timeout\` that is longer than the delay.`,
  ])
})

describe('no explanation', () => {
  test.each<[string, readonly Step[]]>([
    ['of steps that are done', [step('completed'), step('completed', { channel: 'sms' })]],
    ['of a digest that was skipped without a reason', [step('skipped', { channel: 'digest' })]],
  ])('%s', (_, steps) => {
    expect(told(delivery(steps))).toEqual([])
  })

  test('of a step that only waits for its turn', () => {
    const steps = [step('completed'), step('running'), step('completed'), step('pending', { channel: 'sms' })]
    expect(told(delivery(steps)).map((text) => text.slice(0, 10))).toEqual(['ada email:'])
    // A step that has begun, and one whose turn it is, are explained.
    expect(told(delivery([step('running'), step('queued')]))).toHaveLength(2)
    expect(told(delivery([step('completed'), step('pending')]))).toHaveLength(1)
  })
})

test('a digest that was skipped for a reason, and a channel without one, are explained', () => {
  expect(told(delivery([skippedFor('Step is throttled', { channel: 'digest' })]))).toHaveLength(1)
  expect(told(delivery([step('skipped')]))).toHaveLength(1)
})

describe('a step that is completed', () => {
  const message = (status: string, more: Partial<SentMessage> = {}): SentMessage => ({
    id: 'm',
    channel: 'email',
    provider: 'ses',
    status,
    subject: '',
    title: '',
    content: '',
    errorText: '',
    ...more,
  })
  const said = (...messages: readonly SentMessage[]) => told(delivery([step('completed')], { messages }))

  test('is explained if its message has an error and no other was sent', () => {
    expect(said(message('error', { errorText: 'over quota' }))).toEqual([
      'ada email: the email step is completed, but the message of the step has an error: over quota | The provider rejected the message after the step was completed. Check the credentials of the integration and the address of the recipient.',
    ])
    expect(said(message('warning'), message('error'))).toEqual([
      expect.stringContaining('has an error: no error text'),
    ])
    expect(said(message('sent', { channel: 'sms' }), message('error'))).toHaveLength(1)
  })

  test('is not explained otherwise', () => {
    expect(said(message('error'), message('sent'))).toEqual([])
    expect(said(message('error', { channel: 'sms' }))).toEqual([])
    expect(said(message('warning'))).toEqual([])
    expect(said()).toEqual([])
  })
})

test('a repeated event, an event without steps, and no event', () => {
  expect(told(delivery([step('failed')], { repeats: 'e-1' }))).toEqual([
    expect.stringMatching(
      /^ada -: the service sent the notification to ada twice: events e-1 and e-2 have .* t-1 \| Two triggers/,
    ),
  ])
  expect(told(delivery([]))).toEqual([
    expect.stringMatching(/^ada -: the event has no steps yet \| The service stores/),
  ])
  expect(told(delivery([], { state: 'absent' }))).toEqual([
    expect.stringMatching(
      /^ada -: no event was found for ada \| Possible reasons: .*transaction ID t-1 was used before/,
    ),
  ])
  const subscribers = new Map([['ada', 'unknown' as const]])
  expect(told(delivery([], { state: 'absent' }), { subscribers })).toEqual([
    expect.stringContaining(
      "no event was found for ada. A trigger creates subscribers that don't exist yet, but",
    ),
  ])
})

test('only a recipient that the trigger defines wrongly is explained as such', () => {
  const lost = delivery([], { state: 'absent' })
  const email = (address: string) => ({
    subscriberId: 'ada',
    email: address,
    channels: [{ providerId: 'fcm' }],
  })
  const wrong =
    /^ada -: no event was found for ada: the email "x" of the recipient .*; the service ignores .* \| Correct to, then/
  expect(told(lost, { to: [{ subscriberId: 'bob', email: 'y' }, email('x')] })).toEqual([
    expect.stringMatching(wrong),
  ])
  expect(told(lost, { to: email('x') })).toEqual([expect.stringMatching(wrong)])
  expect(told(lost, { to: [email('ada@acme.example')] })).toEqual([
    expect.stringContaining('Possible reasons'),
  ])
  expect(told(lost, { to: ['ada'] })).toEqual([expect.stringContaining('Possible reasons')])
})

test.each<[object, readonly string[]]>([
  [{ providerId: 'fcm' }, []],
  [{ providerId: 'fcm', integrationIdentifier: 'push' }, []],
  [{ providerId: 'fcm', integrationIdentifier: 'other' }, ['fcm@other']],
  [{ providerId: 'apns' }, ['apns']],
  [{ providerId: 'discord' }, ['discord']],
])('a channel %j of a recipient has no active integration: %j', (channel, missing) => {
  const integration = (identifier: string, providerId: string, active: boolean) => ({
    id: identifier,
    name: identifier,
    fields: { identifier, providerId, active },
  })
  const integrations = [integration('push', 'fcm', true), integration('old', 'apns', false)]
  const to = { subscriberId: 'ada', channels: [channel] } as Surroundings['to']
  const said = told(delivery([], { state: 'absent' }), { to, integrations })
  const channels = said.flatMap((text) => /recipient's channel (\S+);/.exec(text)?.[1] ?? [])
  expect(channels).toEqual(missing)
})

test('topics and recipients without a subscriberId', () => {
  const whys = (topics: readonly string[], unnamed: number) =>
    whyNobody({ topics, unnamed }).map(({ why }) => why)
  expect(whys([], 0)).toEqual([])
  expect(whys(['all', 'eu'], 2)).toEqual([
    'no event was found for the topic all',
    'no event was found for the topic eu',
    'no event was found for a recipient without a subscriberId',
  ])
})
