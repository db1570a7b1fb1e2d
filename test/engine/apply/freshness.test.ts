// What was read more than 5 seconds before a call goes out is read again, and what has moved is not overwritten.
import { expect, test } from 'vitest'
import type { ProfileName } from '../../../src/sandbox/index.ts'
import { Ledger } from '../../../src/engine/journal-and-ledger/ledger.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { TransportError } from '../../../src/service/errors.ts'
import { patient } from '../../../src/service/retry.ts'
import { openScene, outcomes, writesTo, type Scene } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'
import { quietTime } from '../../support/virtual-clock.ts'

const profiles: readonly ProfileName[] = ['contract', 'novu-2026-04', 'novu-2026-09']
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const name = (index: number): string => `p-${String(index).padStart(3, '0')}`

/** Someone's own request to the service, as from its dashboard. */
async function edit({ sandbox, transport }: World, method: 'PATCH' | 'PUT', path: string, body: object) {
  const { status } = await transport({
    method,
    url: `${sandbox.url}${path}`,
    headers: {
      authorization: `ApiKey ${sandbox.keys['Production']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(status).toBeLessThan(300)
}

/** Of a read of the directory. */
function queryOf({ path }: { readonly path: string }): URLSearchParams | undefined {
  return path.startsWith('/v2/subscribers') ? new URL(path, 'http://service').searchParams : undefined
}

interface Run {
  readonly world: World
  /** Milliseconds that a write takes. */
  readonly each: number
  /** Called between the plan and the apply. */
  readonly before?: () => void
  /** Called after so many writes. */
  readonly after?: Readonly<Record<number, () => Promise<unknown>>>
  readonly parallel?: number
}

/** Plans and applies; time passes only with writes. */
async function applied({ world, each, before, after = {}, parallel = 1 }: Run) {
  let now = 0
  let writes = 0
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    if (request.method === 'GET') return reply
    now += each
    writes += 1
    await after[writes]?.()
    return reply
  }
  const options = { clock: () => now, transport, parallel }
  const planned = await world.plan(options)
  before?.()
  world.sandbox.clearLog()
  const result = await world.apply(options, planned)
  return { planned, result, reads: world.sandbox.log.filter(({ method }) => method === 'GET') }
}

const people = (count: number): Scene => ({
  yaml: `subscribers: [${numbers(count)
    .map((index) => `{ subscriberId: ${name(index)}, firstName: New }`)
    .join(', ')}]`,
  subscribers: numbers(count).map((index) => ({
    environment: 'Production',
    subscriberId: name(index),
    firstName: 'Old',
  })),
})

const byHand = { firstName: 'By hand' }
const changePerson = (world: World, index: number): Promise<void> =>
  edit(world, 'PATCH', `/v2/subscribers/${name(index)}`, byHand)
const moved = (index: number): string =>
  `subscriber/${name(index)}/update stale: firstName changed in the service since the plan was made`

test.each(profiles)('%s: the last five of sixty, edited after the first call, are kept', async (profile) => {
  const world = await openScene({ ...people(60), profile })
  const last = numbers(60).slice(-5)
  const { result } = await applied({
    world,
    each: 200,
    after: { 1: () => Promise.all(last.map((index) => changePerson(world, index))) },
  })
  expect(outcomes(result).filter((line) => !line.endsWith('done'))).toEqual(last.map(moved))
  const shown = last.map((index) => world.sandbox.state.subscribers.get('Production', name(index))?.firstName)
  expect(shown).toEqual(last.map(() => 'By hand'))
  await world.close()
})

test.each(profiles)('%s: a key that is rotated by hand in mid-apply is kept', async (profile) => {
  const identifiers = numbers(8).map((index) => `push-${index}`)
  const world = await openScene({
    yaml: `integrations: [${identifiers
      .map((identifier) => `{ identifier: ${identifier}, providerId: fcm, channel: push, name: New }`)
      .join(', ')}]`,
    integrations: identifiers.map((identifier) => ({
      environment: 'Production',
      identifier,
      providerId: 'fcm',
      channel: 'push',
      name: 'Old',
    })),
    profile,
  })
  const idOf = (identifier: string): string =>
    world.sandbox.state.integrations.list('Production').find((row) => row.identifier === identifier)?._id ??
    ''
  const { result, reads } = await applied({
    world,
    each: 1000,
    after: { 2: () => edit(world, 'PUT', `/v1/integrations/${idOf('push-7')}`, { name: 'By hand' }) },
  })
  expect(outcomes(result).at(-1)).toBe(
    'integration/push-7/update stale: name changed in the service since the plan was made',
  )
  // One list before each write, since each takes longer than a list serves; nothing is verified, since not all was done.
  expect(reads.map(({ path }) => path)).toEqual(identifiers.map(() => '/v1/integrations'))
  await world.close()
})

const orders = numbers(5).flatMap((after) =>
  numbers(5 - after).map((later) => [after, after + later] as const),
)

test.each(orders.flatMap((order) => profiles.map((profile) => [...order, profile] as const)))(
  'after %i writes, an edit of integration %i is kept, %s',
  async (after, edited, profile) => {
    const identifiers = numbers(6).map((index) => `push-${index}`)
    const world = await openScene({
      yaml: `integrations: [${identifiers
        .map(
          (identifier) =>
            `{ identifier: ${identifier}, providerId: fcm, channel: push, name: New, active: true, credentials: { serviceAccount: '{}' } }`,
        )
        .join(', ')}]`,
      integrations: identifiers.map((identifier) => ({
        environment: 'Production',
        identifier,
        providerId: 'fcm',
        channel: 'push' as const,
        name: 'Old',
        active: true,
        credentials: { serviceAccount: '{}' },
      })),
      profile,
    })
    const target = identifiers[edited] ?? ''
    const rename = (): void =>
      void world.sandbox.state.integrations.edit('Production', target, { name: 'By hand' })
    const { result } = await applied({
      world,
      each: 300,
      // Before the first write: after the plan.
      ...(after === 0 ? { before: rename } : { after: { [after]: () => Promise.resolve(rename()) } }),
    })
    expect(outcomes(result).filter((line) => !line.endsWith('done'))).toEqual([
      `integration/${target}/update stale: name changed in the service since the plan was made`,
    ])
    expect(world.sandbox.state.integrations.get('Production', target)?.name).toBe('By hand')
    await world.close()
  },
)

test('a field that the service does not return is sent although another client made the visible part', async () => {
  const fcm = { identifier: 'push-0', providerId: 'fcm', channel: 'push' as const }
  const world = await openScene({
    yaml: `integrations: [${JSON.stringify({ ...fcm, name: 'New', configurations: { inboundWebhookEnabled: true } })}]`,
    integrations: [{ ...fcm, environment: 'Production', name: 'Old' }],
  })
  const options = { ledger: new Ledger({}), request: { unreadable: 'ledger' as const } }
  const planned = await world.plan(options)
  const { integrations } = world.sandbox.state
  integrations.edit('Production', 'push-0', { name: 'New' })
  expect(outcomes(await world.apply(options, planned))).toEqual(['integration/push-0/update done'])
  expect(integrations.get('Production', 'push-0')?.configurations).toEqual({ inboundWebhookEnabled: true })
  await world.close()
})

test('one list serves the writes of a quarter of a second', async () => {
  const identifiers = numbers(8).map((index) => `push-${index}`)
  const world = await openScene({
    yaml: `integrations: [${identifiers
      .map((identifier) => `{ identifier: ${identifier}, providerId: fcm, channel: push, name: New }`)
      .join(', ')}]`,
    integrations: identifiers.map((identifier) => ({
      environment: 'Production',
      identifier,
      providerId: 'fcm',
      channel: 'push' as const,
      name: 'Old',
    })),
  })
  const { result, reads } = await applied({ world, each: 100 })
  expect(result.results.map(({ outcome }) => outcome.status)).toEqual(identifiers.map(() => 'done'))
  // Writes begin at 0, 100, 200 ms after a list.
  expect(reads.length - (result.after?.requests.reads ?? 0)).toBe(3)
  await world.close()
})

/** Integrations that each get a new name, and one of which is edited by hand. */
const renamed = (count: number): Scene => {
  const identifiers = numbers(count).map((index) => `push-${index}`)
  const row = { providerId: 'fcm', channel: 'push' } as const
  return {
    yaml: `integrations: [${identifiers
      .map((identifier) => `{ identifier: ${identifier}, providerId: fcm, channel: push, name: New }`)
      .join(', ')}]`,
    integrations: identifiers.map((identifier) => ({
      ...row,
      environment: 'Production',
      identifier,
      name: 'Old',
    })),
  }
}

const rename = ({ sandbox }: World, identifier: string): void =>
  void sandbox.state.integrations.edit('Production', identifier, { name: 'By hand' })

test('the age of a list counts from its request', async () => {
  const world = await openScene(renamed(3))
  const time = quietTime(world.transport)
  const transport: Transport = async (request) => {
    const reply = await time.transport(request)
    // What a list shows is as old as its reply takes.
    if (request.method !== 'GET') rename(world, 'push-1')
    await time.sleep(request.method === 'GET' ? 200 : 90)
    return reply
  }
  const result = await time.run(world.apply({ clock: time.clock, transport, parallel: 1 }))
  expect(outcomes(result)[1]).toBe(
    'integration/push-1/update stale: name changed in the service since the plan was made',
  )
  await world.close()
})

// After 409, the service may still be working on the request.
test.each([
  [429, 'stale'],
  [409, 'unknown'],
])('a write that is refused again and again with %s is looked at before each try', async (status, found) => {
  const world = await openScene(renamed(1))
  const time = quietTime(world.transport)
  let writes = 0
  const refusing: Transport = (request) => {
    if (request.method === 'GET') return time.transport(request)
    writes += 1
    if (writes === 2) rename(world, 'push-0')
    return writes > 2
      ? time.transport(request)
      : Promise.resolve({ status, headers: { 'retry-after': '1' }, body: '{"message":"Slow down"}' })
  }
  const patience = { clock: time.clock, sleep: time.sleep, random: () => 0.5, budget: 60_000 }
  const transport = patient(refusing, { ...patience, rate: { share: 1 } })
  const result = await time.run(world.apply({ clock: time.clock, transport, patience }))
  expect(outcomes(result)).toEqual([
    `integration/push-0/update ${found}: name changed in the service since the plan was made`,
  ])
  expect(writes).toBe(2)
  await world.close()
})

test('an environment that was edited by hand is kept', async () => {
  const names = numbers(7).map((index) => `Stage ${index}`)
  const world = await openScene({
    yaml: `environments: [${names.map((each) => `{ name: ${each}, identifier: new-${each.at(-1)} }`).join(', ')}]`,
    environments: [
      { name: 'Production' },
      ...names.map((each) => ({ name: each, identifier: `old-${each.at(-1)}` })),
    ],
  })
  const idOf = (wanted: string): string =>
    world.sandbox.state.environments.list().find((row) => row.name === wanted)?._id ?? ''
  const { result } = await applied({
    world,
    each: 1000,
    after: { 1: () => edit(world, 'PUT', `/v1/environments/${idOf('Stage 6')}`, { identifier: 'by-hand' }) },
  })
  expect(outcomes(result).at(-1)).toBe(
    'organisation/environment/Stage 6/update stale: identifier changed in the service since the plan was made',
  )
  await world.close()
})

test('an apply that ends within the freshness reads no more than before', async () => {
  const world = await openScene(people(60))
  const { result, reads } = await applied({ world, each: 83 })
  expect(result.results.every(({ outcome }) => outcome.status === 'done')).toBe(true)
  // The list of environments, that of integrations and one page: the plan that verifies.
  expect(reads).toHaveLength(result.after?.requests.reads ?? 0)
  await world.close()
})

test.each([1, 4])('a page is read again once for each freshness, %i at a time', async (parallel) => {
  const world = await openScene(people(250))
  const { result, reads } = await applied({ world, each: 200, parallel })
  expect(result.results.filter(({ outcome }) => outcome.status !== 'done')).toEqual([])
  const asked = reads.slice(0, -(result.after?.requests.reads ?? 0))
  const pages = asked.map(queryOf).filter((query) => query !== undefined)
  // 250 writes of 200 ms: fifty seconds, of which the plan is good for the first five.
  expect(pages.length).toBeGreaterThanOrEqual(9)
  expect(pages.length).toBeLessThanOrEqual(3 + 10)
  expect(pages.every((query) => query.get('limit') === '100')).toBe(true)
  await world.close()
})

test('a single change of a page is looked up, and so is what has moved off its page', async () => {
  const world = await openScene(people(101))
  // Newest first: p-000 stands alone on the second page.
  const { result, reads } = await applied({
    world,
    each: 100,
    after: {
      60: () => edit(world, 'PATCH', `/v2/subscribers/${name(0)}`, byHand),
    },
  })
  expect(outcomes(result).filter((line) => !line.endsWith('done'))).toEqual([moved(0)])
  const looked = reads.map(queryOf).flatMap((query) => query?.get('subscriberId') ?? [])
  expect(looked).toEqual([name(0)])
  await world.close()
})

test('a re-read that fails is said, and nothing that needs it is sent', async () => {
  const world = await openScene(people(60))
  const failing: World = {
    ...world,
    transport: async (request) =>
      request.url.includes('/v2/subscribers') && request.method === 'GET' && world.writes().length > 0
        ? { status: 500, headers: {}, body: '{"message":"Broken"}' }
        : world.transport(request),
  }
  const { result } = await applied({ world: failing, each: 1000 })
  expect(outcomes(result)[5]).toBe('subscriber/p-005/update done')
  expect(outcomes(result).slice(6)).toEqual(
    numbers(60)
      .slice(6)
      .map(
        (index) =>
          `subscriber/${name(index)}/update skipped: belfry couldn't read the resource again: searchSubscribers was refused with status 500: Broken`,
      ),
  )
  expect(writesTo(world)).toHaveLength(6)
  await world.close()
})

test('many that wait for a slow rate look again one after the other, and all are sent', async () => {
  const few = [3, 60, 110]
  const world = await openScene({
    ...people(120),
    yaml: `subscribers: [${few.map((index) => `{ subscriberId: ${name(index)}, firstName: New }`).join(', ')}]`,
  })
  const time = quietTime(world.transport)
  // One request in two seconds: three look at once, and the last of their calls would go out six seconds after its look.
  const transport = patient(time.transport, {
    rate: { perSecond: 0.5 },
    clock: time.clock,
    sleep: time.sleep,
    random: () => 0.5,
    budget: 300_000,
  })
  const options = { clock: time.clock, transport, parallel: 3 }
  const planned = await time.run(world.plan(options))
  await time.run(time.sleep(6000))
  world.sandbox.clearLog()
  const result = await time.run(world.apply(options, planned))
  expect(outcomes(result)).toEqual(few.map((index) => `subscriber/${name(index)}/update done`))
  expect(result.requests.writes).toBe(3)
  expect(writesTo(world)).toHaveLength(3)
  await world.close()
})

test('a service that answers slower than the freshness gets nothing, and the hint says what to do', async () => {
  const world = await openScene({
    ...people(120),
    yaml: 'subscribers: [{ subscriberId: p-003, firstName: New }]',
  })
  const time = quietTime(world.transport)
  const transport: Transport = async (request) => {
    await time.sleep(6000)
    return time.transport(request)
  }
  const options = { clock: time.clock, transport }
  const result = await time.run(world.apply(options))
  expect(result.results.map(({ outcome }) => outcome)).toEqual([
    {
      status: 'failed',
      reason:
        'not sent: belfry read the resource 6 times, but each time the data became too old before belfry could send the request',
      hint: 'Lower concurrency, raise rate, or raise freshness, for example freshness: 60000.',
    },
  ])
  expect([result.requests.writes, writesTo(world)]).toEqual([0, []])
  await world.close()
})

test('a change whose reply was lost counts as sent, also if its repetition is never sent', async () => {
  const world = await openScene({
    ...people(3),
    yaml: 'subscribers: [{ subscriberId: p-001, firstName: New }]',
  })
  const time = quietTime(world.transport)
  let writes = 0
  const transport: Transport = async (request) => {
    if (request.method === 'GET') await time.sleep(writes > 0 ? 6000 : 0)
    else if (++writes === 1)
      throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
    return time.transport(request)
  }
  const patience = { clock: time.clock, sleep: time.sleep, random: () => 0.5, budget: 300_000 }
  const { results } = await time.run(world.apply({ clock: time.clock, transport, patience }))
  expect(results).toMatchObject([
    {
      outcome: {
        status: 'unknown',
        reason: expect.stringMatching(
          /^the connection was cut; belfry read the resource 6 times, .* again$/,
        ) as string,
      },
      startedAt: 0,
    },
  ])
  expect(writes).toBe(1)
  await world.close()
})

test('the repetition after a lost reply has tries of its own', async () => {
  const world = await openScene({
    ...people(3),
    yaml: 'subscribers: [{ subscriberId: p-001, firstName: New }]',
  })
  const time = quietTime(world.transport)
  // Four refusals, each longer than a read is fresh; then the lost reply, and two short refusals of its repetition.
  const waits = ['6', '6', '6', '6', 'lost', '1', '1']
  const refusing: Transport = (request) => {
    const wait = request.method === 'GET' ? undefined : waits.shift()
    if (wait === undefined) return time.transport(request)
    if (wait === 'lost')
      throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
    return Promise.resolve({
      status: 429,
      headers: { 'retry-after': wait },
      body: '{"message":"Slow down"}',
    })
  }
  const patience = { clock: time.clock, sleep: time.sleep, random: () => 0.5, budget: 300_000 }
  const transport = patient(refusing, { ...patience, rate: { share: 1 } })
  const result = await time.run(world.apply({ clock: time.clock, transport, patience }))
  expect(outcomes(result)).toEqual(['subscriber/p-001/update done'])
  await world.close()
})

test.each([
  ['429', { 'retry-after': '3' }],
  ['429 without Retry-After', {}],
] as const)(
  'a write that is always refused with %s has one deadline, and the refusal is its reason',
  async (_, headers) => {
    const world = await openScene({
      ...people(3),
      yaml: 'subscribers: [{ subscriberId: p-001, firstName: New }]',
    })
    const time = quietTime(world.transport)
    let writes = 0
    const refusing: Transport = (request) => {
      if (request.method === 'GET') return time.transport(request)
      writes += 1
      return Promise.resolve({ status: 429, headers, body: '{"message":"API rate limit exceeded"}' })
    }
    const patience = { clock: time.clock, sleep: time.sleep, random: () => 0.9, budget: 8000 }
    const transport = patient(refusing, { ...patience, rate: { share: 1 } })
    const options = { clock: time.clock, transport, patience }
    const planned = await time.run(world.plan(options))
    const began = time.clock()
    const result = await time.run(world.apply(options, planned))
    expect(time.clock() - began).toBeLessThanOrEqual(8000 + 2000)
    expect(writes).toBeLessThanOrEqual(6)
    expect(result.results.map(({ outcome }) => outcome)).toEqual([
      expect.objectContaining({
        status: 'failed',
        reason: expect.stringMatching(/refused with status 429: API rate limit exceeded/) as string,
      }),
    ])
    await world.close()
  },
)
