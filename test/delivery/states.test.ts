// An event as the service shows it → how far it is; a look at a trigger → what is waited for.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import type { Value, ValueMap } from '../../src/core/value.ts'
import { createClient } from '../../src/service/client.ts'
import type { WireRequest, WireResponse } from '../../src/service/transport.ts'
import { absent, deliveryOf } from '../../src/delivery/event-to-delivery.ts'
import { recipientsOf } from '../../src/delivery/recipients.ts'
import { waitFor, type WaitRequest } from '../../src/delivery/wait.ts'
import { json } from '../support/scripted-transport.ts'

const jobs = (...statuses: readonly string[]): ValueMap => ({
  _id: 'e',
  jobs: statuses.map((status) => ({ type: 'email', status })),
})

test.each<[readonly string[], string]>([
  [[], 'open'],
  [['completed'], 'over'],
  [['completed', 'failed', 'skipped', 'canceled', 'merged'], 'over'],
  [['completed', 'running'], 'open'],
  [['queued'], 'open'],
  [['pending'], 'open'],
  [['delayed'], 'delayed'],
  [['delayed', 'pending'], 'delayed'],
  [['completed', 'delayed', 'pending', 'delayed'], 'delayed'],
  [['delayed', 'queued'], 'open'],
  [['delayed', 'running'], 'open'],
  [['delayed', 'completed'], 'delayed'],
  [['pending', 'delayed'], 'open'],
  [['of tomorrow'], 'open'],
  [['delayed', 'of tomorrow'], 'open'],
])('steps %j: %s', (statuses, state) => {
  expect(deliveryOf(jobs(...statuses), [])).toMatchObject({ state, payload: {} })
})

const at = (second: number): string => `2026-01-05T09:00:0${second}.000Z`

test.each<[string, ValueMap, number | undefined]>([
  ['its log', { createdAt: at(0), jobs: [{ status: 'completed', executionDetails: [{ createdAt: at(2) }] }, { status: 'failed' }] }, 2000],
  ['the time of a job', { createdAt: at(0), jobs: [{ status: 'merged', updatedAt: at(3) }] }, 3000],
  ['nothing, without its start', { jobs: [{ status: 'completed', updatedAt: at(3) }] }, undefined],
  ['nothing, without an end', { createdAt: at(0), jobs: [{ status: 'completed' }] }, undefined],
  ['nothing, before the end', { createdAt: at(0), jobs: [{ status: 'running', updatedAt: at(3) }] }, undefined],
])('how long an event took is known from %s', (_, event, milliseconds) => {
  expect(deliveryOf(event, []).milliseconds).toBe(milliseconds)
}) // prettier-ignore

test.each<[string, readonly string[], ValueMap, readonly string[]]>([
  ['the step that it names', ['email', 'email'], { _jobId: '1' }, ['', 'ses']],
  ['the only step of its channel', ['email', 'sms'], { channel: 'email' }, ['ses', '']],
  [
    'the only step of its channel beside two of another',
    ['sms', 'email', 'sms'],
    { channel: 'email' },
    ['', 'ses', ''],
  ],
  ['none of several steps', ['email', 'email'], { channel: 'email' }, ['', '']],
])('a message shows the provider of %s', (_, types, message, providers) => {
  const made = types.map((type, index) => ({ _id: String(index), type }))
  const { steps } = deliveryOf({ jobs: made }, [{ providerId: 'ses', ...message }])
  expect(steps.map(({ senders }) => senders[0]?.provider ?? '')).toEqual(providers)
})

test('a delay that is over waits for nothing', () => {
  const job = { type: 'delay', status: 'completed', digest: { amount: 5, unit: 'minutes' } }
  expect(deliveryOf({ jobs: [job] }, []).steps).toMatchObject([{ waits: '' }])
})

test('an event and its messages as a delivery, field by field', () => {
  const log = (second: number, more: ValueMap = {}) => ({ createdAt: at(second), ...more })
  const sent = { provider: 'ses', integration: 'ses-eu' }
  const raw = '{"providerId":"ses","identifier":"ses-eu"}'
  const event: ValueMap = {
    _id: 'e', createdAt: at(0), template: { triggers: [{ identifier: 'welcome' }], name: 'Welcome' }, payload: { order: 17 },
    subscriber: { subscriberId: 'ada' }, _subscriberId: 's',
    jobs: [
      { _id: 'j1', type: 'email', status: 'completed', providerId: 'mailgun', updatedAt: at(4),
        step: { name: 'Mail', filters: [{ type: 'GROUP', value: 'AND', children: [{ on: 'payload', field: 'order', operator: 'EQUAL', value: '17' }] }] },
        executionDetails: [log(3, { detail: 'Sent', status: 'Success', source: 'Internal' }), log(1, { detail: 'SES provider was selected', raw, status: 'Pending', source: 'Internal' })] },
      { type: 'digest', status: 'delayed', digest: { amount: 5, unit: 'minutes' } },
    ],
  } // prettier-ignore
  const messages = [
    { _id: 'm1', _jobId: 'j1', channel: 'email', providerId: 'ses', status: 'sent', subject: 'S', title: 'T', content: [{ content: 'Go' }, { content: 'to', url: 'https://a.example' }] },
    { _id: 'm2', _jobId: 'j9', channel: 'sms', status: 'error', content: 'plain', errorText: 'no' },
  ] // prettier-ignore
  const detail = { raw: '', source: 'Internal', sender: sent }
  const none = { subject: '', title: '', errorText: '' }
  expect(deliveryOf(event, messages)).toEqual({
    recipient: 'ada', event: 'e', workflow: 'welcome', created: at(0), state: 'delayed', payload: { order: 17 },
    steps: [
      { channel: 'email', name: 'Mail', status: 'completed', senders: [sent], guess: 'mailgun', milliseconds: 3000, waits: '', filters: ['payload.order EQUAL "17"'],
        details: [{ ...detail, status: 'Pending', text: 'SES provider was selected', raw, at: Date.parse(at(1)) }, { ...detail, status: 'Success', text: 'Sent', at: Date.parse(at(3)) }] },
      { channel: 'digest', name: '', status: 'delayed', senders: [], guess: '', waits: 'for 5 minutes', details: [], filters: [] },
    ],
    messages: [
      { ...none, id: 'm1', channel: 'email', provider: 'ses', status: 'sent', subject: 'S', title: 'T', content: 'Go\nto  https://a.example' },
      { ...none, id: 'm2', channel: 'sms', provider: '', status: 'error', content: 'plain', errorText: 'no' },
    ],
  }) // prettier-ignore
  expect(absent('ada')).toEqual({
    recipient: 'ada', state: 'absent', event: '', workflow: '', created: '', steps: [], messages: [], payload: {},
  }) // prettier-ignore
})

interface Appearing {
  /** Milliseconds after the trigger. */
  readonly from: number
  readonly recipient: string
  readonly status?: string
  /** The types of its steps; `email` by default. */
  readonly types?: readonly string[]
  /** From when on its message is there. */
  readonly message?: number
  /** The channel of a second message, which is there from the beginning. */
  readonly early?: string
}

const transactionId = 't'

/** Waits for a trigger to these, whose events appear in time; ends after a minute. */
async function wait(
  to: Value,
  events: readonly Appearing[],
  more: Partial<WaitRequest> & { stopAt?: number; fails?: (path: string) => number | undefined } = {},
) {
  let time = 0
  const stop = new AbortController()
  const shown = (): object[] =>
    events
      .filter(({ from }) => from <= time)
      .map(({ recipient, status = 'completed', types = ['email'] }) => ({
        _id: `event-${recipient}`,
        transactionId,
        subscriber: { subscriberId: recipient },
        jobs: types.map((type) => ({ type, status })),
      }))
      .toReversed()
  const messages = (): object[] =>
    events
      .flatMap(({ recipient, message = 0, early }) => [
        ...(early === undefined ? [] : [{ recipient, channel: early }]),
        ...(message <= time ? [{ recipient, channel: 'email' }] : []),
      ])
      .map(({ recipient, channel }) => ({
        _id: `${channel}-of-${recipient}`,
        _notificationId: `event-${recipient}`,
        channel,
      }))
  const asked: string[] = []
  const transport = async ({ url }: WireRequest): Promise<WireResponse> => {
    const { pathname, searchParams } = new URL(url)
    asked.push(pathname)
    const status = more.fails?.(pathname)
    if (status !== undefined) return json({ message: 'no' }, status)
    if (pathname === '/v1/notifications') return json({ data: shown(), hasMore: false })
    if (pathname === '/v1/messages') {
      const isOfTrigger = searchParams.get('transactionId') === transactionId
      return json({ data: isOfTrigger ? messages() : [], hasMore: false })
    }
    return json(shown().find((each) => pathname.endsWith((each as { _id: string })._id)) ?? {})
  }
  const client = createClient({ transport, origin: 'http://127.0.0.1', apiKey: Secret.of('k', 'env:K') })
  const waited = await waitFor(
    {
      client,
      transactionId,
      recipients: recipientsOf(to),
      timeout: 60_000,
      delayed: 'wait',
      shown: (item) => item as ValueMap,
      ...more,
    },
    {
      clock: () => time,
      sleep: (milliseconds) => {
        time += milliseconds
        if (more.stopAt !== undefined && time >= more.stopAt) stop.abort()
        return Promise.resolve()
      },
      random: () => 0.5,
      signal: stop.signal,
    },
  )
  return { ...waited, asked }
}

const ada = { from: 0, recipient: 'ada' }
const bea = { from: 0, recipient: 'bea' }

test('when an event was first seen as done counts from the trigger, not from the wait', async () => {
  const { seenAfter } = await wait(['ada'], [{ ...ada, from: 14_000 }], { sentAt: -1000 })
  expect(seenAfter.get('event-ada')).toBeGreaterThanOrEqual(15_000)
})

test('it looks at the times that are asked for, besides its own', async () => {
  const { seenAfter } = await wait(['ada'], [{ ...ada, from: 4700 }], { checksAt: [4750] })
  expect(seenAfter.get('event-ada')).toBe(4750)
  const early = await wait(['ada'], [{ ...ada, from: 50 }], { checksAt: [475] })
  expect(early.seenAfter.get('event-ada')).toBe(475)
  const missed = await wait(['ada'], [{ ...ada, from: 50 }], { checksAt: [40] })
  expect(missed.seenAfter.get('event-ada')).toBe(540)
  const late = await wait(['ada'], [{ ...ada, from: 4700 }])
  expect(late.seenAfter.get('event-ada')).toBeGreaterThan(4750)
})

test.each([
  ['its event is late', [{ ...ada, from: 14_000 }], 0, [10_000, 14_000]],
  ['the reply to the trigger was slow', [ada], -9000, [0, 0]],
  ['its event is late, and the reply to the trigger was slow', [{ ...ada, from: 14_000 }], -1000, [11_000, 15_000]],
])('how long there was no event counts from the trigger if %s', async (_, events, sentAt, [from = 0, to = 0]) => {
  const { appearedAfter } = await wait(['ada'], events, { sentAt })
  expect(appearedAfter).toBeGreaterThanOrEqual(from)
  expect(appearedAfter).toBeLessThanOrEqual(to)
}) // prettier-ignore

test('what never appears has no such time', async () => {
  const { appearedAfter, asked } = await wait(['ada'], [])
  expect([appearedAfter, asked.includes('/v1/messages')]).toEqual([undefined, false])
})

describe('it ends', () => {
  test.each<[string, Value, readonly Appearing[], string, (milliseconds: number) => boolean]>([
    ['when all is over', ['ada'], [ada], 'settled', (time) => time === 500],
    [
      'not before each has an event',
      ['ada', 'bea'],
      [ada, { ...bea, from: 5000 }],
      'settled',
      (time) => time >= 5000,
    ],
    [
      'not before each event is over',
      ['ada'],
      [{ ...ada, status: 'running' }],
      'timeout',
      (time) => time === 60_000,
    ],
    [
      'with an event for one without an id',
      ['ada', {}],
      [ada, { ...bea, from: 5000 }],
      'settled',
      (time) => time >= 5000,
    ],
    ['never without it', ['ada', {}], [ada], 'timeout', (time) => time === 60_000],
    [
      'two seconds after the last of a topic',
      [{ type: 'Topic', topicKey: 'all' }],
      [ada, { ...bea, from: 1600 }],
      'settled',
      (time) => time >= 3600,
    ],
    [
      'two seconds after the first, where no more come',
      [{ type: 'Topic', topicKey: 'all' }],
      [ada],
      'settled',
      (time) => time >= 2500 && time < 5000,
    ],
    [
      'never for a topic that brings nobody',
      [{ type: 'Topic', topicKey: 'all' }],
      [],
      'timeout',
      (time) => time === 60_000,
    ],
    [
      'with one event for several topics',
      [
        { type: 'Topic', topicKey: 'a' },
        { type: 'Topic', topicKey: 'b' },
      ],
      [ada],
      'settled',
      (time) => time >= 2500,
    ],
  ])('%s', async (_, to, events, end, isThen) => {
    const waited = await wait(to, events)
    expect(waited.end).toBe(end)
    expect(waited.milliseconds).toSatisfy(isThen)
  })

  test('with a delay, only where that counts as done', async () => {
    const held = [{ ...ada, status: 'delayed' }]
    expect((await wait('ada', held)).end).toBe('timeout')
    expect((await wait('ada', held, { delayed: 'skip' })).end).toBe('settled')
    expect((await wait('ada', [{ ...ada, status: 'running' }], { delayed: 'skip' })).end).toBe('timeout')
  })
})

describe('messages', () => {
  test('are waited for, five seconds at most', async () => {
    const soon = await wait('ada', [{ ...ada, message: 3000 }])
    expect(soon).toMatchObject({ end: 'settled', deliveries: [{ messages: [{ id: 'email-of-ada' }] }] })
    const late = await wait('ada', [{ ...ada, message: 20_000 }])
    expect(late).toMatchObject({ end: 'settled', deliveries: [{ messages: [] }] })
    expect(late.milliseconds).toBe(5500)
  })

  test('of each channel are waited for', async () => {
    const { deliveries } = await wait('ada', [{ ...ada, message: 3000, early: 'sms' }])
    expect(deliveries[0]?.messages.map(({ channel }) => channel)).toEqual(['email', 'sms'])
  })

  test('of each recipient, and of each step of a channel, are waited for', async () => {
    const late = { ...ada, message: 3000, types: ['digest', 'email'] }
    const { deliveries } = await wait(['ada', 'bea'], [late, bea])
    expect(deliveries.map(({ messages }) => messages.length)).toEqual([1, 1])
    expect((await wait('ada', [{ ...ada, types: ['digest'], message: 20_000 }])).milliseconds).toBe(500)
  })

  test('are read of all events, and details of the first hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ from: 0, recipient: `r${index}` }))
    const { asked, deliveries } = await wait([{ type: 'Topic', topicKey: 'all' }], many)
    const details = asked.filter((path) => path.startsWith('/v1/notifications/'))
    expect([details.length, deliveries.filter(({ messages }) => messages.length === 1).length]).toEqual([
      100, 101,
    ])
  })

  test('are waited for no longer than the trigger', async () => {
    expect((await wait('ada', [{ ...ada, message: 20_000 }], { timeout: 2000 })).milliseconds).toBe(2000)
  })

  test('are not waited for once the run is stopped', async () => {
    const { asked } = await wait('ada', [{ ...ada, message: 20_000 }], { stopAt: 1500 })
    expect(asked.filter((path) => path === '/v1/messages')).toHaveLength(3)
  })

  test('of steps that sent nothing are not waited for', async () => {
    expect((await wait('ada', [{ ...ada, status: 'failed', message: 20_000 }])).milliseconds).toBe(500)
  })
})

describe('a look that fails', () => {
  const failing = (part: string, status: number) => (path: string) =>
    path.includes(part) ? status : undefined

  test.each([408, 409, 429, 500, 503])('with %i is repeated', async (status) => {
    const waited = await wait('ada', [ada], { fails: failing('/v1/notifications', status) })
    expect(waited).toMatchObject({ end: 'unreadable', milliseconds: 60_000, failure: { status } })
  })

  test.each([400, 401, 403, 404])('with %i ends it', async (status) => {
    const waited = await wait('ada', [ada], { fails: failing('/v1/notifications', status) })
    expect(waited).toMatchObject({ end: 'unreadable', milliseconds: 500, failure: { status } })
  })

  test('at one event leaves what the list says of it', async () => {
    const waited = await wait('ada', [ada], { fails: failing('/v1/notifications/', 500) })
    expect(waited).toMatchObject({ end: 'settled', deliveries: [{ state: 'over', recipient: 'ada' }] })
    expect(waited).not.toHaveProperty('failure')
  })

  test('at messages is told, and what is over is over', async () => {
    const waited = await wait('ada', [ada], { fails: failing('/v1/messages', 401) })
    expect(waited).toMatchObject({ end: 'settled', failure: { status: 401 } })
  })

  test.each(['email', undefined])(
    'because of a bug is no failed look: an item of the channel %s',
    async (of) => {
      const shown = (item: object): ValueMap => {
        if ((item as ValueMap)['channel'] === of) throw new TypeError('bug')
        return item as ValueMap
      }
      await expect(wait('ada', [ada], { shown })).rejects.toThrow('bug')
    },
  )
})
