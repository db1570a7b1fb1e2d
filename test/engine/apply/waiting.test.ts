// A target whose environment doesn't exist yet: created, then used only with a key that proves to be one.
import { describe, expect, test } from 'vitest'
import { notesIn, notesOf } from '../../../src/core/plan/notes.ts'
import { applyPlan } from '../../../src/engine/apply/apply.ts'
import { registry } from '../../../src/kinds/registry.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const yaml = `
environments:
  - { name: Staging, color: "#ff8800", parent: Development, identifier: staging-app }
integrations:
  - { identifier: ses, targets: [Staging], providerId: ses, channel: email, active: true, primary: true }
`
const targets = [
  { alias: 'Production', hasKey: true },
  { alias: 'Staging', hasKey: false },
]

/** Replies about environments with their keys changed. */
function withKeys(inner: Transport, change: (key: { key: string; hash?: string }) => object[]): Transport {
  const changed = (row: { name?: string; apiKeys?: { key: string; hash?: string }[] }) =>
    row.name === 'Staging' ? { ...row, apiKeys: row.apiKeys?.flatMap(change) } : row
  return async (request) => {
    const reply = await inner(request)
    if (!request.url.includes('/v1/environments')) return reply
    const body: unknown = JSON.parse(reply.body)
    return {
      ...reply,
      body: JSON.stringify(Array.isArray(body) ? body.map(changed) : changed(body as object)),
    }
  }
}

const created = [
  'organisation/environment/Staging/create done',
  'organisation/environment/Staging/update done',
]
const steps = [
  'find the API key of target Staging in the dashboard of the service',
  'set KEY_Staging to this API key',
  'run belfry apply again',
]

test('the plan says what waits, outside its counts', async () => {
  const world = await openScene({ yaml, targets })
  const { plan } = await world.plan()
  expect(plan.problems).toEqual([])
  expect(
    plan.sections.map((section) => [
      section.target,
      section.changes.length,
      section.resources,
      notesOf(section, 'waiting').map(({ name }) => name),
      section.waitsFor,
    ]),
  ).toEqual([
    [undefined, 2, 1, [], undefined],
    ['Production', 0, 0, [], undefined],
    ['Staging', 0, 0, ['ses'], 'environment Staging is not in the service yet and has no API key'],
  ])
  await world.close()
})

test('only what is selected waits', async () => {
  const world = await openScene({
    yaml: `${yaml}  - { identifier: other, targets: [Staging], providerId: ses, channel: email }\n`,
    targets,
  })
  const selection = { only: ['*/ses', 'environment/*'], exclude: [], resend: [] }
  const { plan } = await world.plan({ request: { selection } })
  expect(notesIn(plan.sections.slice(-1), 'waiting').map(({ name }) => name)).toEqual(['ses'])
  await world.close()
})

const ends = async (world: World, transport: Transport) => {
  const result = await world.apply({ transport })
  return {
    done: outcomes(result),
    waiting: result.waiting,
    plans: result.plans.length,
    isVerified: result.after !== undefined,
  }
}

describe('apply', () => {
  const goesOn = {
    done: [...created, 'Staging/integration/ses/create done', 'Staging/integration/ses/set-primary done'],
    waiting: [],
    plans: 2,
    isVerified: true,
  }
  const stops = { done: created, waiting: [{ target: 'Staging', steps }], plans: 1, isVerified: false }

  test.each<[string, (key: { key: string; hash?: string }) => object[], typeof goesOn | typeof stops]>([
    ['a key with its hash', (key) => [key], goesOn],
    ['a key without a hash', ({ hash: _hash, ...key }) => [key], goesOn],
    ['an encrypted key', ({ key, hash }) => [{ key: `nvsk.${key}`, hash }], stops],
    ['an encrypted key, then a good one', (key) => [{ ...key, key: 'nvsk.x' }, key], goesOn],
    ['an empty key', ({ hash: _hash, ...key }) => [{ ...key, key: '' }], stops],
    ['no keys', () => [], stops],
  ])('%s', async (_, change, expected) => {
    const world = await openScene({ yaml, targets })
    expect(await ends(world, withKeys(world.transport, change))).toEqual(expected)
    await world.close()
  })

  test('a key that only the list shows is used too', async () => {
    const world = await openScene({ yaml, targets })
    const bare: Transport = async (request) => {
      const reply = await world.transport(request)
      if (request.method !== 'POST' || !request.url.endsWith('/v1/environments')) return reply
      const { apiKeys: _apiKeys, ...row } = JSON.parse(reply.body) as { apiKeys: unknown }
      return { ...reply, body: JSON.stringify(row) }
    }
    expect(await ends(world, bare)).toEqual(goesOn)
    await world.close()
  })

  test('without approval of what could not be planned before, nothing of it is sent', async () => {
    const world = await openScene({ yaml, targets })
    const planned = await world.plan()
    const engine = { registry, transport: world.transport, clock: () => 0, parallel: 1 }
    const asked: number[] = []
    const approve = async (plan: { sections: readonly { changes: readonly unknown[] }[] }) => {
      asked.push(plan.sections.flatMap(({ changes }) => changes).length)
      return false
    }
    const result = await applyPlan(planned, await world.request(), { keepGoing: 'no', approve }, engine)
    expect([asked, outcomes(result), result.waiting.map(({ target }) => target)]).toEqual([
      [2],
      created,
      ['Staging'],
    ])
    expect(world.sandbox.state.integrations.list('Staging').map(({ channel }) => channel)).toEqual(['in_app'])
    await world.close()
  })

  test('an environment that could not be created: its target goes on waiting', async () => {
    const world = await openScene({ yaml, targets })
    const refusing: Transport = async (request) =>
      request.method === 'POST'
        ? { status: 402, headers: {}, body: '{"message":"Payment Required"}' }
        : world.transport(request)
    const { done, waiting } = await ends(world, refusing)
    expect(done[0]).toBe(
      'organisation/environment/Staging/create failed: createEnvironment was refused with status 402: Payment Required',
    )
    expect(waiting).toHaveLength(1)
    await world.close()
  })
})

test('a new environment is created with the first key that works, and updated with its own where there is one', async () => {
  const world = await openScene({
    yaml: 'environments: [{ name: Staging, color: "#fff" }, { name: Production, identifier: other }, { name: Development, identifier: another }]',
    targets: ['Development', 'Production'].map((alias) => ({ alias, hasKey: true })),
  })
  await world.apply()
  expect(world.writes().map(({ method, environment }) => [method, environment])).toEqual([
    ['POST', 'Development'],
    ['PUT', 'Production'],
    ['PUT', 'Development'],
  ])
  await world.close()
})
