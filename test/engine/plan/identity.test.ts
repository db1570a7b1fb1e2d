// The project's environmentId proves an environment only where the service lists it: a typo must not open another one.
import { expect, test } from 'vitest'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const yaml = 'integrations: [{ identifier: x, providerId: ses, channel: email }]'
const ada = { environment: 'Production', subscriberId: 'ada' }

/** Environments without their keys, and of these only those that are named. */
const showing =
  (world: World, names: readonly string[]): Transport =>
  async (request) => {
    const reply = await world.transport(request)
    if (!request.url.endsWith('/v1/environments')) return reply
    const all = JSON.parse(reply.body) as { name: string; apiKeys?: unknown }[]
    const shown = all.filter(({ name }) => names.includes(name))
    return { ...reply, body: JSON.stringify(shown.map(({ apiKeys: _apiKeys, ...rest }) => rest)) }
  }

async function problems(world: World, names: readonly string[], environmentId?: string): Promise<string[]> {
  const targets = (await world.request()).targets.map((target) => ({
    ...target,
    ...(environmentId !== undefined && { environmentId }),
  }))
  const { plan } = await world.plan({ request: { targets }, transport: showing(world, names) })
  return plan.problems.map(({ rule, exit, message }) => `${rule} ${exit}: ${message}`)
}

const untold = "unknown-environment 4: belfry can't determine which environment the API key belongs to"
const unlisted = '6b00000300000000000000ff'

test('an id that no environment has is no proof', async () => {
  const world = await openScene({ yaml })
  expect(await problems(world, ['Development', 'Production'], unlisted)).toEqual([
    `${untold}: the service lists no environment with environmentId ${unlisted}`,
  ])
  await world.close()
})

test('an environment that a subscriber tells of, and no list names, is taken where the project says its id', async () => {
  const world = await openScene({ yaml, subscribers: [ada] })
  const id = world.sandbox.state.environments.get('Production')?._id ?? ''
  expect(await problems(world, ['Development'])).toEqual([untold])
  expect(await problems(world, ['Development'], id)).toEqual([])
  expect(await problems(world, ['Development'], unlisted)).toEqual([
    `wrong-environment 4: the API key belongs to environment Production (${id}), not to environment ${unlisted}`,
  ])
  await world.close()
})

test('an environment id that is no text tells of no environment', async () => {
  const world = await openScene({ yaml, subscribers: [ada] })
  const odd: Transport = async (request) => {
    const reply = await showing(world, ['Development'])(request)
    const body = reply.body.replaceAll(/"_environmentId":"\w*"/g, '"_environmentId":{"data":0}')
    return request.url.includes('/subscribers') ? { ...reply, body } : reply
  }
  const { plan } = await world.plan({ transport: odd })
  expect(plan.problems.map(({ rule }) => rule)).toContain('unknown-environment')
  expect(plan.sections.map(({ environment }) => environment?.id)).toEqual([''])
  await world.close()
})
