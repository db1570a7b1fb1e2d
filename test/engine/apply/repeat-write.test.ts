// A write whose reply was lost: the service is looked at before anything is repeated, and only so often.
import { describe, expect, test } from 'vitest'
import { virtualClock } from '../../support/virtual-clock.ts'
import type { EngineEvent } from '../../../src/engine/engine.ts'
import { seededRandom } from '../../../src/sandbox/index.ts'
import { TransportError } from '../../../src/service/errors.ts'
import type { Transport, WireRequest, WireResponse } from '../../../src/service/transport.ts'
import { openScene, outcomes, writesTo, type Scene } from '../../support/laws/scene.ts'

/** What becomes of one write; `late`: it takes effect while its caller waits. */
type Fate =
  'pass' | 'reset' | 'reset after' | 'late' | '500' | '500 after' | '504' | 'html' | 'refuse' | 'unsent'

const reset = new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
const tooLate = new TransportError({ phase: 'connect', code: 'TIMEOUT', sentence: 'the time limit passed' })
const status = (code: number, message: string): WireResponse => ({
  status: code,
  headers: {},
  body: JSON.stringify({ statusCode: code, message }),
})

async function pursue(scene: Scene, fates: readonly Fate[], stopAt?: 'waiting') {
  const world = await openScene(scene)
  const clock = virtualClock()
  const late: WireRequest[] = []
  const keys: (string | undefined)[] = []
  const events: string[] = []
  const stop = new AbortController()
  let writes = 0
  const transport: Transport = async (request) => {
    if (request.method === 'GET') return world.transport(request)
    const fate = fates[writes] ?? 'pass'
    writes += 1
    keys.push(request.headers['idempotency-key'])
    if (fate === '500') return status(500, 'Broken')
    if (fate === '504') return status(504, 'Gateway')
    if (fate === 'refuse') return status(400, 'Not today')
    if (fate === 'unsent') throw tooLate
    if (fate === 'late') late.push(request)
    if (fate === 'reset' || fate === 'late') throw reset
    const reply = await world.transport(request)
    if (fate === '500 after') return status(500, 'Broken')
    if (fate === 'html') return { status: 200, headers: {}, body: '<html>' }
    if (fate === 'reset after') throw reset
    return reply
  }
  const result = await clock.run(
    world.apply({
      transport,
      stop: stop.signal,
      patience: {
        sleep: async (milliseconds, signal) => {
          for (const request of late.splice(0)) await world.transport(request)
          if (stopAt === 'waiting') stop.abort()
          await clock.sleep(milliseconds, signal)
        },
        random: seededRandom(7),
        budget: 60_000,
      },
      on: (event: EngineEvent) => {
        if (event.type === 'sending') events.push(`try ${event.attempt}`)
        if (event.type === 'waiting')
          events.push(`wait ${event.wait.reason} ${event.wait.attempt}/${event.wait.of}`)
      },
      request: {
        selection: { only: [], exclude: [], resend: scene.yaml.includes('inbound') ? ['*/*'] : [] },
      },
    }),
  )
  const sent = writesTo(world)
  const left = world.sandbox.state.integrations.list('Production').map(({ identifier }) => identifier)
  await world.close()
  const hints = result.results.map(({ outcome }) => ('hint' in outcome ? outcome.hint : undefined))
  return {
    outcomes: outcomes(result),
    hints,
    events,
    sent,
    keys,
    left,
    isVerified: result.after !== undefined,
  }
}

const create: Scene = {
  yaml: 'integrations: [{ identifier: new, providerId: ses, channel: email, name: New }]',
}
const row = { environment: 'Production', identifier: 'ses', providerId: 'ses', channel: 'email' as const }
const update: Scene = {
  yaml: 'integrations: [{ identifier: ses, providerId: ses, channel: email, name: New }]',
  integrations: [row],
}
const resend: Scene = {
  yaml: 'integrations: [{ identifier: ses, providerId: ses, channel: email, configurations: { inboundWebhookEnabled: true } }]',
  integrations: [row],
}

describe('an update', () => {
  test.each<[string, readonly Fate[], string, string[], number]>([
    ['took effect', ['reset after'], 'done already', ['try 1'], 1],
    ['took effect, the service failed then', ['500 after'], 'done already', ['try 1'], 1],
    ['took effect, a web page came', ['html'], 'done already', ['try 1'], 1],
    ['had none', ['reset'], 'done', ['try 1', 'wait no reply 1/3', 'try 2'], 1],
    [
      'failed before any',
      ['500', '500'],
      'done',
      ['try 1', 'wait 500 1/3', 'try 2', 'wait 500 2/3', 'try 3'],
      1,
    ],
    ['took effect late', ['late'], 'done already', ['try 1', 'wait no reply 1/3'], 1],
    [
      'never arrives',
      ['reset', 'reset', 'reset'],
      'unknown: the connection was cut; belfry sent the request 3 times; a later read shows no effect of the request',
      ['try 1', 'wait no reply 1/3', 'try 2', 'wait no reply 2/3', 'try 3'],
      0,
    ],
    [
      'always fails',
      ['500', '500', '500'],
      'failed: updateIntegration was refused with status 500: Broken; belfry sent the request 3 times',
      ['try 1', 'wait 500 1/3', 'try 2', 'wait 500 2/3', 'try 3'],
      0,
    ],
    [
      'is refused when it is repeated',
      ['500', 'refuse'],
      'failed: updateIntegration was refused with status 400: Not today; belfry sent the request 2 times',
      ['try 1', 'wait 500 1/3', 'try 2'],
      0,
    ],
    [
      'failed, and was not sent again in time',
      ['500', 'unsent'],
      'failed: updateIntegration was refused with status 500: Broken',
      ['try 1', 'wait 500 1/3', 'try 2'],
      0,
    ],
    [
      'is refused when it is repeated, and what became of the first is open',
      ['504', 'refuse'],
      'unknown: updateIntegration was refused with status 400: Not today; belfry sent the request 2 times; a later read shows no effect of the request',
      ['try 1', 'wait 504 1/3', 'try 2'],
      0,
    ],
  ])('that %s', async (_, fates, expected, events, arrived) => {
    const found = await pursue(update, fates)
    expect(found.outcomes).toEqual([`integration/ses/update ${expected}`])
    expect(found.events).toEqual(events)
    expect(found.sent).toHaveLength(arrived)
    expect(found.isVerified).toBe(expected.startsWith('done'))
  })
})

describe('a create', () => {
  test.each<[string, readonly Fate[], string, string[]]>([
    ['took effect', ['500 after'], 'done already', ['try 1']],
    ['had none', ['reset'], 'done', ['try 1', 'wait no reply 1/3', 'try 2']],
    ['took effect late', ['late'], 'done already', ['try 1', 'wait no reply 1/3']],
  ])('that %s makes one', async (_, fates, expected, events) => {
    const found = await pursue(create, fates)
    expect(found.outcomes).toEqual([`integration/new/create ${expected}`])
    expect(found.events).toEqual(events)
    expect(found.left.filter((identifier) => identifier === 'new')).toHaveLength(1)
  })

  test('whose effect was looked for may not have taken effect', async () => {
    const { hints } = await pursue(update, ['500', '500', '500'])
    expect(hints).toEqual([
      'The service failed, and a later read shows no effect of the request. Check the log of the service.',
    ])
  })

  test('each POST has an idempotency key of its own, a PUT none', async () => {
    const { keys } = await pursue(create, ['reset', 'reset'])
    expect(keys).toHaveLength(3)
    expect(new Set(keys).size).toBe(3)
    expect(keys.every((key) => /^[0-9a-f]{32}$/.test(key ?? ''))).toBe(true)
    expect((await pursue(update, [])).keys).toEqual([undefined])
  })

  test('of something that somebody else makes between two tries is not taken for ours', async () => {
    const world = await openScene({
      yaml: create.yaml.replace(' }]', ', credentials: { appSid: s } }]'),
    })
    let tries = 0
    const transport: Transport = async (request) => {
      if (request.method === 'POST' && tries === 0) {
        tries += 1
        world.sandbox.state.integrations.add({ ...row, identifier: 'new', name: 'New' })
      }
      return world.transport(request)
    }
    const planned = await world.plan()
    const [line = ''] = outcomes(await world.apply({ transport }, planned))
    expect(line).toContain('integration/new/create failed: createIntegration was refused with status 409')
    expect(line).toContain('may differ from the manifest in credentials')
    await world.close()
  })
})

describe('what can not be read back', () => {
  test.each<[string, readonly Fate[], string, string[]]>([
    [
      'is sent again, for a PUT that comes twice leaves what it leaves once',
      ['reset after'],
      'done',
      ['try 1', 'wait no reply 1/3', 'try 2'],
    ],
    [
      'is unknown in the end',
      ['reset', 'reset', 'reset after'],
      "unknown: the connection was cut; belfry sent the request 3 times; the service doesn't return the sent fields, so belfry can't check the result",
      ['try 1', 'wait no reply 1/3', 'try 2', 'wait no reply 2/3', 'try 3'],
    ],
  ])('%s', async (_, fates, expected, events) => {
    const found = await pursue(resend, fates)
    expect(found.outcomes).toEqual([`integration/ses/resend ${expected}`])
    expect(found.events).toEqual(events)
  })
})

test('a run that is stopped while it waits repeats nothing', async () => {
  const found = await pursue(update, ['reset'], 'waiting')
  expect(found.outcomes).toEqual([
    'integration/ses/update unknown: the connection was cut; a later read shows no effect of the request',
  ])
  expect(found.events).toEqual(['try 1', 'wait no reply 1/3'])
  expect(found.sent).toEqual([])
})

test('a run that is stopped waits a few seconds for the read of a result, not for a service that hangs', async () => {
  const world = await openScene(update)
  const clock = virtualClock()
  const stop = new AbortController()
  const aborted = new TransportError({ phase: 'unknown', code: 'ABORTED', sentence: 'given up' })
  const transport: Transport = (request) => {
    if (request.method === 'GET' && !stop.signal.aborted) return world.transport(request)
    if (request.method === 'GET')
      return new Promise((_, reject) => {
        request.signal?.addEventListener('abort', () => reject(aborted))
      })
    stop.abort()
    return Promise.reject(reset)
  }
  const patience = { sleep: clock.sleep, random: seededRandom(7), budget: 60_000 }
  const result = await clock.run(world.apply({ transport, stop: stop.signal, patience }))
  expect(outcomes(result)).toEqual([
    'integration/ses/update unknown: the connection was cut; belfry then tried to read the result, but this read also failed: given up',
  ])
  expect(clock.now()).toBe(5000)
  await world.close()
})

test('a result that is not read because the run is stopped is not called a failed read', async () => {
  const world = await openScene(update)
  const stop = new AbortController()
  const unsent = new TransportError({ phase: 'connect', code: 'ABORTED', sentence: 'not sent' })
  const transport: Transport = (request) => {
    if (request.method === 'GET')
      return stop.signal.aborted ? Promise.reject(unsent) : world.transport(request)
    stop.abort()
    return Promise.reject(reset)
  }
  expect(outcomes(await world.apply({ transport, stop: stop.signal }))).toEqual([
    "integration/ses/update unknown: the connection was cut; belfry didn't read the result, because the run was interrupted",
  ])
  await world.close()
})

test('what waits for its turn when the run is stopped was not sent', async () => {
  const world = await openScene(update)
  const unsent = new TransportError({ phase: 'connect', code: 'ABORTED', sentence: 'not sent' })
  const transport: Transport = async (request) => {
    if (request.method === 'GET') return world.transport(request)
    throw unsent
  }
  expect(outcomes(await world.apply({ transport }))).toEqual([
    'integration/ses/update skipped: the run was interrupted',
  ])
  await world.close()
})

test('a promotion and device tokens are looked at before they are repeated', async () => {
  const scene: Scene = {
    yaml: `
integrations:
  - { identifier: next, providerId: ses, channel: email, primary: true }
  - { identifier: push, providerId: fcm, channel: push }
subscribers:
  - { subscriberId: ada, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [new] } }] }`,
    integrations: [
      { ...row, identifier: 'next', active: true },
      { ...row, identifier: 'push', providerId: 'fcm', channel: 'push', active: true },
    ],
    subscribers: [{ environment: 'Production', subscriberId: 'ada' }],
  }
  const found = await pursue(scene, ['reset after', 'reset', 'reset after'])
  expect(found.outcomes).toEqual([
    'integration/next/set-primary done already',
    'subscriber/ada/fcm@push/update done already',
  ])
  expect(found.sent).toEqual([
    'POST /v1/integrations/ID/set-primary 200',
    'PUT /v1/subscribers/ada/credentials 200',
  ])
})
