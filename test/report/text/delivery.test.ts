// The lines of a delivery: what of its log a step shows.
import { expect, test } from 'vitest'
import type { Delivery, StepDetail } from '../../../src/core/delivery/delivery.ts'
import type { TriggerAccount } from '../../../src/report/account.ts'
import { deliveryLines, triggerAside } from '../../../src/report/text/delivery.ts'
import { plain } from '../../../src/report/text/style.ts'
import { position } from '../../support/sketched-change.ts'

const sent = line('Success', 'Message sent')
const old = line('Failed', 'Subscriber does not have an active integration')
const warned = line('Warning', 'The message is long')

const chat = { channel: 'chat', name: '', senders: [], guess: '', waits: '', filters: [], details: [] }
const ada: Delivery = {
  recipient: 'ada',
  event: 'e',
  workflow: 'welcome',
  created: '',
  state: 'over',
  steps: [],
  messages: [],
  payload: {},
}

function line(status: string, text: string): StepDetail {
  return { status, text, raw: '', source: 'Internal' }
}

test.each([
  ['completed', [sent, old], 'Message sent'],
  ['completed', [old, sent], 'Message sent'],
  ['completed', [warned, sent, old], 'The message is long'],
  ['completed', [old], 'Subscriber does not have an active integration'],
  ['failed', [sent, old], 'Subscriber does not have an active integration'],
] as const)('a chat step that is %s, with the log %j', (status, details, text) => {
  const step = { ...chat, status, details: [...details] }
  const [, shown] = deliveryLines([{ ...ada, steps: [step] }], plain)
  expect(shown).toBe(`  chat  ${status}  ${text}`)
})

test.each([
  [
    { end: 'settled', milliseconds: 9 },
    'Finished after 9 ms. Steps that the workflow delays are treated as done.',
  ],
  [{ end: 'timeout', milliseconds: 9 }, 'Not finished after 9 ms. To wait longer, raise --timeout.'],
] as const)('who got what, with %j', (ending, end) => {
  const steps = [
    { ...chat, status: 'delayed', waits: 'for 2 days', milliseconds: 0 },
    { ...chat, status: 'completed', milliseconds: 1200 },
  ]
  const account = {
    waited: {
      ...ending,
      deliveries: [
        { ...ada, steps, state: 'delayed' },
        { ...ada, event: 'e2', repeats: 'e' },
        { ...ada, recipient: 'bob', event: '', state: 'absent' },
      ],
    },
    explanations: [
      { recipient: '', channel: '', why: 'No topic.', advice: 'Add it.' },
      {
        recipient: 'ada',
        channel: 'chat',
        why: 'No key.',
        advice: 'Add it.',
        resource: 'subscriber ada',
        position,
      },
    ],
    judgements: [
      { expected: 'events=3', seen: 'events=2', isMet: false },
      { expected: 'chat=sent', seen: 'chat=none', isMet: false, recipient: 'bob' },
      { expected: 'chat=any', seen: 'chat=sent', isMet: true, recipient: 'ada' },
    ],
  }
  expect(triggerAside(account as unknown as TriggerAccount, { ...plain, unicode: 'no' }).split('\n')).toEqual(
    [
      'ada  welcome  event e',
      '  chat  delayed           delayed by the workflow for 2 days',
      '  chat  completed  1.2 s',
      'ada  welcome  event e2  the trigger was sent twice: event e is the earlier event  no steps yet',
      'bob  welcome  no event found',
      '',
      'No topic.',
      '  Add it.',
      'ada: No key.',
      '  Add it.',
      '  -> subscriber ada  belfry.yaml:7',
      '',
      'expected  events=3',
      'seen      events=2',
      'expected  chat=sent  for bob',
      'seen      chat=none',
      '',
      `2 recipients, 1 repeated event, 2 steps: 1 delayed, 1 completed. ${end}`,
      '2 of 3 expectations are not met.',
      '',
    ],
  )
})

test('an answer that is an error, expectations without events, and a dry run that would be refused', () => {
  const answer = {
    workflow: 'w',
    target: 'EU',
    acknowledged: false,
    status: 'error',
    transactionId: 't',
    error: ['a', 'b'],
  }
  const aside = (more: object) => triggerAside(more as TriggerAccount, { ...plain, color: 'yes' })
  expect(aside({ answer })).toBe(
    'EU: not acknowledged, status \u001B[31merror\u001B[39m\n  a\n  b\nThe service rejected the trigger. Fix the error that the service returned, then trigger again.\n',
  )
  const judgements = [{ expected: 'x', seen: 'y', isMet: false }]
  const waited = { end: 'unreadable', milliseconds: 9, deliveries: [{ ...ada, state: 'absent' }] }
  expect(aside({ judgements, waited })).toMatch(/\n1 of 1 expectation is not known to be met\.\n$/)
  expect(aside({ withoutDryRun: { refusal: 'no key' } })).toBe(
    'Nothing was sent. Without --dry-run, belfry also sends nothing: no key.\n',
  )
})
