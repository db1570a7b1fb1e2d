// Newer releases take an environment's update only with its own API key: such calls wait, or are left out with a warning.
import { describe, expect, onTestFinished, test } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { notesIn } from '../../../src/core/plan/notes.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { Target } from '../../../src/core/target.ts'
import { holderOf } from '../../../src/engine/keyless.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene, outcomes, writesTo, type Scene } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const environments = `
environments:
  - { name: Staging, color: "#ff8800", parent: Development, identifier: staging-app }`
const yaml = `${environments}
integrations:
  - { identifier: ses, targets: [Staging], providerId: ses, channel: email, active: true, primary: true }
subscribers: [{ subscriberId: ada, targets: [Production], firstName: Ada }]`

const production = { alias: 'Production', hasKey: true }
const withStaging = [production, { alias: 'Staging', hasKey: false }]
const stagingFirst = [{ alias: 'Staging', hasKey: false }, production]
const subscribers = [{ environment: 'Production', subscriberId: 'ada' }]
const profile = 'novu-2026-09'

async function open(scene: Scene): Promise<World> {
  const world = await openScene(scene)
  onTestFinished(() => world.close())
  return world
}

const changesOf = ({ sections }: Plan): string[] =>
  sections.flatMap(({ changes }) => changes.map(({ id }) => id))

const notesOf = ({ sections }: Plan) =>
  notesIn(sections, 'ownKey').map(({ sort: _sort, position: _position, ...note }) => note)

const note = { kind: 'environment', name: 'Staging', fields: ['identifier', 'parent'] }
const waiting = { ...note, target: 'Staging', apiKeyFrom: 'env:KEY_Staging' }
const steps = [
  'find the API key of target Staging in the dashboard of the service',
  'set KEY_Staging to this API key',
  'run belfry apply again',
]
const warning = {
  rule: 'own-key',
  severity: 'warning',
  message:
    "belfry can't set identifier and parent of environment Staging: no target has the API key of environment Staging",
}

describe("a release that shows only a key's own environment its key", () => {
  test.each([
    ['before', stagingFirst],
    ['after', withStaging],
  ])('the second call waits with its target, which comes %s the others: they go on', async (_, targets) => {
    const world = await open({ yaml, targets, subscribers, profile })
    const { plan } = await world.plan()
    expect(plan.problems).toEqual([])
    expect(notesOf(plan)).toEqual([waiting])
    expect(changesOf(plan)).toEqual([
      'organisation/environment/Staging/create',
      'Production/subscriber/ada/update',
    ])

    const first = await world.apply()
    expect(outcomes(first)).toEqual([
      'organisation/environment/Staging/create done',
      'subscriber/ada/update done',
    ])
    expect(first.waiting).toEqual([{ target: 'Staging', steps }])
    expect(writesTo(world)).toEqual(['POST /v1/environments 201', 'PATCH /v2/subscribers/ada 200'])

    const second = await world.apply()
    expect(outcomes(second)).toEqual([
      'organisation/environment/Staging/update done',
      'Staging/integration/ses/create done',
      'Staging/integration/ses/set-primary done already',
    ])
    expect(changesOf(second.after as Plan)).toEqual([])
    expect(notesOf(second.after as Plan)).toEqual([])
  })

  test('without a target of the environment nothing fails, and a later plan is empty with a warning', async () => {
    const world = await open({ yaml: environments, profile })
    const { plan } = await world.plan()
    expect(notesOf(plan)).toEqual([note])
    expect(plan.problems).toMatchObject([warning])
    const result = await world.apply()
    expect(outcomes(result)).toEqual(['organisation/environment/Staging/create done'])
    expect([result.waiting, changesOf(result.after as Plan)]).toEqual([[], []])
    const later = (await world.plan()).plan
    expect([changesOf(later), notesOf(later)]).toEqual([[], [note]])
    expect(later.problems).toMatchObject([warning])
  })

  test('resends need the own key too', async () => {
    const world = await open({
      yaml: 'environments: [{ name: Development, dns: { inboundParseDomain: mail.acme.example } }]',
      profile,
    })
    expect(notesOf((await world.plan()).plan)).toEqual([
      { kind: 'environment', name: 'Development', fields: ['dns'] },
    ])
  })
})

/** What a list of environments shows of their keys. */
const showing =
  (shown: 'none' | 'all') =>
  (world: World): Transport =>
  async (request) => {
    const reply = await world.transport(request)
    if (!request.url.endsWith('/v1/environments') || request.method !== 'GET') return reply
    const { data } = JSON.parse(reply.body) as { data: { _id: string; apiKeys: object[] }[] }
    const keys = (row: (typeof data)[number]) =>
      shown === 'none'
        ? []
        : row.apiKeys.length > 0
          ? row.apiKeys
          : [{ key: 'nvsk.encrypted', hash: 'another' }]
    return { ...reply, body: JSON.stringify({ data: data.map((row) => ({ ...row, apiKeys: keys(row) })) }) }
  }

describe.each(['none', 'all'] as const)('a release that shows keys of %s, and refuses them', (shown) => {
  const refused = `organisation/environment/Staging/update waiting: updateEnvironment was refused with status 403: The key belongs to another environment`

  test('the refused call waits with its target', async () => {
    const world = await open({ yaml, targets: withStaging, subscribers, profile })
    const transport = showing(shown)(world)
    const result = await world.apply({ transport })
    expect(outcomes(result)).toEqual([
      'organisation/environment/Staging/create done',
      refused,
      'subscriber/ada/update done',
    ])
    expect([result.waiting, exitOfApply(result, undefined)]).toEqual([[{ target: 'Staging', steps }], 5])
    // Where the list doesn't show whose key it is, an empty environment doesn't either.
    const second = await world.apply(shown === 'all' ? { transport } : {})
    expect(outcomes(second).at(0)).toBe('organisation/environment/Staging/update done')
    expect(changesOf(second.after as Plan)).toEqual([])
  })

  test('without a target of the environment the rest is applied and verified', async () => {
    const world = await open({ yaml: environments, subscribers, profile })
    const result = await world.apply({ transport: showing(shown)(world) })
    expect(outcomes(result)).toEqual(['organisation/environment/Staging/create done', refused])
    expect([result.waiting, changesOf(result.after as Plan)]).toEqual([[], []])
    expect(result.problems).toMatchObject([warning])
    expect(exitOfApply(result, undefined)).toBe(0)
  })
})

describe('the new key is shown, and only with it the second call is taken', () => {
  /** Its key in the reply to the create, or in each list. */
  const revealing =
    (where: 'POST' | 'GET') =>
    (world: World): Transport =>
    async (request) => {
      const reply = await world.transport(request)
      if (!request.url.endsWith('/v1/environments') || request.method !== where) return reply
      const { data } = JSON.parse(reply.body) as { data: object | object[] }
      const key = world.sandbox.keys['Staging']
      const shown = (row: { name?: string }): object =>
        row.name === 'Staging' ? { ...row, apiKeys: [{ key }] } : row
      return { ...reply, body: JSON.stringify({ data: Array.isArray(data) ? data.map(shown) : shown(data) }) }
    }

  const openAll = showing('all')
  test.each<[string, (world: World) => Transport]>([
    ['in the reply to the create', revealing('POST')],
    ['in the list', revealing('GET')],
    ['in the list, after a refusal', (world) => revealing('GET')({ ...world, transport: openAll(world) })],
  ])('%s', async (_, transportOf) => {
    const world = await open({ yaml, targets: withStaging, subscribers, profile })
    const result = await world.apply({ transport: transportOf(world) })
    expect(outcomes(result)).toEqual([
      'organisation/environment/Staging/create done',
      'subscriber/ada/update done',
      'organisation/environment/Staging/update done',
      'Staging/integration/ses/create done',
      'Staging/integration/ses/set-primary done already',
    ])
    expect(result.keyed).toEqual([{ target: 'Staging', apiKeyFrom: 'env:KEY_Staging' }])
    expect([result.waiting, changesOf(result.after as Plan), exitOfApply(result, undefined)]).toEqual([
      [],
      [],
      0,
    ])
  })
})

test('the note of an environment whose own key is refused names the target', async () => {
  const world = await open({ yaml: environments, targets: withStaging, profile })
  await world.apply()
  const targets = (await world.request()).targets.map((target) =>
    target.alias === 'Staging' ? { ...target, apiKey: Secret.of('0'.repeat(32), 'env:KEY_Staging') } : target,
  )
  const { plan } = await world.plan({ request: { targets } })
  expect(notesOf(plan)).toEqual([waiting])
  expect(plan.problems).toMatchObject([
    { target: 'Staging', message: expect.stringContaining('401') as string },
  ])
})

test('a target of another service does not have the key', () => {
  const target: Target = { alias: 'Staging', url: 'https://eu.example', unmanaged: 'report' }
  expect(holderOf('Staging', 'https://eu.example', { targets: [target] })).toEqual({ target: 'Staging' })
  expect(holderOf('Staging', 'https://us.example', { targets: [target] })).toEqual({})
})

test.each(['contract', 'novu-2026-04'] as const)('%s takes the second call with any key', async (older) => {
  const world = await open({ yaml: environments, profile: older })
  const result = await world.apply()
  expect(outcomes(result).at(1)).toMatch(/Staging\/update done/)
  expect([result.problems, changesOf(result.after as Plan)]).toEqual([[], []])
})
