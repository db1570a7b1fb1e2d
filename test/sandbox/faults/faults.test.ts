// What each fault does to a request's effect and to its reply, over real HTTP.
import { afterEach, describe, expect, test } from 'vitest'
import { createSandbox, profileNames, virtualClock, type Sandbox } from '../../../src/sandbox/index.ts'
import { sender, type Send } from '../../support/sandbox-client.ts'

let open: Sandbox[] = []
afterEach(async () => {
  await Promise.all(open.map((sandbox) => sandbox.close()))
  open = []
})

async function start(...faults: string[]): Promise<{ sandbox: Sandbox; send: Send }> {
  const sandbox = await createSandbox({ clock: virtualClock(), faults })
  open.push(sandbox)
  return { sandbox, send: sender(sandbox) }
}

/** Sends several requests and lets time pass when the fault holds all of them. */
async function atOnce<Reply>(
  { faults, clock }: Sandbox,
  count: number,
  send: (index: number) => Promise<Reply>,
): Promise<Reply[]> {
  const held = (): number => faults.list().reduce((sum, { hits }) => sum + hits, 0)
  const before = held()
  const replies = Array.from({ length: count }, (_, index) => send(index))
  while (held() < before + count) await new Promise((resolve) => setImmediate(resolve))
  clock.advance(100)
  return Promise.all(replies)
}

const ann = '/v2/subscribers/ops-oncall'
const rename = { firstName: 'Ann' }
const firstName = ({ state }: Sandbox) => state.subscribers.get('Production', 'ops-oncall')?.firstName

/** Sends without a client in between that would hide what came. */
function raw(sandbox: Sandbox, signal?: AbortSignal): Promise<Response> {
  return fetch(sandbox.url + ann, {
    method: 'PATCH',
    headers: {
      authorization: `ApiKey ${sandbox.keys['Production']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(rename),
    ...(signal && { signal }),
  })
}

/** Until the sandbox has noted so many requests. */
async function noted({ log }: { readonly log: readonly unknown[] }, sandbox: Sandbox): Promise<void> {
  while (sandbox.log.length === log.length) await new Promise((resolve) => setImmediate(resolve))
}

describe.each(['before', 'after'])('%s its effect', (when) => {
  const expected = when === 'after' ? 'Ann' : 'Oncall'
  const logged = (name: string, status: number) => [
    expect.objectContaining({ operation: 'updateSubscriber', faults: [`${name}-${when}`], status }),
  ]
  const seeded = async (name: string): Promise<Sandbox> => {
    const { sandbox } = await start(`${name}-${when}`)
    sandbox.state.subscribers.edit('Production', 'ops-oncall', { firstName: 'Oncall' })
    return sandbox
  }

  test('500', async () => {
    const sandbox = await seeded('500')
    const reply = await raw(sandbox)
    expect([reply.status, await reply.json()]).toEqual([
      500,
      { statusCode: 500, timestamp: '2026-02-01T00:00:00.000Z', path: ann, message: 'Internal server error' },
    ])
    expect(firstName(sandbox)).toBe(expected)
    expect(sandbox.log).toEqual(logged('500', 500))
    expect(sandbox.log[0]).not.toHaveProperty('crash')
  })

  test('reset', async () => {
    const sandbox = await seeded('reset')
    await expect(raw(sandbox)).rejects.toThrow('fetch failed')
    expect(firstName(sandbox)).toBe(expected)
    expect(sandbox.log).toEqual(logged('reset', 0))
  })

  test('half', async () => {
    const sandbox = await seeded('half')
    const reply = await raw(sandbox)
    expect(reply.status).toBe(when === 'after' ? 200 : 500)
    await expect(reply.text()).rejects.toThrow('terminated')
    expect(firstName(sandbox)).toBe(expected)
    expect(sandbox.log).toEqual(logged('half', 0))
  })

  test('html', async () => {
    const sandbox = await seeded('html')
    const reply = await raw(sandbox)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await reply.text()).toMatch(/^<!doctype html>/)
    expect(firstName(sandbox)).toBe(expected)
    expect(sandbox.log).toEqual(logged('html', 200))
  })

  test('hang, which a close does not wait for', async () => {
    const sandbox = await seeded('hang')
    const reply = raw(sandbox)
    await noted({ log: [] }, sandbox)
    expect(firstName(sandbox)).toBe(expected)
    expect(sandbox.log).toEqual(logged('hang', 0))
    await sandbox.close()
    open = []
    await expect(reply).rejects.toThrow('fetch failed')
  })
})

test('html with a status', async () => {
  const { sandbox } = await start('html-before=502')
  expect((await raw(sandbox)).status).toBe(502)
})

describe('late', () => {
  test('takes effect after the client gave up', async () => {
    const { sandbox, send } = await start('late=2s@1')
    const client = new AbortController()
    const reply = raw(sandbox, client.signal)
    await noted({ log: [] }, sandbox)
    sandbox.clock.advance(5000)
    expect(firstName(sandbox)).not.toBe('Ann')
    client.abort()
    await expect(reply).rejects.toThrow('aborted')
    // The server hears of it on its own connection, so any later request comes after some turns at least.
    while (firstName(sandbox) !== 'Ann') {
      await send('GET', '/_sandbox/clock')
      sandbox.clock.advance(1000)
    }
    expect(sandbox.log[0]).toMatchObject({ faults: ['late'], status: 0 })
  })

  test('not once the sandbox is closed', async () => {
    const { sandbox } = await start('late=2s')
    const reply = raw(sandbox)
    await noted({ log: [] }, sandbox)
    await sandbox.close()
    open = []
    await expect(reply).rejects.toThrow('fetch failed')
    sandbox.clock.advance(10_000)
    expect(firstName(sandbox)).not.toBe('Ann')
  })
})

describe('refusals that ask for patience', () => {
  test.each([
    ['429', '1', 'API rate limit exceeded'],
    ['429=7', '7', 'API rate limit exceeded'],
    ['429=0', '0', 'API rate limit exceeded'],
    ['429=date', 'Sun, 01 Feb 2026 00:00:01 GMT', 'API rate limit exceeded'],
    ['409=2', '2', 'Request with the same idempotency key is currently being processed'],
  ])('%s', async (fault, retryAfter, message) => {
    const { sandbox } = await start(fault)
    const reply = await raw(sandbox)
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([Number(fault.slice(0, 3)), retryAfter])
    expect(reply.headers.get('date')).toBe('Sun, 01 Feb 2026 00:00:00 GMT')
    expect(await reply.json()).toMatchObject({ statusCode: reply.status, message })
    expect(firstName(sandbox)).not.toBe('Ann')
  })
})

test('latency passes on the clock, and other faults come after it', async () => {
  const { sandbox, send } = await start('latency=3s:updateSubscriber', '429:PATCH')
  const reply = raw(sandbox)
  const other = await send('GET', '/v2/subscribers?limit=1')
  expect(other.status).toBe(200)
  while (sandbox.faults.list()[0]?.hits === 0) await send('GET', '/v2/subscribers?limit=1')
  expect(sandbox.log.some(({ operation }) => operation === 'updateSubscriber')).toBe(false)
  sandbox.clock.advance(3000)
  expect((await reply).status).toBe(429)
  expect(sandbox.log.at(-1)).not.toHaveProperty('faults')
  expect(sandbox.log.find(({ operation }) => operation === 'updateSubscriber')?.faults).toEqual([
    'latency',
    '429',
  ])
})

describe('race-create', () => {
  const body = { providerId: 'ses', channel: 'email', identifier: 'twin', name: 'Twin' }
  const twins = ({ state }: Sandbox) =>
    state.integrations.list('Production').filter(({ identifier }) => identifier === 'twin')

  test('six creates at once are all stored, and a seventh after them is not', async () => {
    const { sandbox, send } = await start('race-create')
    const replies = await atOnce(sandbox, 6, () => send('POST', '/v1/integrations', body))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const [late] = await atOnce(sandbox, 1, () => send('POST', '/v1/integrations', body))
    expect(late?.status).toBe(409)
    expect(twins(sandbox)).toHaveLength(6)
  })

  test('one after the other is refused', async () => {
    const { sandbox, send } = await start('race-create@2')
    expect((await send('POST', '/v1/integrations', body)).status).toBe(201)
    const second = send('POST', '/v1/integrations', body)
    while (sandbox.faults.list()[0]?.hits === 0) await send('GET', '/_sandbox/clock')
    sandbox.clock.advance(100)
    expect((await second).status).toBe(409)
    expect(twins(sandbox)).toHaveLength(1)
  })
})

describe('race', () => {
  const body = { providerId: 'ses', channel: 'email', identifier: 'first', active: true }
  const primaries = ({ state }: Sandbox) =>
    state.integrations.list('Production').flatMap(({ identifier, primary }) => (primary ? identifier : []))

  async function startWithoutEmail(...faults: string[]): Promise<{ sandbox: Sandbox; send: Send }> {
    const sandbox = await createSandbox({ clock: virtualClock(), faults, profile: 'novu-2026-04' })
    open.push(sandbox)
    sandbox.state.integrations.edit('Production', 'mailgun-old', { active: false, primary: false })
    sandbox.state.integrations.edit('Production', 'twilio-sms', { primary: false })
    return { sandbox, send: sender(sandbox) }
  }

  test('creates of a channel at once all become primary', async () => {
    const { sandbox, send } = await startWithoutEmail('race')
    await atOnce(sandbox, 4, (index) =>
      send('POST', '/v1/integrations', { ...body, identifier: `mail-${index}` }),
    )
    expect(primaries(sandbox).sort()).toEqual(['mail-0', 'mail-1', 'mail-2', 'mail-3'])
  })

  test('creates of one identifier at once are all stored', async () => {
    const { sandbox, send } = await startWithoutEmail('race')
    const replies = await atOnce(sandbox, 6, () => send('POST', '/v1/integrations', body))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(primaries(sandbox)).toEqual(Array(6).fill('first'))
  })

  test('creates of two channels, and one after the other, see each other', async () => {
    const { sandbox, send } = await startWithoutEmail('race=1s:createIntegration')
    const sent = (other: object) => {
      const { hits = 0 } = sandbox.faults.list()[0] ?? {}
      const reply = send('POST', '/v1/integrations', { ...body, ...other })
      const isHeld = async (): Promise<void> => {
        while (sandbox.faults.list()[0]?.hits === hits) await send('GET', '/_sandbox/clock')
      }
      return { reply, isHeld }
    }
    const [email, sms] = [sent({}), sent({ identifier: 'text', providerId: 'twilio', channel: 'sms' })]
    await Promise.all([email.isHeld(), sms.isHeld()])
    sandbox.clock.advance(1000)
    await Promise.all([email.reply, sms.reply])
    const later = sent({ identifier: 'second' })
    await later.isHeld()
    sandbox.clock.advance(1000)
    await later.reply
    expect(primaries(sandbox).sort()).toEqual(['first', 'text'])
  })
})

describe.each(profileNames)('one transaction id twice, on %s', (profile) => {
  const trigger = (send: Send) =>
    send('POST', '/v1/events/trigger', { name: 'plain', to: 'user-0001', transactionId: 'once' })
  const seed = {
    messages: [],
    notifications: [],
    workflows: [
      {
        environment: 'Production',
        identifier: 'plain',
        name: 'Plain',
        steps: [{ active: true, template: { type: 'in_app', content: 'Hello' } }],
      },
    ],
  }
  const counts = ({ state }: Sandbox): number[] => [
    state.notifications('Production').length,
    state.messages('Production').length,
  ]
  const opened = async (...faults: string[]) => {
    const sandbox = await createSandbox({ clock: virtualClock(), profile, seed, faults })
    open.push(sandbox)
    return { sandbox, send: sender(sandbox) }
  }

  test('at once: both are delivered', async () => {
    const { sandbox, send } = await opened('race')
    const replies = await atOnce(sandbox, 2, () => trigger(send))
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    sandbox.clock.advance(2000)
    expect(counts(sandbox)).toEqual([2, 2])
  })

  test('at once without the fault, and one after the other with it: one is ignored', async () => {
    const { sandbox, send } = await opened()
    await Promise.all([trigger(send), trigger(send)])
    sandbox.faults.set(['race'])
    await atOnce(sandbox, 1, () => trigger(send))
    sandbox.clock.advance(2000)
    expect(counts(sandbox)).toEqual([1, 1])
  })

  test('while the worker lags: there are no events yet, and both are delivered', async () => {
    const { sandbox, send } = await opened('lag=25s@1')
    await trigger(send)
    sandbox.clock.advance(24_000)
    expect(counts(sandbox)).toEqual([0, 0])
    await trigger(send)
    sandbox.clock.advance(6000)
    expect(counts(sandbox)).toEqual([2, 2])
    await trigger(send)
    sandbox.clock.advance(6000)
    expect(counts(sandbox)).toEqual([2, 2])
  })
})

test('a stale read shows the state before the latest write, for a while', async () => {
  const { sandbox, send } = await start('stale=2s')
  const read = async () => {
    const { body } = await send<{ data: { firstName?: string }[] }>(
      'GET',
      '/v2/subscribers?subscriberId=ops-oncall',
    )
    return body.data[0]?.firstName
  }
  const before = await read()
  await send('PATCH', ann, { firstName: 'one' })
  expect(await read()).toBe(before)
  await send('PATCH', ann, { firstName: 'two' })
  expect(await read()).toBe('one')
  sandbox.clock.advance(2001)
  expect(await read()).toBe('two')
})

test('a cursor vanishes', async () => {
  const { send } = await start('vanished-cursor@1')
  type Page = { data: unknown[]; next: string | null; totalCount: number }
  const first = (await send<Page>('GET', '/v2/subscribers?limit=50')).body
  const path = `/v2/subscribers?limit=50&after=${first.next}`
  expect((await send<Page>('GET', path)).body).toMatchObject({ data: [], next: null, totalCount: 0 })
  expect((await send<Page>('GET', path)).body.data).toHaveLength(50)
})

test('subscriberId matches by substring', async () => {
  const { send } = await start('substring-ids')
  const { body } = await send<{ data: { subscriberId: string }[] }>(
    'GET',
    '/v2/subscribers?limit=100&subscriberId=USER-001',
  )
  expect(body.data.map(({ subscriberId }) => subscriberId)).toContain('user-0019')
})

test('a dropped trigger is processed and comes to nothing', async () => {
  const { sandbox, send } = await start('dropped-trigger@1')
  const trigger = (transactionId: string) =>
    send('POST', '/v1/events/trigger', { name: 'welcome', to: 'user-0001', transactionId })
  expect((await trigger('lost')).body).toMatchObject({ status: 'processed', transactionId: 'lost' })
  await trigger('kept')
  sandbox.clock.advance(5000)
  const events = sandbox.state.notifications('Production').map(({ transactionId }) => transactionId)
  expect(events).toContain('kept')
  expect(events).not.toContain('lost')
})

test('tokens are pruned', async () => {
  const { sandbox, send } = await start('pruned-tokens:searchSubscribers@1')
  sandbox.state.integrations.add({
    environment: 'Production',
    identifier: 'fcm-app',
    providerId: 'fcm',
    channel: 'push',
    active: true,
  })
  await send('PUT', '/v1/subscribers/ops-oncall/credentials', {
    providerId: 'fcm',
    integrationIdentifier: 'fcm-app',
    credentials: { deviceTokens: ['dead', 'alive'] },
  })
  const { body } = await send<{ data: { channels: { providerId: string; credentials: unknown }[] }[] }>(
    'GET',
    '/v2/subscribers?subscriberId=ops-oncall',
  )
  expect(body.data[0]?.channels.find(({ providerId }) => providerId === 'fcm')?.credentials).toEqual({
    deviceTokens: ['alive'],
  })
})
