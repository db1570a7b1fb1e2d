// What becomes of each change when some fail, the run is stopped, or live moved.
import { describe, expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { tally } from '../../../src/core/plan/outcome.ts'
import { openScene, outcomes, writesTo } from '../../support/laws/scene.ts'
import { fateful, type Fate, type Fated } from '../../support/laws/transports.ts'

const email = { environment: 'Production', channel: 'email' as const, active: true }
const old = { ...email, identifier: 'old', providerId: 'mailgun', primary: true }
const replaced = `
integrations:
  - { identifier: new, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: old, providerId: mailgun, channel: email, active: false }
  - { identifier: push, providerId: fcm, channel: push, name: Push }
subscribers:
  - { subscriberId: ada, firstName: Ada }
`
const push = {
  environment: 'Production',
  identifier: 'push',
  providerId: 'fcm',
  channel: 'push' as const,
  active: true,
  name: 'Old',
}
const ada = { environment: 'Production', subscriberId: 'ada' }

describe('a change that fails', () => {
  test.each<[string, number, string[]]>([
    [
      'a create: its promotion and the loss that needs it are skipped, nothing else',
      0,
      [
        'integration/new/create failed: createIntegration was refused with status 400: Not today',
        'integration/push/update done',
        'integration/new/set-primary skipped: this change depends on Production/integration/new/create (failed)',
        'integration/old/update skipped: this change depends on Production/integration/new/create (failed)',
        'subscriber/ada/update done',
      ],
    ],
    [
      'a promotion: the loss is skipped',
      2,
      [
        'integration/new/create done',
        'integration/push/update done',
        'integration/new/set-primary failed: setPrimaryIntegration was refused with status 400: Not today',
        'integration/old/update skipped: this change depends on Production/integration/new/set-primary (failed)',
        'subscriber/ada/update done',
      ],
    ],
    [
      'something that nothing needs',
      1,
      [
        'integration/new/create done',
        'integration/push/update failed: updateIntegration was refused with status 400: Not today',
        'integration/new/set-primary done',
        'integration/old/update done',
        'subscriber/ada/update done',
      ],
    ],
  ])('%s', async (_, refused, expected) => {
    const world = await openScene({ yaml: replaced, integrations: [old, push], subscribers: [ada] })
    const transport = fateful(world.transport, (index) => (index === refused ? 'refuse' : 'pass'), [])
    const result = await world.apply({ transport })
    expect(outcomes(result)).toEqual(expected)
    expect(result.after).toBeUndefined()
    await world.close()
  })

  test('a channel of a subscriber waits for its integration', async () => {
    const yaml = `
integrations:
  - { identifier: push, providerId: fcm, channel: push, active: true }
subscribers:
  - { subscriberId: ada, firstName: Ada, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { title: T } }] }`
    const world = await openScene({ yaml, subscribers: [ada] })
    const transport = fateful(world.transport, (index) => (index === 0 ? 'refuse' : 'pass'), [])
    expect(outcomes(await world.apply({ transport })).slice(1)).toEqual([
      'subscriber/ada/update done',
      'subscriber/ada/fcm@push/update skipped: this change depends on Production/integration/push/create (failed)',
    ])
    await world.close()
  })

  test('an id that no path can carry is a failure, and the others are accounted for', async () => {
    const yaml = 'subscribers: [{ subscriberId: ".", firstName: Dot }, { subscriberId: ada, firstName: Ada }]'
    const world = await openScene({ yaml, subscribers: [ada, { ...ada, subscriberId: '.' }] })
    expect(outcomes(await world.apply())).toEqual([
      'subscriber/./update failed: subscriberId "." can\'t be part of a URL',
      'subscriber/ada/update done',
    ])
    await world.close()
  })
})

describe('an interruption', () => {
  test('starts nothing new, waits for what is in flight, and says so of the rest', async () => {
    const world = await openScene({ yaml: replaced, integrations: [old, push], subscribers: [ada] })
    const stop = new AbortController()
    const result = await world.apply({
      stop: stop.signal,
      parallel: 2,
      on: (event) => event.type === 'sending' && event.change.name === 'push' && stop.abort(),
    })
    expect(outcomes(result)).toEqual([
      'integration/new/create done',
      'integration/push/update done',
      'integration/new/set-primary skipped: the run was interrupted',
      'integration/old/update skipped: this change depends on Production/integration/new/set-primary (skipped)',
      'subscriber/ada/update skipped: the run was interrupted',
    ])
    expect(result.after).toBeUndefined()
    expect(tally(result.results)).toEqual({
      done: 2,
      failed: 0,
      stale: 0,
      skipped: 3,
      unknown: 0,
      waiting: 0,
    })
    await world.close()
  })
})

const channel = (credentials: object) => ({
  providerId: 'fcm' as const,
  integrationIdentifier: 'push',
  credentials,
})

describe('live that moved between plan and apply', () => {
  test('a promotion of what has conditions by now is stale', async () => {
    const yaml = `
integrations:
  - { identifier: next, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: push, providerId: fcm, channel: push, name: Push }`
    const world = await openScene({
      yaml,
      integrations: [old, { ...email, identifier: 'next', providerId: 'ses' }, push],
    })
    const planned = await world.plan()
    const conditions = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] }]
    world.sandbox.state.integrations.edit('Production', 'next', { conditions })
    expect(outcomes(await world.apply({}, planned))).toEqual([
      'integration/push/update done',
      'integration/next/set-primary stale: conditions changed in the service since the plan was made',
    ])
    await world.close()
  })

  const withTokens = `
subscribers:
  - subscriberId: ada
    channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { title: New, deviceTokens: [a] } }]`

  test.each<[string, object, string, unknown]>([
    [
      'what it replaces moved',
      { title: 'Other' },
      'stale: channels.fcm@push.title changed in the service since the plan was made',
      { title: 'Other' },
    ],
    [
      'it is done',
      { title: 'New', deviceTokens: ['b', 'a'] },
      'done already',
      { title: 'New', deviceTokens: ['b', 'a'] },
    ],
    [
      'a token came',
      { title: 'Old', deviceTokens: ['b'] },
      'done',
      { title: 'New', deviceTokens: ['b', 'a'] },
    ],
  ])('a call with device tokens: %s', async (_, moved, expected, ends) => {
    const world = await openScene({
      yaml: withTokens,
      integrations: [push],
      subscribers: [{ ...ada, channels: [channel({ title: 'Old' })] }],
    })
    const planned = await world.plan()
    const [shown] = world.sandbox.state.subscribers.get('Production', 'ada')?.channels ?? []
    if (shown !== undefined)
      world.sandbox.state.subscribers.edit('Production', 'ada', {
        channels: [{ ...shown, credentials: moved }],
      })
    expect(outcomes(await world.apply({}, planned))).toEqual([`subscriber/ada/fcm@push/update ${expected}`])
    expect(world.sandbox.state.subscribers.get('Production', 'ada')?.channels?.[0]?.credentials).toEqual(ends)
    await world.close()
  })

  test('a create that somebody else made meanwhile is done; made otherwise it failed', async () => {
    const yaml =
      'integrations: [{ identifier: a, providerId: ses, channel: email, name: A }, { identifier: b, providerId: ses, channel: email, name: B }]'
    const world = await openScene({ yaml })
    const planned = await world.plan()
    for (const [identifier, name] of [
      ['a', 'A'],
      ['b', 'Other'],
    ] as const)
      world.sandbox.state.integrations.add({ ...email, identifier, providerId: 'ses', name })
    const other = world.sandbox.state.integrations.get('Production', 'b')?._id
    expect(outcomes(await world.apply({}, planned))).toEqual([
      'integration/a/create done already',
      'integration/b/create stale: the resource was created in the service since the plan was made',
    ])
    expect([other, world.writes()]).toEqual([expect.any(String), []])
    await world.close()
  })

  test('a create of a name that another client took after the list failed', async () => {
    const world = await openScene({
      yaml: 'integrations: [{ identifier: b, providerId: ses, channel: email, name: B }]',
    })
    const result = await world.apply({
      transport: (request) => {
        if (request.method === 'POST')
          world.sandbox.state.integrations.add({
            ...email,
            identifier: 'b',
            providerId: 'ses',
            name: 'Other',
          })
        return world.transport(request)
      },
    })
    const other = world.sandbox.state.integrations.get('Production', 'b')?._id
    expect(outcomes(result)).toEqual([
      `integration/b/create failed: createIntegration was refused with status 409: Integration with identifier already exists; the integration in the service (${other}) differs from the manifest in name`,
    ])
    await world.close()
  })
})

describe('a reply that is lost', () => {
  const yaml = `
integrations:
  - { identifier: new, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: push, providerId: fcm, channel: push, name: Push }
subscribers:
  - { subscriberId: ada, firstName: Ada, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [a] } }] }`

  // Of those that are lost before they arrive, two need others, and so are skipped.
  test.each<[Fate, string, sent: number, arrived: number]>([
    ['lose', 'done already', 5, 5],
    ['drop', 'unknown: the connection was cut; a later read shows no effect of the request', 3, 0],
  ])('%s: each change is %s, and no call is sent twice', async (fate, expected, sent, arrived) => {
    const world = await openScene({ yaml, integrations: [old, push], subscribers: [ada] })
    const announced: Change[] = []
    const met: Fated[] = []
    const result = await world.apply({
      transport: fateful(world.transport, () => fate, met),
      on: (event) => void (event.type === 'sending' && announced.push(event.change)),
    })
    const ended = outcomes(result).filter((line) => !line.includes(' skipped'))
    expect(ended.filter((line) => !line.endsWith(expected))).toEqual([])
    expect([ended.length, announced.length, met.length]).toEqual([sent, sent, sent])
    expect(new Set(announced).size).toBe(sent)
    expect(new Set(met.map(({ request: { method, url, body } }) => `${method} ${url} ${body}`)).size).toBe(
      sent,
    )
    expect(world.writes()).toHaveLength(arrived)
    await world.close()
  })

  test('with a moved resource nobody can tell', async () => {
    const world = await openScene({
      yaml: 'integrations: [{ identifier: push, providerId: fcm, channel: push, name: Push }]',
      integrations: [push],
    })
    const rival = fateful(world.transport, () => 'drop', [])
    const result = await world.apply({
      transport: (request) => {
        if (request.method === 'PUT')
          world.sandbox.state.integrations.edit('Production', 'push', { name: 'Rival' })
        return rival(request)
      },
    })
    expect(outcomes(result)).toEqual([
      'integration/push/update unknown: the connection was cut; name changed in the service since the plan was made',
    ])
    await world.close()
  })

  test('and reading back fails too: nobody can tell', async () => {
    const world = await openScene({
      yaml: 'integrations: [{ identifier: push, providerId: fcm, channel: push, name: Push }]',
      integrations: [push],
    })
    const planned = await world.plan()
    let isDropped = false
    const broken = fateful(
      async () => ({ status: 503, headers: {}, body: '{}' }),
      () => {
        isDropped = true
        return 'drop'
      },
      [],
    )
    const result = await world.apply(
      {
        transport: (request) =>
          request.method === 'GET' && !isDropped ? world.transport(request) : broken(request),
      },
      planned,
    )
    expect(outcomes(result)).toEqual([
      'integration/push/update unknown: the connection was cut; belfry then tried to read the result, but this read also failed: listIntegrations was refused with status 503',
    ])
    await world.close()
  })

  test('of a create: what refers to it goes on with the id that is found', async () => {
    const world = await openScene({
      yaml: 'integrations: [{ identifier: new, providerId: ses, channel: email, active: true, primary: true }]',
    })
    const transport = fateful(world.transport, (index) => (index === 0 ? 'lose' : 'pass'), [])
    expect(outcomes(await world.apply({ transport }))).toEqual([
      'integration/new/create done already',
      'integration/new/set-primary done',
    ])
    expect(writesTo(world)).toEqual(['POST /v1/integrations 201', 'POST /v1/integrations/ID/set-primary 200'])
    await world.close()
  })

  test('a reply without an id, and no way to find it: the create is done, what refers to it fails', async () => {
    const world = await openScene({
      yaml: 'integrations: [{ identifier: new, providerId: ses, channel: email, active: true, primary: true }]',
    })
    const planned = await world.plan()
    let isWritten = false
    const result = await world.apply(
      {
        transport: async (request) => {
          if (request.method === 'GET' && isWritten) return { status: 503, headers: {}, body: '{}' }
          const reply = await world.transport(request)
          if (request.method === 'GET') return reply
          isWritten = true
          return { ...reply, body: '{"name":"new"}' }
        },
      },
      planned,
    )
    expect(outcomes(result)[0]).toBe('integration/new/create done')
    expect(world.writes()).toHaveLength(1)
    expect(result.results.map(({ outcome }) => outcome.status)).toEqual(['done', 'skipped'])
    await world.close()
  })
})
