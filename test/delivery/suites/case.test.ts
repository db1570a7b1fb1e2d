// What came of a trigger, and of whoever waited for it → what is met, what explains the rest, and how it ended.
import { describe, expect, test } from 'vitest'
import type { ValueMap } from '../../../src/core/value.ts'
import { tryCase } from '../../../src/delivery/suites/suites.ts'
import { isMet } from '../../../src/core/delivery/smoke.ts'
import { json, scripted } from '../../support/scripted-transport.ts'
import { caseOf, deliveryAt } from '../../support/suite-case.ts'

interface Service {
  /** The status of its reply to the trigger; 500 is a lost reply. */
  readonly answers?: string | 500
  /** Statuses of the one event's email step; no event without any. */
  readonly status?: string
  readonly refuses?: number
  /** Of the one trigger; they all look alike. */
  readonly events?: number
}

async function tried(
  expectation: ValueMap,
  { answers = 'processed', status, refuses, events = 1 }: Service = {},
) {
  let transactionId = ''
  const event = (id = 'e') => ({
    _id: id,
    transactionId,
    subscriber: { subscriberId: 'ada' },
    jobs: [{ type: 'email', status: status ?? '' }],
  })
  const numbered = (_: unknown, index: number) => event(index === 0 ? 'e' : `e${index}`)
  const { transport, sent } = scripted(({ url, body = '{}' }) => {
    const { pathname } = new URL(url)
    if (pathname === '/v1/events/trigger') {
      ;({ transactionId } = JSON.parse(body) as { transactionId: string })
      const reply = { acknowledged: true, status: answers, transactionId }
      return answers === 500 ? json({ message: 'gone' }, 500) : json(reply, 201)
    }
    if (refuses !== undefined) return json({ message: 'no' }, refuses)
    if (pathname === '/v1/notifications')
      return json({
        data: status === undefined ? [] : Array.from({ length: events }, numbered),
        hasMore: false,
      })
    if (pathname.startsWith('/v1/notifications/')) return json(event(pathname.split('/').at(-1)))
    if (pathname === '/v1/integrations') return json([])
    return json({ data: [], totalCount: 0, hasMore: false })
  })
  let time = 0
  const attempt = await tryCase(caseOf({ expect: expectation }), deliveryAt(transport), {
    clock: () => time,
    sleep: (milliseconds) => {
      time += milliseconds
      return Promise.resolve()
    },
    random: () => 0.5,
  })
  return {
    ...attempt,
    reasons: attempt.explanations.map(({ why }) => why),
    isMet: isMet(attempt),
    reads: sent.filter(({ method }) => method === 'GET').length,
    triggers: sent.filter(({ method }) => method === 'POST').length,
  }
}

const refusal = 'the service answered the trigger with status trigger_not_active'

describe('a trigger that was refused', () => {
  const refused = { answers: 'trigger_not_active' }

  test('is not waited for, and explains itself', async () => {
    expect(await tried({ email: 'sent' }, refused)).toMatchObject({
      isMet: false,
      end: 'settled',
      transactionId: '',
      reads: 0,
      reasons: [refusal],
      judgements: [{ expected: 'status=processed', seen: 'status=trigger_not_active' }],
    })
  })

  test('as expected is met, and needs no reason', async () => {
    expect(await tried({ status: 'trigger_not_active' }, refused)).toMatchObject({
      isMet: true,
      reasons: [],
      reads: 0,
    })
  })

  test('otherwise than expected is not met', async () => {
    expect(await tried({ status: 'no_tenant_found' }, refused)).toMatchObject({
      isMet: false,
      reasons: [refusal],
    })
  })
})

describe('a trigger whose reply was lost', () => {
  const lost = { answers: 500 as const }
  const isLost = /^belfry doesn't know whether the service accepted the trigger/

  test('is proven by what came of it', async () => {
    const found = await tried({ email: 'failed', status: 'processed' }, { ...lost, status: 'failed' })
    expect(found).toMatchObject({ isMet: true, end: 'settled', reasons: [], triggers: 1 })
    expect(found.transactionId).toMatch(/^belfry-smoke-/)
  })

  test.each<ValueMap>([{ email: 'sent' }, { email: 'none' }, { events: 0 }, { status: 'processed' }])(
    'is not known where nothing came of it, expecting %j',
    async (expected) => {
      const found = await tried(expected, lost)
      expect(found).toMatchObject({ isMet: false, end: 'unknown', judgements: [], triggers: 1 })
      expect(found.transactionId).toMatch(/^belfry-smoke-/)
      expect(found.reasons).toEqual([expect.stringMatching(isLost)])
    },
  )

  test('that is proven says nothing of the reply where something else is wrong', async () => {
    const found = await tried({ email: 'failed:address' }, { ...lost, status: 'failed' })
    expect(found.isMet).toBe(false)
    expect(found.reasons).not.toContainEqual(expect.stringMatching(isLost))
  })
})

test('a recipient of two events of one trigger was sent it twice, and that is not as it should be', async () => {
  const found = await tried({ events: 1, email: 'completed' }, { status: 'completed', events: 2 })
  expect(found).toMatchObject({ isMet: false, end: 'settled' })
  expect(found.judgements.filter(({ isMet: met }) => !met)).toEqual([
    { recipient: 'ada', expected: 'sent once', seen: 'sent 2 times', isMet: false },
  ])
  expect(found.reasons).toEqual([
    `the service sent the notification to ada twice: events e1 and e have the same transaction ID ${found.transactionId}`,
  ])
})

describe('a trigger that was processed', () => {
  test('and came to what is expected is met, and nothing more is read', async () => {
    expect(await tried({ email: 'failed' }, { status: 'failed' })).toMatchObject({
      isMet: true,
      end: 'settled',
      explanations: [],
    })
  })

  test('and came to nothing is explained', async () => {
    const found = await tried({ email: 'sent' })
    expect(found).toMatchObject({ isMet: false, end: 'timeout' })
    expect(found.explanations).toMatchObject([{ recipient: 'ada' }])
  })

  test.each<[string, ValueMap, Service]>([
    ['no step of this type, and there is no event', { email: 'none' }, {}],
    ['no step of this type, and another step goes on', { sms: 'none' }, { status: 'running' }],
    ['only the status of the reply', { status: 'processed' }, { status: 'running' }],
  ])('and did not end in time is not met, although all is as expected so far: %s', async (_, expected, service) => {
    const found = await tried(expected, service)
    expect(found).toMatchObject({ isMet: false, end: 'timeout', triggers: 1 })
    expect(found.explanations).not.toEqual([])
  }) // prettier-ignore

  test('and came to no event is met at the timeout if that is expected', async () => {
    expect(await tried({ events: 0 })).toMatchObject({ isMet: true, end: 'settled' })
    expect(await tried({ events: 0 }, { status: 'running' })).toMatchObject({ isMet: false, end: 'timeout' })
  })

  test('and is delayed by the workflow is over if that is expected', async () => {
    expect(await tried({ email: 'delayed' }, { status: 'delayed' })).toMatchObject({
      isMet: true,
      end: 'settled',
    })
    expect(await tried({ status: 'processed' }, { status: 'delayed' })).toMatchObject({ end: 'timeout' })
  })

  test('and can not be looked at is unknown, and so is not met', async () => {
    expect(await tried({ status: 'processed' }, { refuses: 401 })).toMatchObject({
      isMet: false,
      end: 'unknown',
    })
  })
})
