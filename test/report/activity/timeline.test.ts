// One event → the whole text that people read.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Value, ValueMap } from '../../../src/core/value.ts'
import { plain } from '../../../src/report/text/style.ts'
import { timelineText } from '../../../src/report/activity/timeline.ts'
import { widthOf } from '../../../src/report/text/layout.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')

function after(milliseconds: number): string {
  return new Date(start + milliseconds).toISOString()
}

interface Entry {
  readonly at?: number
  readonly status?: string
  readonly detail?: string
  readonly more?: ValueMap
}

function job(
  type: string,
  status: string,
  providerId: string,
  log: readonly Entry[],
  more: ValueMap = {},
): Value {
  const executionDetails = log.map(
    ({ at, status: of = 'Success', detail = 'Message sent', more: rest = {} }) => ({
      ...(at !== undefined && { createdAt: after(at) }),
      status: of,
      detail,
      isRetry: false,
      isTest: false,
      providerId,
      source: 'Internal',
      ...rest,
    }),
  )
  return { _id: `job-${type}`, type, status, providerId, executionDetails, ...more }
}

function event(jobs: readonly Value[], more: ValueMap = {}): ValueMap {
  return { _id: 'e1', transactionId: 't1', _subscriberId: 's1', createdAt: after(0), jobs, ...more }
}

/** Only what comes after the facts. */
function steps(jobs: readonly Value[]): string {
  return timelineText(event(jobs), plain).split('\n\n').slice(1).join('\n\n')
}

test('an event with all that can be said of it', () => {
  const whole = event(
    [
      job('in_app', 'completed', 'svc', [{ at: 120, status: 'Queued', detail: 'Step queued' }, { at: 450 }], {
        updatedAt: after(480),
        step: { name: 'Inbox' },
      }),
      job(
        'email',
        'failed',
        'sendgrid',
        [
          { at: 500, status: 'Queued', detail: 'Step queued' },
          { at: 2500, status: 'Warning', detail: 'Slow answer', more: { isRetry: true } },
          {
            at: 3500,
            status: 'Failed',
            detail: 'The provider refused the message',
            more: { raw: '{"code":403}', source: 'Credentials', providerId: 'ses' },
          },
        ],
        { updatedAt: after(3600), step: { name: 'Mail' } },
      ),
      job('digest', 'delayed', 'svc', [{ at: 3700, status: 'Pending', detail: 'Digesting' }], {
        digest: { amount: 5, unit: 'minutes', type: 'regular' },
      }),
    ],
    {
      subscriber: { subscriberId: 'ada', firstName: 'Ada', lastName: 'Archer', email: 'ada@acme.example' },
      template: { name: 'Order shipped', triggers: [{ identifier: 'order-shipped' }] },
      severity: 'high',
      critical: true,
      topics: [{ topicKey: 'orders' }],
      tags: ['shop', 'paid'],
      contextKeys: ['tenant:acme'],
      payload: { order: 17, items: [{ name: 'Bell' }] },
    },
  )
  expect(timelineText(whole, plain)).toBe(`Event e1  Order shipped (order-shipped)
  recipient    ada, Ada Archer, ada@acme.example
  transaction  t1
  created      2026-03-01T12:00:00.000Z
  severity     high, critical
  topics       orders
  tags         shop, paid
  context      tenant:acme
  payload      order 17, items [name Bell]

in_app  completed  svc               took 0.4 s  Inbox
    +0.1 s  Queued   Step queued
    +0.5 s  Success  Message sent
email   failed     sendgrid (guess)  took 3.1 s  Mail
    +0.5 s  Queued   Step queued
  ! +2.5 s  Warning  Slow answer (a retry)
  x +3.5 s  Failed   The provider refused the message
                     {"code":403}
digest  delayed
    +3.7 s  Pending  Digesting

3 steps: 1 failed, 1 delayed, 1 completed.
  email failed: The provider refused the message; the log entry is about the integration's credentials.
  digest delayed: the workflow delays the step for 5 minutes.
`)
})

test('an event that a deployed service answered', () => {
  const file = new URL('../../fixtures/real-replies.json', import.meta.url)
  const replies = JSON.parse(readFileSync(file, 'utf8')) as { op: string; response: { data: ValueMap } }[]
  const real = replies.find(({ op }) => op === 'notifications.retrieve')?.response.data
  expect(timelineText(real ?? {}, plain))
    .toBe(`Event 6b005055ee9ce98472afa85d  conformance workflow (conformance-workflow)
  recipient    real-sub-1, Ann, r@example.com
  transaction  sdufvtx
  created      2026-11-20T13:51:17.348Z
  payload      run x

in_app  failed  novu  took 0.2 s  In-App
    +0.1 s  Pending  Step queued
    +0.3 s  Pending  Message created
    +0.3 s  Success  Message sent

1 step: 1 failed.
  in_app failed: the log of the step contains no reason; the last entry is "Message sent".
`)
})

describe('why a step is not done', () => {
  test.each([
    ['pending', 'the step is not finished yet; look again in a few seconds'],
    ['queued', 'the step is not finished yet; look again in a few seconds'],
    ['running', 'the step is not finished yet; look again in a few seconds'],
    ['canceled', 'the step was canceled before a message was sent'],
    ['merged', 'the event was added to a digest that was already waiting'],
    [
      'skipped',
      'the service skipped the step because of a condition, a preference or a missing address; this is not a delivery failure',
    ],
    ['snoozed', 'unknown status'],
    ['constructor', 'unknown status'],
  ])('%s', (status, words) => {
    expect(steps([job('sms', status, 'twilio', [])])).toBe(
      `sms  ${status}  twilio (guess)\n\n1 step: 1 ${status}.\n  sms ${status}: ${words}.\n`,
    )
  })

  test.each([
    ['Payload', "No address; the log entry is about the trigger's payload"],
    ['Webhook', "No address; the provider's webhook reported the status"],
    ['Internal', 'No address'],
    ['toString', 'No address'],
  ])('failed, as %s tells', (source, words) => {
    const log = [{ at: 0, status: 'Failed', detail: 'No address', more: { source } }]
    expect(steps([job('sms', 'failed', 'twilio', log)])).toContain(`\n  sms failed: ${words}.\n`)
  })

  test('failed, with a warning only', () => {
    const log = [{ at: 0, status: 'Warning', detail: 'Odd' }, { at: 9 }]
    expect(steps([job('sms', 'failed', 'twilio', log)])).toContain('\n  sms failed: Odd.\n')
  })

  test('skipped, where the log says why', () => {
    const log = [{ at: 0, status: 'Failed', detail: 'Subscriber does not have an email address' }]
    expect(steps([job('email', 'skipped', 'x', log)])).toContain(
      '\n  email skipped: Subscriber does not have an email address.\n',
    )
  })

  test('pending behind a step that is not over', () => {
    const text = steps([job('delay', 'delayed', 'x', []), job('email', 'pending', 'x', [])])
    expect(text).toContain('\n  email pending: the step waits for the previous step.\n')
  })

  test('delayed until a moment', () => {
    const digest = { timed: { untilDate: after(86_400_000) }, amount: 1, unit: 'days' }
    expect(steps([job('digest', 'delayed', 'svc', [], { digest })])).toContain(
      'digest delayed: the workflow delays the step until 2026-03-02T12:00:00.000Z.',
    )
  })

  test('a step that found no integration names no provider; services fill in their own name', () => {
    expect(steps([job('sms', 'failed', 'svc', []), job('in_app', 'completed', 'novu', [])])).toContain(
      'sms     failed\nin_app  completed  novu\n',
    )
  })

  test('no steps', () => {
    expect(steps([])).toBe(
      'The event has no steps. The service stores an event before its steps. Look again in a few seconds. If there are still no steps, the workflow has no active step.\n',
    )
  })
})

describe('times', () => {
  test('stand in order, whatever order they came in; one without stays behind its neighbour', () => {
    const log = [
      { at: 3000, detail: 'c' },
      { detail: 'd' },
      { at: 1000, detail: 'a' },
      { at: 2000, detail: 'b' },
    ]
    const order = [...steps([job('sms', 'running', 'x', log)]).matchAll(/Success {2}(\w)/g)].map(
      ([, name]) => name,
    )
    expect(order.join('')).toBe('abcd')
  })

  test.each([
    [40, '+40 ms'],
    [59_400, '+59 s'],
    [59_600, '+1 min 0 s'],
    [200_000, '+3 min 20 s'],
    [18_600_000, '+5 h 10 min'],
    [612_000_000, '+7 d 2 h'],
    [-2000, '-2.0 s'],
  ])('%i ms', (at, text) => {
    expect(steps([job('sms', 'running', 'x', [{ at }])])).toContain(`    ${text}  Success`)
  })

  test('count from the first entry where the event has none', () => {
    const jobs = [job('sms', 'running', 'x', [{ at: 5000 }, { at: 6000 }])]
    expect(timelineText({ jobs }, plain)).toContain('+1.0 s  Success')
  })

  test('a reader who confirms later makes no step longer', () => {
    const log = [{ at: 0 }, { at: 1000 }, { at: 9_000_000, status: 'ReadConfirmation', detail: 'Read' }]
    expect(steps([job('email', 'completed', 'x', log)])).toContain('took 1.0 s')
  })
})

describe('what a service may answer', () => {
  const odd: readonly Value[] = [
    null,
    1,
    'x',
    [],
    {},
    [null],
    [[]],
    { a: 1 },
    [{ executionDetails: 'x' }],
    true,
  ]
  const fields = [
    '_id', 'createdAt', 'jobs', 'subscriber', 'template', 'topics', 'tags', 'payload', 'to', 'contextKeys', 'severity',
    'critical',
  ] // prettier-ignore
  test.each(fields)('an odd %s is no crash', (field) => {
    for (const value of odd) expect(timelineText({ [field]: value }, plain)).toContain('Event ')
  })

  test.each(['type', 'status', 'providerId', 'executionDetails', 'step', 'digest', 'updatedAt'])(
    'an odd %s of a step is no crash',
    (field) => {
      for (const value of odd)
        expect(timelineText({ jobs: [{ status: 'delayed', [field]: value }] }, plain)).toContain('1 step')
    },
  )

  test('nothing it says can act on a terminal or pass for a line of ours', () => {
    const evil = '\u001B[2J\u202Ex\r\n3 steps: 3 completed.'
    const text = timelineText(
      event(
        [
          job(
            evil,
            evil,
            evil,
            [
              { at: 0, status: evil, detail: evil },
              { at: 1, status: 'Failed', detail: evil, more: { raw: evil } },
            ],
            { step: { name: evil } },
          ),
        ],
        {
          _id: evil,
          createdAt: evil,
          subscriber: { subscriberId: evil, firstName: evil, email: evil },
          template: { name: evil, triggers: [{ identifier: evil }] },
          payload: { [evil]: evil },
          tags: [evil],
        },
      ),
      plain,
    )
    expect(text).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
    expect(text).not.toMatch(/^3 steps/m)
  })

  test('a raw answer that is long is cut', () => {
    const raw = 'x'.repeat(10_000)
    const text = steps([job('sms', 'failed', 'x', [{ at: 0, status: 'Failed', more: { raw } }])])
    expect(Math.max(...text.split('\n').map(widthOf))).toBeLessThan(500)
  })
})

test('colour highlights what went wrong, and only where it is wanted', () => {
  const jobs = [
    job('sms', 'failed', 'x', [{ at: 0, status: 'Failed', detail: 'No' }]),
    job('push', 'completed', 'x', [{ at: 0, status: 'Warning', detail: 'Hm' }]),
  ]
  const text = timelineText(event(jobs), { ...plain, color: 'yes' })
  expect(text).toContain('sms   \u001B[31mfailed   \u001B[39m')
  expect(text).toContain('x +0 ms  \u001B[31mFailed \u001B[39m  No')
  expect(text).toContain('push  \u001B[32mcompleted\u001B[39m')
  expect(text).toContain('! +0 ms  \u001B[33mWarning\u001B[39m  Hm')
})
