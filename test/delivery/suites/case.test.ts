// What came of a trigger, and of whoever waited for it → what is met, what explains the rest, and how it ended.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrecy/secret.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { look } from '../../../src/engine/plan/session.ts'
import { createClient } from '../../../src/service/client.ts'
import { tryCase, type Fired } from '../../../src/delivery/suites/case.ts'
import { isMet } from '../../../src/core/delivery/smoke.ts'
import { json, scripted } from '../../support/scripted-transport.ts'
import { caseOf } from '../../support/suite-case.ts'

interface Service {
  /** Statuses of the one event's email step; no event without any. */
  readonly status?: string
  readonly refuses?: number
  /** Of the one trigger; they all look alike. */
  readonly events?: number
}

async function tried(
  fired: Partial<Fired>,
  expectation: ValueMap,
  { status, refuses, events = 1 }: Service = {},
) {
  const event = {
    _id: 'e',
    transactionId: 't',
    subscriber: { subscriberId: 'ada' },
    jobs: [{ type: 'email', status: status ?? '' }],
  }
  const numbered = (_: unknown, index: number) => ({ ...event, _id: index === 0 ? 'e' : `e${index}` })
  const { transport, sent } = scripted(({ url }) => {
    const { pathname } = new URL(url)
    if (refuses !== undefined) return json({ message: 'no' }, refuses)
    if (pathname === '/v1/notifications')
      return json({
        data: status === undefined ? [] : Array.from({ length: events }, numbered),
        hasMore: false,
      })
    if (pathname.startsWith('/v1/notifications/')) return json({ ...event, _id: pathname.split('/').at(-1) })
    if (pathname === '/v1/integrations') return json([])
    return json({ data: [], totalCount: 0, hasMore: false })
  })
  const client = createClient({ transport, origin: 'http://127.0.0.1', apiKey: Secret.of('k', 'env:K') })
  let time = 0
  const attempt = await tryCase(
    caseOf({ expect: expectation }),
    {
      fire: () => Promise.resolve({ status: 'processed', transactionId: 't', isLost: false, ...fired }),
      look: look(client, 'env', 1),
      shown: (item) => item as ValueMap,
      declared: [],
    },
    {
      clock: () => time,
      sleep: (milliseconds) => {
        time += milliseconds
        return Promise.resolve()
      },
      random: () => 0.5,
    },
  )
  return {
    ...attempt,
    reasons: attempt.explanations.map(({ why }) => why),
    isMet: isMet(attempt),
    asked: sent.length,
  }
}

const trouble = { why: 'the workflow is not active', advice: 'Activate it.' }

describe('a trigger that was refused', () => {
  const refused = { status: 'trigger_not_active', trouble }

  test('is not waited for, and explains itself', async () => {
    expect(await tried(refused, { email: 'sent' })).toMatchObject({
      isMet: false,
      end: 'settled',
      transactionId: '',
      asked: 0,
      reasons: [trouble.why],
      judgements: [{ expected: 'status=processed', seen: 'status=trigger_not_active' }],
    })
  })

  test('as expected is met, and needs no reason', async () => {
    expect(await tried(refused, { status: 'trigger_not_active' })).toMatchObject({
      isMet: true,
      reasons: [],
      asked: 0,
    })
  })

  test('otherwise than expected is not met', async () => {
    expect(await tried(refused, { status: 'no_tenant_found' })).toMatchObject({
      isMet: false,
      reasons: [trouble.why],
    })
  })
})

describe('a trigger whose reply was lost', () => {
  const lost = { status: 'no-reply', isLost: true, trouble: { why: 'the reply was lost', advice: 'Look.' } }

  test('is proven by what came of it', async () => {
    const found = await tried(lost, { email: 'failed', status: 'processed' }, { status: 'failed' })
    expect(found).toMatchObject({ isMet: true, end: 'settled', transactionId: 't', reasons: [] })
  })

  test.each<ValueMap>([{ email: 'sent' }, { email: 'none' }, { events: 0 }, { status: 'processed' }])(
    'is not known where nothing came of it, expecting %j',
    async (expected) => {
      const found = await tried(lost, expected)
      expect(found).toMatchObject({ isMet: false, end: 'unknown', transactionId: 't', judgements: [] })
      expect(found.reasons).toEqual(['the reply was lost'])
    },
  )

  test('that is proven says nothing of the reply where something else is wrong', async () => {
    const found = await tried(lost, { email: 'failed:address' }, { status: 'failed' })
    expect(found.isMet).toBe(false)
    expect(found.reasons).not.toContain('the reply was lost')
  })
})

test('a recipient of two events of one trigger was sent it twice, and that is not as it should be', async () => {
  const found = await tried({}, { events: 1, email: 'completed' }, { status: 'completed', events: 2 })
  expect(found).toMatchObject({ isMet: false, end: 'settled' })
  expect(found.judgements.filter(({ isMet: met }) => !met)).toEqual([
    { recipient: 'ada', expected: 'sent once', seen: 'sent 2 times', isMet: false },
  ])
  expect(found.reasons).toEqual([
    'the service sent the notification to ada twice: events e1 and e have the same transaction ID t',
  ])
})

describe('a trigger that was processed', () => {
  test('and came to what is expected is met, and nothing more is read', async () => {
    expect(await tried({}, { email: 'failed' }, { status: 'failed' })).toMatchObject({
      isMet: true,
      end: 'settled',
      explanations: [],
    })
  })

  test('and came to nothing is explained', async () => {
    const found = await tried({}, { email: 'sent' })
    expect(found).toMatchObject({ isMet: false, end: 'timeout' })
    expect(found.explanations).toMatchObject([{ recipient: 'ada' }])
  })

  test('and is delayed by the workflow is over if that is expected', async () => {
    expect(await tried({}, { email: 'delayed' }, { status: 'delayed' })).toMatchObject({
      isMet: true,
      end: 'settled',
    })
    expect(await tried({}, { status: 'processed' }, { status: 'delayed' })).toMatchObject({ end: 'timeout' })
  })

  test('and can not be looked at is unknown, and so is not met', async () => {
    expect(await tried({}, { status: 'processed' }, { refuses: 401 })).toMatchObject({
      isMet: false,
      end: 'unknown',
    })
  })
})
