// Which cases run at once, and which wait for each other: every trigger is held until the test lets it go.
import { describe, expect, test } from 'vitest'
import type { Value } from '../../../src/core/value.ts'
import type { SmokeCase, SmokeRun } from '../../../src/core/delivery/smoke.ts'
import { runSuites } from '../../../src/delivery/suites/suites.ts'
import type { DeliveryTarget } from '../../../src/delivery/delivery-target.ts'
import { held, settled, type Held } from '../../support/held.ts'
import { json } from '../../support/scripted-transport.ts'
import { caseOf, deliveryAt } from '../../support/suite-case.ts'

interface Run {
  readonly gate: Held
  readonly done: Promise<SmokeRun>
  readonly stop: AbortController
  readonly over: AbortController
}

/** Cases named by their workflow; every trigger comes to nothing, which is what is expected of it. */
function start(cases: readonly SmokeCase[], parallel = 9, status = 'trigger_not_active'): Run {
  const gate = held()
  const [stop, over] = [new AbortController(), new AbortController()]
  const at = (target: string): DeliveryTarget =>
    deliveryAt(async ({ method, body = '{}' }) => {
      if (method === 'GET') return json({ data: [], hasMore: false })
      const { payload, transactionId } = JSON.parse(body) as Record<string, string>
      await gate.hold(`${target} ${payload ?? ''}`)
      return json({ acknowledged: true, status, transactionId }, 201)
    }, target)
  const waiting = {
    clock: () => 0,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    signal: stop.signal,
  }
  const targets = new Map(['Development', 'Production'].map((target) => [target, at(target)]))
  const done = runSuites({ cases, primaries: [], targets, waiting, over: over.signal, parallel })
  return { gate, done, stop, over }
}

/** `payload` tells the triggers apart. */
const sends = (payload: string, to: Value, body: Partial<SmokeCase['body']> = {}, more = {}): SmokeCase =>
  caseOf({
    name: payload,
    body: { name: 'welcome', payload, ...body, to: [to] },
    expect: { status: 'trigger_not_active' },
    ...more,
  })

const topic = { type: 'Topic', topicKey: 'all' }

describe('two cases', () => {
  test.each<[string, SmokeCase, SmokeCase]>([
    ['one recipient of one workflow', sends('a', 'ada'), sends('b', 'ada')],
    ['one recipient, once as an object', sends('a', 'ada'), sends('b', { subscriberId: 'ada' })],
    ['one topic of one workflow', sends('a', topic), sends('b', topic)],
    [
      'one transaction id',
      sends('a', 'ada', { transactionId: 't' }),
      sends('b', 'bob', { transactionId: 't', name: 'other' }),
    ],
  ])('with %s wait for each other', async (_, first, second) => {
    const { gate, done } = start([first, second])
    await settled()
    expect(gate.came).toEqual(['Production a'])
    await gate.release('Production a')
    expect(gate.came).toEqual(['Production a', 'Production b'])
    await gate.release('Production b')
    expect((await done).results.map(({ outcome }) => outcome)).toEqual(['met', 'met'])
  })

  test.each<[string, SmokeCase, SmokeCase]>([
    ['other recipients', sends('a', 'ada'), sends('b', 'bob')],
    ['other workflows', sends('a', 'ada'), sends('b', 'ada', { name: 'other' })],
    ['other targets', sends('a', 'ada'), sends('b', 'ada', {}, { target: 'Development' })],
    ['a recipient and a topic of other names', sends('a', 'ada'), sends('b', topic)],
    [
      'other transaction ids',
      sends('a', 'ada', { transactionId: 't' }),
      sends('b', 'bob', { transactionId: 'u' }),
    ],
  ])('with %s run at once', async (_, first, second) => {
    const { gate, done } = start([first, second])
    await settled()
    expect(gate.came).toHaveLength(2)
    for (const name of gate.came) await gate.release(name)
    await done
  })
})

test('a chain of three: each waits for the one before it, and a failure lets the next go', async () => {
  const cases = ['a', 'b', 'c'].map((payload) => sends(payload, 'ada'))
  const { gate, done } = start(cases)
  const failed = done.catch((error: unknown) => String(error))
  await settled()
  await gate.fail('Production a', new Error('broken'))
  expect(gate.came).toEqual(['Production a', 'Production b'])
  await gate.release('Production b')
  expect(gate.came).toEqual(['Production a', 'Production b', 'Production c'])
  await gate.release('Production c')
  expect(await failed).toBe('Error: broken')
})

test('no more at once than asked for', async () => {
  const cases = ['a', 'b', 'c'].map((payload) => sends(payload, payload))
  const { gate, done } = start(cases, 2)
  await settled()
  expect(gate.came).toEqual(['Production a', 'Production b'])
  await gate.release('Production b')
  expect(gate.came).toEqual(['Production a', 'Production b', 'Production c'])
  await gate.release('Production a')
  await gate.release('Production c')
  expect((await done).results.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test('a case is tried again only after its first try has ended, and no more often than asked for', async () => {
  const { gate, done } = start([sends('a', 'ada', {}, { retries: 2 })], 1, 'error')
  for (const count of [1, 2, 3]) {
    await settled()
    expect(gate.came).toHaveLength(count)
    await gate.release('Production a')
  }
  const { results } = await done
  expect(results.map(({ outcome, attempts }) => [outcome, attempts.length])).toEqual([['unmet', 3]])
})

test.each(['stop', 'over'] as const)(
  'once interrupted or out of time (%s) nothing is begun, and what was not seen to its end is unknown',
  async (end) => {
    const {
      gate,
      done,
      [end]: ending,
    } = start([sends('a', 'ada', {}, { retries: 1 }), sends('b', 'ada')], 2, 'error')
    await settled()
    ending.abort()
    await gate.release('Production a')
    const { results } = await done
    expect(gate.came).toEqual(['Production a'])
    expect(results.map(({ outcome, attempts }) => [outcome, attempts.length])).toEqual([
      ['unknown', 1],
      ['unknown', 0],
    ])
  },
)

test('a case that is skipped sends nothing and holds up no other', async () => {
  const { gate, done } = start([sends('a', 'ada', {}, { skip: 'not today' }), sends('b', 'ada')])
  await settled()
  expect(gate.came).toEqual(['Production b'])
  await gate.release('Production b')
  expect((await done).results.map(({ outcome }) => outcome)).toEqual(['skipped', 'met'])
})

test('the results of a run are complete, the primaries first', async () => {
  let time = 0
  const at = deliveryAt(async ({ url, method, body = '{}' }) => {
    if (url.includes('/integrations')) return json([])
    if (method === 'GET') return json({ data: [], hasMore: false })
    const { transactionId } = JSON.parse(body) as Record<string, string>
    return json({ acknowledged: true, status: 'error', error: ['no', 'way'], transactionId }, 201)
  })
  const cases = [
    sends('a', 'ada', {}, { retries: 1, tags: ['t'], suite: 'one', expect: { email: 'sent' } }),
    sends('b', 'bob', {}, { skip: 'not today' }),
    sends('c', 'eve', {}, { expect: { status: 'error' }, retries: 5 }),
  ]
  const { position } = caseOf()
  const primary = { suite: 'mail', target: 'Production', channel: 'email', identifier: 'ses', tags: ['p'], position }
  const seen: string[] = []
  const run = await runSuites({
    cases,
    primaries: [primary],
    targets: new Map([['Production', at]]),
    waiting: { clock: () => (time += 1), sleep: () => Promise.resolve(), random: () => 0.5 },
    over: new AbortController().signal,
    parallel: 1,
    on: ({ name }) => seen.push(name),
  })
  const shared = { suite: 'smoke', target: 'Production', tags: [], position }
  const unset = "no integration is primary for email, and this environment has no email integration ses"
  const judged = (expected: string, there: string, isMet = false) => [{ expected, seen: there, isMet }]
  const attempt = { transactionId: '', milliseconds: 2, end: 'settled' }
  const why = 'the service answered the trigger with status error: no: way'
  const failed = {
    ...attempt,
    judgements: judged('status=processed', 'status=error'),
    explanations: [{ recipient: '', why, advice: 'The service rejected the trigger. Fix the error that the service returned, then trigger again.' }],
  }
  expect(seen).toEqual(['ses is primary for email', 'a', 'b', 'c'])
  expect(run).toEqual({
    milliseconds: time - 1,
    results: [
      { ...shared, suite: 'mail', name: seen[0], tags: ['p'], outcome: 'unmet', milliseconds: 1, attempts: [{ ...attempt, milliseconds: 1, judgements: judged('primary.email=ses', 'primary.email=none'), explanations: [{ recipient: '', channel: 'email', why: unset, advice: 'Declare ses with primary: true and run belfry apply, or correct the suite.', resource: 'integration ses' }] }] },
      { ...shared, suite: 'one', name: 'a', tags: ['t'], outcome: 'unmet', milliseconds: 4, attempts: [failed, failed] },
      { ...shared, name: 'b', outcome: 'skipped', reason: 'not today', attempts: [], milliseconds: 0 },
      { ...shared, name: 'c', outcome: 'met', milliseconds: 2, attempts: [{ ...attempt, judgements: judged('status=error', 'status=error', true), explanations: [] }] },
    ],
  })
}) // prettier-ignore
