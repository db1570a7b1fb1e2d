// A trigger and what happens around it → what was waited for, and for how long.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../src/core/secrets/secret.ts'
import { profileNames, type ProfileName } from '../../src/sandbox/index.ts'
import { createClient } from '../../src/service/client.ts'
import { TransportError } from '../../src/service/errors.ts'
import { patient } from '../../src/service/retry.ts'
import type { Transport } from '../../src/service/transport.ts'
import type { Progress } from '../../src/delivery/wait.ts'
import { fetchTransport } from '../support/fetch-transport.ts'
import { sloppy, slips, type Slip } from '../support/sloppy.ts'
import { smokeWorld, stepLines } from '../support/smoke-world.ts'

const unreachable = new TransportError({
  phase: 'connect',
  code: 'ECONNREFUSED',
  sentence: 'nothing listens',
})

test.each(profileNames)('all is done, on %s', async (profile) => {
  const world = await smokeWorld({ profile })
  const waited = await world.fire({ to: ['user-0001', 'user-0002'], payload: { product: 'Bell' } })
  expect(waited).toMatchObject({ end: 'settled', milliseconds: 500 })
  expect(
    stepLines(waited).map((line) =>
      line.replace(/novu|svc/, 'own').replace('mailgun-old (mailgun)', 'mailgun'),
    ),
  ).toEqual([
    'user-0001 email completed mailgun',
    'user-0001 in_app completed own',
    'user-0002 email completed mailgun',
    'user-0002 in_app completed own',
  ])
  const [first] = waited.deliveries
  expect(first).toMatchObject({
    recipient: 'user-0001',
    workflow: 'welcome',
    state: 'over',
    milliseconds: 100,
    payload: { product: 'Bell' },
    messages: expect.arrayContaining([
      expect.objectContaining({
        channel: 'email',
        status: 'sent',
        subject: 'Welcome to Bell',
        content:
          profile === 'contract'
            ? 'Good to have you, Boris.\nStart  https://acme.example/start'
            : '<p>Good to have you, Boris.</p><a href="https://acme.example/start">Start</a>',
      }),
    ]),
  })
  expect(first?.steps[0]).toMatchObject({ name: 'Email', milliseconds: 50 })
})

test('looks come every half second at first, every five at last, and end with the time', async () => {
  const world = await smokeWorld({ faults: ['dropped-trigger'] })
  const at: number[] = []
  const on = ({ milliseconds }: Progress): void => void at.push(Math.round(milliseconds))
  const waited = await world.fire({ to: 'user-0001' }, { timeout: 20_000, on })
  expect(at).toEqual([500, 1250, 2375, 4063, 6594, 10391, 15391, 20000, 20000])
  expect(waited).toMatchObject({ end: 'timeout', milliseconds: 20_000 })
  expect(stepLines(waited)).toEqual(['user-0001 absent'])
})

describe('a delay', () => {
  test('is waited for, until the time is over', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ name: 'weekly-digest', to: 'user-0001' })
    expect(waited).toMatchObject({ end: 'timeout', milliseconds: 60_000 })
    expect(stepLines(waited)).toEqual([
      'user-0001 delay delayed',
      'user-0001 digest pending',
      'user-0001 email pending mailgun (guess)',
    ])
    expect(waited.deliveries[0]).toMatchObject({
      state: 'delayed',
      steps: [{ waits: 'for 10 minutes' }, {}, {}],
    })
  })
})

describe('recipients', () => {
  test('through a topic: nobody knows how many, so it ends when no more come', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ to: [{ type: 'Topic', topicKey: 'customers' }] as never })
    expect(waited.end).toBe('settled')
    expect(waited.deliveries).toHaveLength(10)
    expect(waited.milliseconds).toBeGreaterThan(2000)
  })

  test('a topic whose only subscriber is also named', async () => {
    const topics = [{ environment: 'Production', key: 'solo', subscribers: ['user-0001'] }]
    const world = await smokeWorld({ seed: { topics } })
    const waited = await world.fire({ to: ['user-0001', { type: 'Topic', topicKey: 'solo' }] as never })
    expect(waited).toMatchObject({ end: 'settled', deliveries: [{ recipient: 'user-0001' }] })
    expect(waited.milliseconds).toBeGreaterThan(5000)
  })

  test('a topic that nobody has', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ to: [{ type: 'Topic', topicKey: 'nothing' }] as never })
    expect(waited).toMatchObject({ end: 'timeout', deliveries: [] })
  })

  test('one who is dropped is missing beside the others', async () => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const bad = { subscriberId: 'bad', email: 'no-address' }
    const waited = await world.fire({ to: ['user-0001', bad] }, { timeout: 3000 })
    expect(waited.end).toBe('timeout')
    expect(waited.deliveries.map(({ recipient, state }) => `${recipient} ${state}`)).toEqual([
      'user-0001 over',
      'bad absent',
    ])
  })

  test.each([[[]], [slips]])('sixty, over two pages, with these slips: %j', async (some) => {
    const world = await smokeWorld()
    const apiKey = Secret.of(world.sandbox.keys['Production'] ?? '', 'test')
    const client = createClient({
      transport: sloppy(fetchTransport, some),
      origin: world.sandbox.url,
      apiKey,
    })
    const to = Array.from({ length: 60 }, (_, index) => `user-${String(index + 1).padStart(4, '0')}`)
    const waited = await world.fire({ to }, { client })
    expect(waited.end).toBe('settled')
    expect(waited.deliveries.map(({ recipient }) => recipient)).toEqual(to)
  })
})

describe('a service that is less tidy', () => {
  const rows: readonly (readonly [ProfileName, readonly Slip[]])[] = [
    ['contract', ['fields left out']],
    ['contract', ['filters ignored']],
    ['contract', ['secrets in keys']],
    ['contract', slips],
    ['novu-2026-09', slips],
  ]

  test.each(rows)('%s, %j: other triggers make no difference', async (profile, some) => {
    const world = await smokeWorld({ profile })
    const apiKey = Secret.of(world.sandbox.keys['Production'] ?? '', 'test')
    const client = createClient({
      transport: sloppy(fetchTransport, some),
      origin: world.sandbox.url,
      apiKey,
    })
    await world.trigger({ to: 'user-0003', transactionId: 'before', payload: { product: 'Other' } })
    await world.trigger({ to: ['user-0001', 'user-0002'], payload: { product: 'Bell' } })
    await world.trigger({ to: 'user-0001', transactionId: 'after', payload: { product: 'Other' } })
    const waited = await world.wait(['user-0001', 'user-0002'], { client })
    expect(waited).toMatchObject({ end: 'settled', milliseconds: 500 })
    expect(
      stepLines(waited).map((line) =>
        line.replace(/novu|svc/, 'own').replace('mailgun-old (mailgun)', 'mailgun'),
      ),
    ).toEqual([
      'user-0001 email completed mailgun',
      'user-0001 in_app completed own',
      'user-0002 email completed mailgun',
      'user-0002 in_app completed own',
    ])
    const subjects = waited.deliveries.map(({ messages }) => messages.map(({ subject }) => subject).sort())
    expect(subjects).toEqual([
      ['Welcome', 'Welcome to Bell'],
      ['Welcome', 'Welcome to Bell'],
    ])
  })
})

describe('looks that fail', () => {
  test('are repeated while there is time', async () => {
    const world = await smokeWorld()
    world.sandbox.faults.set(['500-before:listEvents@1', 'reset-before:listEvents@2'])
    const waited = await world.fire({ to: 'user-0001' })
    expect(waited).toMatchObject({ end: 'settled' })
    expect(waited).not.toHaveProperty('failure')
  })

  test('of a service that went away take no longer than what is waited for', async () => {
    const world = await smokeWorld()
    const { clock, sleep, random } = world.waiting
    await world.trigger({ name: 'weekly-digest', to: 'user-0001' })
    const transport: Transport = (request) =>
      clock() > 5000 ? Promise.reject(unreachable) : fetchTransport(request)
    const options = { rate: { share: 1 }, clock, sleep, random, budget: 300_000 }
    const apiKey = Secret.of(world.sandbox.keys['Production'] ?? '', 'test')
    const client = createClient({ transport: patient(transport, options), origin: world.sandbox.url, apiKey })
    const waited = await world.wait('user-0001', { client, timeout: 12_000 })
    expect(waited).toMatchObject({ end: 'timeout', failure: unreachable, deliveries: [{ state: 'delayed' }] })
    expect(waited.milliseconds).toBeLessThanOrEqual(15_000)
  })
})

test('an interruption ends it', async () => {
  const world = await smokeWorld({ faults: ['dropped-trigger'] })
  const stop = new AbortController()
  const on = ({ milliseconds }: Progress): void => {
    if (milliseconds > 2000) stop.abort()
  }
  const waited = await world.fire({ to: 'user-0001' }, { on, signal: stop.signal })
  expect(waited.end).toBe('interrupted')
  expect(waited.milliseconds).toBeLessThan(5000)
})

const givenUp = new TransportError({ phase: 'unknown', code: 'ABORTED', sentence: 'given up' })
const unauthorized = { status: 401, headers: {}, body: '{"message":"no","statusCode":401}' }

/** What is done at the first or second list of events, or at the messages. */
test.each<[string, 'list 1' | 'list 2' | 'messages', 'stop' | Error | typeof unauthorized, string, boolean, boolean]>([
  ['the time limit of the run, at the first read', 'list 1', givenUp, 'unreadable', true, true],
  ['the time limit of the run, later', 'list 2', givenUp, 'interrupted', false, true],
  ['the time limit of the run, at details', 'messages', givenUp, 'interrupted', false, true],
  ['the user, at the first read', 'list 1', 'stop', 'interrupted', true, false],
  ['the user, at details', 'messages', 'stop', 'interrupted', false, false],
  ['a key that is no longer valid', 'list 2', unauthorized, 'unreadable', false, true],
  ['nothing: details that fail', 'messages', unreachable, 'timeout', false, true],
])('what ends a wait: %s', async (_, at, what, end, isUnread, hasFailed) => {
  const world = await smokeWorld()
  const stop = new AbortController()
  let lists = 0
  const transport: Transport = (request) => {
    const { pathname } = new URL(request.url)
    const place = pathname === '/v1/notifications' ? `list ${(lists += 1)}` : pathname.replace('/v1/', '')
    if (place !== at) return fetchTransport(request)
    if (what === 'stop') stop.abort()
    const failure = what === 'stop' ? givenUp : what
    return failure instanceof Error ? Promise.reject(failure) : Promise.resolve(failure)
  }
  const apiKey = Secret.of(world.sandbox.keys['Production'] ?? '', 'test')
  const client = createClient({ transport, origin: world.sandbox.url, apiKey })
  const waited = await world.fire({ name: 'weekly-digest', to: 'user-0001' }, { client, signal: stop.signal, timeout: 3000 })
  expect([waited.end, waited.isUnread === true, waited.failure !== undefined]).toEqual([end, isUnread, hasFailed])
}) // prettier-ignore
