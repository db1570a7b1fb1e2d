// However the first target ends, unless all of it is done: the next one gets nothing, or goes on where that is asked for.
import { describe, expect, test } from 'vitest'
import type { Transport } from '../../../src/service/transport.ts'
import { TransportError } from '../../../src/service/errors.ts'
import { openScene } from '../../support/laws/scene.ts'
import type { Options, World } from '../../support/laws/world.ts'

const targets = ['Development', 'Production'].map((alias) => ({ alias, hasKey: true }))
const ada = (environment: string) => ({ environment, subscriberId: 'ada' })
const next = { environment: 'Development', identifier: 'next', providerId: 'ses', channel: 'email' as const }
const people = `
subscribers:
  - { subscriberId: ada, firstName: Ada }
`
/** A change of its own stage comes before the promotion, so that Development is looked at again. */
const promotion = `
integrations:
  - { identifier: next, targets: [Development], providerId: ses, channel: email, active: true, primary: true }
  - { identifier: push, targets: [Development], providerId: fcm, channel: push, name: Push }
${people}`

/** What happens to requests before the first one that is for Production. */
type Mishap = (world: World) => Transport

const inDevelopment = (world: World, { headers }: Parameters<Transport>[0]): boolean =>
  headers['authorization'] === `ApiKey ${world.sandbox.keys['Development']}`

const writes =
  (answer: (pass: () => ReturnType<Transport>) => ReturnType<Transport>): Mishap =>
  (world) =>
  (request) =>
    request.method !== 'GET' && inDevelopment(world, request)
      ? answer(() => world.transport(request))
      : world.transport(request)

const cut = (): never => {
  throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
}

const refusal = (status: number): ReturnType<Transport> =>
  Promise.resolve({ status, headers: {}, body: '{"message":"Not today"}' })

/** After the first write live moves, or can't be read. */
const afterTheFirst =
  (moves: (world: World) => ReturnType<Transport> | undefined): Mishap =>
  (world) => {
    let isWritten = false
    return async (request) => {
      const mishap =
        isWritten && request.method === 'GET' && inDevelopment(world, request) ? moves(world) : undefined
      const reply = await (mishap ?? world.transport(request))
      isWritten ||= request.method !== 'GET'
      return reply
    }
  }

const rows: readonly (readonly [string, string, Mishap])[] = [
  ['failed', people, writes(() => refusal(400))],
  ['unknown', people, writes(async () => cut())],
  [
    'stale',
    promotion,
    afterTheFirst((world) => {
      const conditions = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] }]
      world.sandbox.state.integrations.edit('Development', 'next', { conditions })
      return undefined
    }),
  ],
  ['skipped', promotion, afterTheFirst(() => refusal(500))],
]

async function open(yaml: string): Promise<World> {
  return openScene({
    yaml,
    targets,
    integrations: [next],
    subscribers: [ada('Development'), ada('Production')],
  })
}

const statuses = async (world: World, options: Options): Promise<readonly string[]> => {
  const { results } = await world.apply(options)
  return results.map(({ change, outcome }) => `${change.target ?? 'organisation'} ${outcome.status}`)
}

const toProduction = (world: World): readonly string[] =>
  world
    .writes()
    .flatMap(({ environment, operation }) => (environment === 'Production' ? [operation ?? ''] : []))

describe.each(rows)('where a change ends as %s', (status, yaml, mishap) => {
  test('the next target gets nothing, and its changes are skipped', async () => {
    const world = await open(yaml)
    const found = await statuses(world, { transport: mishap(world) })
    expect(found).toContain(`Development ${status}`)
    expect(found.filter((line) => line.startsWith('Production'))).toEqual(['Production skipped'])
    expect(toProduction(world)).toEqual([])
    await world.close()
  })

  test('it goes on where that is asked for', async () => {
    const world = await open(yaml)
    const found = await statuses(world, { transport: mishap(world), keepGoing: 'yes' })
    expect(found).toContain(`Development ${status}`)
    expect(toProduction(world)).toEqual(['updateSubscriber'])
    await world.close()
  })
})

const staging = `
environments:
  - { name: Staging, color: '#ff8800' }
integrations:
  - { identifier: ses, targets: [Staging], providerId: ses, channel: email, active: true, primary: true }
subscribers:
  - { subscriberId: ada, targets: [Production], firstName: Ada }
`
const waiting = [{ alias: 'Staging', hasKey: false }, ...targets]

const withoutKeys =
  (world: World): Transport =>
  async (request) => {
    const reply = await world.transport(request)
    return request.url.includes('/v1/environments') && reply.body.includes('Staging')
      ? { ...reply, body: reply.body.replaceAll(/("name":"Staging"[^]*?"apiKeys":)\[[^\]]*\]/g, '$1[]') }
      : reply
  }

test.each(['no', 'yes'] as const)(
  'a target that waits for its key holds up nobody, keep going: %s',
  async (keepGoing) => {
    const world = await openScene({ yaml: staging, targets: waiting, subscribers: [ada('Production')] })
    const result = await world.apply({ transport: withoutKeys(world), keepGoing })
    expect(result.waiting.map(({ target }) => target)).toEqual(['Staging'])
    expect(toProduction(world)).toContain('updateSubscriber')
    await world.close()
  },
)

const standsStill: readonly (readonly [string, (world: World) => Options, steps: readonly string[]])[] = [
  ['is not approved', () => ({ approve: async () => false }), ['run belfry apply again']],
  [
    'can not be planned',
    (world) => {
      let created = false
      return {
        transport: async (request) => {
          if (created && request.url.includes('/v1/integrations')) return refusal(500)
          created ||= request.method === 'POST'
          return world.transport(request)
        },
      }
    },
    ['fix the errors above', 'run belfry apply again'],
  ],
]

describe.each(standsStill)('where a target that waited for its environment %s', (_, options, steps) => {
  test.each([
    ['no', []],
    ['yes', ['updateSubscriber']],
  ] as const)('keep going: %s', async (keepGoing, expected) => {
    const world = await openScene({ yaml: staging, targets: waiting, subscribers: [ada('Production')] })
    const result = await world.apply({ ...options(world), keepGoing })
    expect(result.waiting).toEqual([{ target: 'Staging', steps }])
    expect(toProduction(world).filter((operation) => operation === 'updateSubscriber')).toEqual(expected)
    const reasons = result.results.flatMap(({ outcome }) =>
      outcome.status === 'skipped' ? outcome.reason : [],
    )
    // It has its key by now.
    expect(new Set(reasons)).toEqual(
      new Set(keepGoing === 'no' ? ['the plan of an earlier target has errors or was not approved'] : []),
    )
    await world.close()
  })
})

test('where the organisation ends in anything but done, no target gets anything', async () => {
  const yaml = `environments: [{ name: Development, identifier: other }]\n${people}`
  const world = await openScene({ yaml, targets, subscribers: [ada('Development'), ada('Production')] })
  const transport: Transport = (request) =>
    request.url.includes('/v1/environments/') ? refusal(400) : world.transport(request)
  expect(await statuses(world, { transport })).toEqual([
    'organisation failed',
    'Development skipped',
    'Production skipped',
  ])
  expect(world.writes()).toEqual([])
  await world.close()
})

test('a run that was stopped in one target writes nothing to the next, also where it is to keep going', async () => {
  const world = await open(people)
  const stop = new AbortController()
  const found = await statuses(world, {
    stop: stop.signal,
    keepGoing: 'yes',
    on: (event) => event.type === 'sending' && stop.abort(),
  })
  expect(found).toEqual(['Development done', 'Production skipped'])
  expect(toProduction(world)).toEqual([])
  await world.close()
})
