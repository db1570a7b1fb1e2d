// Events, jobs and their logs, as services answer them → who, what, when and why.
import { describe, expect, test } from 'vitest'
import {
  detailsOf,
  isOpen,
  isOver,
  logOf,
  recipientOf,
  spanOf,
  timesOf,
  triggerOf,
  waitOf,
  sendersOrGuess,
  sentThrough,
} from '../../../src/core/delivery/job.ts'
import { quotableOf } from '../../../src/delivery/trigger-outcome.ts'
import { countOf, isMet, slowEvents, type SmokeRun } from '../../../src/core/delivery/smoke.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { mapStrings, spellingsOf, respelled, stringsAt, vendorIn } from '../../../src/core/vendor.ts'
import { personalFields } from '../../../src/kinds/from-field-rows.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'

const line = (status: string, text: string, raw = '') => ({ status, text, raw })

describe('through whom a step was sent', () => {
  const raw = (providerId: string, identifier: string): string => JSON.stringify({ providerId, identifier })
  const job = (...details: readonly { status: string; text: string; raw: string }[]): ValueMap => ({
    type: 'email',
    providerId: 'mailgun',
    executionDetails: details.map(({ text, ...rest }) => ({ ...rest, detail: text })),
  })
  const ses = line('Pending', 'Amazon SES provider was selected', raw('ses', 'ses-eu'))
  const through = (each: ValueMap, ...messages: readonly ValueMap[]): string =>
    sentThrough(sendersOrGuess(each, detailsOf(each), messages))

  test.each<[string, () => string, string]>([
    ['the message and the log', () => through(job(ses), { providerId: 'ses' }), 'ses-eu (ses)'],
    ['the log', () => through(job(ses)), 'ses-eu (ses)'],
    ['the message', () => through(job(), { providerId: 'ses' }), 'ses'],
    ['a message that contradicts the log', () => through(job(ses), { providerId: 'sendgrid' }), 'sendgrid'],
    [
      'messages of several',
      () => through(job(ses, line('Pending', 'SendGrid provider was selected', raw('sendgrid', 'main')))),
      'ses-eu (ses), main (sendgrid)',
    ],
    ['nothing but the job', () => through(job()), 'mailgun (guess)'],
    [
      'one of several that refused',
      () =>
        through(
          job(
            ses,
            line('Failed', 'Unexpected provider error'),
            line('Pending', 'x provider was selected', raw('ses', 'ses-us')),
          ),
          { providerId: 'ses', status: 'error' },
          { providerId: 'ses', status: 'sent' },
        ),
      'ses-us (ses)',
    ],
    [
      'one that refused before it was selected again',
      () =>
        through(
          job(
            ses,
            line('Failed', 'Unexpected provider error'),
            ses,
            line('Pending', 'x provider was selected', raw('ses', 'ses-us')),
          ),
        ),
      'ses-us (ses)',
    ],
    [
      'the only one, which refused',
      () =>
        through(job(ses, line('Failed', 'Unexpected provider error')), {
          providerId: 'ses',
          status: 'error',
        }),
      'ses-eu (ses)',
    ],
    [
      'a selection without a name',
      () => through(job(line('Pending', 'x provider was selected', '{}'))),
      'mailgun (guess)',
    ],
    ['a step without a sender', () => through({ type: 'digest', providerId: 'novu' }), ''],
    ['several without names', () => through(job(), { providerId: 'ses' }, { providerId: 'fcm' }), 'ses, fcm'],
    ['a message without a provider', () => through(job(ses), { status: 'sent' }), 'ses-eu (ses)'],
    [
      'the same integration, tried twice',
      () => through(job(ses, { ...ses, text: `${ses.text} again` })),
      'ses-eu (ses)',
    ],
    [
      'one of several that the log says failed',
      () =>
        through(
          job({ ...ses, status: 'Failed' }, line('Pending', 'x provider was selected', raw('ses', 'ses-us'))),
        ),
      'ses-us (ses)',
    ],
    [
      'one of several that only warned',
      () => through(job(), { providerId: 'fcm', status: 'warning' }, { providerId: 'ses', status: 'sent' }),
      'ses',
    ],
    ['an in-app step', () => through({ type: 'in_app', providerId: 'svc' }, { providerId: 'ses' }), 'ses'],
  ])('%s', (_, seen, expected) => {
    expect(seen()).toBe(expected)
  })
})

test.each([
  ['pending', true, false],
  ['queued', true, false],
  ['running', true, false],
  ['delayed', true, false],
  ['completed', false, true],
  ['failed', false, true],
  ['canceled', false, true],
  ['merged', false, true],
  ['skipped', false, true],
  ['of tomorrow', false, false],
])('a step that is %s is open: %s, over: %s', (status, open, over) => {
  expect([isOpen(status), isOver(status)]).toEqual([open, over])
})

test.each<[ValueMap, string]>([
  [{ providerId: 'sendgrid', type: 'email' }, 'sendgrid (guess)'],
  [{ providerId: 'svc', type: 'email' }, ''],
  [{ providerId: 'novu', type: 'digest' }, ''],
  [{ providerId: 'svc', type: 'in_app' }, 'svc'],
  [{ type: 'in_app' }, ''],
  [{ providerId: 'svc-email', type: 'email' }, 'svc-email (guess)'],
  [{ type: 'email' }, ''],
])('of a job without a log and messages %j: %j', (job, sender) => {
  expect(sentThrough(sendersOrGuess(job, [], []))).toBe(sender)
})

test('the workflow and the recipient of an event', () => {
  const template = { name: 'Welcome', triggers: [{ identifier: 'welcome' }] }
  expect(triggerOf({ template, _templateId: 't' })).toBe('welcome')
  expect(triggerOf({ template: { name: 'Welcome' }, _templateId: 't' })).toBe('Welcome')
  expect(triggerOf({ _templateId: 't' })).toBe('t')
  const to = { subscriberId: 'to' }
  expect(recipientOf({ subscriber: { subscriberId: 'ada' }, to, _subscriberId: 's' })).toBe('ada')
  expect(recipientOf({ to, _subscriberId: 's' })).toBe('to')
  expect(recipientOf({ _subscriberId: 's' })).toBe('s')
})

const at = (second: number): string => `2026-01-05T09:00:0${second}.000Z`
const detail = (second: number | undefined, id: string, status = 'Success'): ValueMap => ({
  id,
  status,
  ...(second !== undefined && { createdAt: at(second) }),
})

test('a log is in the order of its times, and a line without one stays behind the one that it came after', () => {
  const executionDetails = [
    detail(undefined, 'first'),
    detail(3, 'c'),
    detail(undefined, 'd'),
    detail(1, 'a'),
  ]
  expect(logOf({ executionDetails }).map(({ id }) => id)).toEqual(['first', 'a', 'c', 'd'])
  expect(logOf({})).toEqual([])
  expect(timesOf(executionDetails)).toEqual([Date.parse(at(3)), Date.parse(at(1))])
})

describe('the time that a job took', () => {
  const span = (job: ValueMap) => {
    const found = spanOf(job)
    return found && [found.from, found.to].map((time) => new Date(time).getUTCSeconds())
  }
  const executionDetails = [detail(4, 'b'), detail(2, 'a'), detail(9, 'read', 'ReadConfirmation')]

  test('goes from its first line to its last, or to its own end', () => {
    expect(span({ status: 'completed', executionDetails })).toEqual([2, 4])
    expect(span({ status: 'completed', executionDetails, updatedAt: at(6) })).toEqual([2, 6])
  })

  test('is not known before it is over, or without times', () => {
    expect(span({ status: 'running', executionDetails })).toBeUndefined()
    expect(span({ status: 'completed', executionDetails: [detail(undefined, 'a')] })).toBeUndefined()
    expect(
      span({ status: 'completed', executionDetails: [detail(1, 'a', 'ReadConfirmation')] }),
    ).toBeUndefined()
  })
})

test.each<[ValueMap, string]>([
  [{ digest: { timed: { untilDate: at(1) }, amount: 5 } }, `until ${at(1)}`],
  [{ digest: { amount: 5, unit: 'minutes' } }, 'for 5 minutes'],
  [{ digest: { amount: 5 } }, 'for 5'],
  [{ step: { metadata: { amount: 1, unit: 'hours' } } }, 'for 1 hours'],
  [{ digest: {}, step: { metadata: { amount: 1, unit: 'hours' } } }, ''],
  [{}, ''],
])('%j waits %j', (job, text) => {
  expect(waitOf(job)).toBe(text)
})

describe("the service's own name", () => {
  test.each<[string, string | undefined]>([
    ['svc', 'svc'],
    ['novu', 'novu'],
    ['svc-slack', 'svc'],
    ['novu-email', 'novu'],
    ['svcx', undefined],
    ['x-svc', undefined],
    ['sendgrid', undefined],
    ['', undefined],
  ])('in %j is %j', (value, vendor) => {
    expect(vendorIn(value)).toBe(vendor)
  })

  test('is spoken as the target does', () => {
    expect(respelled('svc-slack', 'novu')).toBe('novu-slack')
    expect(respelled('svc', 'novu')).toBe('novu')
    expect(respelled('slack-svc', 'novu')).toBe('slack-svc')
    expect(respelled('svc-slack', undefined)).toBe('svc-slack')
    expect(spellingsOf(['fcm', 'novu-slack'])).toEqual(['fcm', 'svc-slack', 'novu-slack'])
  })

  test('is found and replaced along a path, through lists', () => {
    const value = { channels: [{ providerId: 'svc-slack', n: 1 }, { providerId: 7 }, 'x'], other: 'svc' }
    const path = ['channels', 'providerId']
    expect(stringsAt(value, path)).toEqual(['svc-slack'])
    expect(stringsAt(value, ['channels'])).toEqual(['x'])
    expect(stringsAt(value, ['gone', 'providerId'])).toEqual([])
    expect(stringsAt(['svc'], [])).toEqual(['svc'])
    expect(mapStrings(value, path, () => 'new')).toEqual({
      channels: [{ providerId: 'new', n: 1 }, { providerId: 7 }, 'x'],
      other: 'svc',
    })
    expect(mapStrings(value, ['gone', 'deep'], () => 'new')).toEqual(value)
    expect(mapStrings(7, [], () => 'new')).toBe(7)
  })
})

test('what sentences may quote of persons', () => {
  const delivery = {
    payload: { name: 'Ada', deep: ['Bea', 7] },
    messages: [{ subject: 'S', title: 'T', content: 'C', errorText: 'no' }],
  }
  const shown = {
    subscriberId: 'ada',
    firstName: 'F',
    lastName: 'L',
    email: 'E',
    phone: 'P',
    avatar: 'A',
    data: { x: 'D' },
    locale: 'de',
  }
  const found = quotableOf([delivery] as never, [shown, 'unknown'], personalFields(subscriber))
  expect(found).toEqual([
    'Ada', 'Bea', 'S', 'T', 'C', 'F', 'L', 'E', 'P', 'A', 'D',
  ]) // prettier-ignore
})

test('a try is met where all is met and it was seen', () => {
  const judged = (...met: readonly boolean[]) => met.map((each) => ({ expected: '', seen: '', isMet: each }))
  const attempt = (end: 'settled' | 'timeout' | 'unknown', ...met: readonly boolean[]) =>
    isMet({ end, judgements: judged(...met) })
  expect([
    attempt('settled', true, true),
    attempt('timeout', true),
    attempt('settled'),
    attempt('settled', true, false),
    attempt('unknown', true),
  ]).toEqual([true, false, true, false, false])
  const results = ['met', 'met', 'unmet', 'skipped'].map((outcome) => ({ outcome }))
  const run = { results } as unknown as SmokeRun
  expect([countOf(run, 'met'), countOf(run, 'unmet'), countOf(run, 'unknown')]).toEqual([2, 1, 0])
})

test('messages with an error show no sender, and in-app messages have no guess', () => {
  const sent = { providerId: 'ses', status: 'sent' }
  const messages = [
    { providerId: 'sendgrid', status: 'error' },
    { providerId: 'mailgun', status: 'warning' },
    sent,
  ]
  expect(sendersOrGuess({ type: 'email' }, [], messages)).toEqual({
    senders: [{ provider: 'ses', integration: '' }],
    guess: '',
  })
  const none = { senders: [], guess: '' }
  expect(sendersOrGuess({ type: 'in_app' }, [], [])).toEqual(none)
})

test.each([
  [[5000], undefined],
  [[], undefined],
  [[5001, 9000, 20], 'Events appear more than 9.0 s after the trigger; check the queue and the worker of the service'],
])('events that appear after %j ms', (times, expected) => {
  const attempts = times.map((appearedAfter) => ({ appearedAfter }))
  expect(slowEvents({ results: [{ attempts: [{}] }, { attempts }] } as unknown as SmokeRun)).toBe(expected)
}) // prettier-ignore
