// One function delivers triggers, and nothing goes out past its guards: a protected target, a key of another environment, a used ID.
import { expect, test, vi } from 'vitest'
import { triggerTerms } from '../../src/core/delivery/triggered.ts'
import type { ValueMap } from '../../src/core/value.ts'
import { deliver, timeLimit, type DeliveryEvent, type DeliveryRequest } from '../../src/delivery/deliver.ts'
import type { DeliveryTarget } from '../../src/delivery/delivery-target.ts'
import { expectationsIn } from '../../src/delivery/parse-expectation.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import { deliveryAt } from '../support/suite-case.ts'

const request: DeliveryRequest = {
  body: { name: 'welcome', to: 'ada', transactionId: 't' },
  unknownRecipients: 'create',
  terms: triggerTerms(),
}

interface Service {
  /** To the trigger; 500 is a lost reply. */
  readonly status?: number
  /** Transaction IDs of the events that are there, also before. */
  readonly events?: readonly string[]
}

function service({ status = 201, events = [] }: Service = {}) {
  return scripted(({ method }) => {
    if (method === 'POST')
      return json({ acknowledged: true, status: 'processed', transactionId: 't' }, status)
    const data = events.map((transactionId) => ({
      _id: 'e',
      transactionId,
      subscriber: { subscriberId: 'ada' },
      jobs: [],
    }))
    return json({ data, hasMore: false, next: null, totalCount: 0 })
  })
}

async function delivered(
  { transport, sent }: ReturnType<typeof service>,
  more: Partial<DeliveryRequest> = {},
  change: (at: DeliveryTarget) => DeliveryTarget = (at) => at,
  signal?: AbortSignal,
) {
  const on = vi.fn<(event: DeliveryEvent) => void>()
  let time = 0
  const result = await deliver({ ...request, ...more }, change(deliveryAt(transport)), {
    clock: () => time,
    sleep: (milliseconds) => {
      time += milliseconds
      return Promise.resolve()
    },
    random: () => 0.5,
    on,
    ...(signal && { signal }),
  })
  const rules = 'problems' in result.answer ? result.answer.problems.map(({ rule }) => rule) : []
  const events = on.mock.calls.map(([{ about }]) => about)
  return { ...result, time, rules, events, triggers: sent.filter(({ method }) => method === 'POST').length }
}

test('a protected target gets only what the project allows, and is not even asked', async () => {
  const there = service()
  const isProtected = (allowed: readonly string[]) => (at: DeliveryTarget) => ({
    ...at,
    target: { ...at.target, protection: {} },
    allowed,
  })
  expect(await delivered(there, {}, isProtected(['bob']))).toMatchObject({
    rules: ['protected-recipient'],
    answer: { mayBeSent: 'no' },
  })
  expect(there.sent).toEqual([])
  expect(await delivered(service(), {}, isProtected(['ad*']))).toMatchObject({ rules: [], triggers: 1 })
})

test.each([
  { topicKey: 'operations', subscriberId: 'stranger-1', email: 's@acme.example' },
  { type: 'Topic', topicKey: 'operations', subscriberId: 'stranger-1' },
  { type: 'Topic', topicKey: 'operations', channels: [] },
  { type: 'Topic', subscriberId: 'stranger-1' },
])('a recipient that is a topic and a subscriber is refused on every target: %j', async (mixed) => {
  for (const protection of [{}, undefined])
    for (const unknownRecipients of ['create', 'refuse'] as const) {
      const there = service()
      const body = { ...request.body, to: ['ada', mixed] }
      const change = (at: DeliveryTarget): DeliveryTarget => ({
        ...at,
        target: { ...at.target, ...(protection && { protection }) },
        allowed: ['topic:operations', '*'],
      })
      expect(await delivered(there, { body, unknownRecipients }, change)).toMatchObject({
        rules: ['bad-flag'],
        triggers: 0,
      })
      expect(there.sent).toEqual([])
    }
})

test('a key of a topic without its type names no topic', async () => {
  const body = { ...request.body, to: [{ topicKey: 'operations' }] }
  const change = (at: DeliveryTarget): DeliveryTarget => ({
    ...at,
    target: { ...at.target, protection: {} },
    allowed: ['topic:*'],
  })
  expect(await delivered(service(), { body }, change)).toMatchObject({
    rules: ['protected-recipient'],
    triggers: 0,
  })
})

test('a key that is not proved sends nothing', async () => {
  const problem = { rule: 'wrong-environment', severity: 'error', message: 'another one' } as const
  const unproved = (at: DeliveryTarget) => ({ ...at, proof: () => Promise.resolve(problem) })
  expect(await delivered(service(), {}, unproved)).toMatchObject({ rules: [problem.rule], triggers: 0 })
})

test('a transaction ID that was used sends nothing; one that belfry makes is not looked for', async () => {
  const used = { events: ['t'] }
  expect(await delivered(service(used))).toMatchObject({ rules: ['transaction-id-used'], triggers: 0 })
  const body = { name: 'welcome', to: 'ada' }
  expect(await delivered(service(used), { body })).toMatchObject({ rules: [], triggers: 1 })
})

test('without a wait it only sends; with one it says when it begins to wait', async () => {
  expect(await delivered(service())).toMatchObject({ events: [], transactionId: 't', judgements: [] })
  const wait = { expectations: [], delayed: 'wait', explains: 'all' } as const
  const { events, outcome } = await delivered(service(), { wait, timeout: 1000 })
  expect(events[0]).toBe('accepted')
  expect(events).toContain('progress')
  expect(outcome).toMatchObject({ end: 'timeout', verdict: 'unmet' })
})

test('a lost reply is looked for as long as asked, and never sent again', async () => {
  const lost = await delivered(service({ status: 500 }), { timeout: 20_000 })
  expect(lost).toMatchObject({ rules: ['lost-reply'], events: ['lost-reply'], triggers: 1 })
  expect(lost.answer).toMatchObject({
    problems: [{ message: expect.stringContaining('appeared within 20 s') as string }],
  })
})

test('once the run is stopped, a lost reply is not looked for', async () => {
  const { answer, events } = await delivered(service({ status: 500 }), {}, undefined, AbortSignal.abort())
  expect(events).toEqual([])
  expect(answer).toMatchObject({ problems: [{ message: expect.not.stringContaining('appeared') as string }] })
})

test('an unknown recipient is refused, if the request says so', async () => {
  const wish = { body: { name: 'welcome', to: 'ada' }, unknownRecipients: 'refuse' } as const
  expect(await delivered(service(), wish)).toMatchObject({ rules: ['unknown-recipient'], triggers: 0 })
})

test('after a lost reply, events that can not be read are not called missing', async () => {
  const there = scripted(({ method }) => json({}, method === 'POST' ? 500 : 401))
  const body = { name: 'welcome', to: 'ada' }
  const { answer } = await delivered(there, { body, timeout: 5000 })
  expect(answer).toMatchObject({ problems: [{ message: expect.not.stringContaining('appeared') as string }] })
})

test('after a lost reply one event of the trigger is proof enough, for whichever recipient', async () => {
  let isSent = false
  const event = { _id: 'e', transactionId: 't', subscriber: { subscriberId: 'bob' }, jobs: [] }
  const there = scripted(({ method }) => {
    isSent ||= method === 'POST'
    return method === 'POST' ? json({}, 500) : json({ data: isSent ? [event] : [], hasMore: false })
  })
  const body = { name: 'welcome', to: ['ada', 'bob'], transactionId: 't' }
  const found = await delivered(there, { body, timeout: 5000 })
  expect(found).toMatchObject({ rules: [], triggers: 1, transactionId: 't', time: 500 })
  const answer = { workflow: 'welcome', target: 'Production', acknowledged: true, status: 'processed' }
  expect(found.answer).toEqual({ ...answer, transactionId: 't', error: [], isSeen: true })
})

test.each<[unknown, string]>([
  ['t', 't'],
  ['', 't'],
  [undefined, 't'],
  ['another', 'another'],
])('the service may answer with the transaction ID %j: it is %s', async (transactionId, expected) => {
  const there = scripted(({ method }) =>
    method === 'POST'
      ? json({ acknowledged: true, status: 'processed', transactionId }, 201)
      : json({ data: [] }),
  )
  expect(await delivered(there)).toMatchObject({
    transactionId: expected,
    answer: { transactionId: expected },
  })
})

const waitFor = (expected: ValueMap, explains: 'all' | 'unmet' = 'all') =>
  ({ expectations: expectationsIn(expected).expectations, delayed: 'wait', explains }) as const

test.each<[string, Service, 'all' | 'unmet', ValueMap, readonly string[]]>([
  ['a lost reply', { status: 500 }, 'unmet', { status: '500' }, []],
  ['a refusal', { status: 400 }, 'all', { status: '400' }, ['status=400 true']],
  ['a refusal without an expectation', { status: 400 }, 'all', {}, []],
  ['a refusal, of a test that expects nothing of the status', { status: 400 }, 'unmet', { email: 'none' }, ['status=400 false']],
  ['a used transaction ID', { events: ['t'] }, 'all', { status: 'processed' }, []],
  ['a used transaction ID, of a test', { events: ['t'] }, 'unmet', { status: 'processed' }, ['status=transaction-id-used false']],
])('what is judged of %s', async (_, answers, explains, expected, judged) => {
  const { judgements, events } = await delivered(service(answers), { wait: waitFor(expected, explains), timeout: 1000 })
  expect(judgements.map(({ seen, isMet }) => `${seen} ${isMet}`)).toEqual(judged)
  expect(events).toEqual(answers.status === 500 ? ['lost-reply'] : [])
}) // prettier-ignore

test.each([
  ['settled', { digest: 'any', delay: 'delayed' }],
  ['timeout', { digest: 'any', delay: 'any' }],
])('the wait for a delay is %s if this is expected: %j', async (end, expected) => {
  let isSent = false
  const jobs = [{ type: 'delay', status: 'delayed' }]
  const event = { _id: 'e', transactionId: 't', subscriber: { subscriberId: 'ada' }, jobs }
  const there = scripted(({ method }) => {
    isSent ||= method === 'POST'
    return method === 'POST'
      ? json({ acknowledged: true, status: 'processed', transactionId: 't' }, 201)
      : json({ data: isSent ? [event] : [], hasMore: false })
  })
  const { outcome } = await delivered(there, { wait: waitFor(expected), timeout: 1000 })
  expect(outcome).toMatchObject({ end })
})

test('a wait takes a minute, as long as asked, or as long as expected', () => {
  const wait = waitFor({ email: 'sent', within: '90s' })
  expect([{}, { wait }, { wait, timeout: 5 }].map(timeLimit)).toEqual([60_000, 90_000, 5])
})
