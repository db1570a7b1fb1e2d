// Whose key it is: the environment of a target is proved before anything may be written.
import { describe, expect, test } from 'vitest'
import type { Target } from '../../../src/core/target.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const targets = ['Development', 'Production'].map((alias) => ({ alias, hasKey: true }))
const yaml = 'integrations: [{ identifier: x, providerId: ses, channel: email }]'

/** The plan with other targets than the scene's own. */
async function planWith(
  world: World,
  change: (target: Target) => Target,
  transport?: Transport,
): Promise<Plan> {
  const request = await world.request()
  const own = request.targets.filter(({ alias }) => alias === 'Production').map(change)
  return (await world.plan({ request: { targets: own }, ...(transport && { transport }) })).plan
}

/** Replies in which no environment shows its keys. */
const withoutKeys =
  (inner: Transport): Transport =>
  async (request) => {
    const reply = await inner(request)
    if (!request.url.endsWith('/v1/environments')) return reply
    const shown = JSON.parse(reply.body) as { apiKeys?: unknown }[]
    return { ...reply, body: JSON.stringify(shown.map(({ apiKeys: _apiKeys, ...rest }) => rest)) }
  }

const summary = ({ problems, requests }: Plan) => [
  problems.map(({ rule, exit }) => `${rule} ${exit}`),
  requests.reads,
]

describe('a key', () => {
  test('of another environment is refused, with both names', async () => {
    const world = await openScene({ yaml, targets })
    const request = await world.request()
    const [development] = request.targets
    const plan = await planWith(world, (target) => ({
      ...target,
      ...(development?.apiKey && { apiKey: development.apiKey }),
    }))
    expect(plan.problems).toMatchObject([
      {
        rule: 'wrong-environment',
        exit: 4,
        target: 'Production',
        message:
          'the API key belongs to environment Development (6b0000030000000000000001), not to environment Production',
        hint: 'Set KEY_Production to the API key of environment Production. Or correct environment of target Production in the project file.',
      },
    ])
    expect(plan.sections).toEqual([])
    await world.close()
  })

  test('is known by its hash, or by itself where no hash is shown', async () => {
    const world = await openScene({ yaml, targets })
    expect(summary(await planWith(world, (target) => target))).toEqual([[], 2])
    const plain: Transport = async (request) => {
      const reply = await world.transport(request)
      return { ...reply, body: reply.body.replaceAll(/,"hash":"[0-9a-f]+"/g, '') }
    }
    expect(summary(await planWith(world, (target) => target, plain))).toEqual([[], 2])
    await world.close()
  })

  test('that is not shown: any subscriber tells', async () => {
    const world = await openScene({
      yaml,
      targets,
      subscribers: [{ environment: 'Production', subscriberId: 'ada' }],
    })
    expect(summary(await planWith(world, (target) => target, withoutKeys(world.transport)))).toEqual([[], 3])
    const wrong = await planWith(
      world,
      (target) => ({ ...target, environment: 'Development' }),
      withoutKeys(world.transport),
    )
    expect(summary(wrong)).toEqual([['wrong-environment 4'], 3])
    await world.close()
  })

  test('that nothing tells of: refused, unless the project says the id; the rest is still shown', async () => {
    const world = await openScene({ yaml, targets })
    const unknown = await planWith(world, (target) => target, withoutKeys(world.transport))
    expect(summary(unknown)).toEqual([['unknown-environment 4'], 4])
    expect(unknown.sections.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual([
      'Production/integration/x/create',
    ])
    const environmentId = world.sandbox.state.environments.get('Production')?._id ?? ''
    const known = await planWith(
      world,
      (target) => ({ ...target, environmentId }),
      withoutKeys(world.transport),
    )
    expect(summary(known)).toEqual([[], 4])
    await world.close()
  })

  test('of an environment with another id than the project says is refused', async () => {
    const world = await openScene({ yaml, targets })
    expect(summary(await planWith(world, (target) => ({ ...target, environmentId: 'other' })))[0]).toEqual([
      'wrong-environment 4',
    ])
    await world.close()
  })

  test('that is missing, of an environment that is live', async () => {
    const world = await openScene({ yaml, targets })
    const plan = (
      await world.plan({
        request: {
          targets: (await world.request()).targets.map(({ apiKey, ...target }) =>
            target.alias === 'Production' ? target : { ...target, ...(apiKey && { apiKey }) },
          ),
        },
      })
    ).plan
    expect(plan.problems.map(({ message }) => message)).toEqual([
      'the API key is missing: env:KEY_Production is unset or empty',
    ])
    await world.close()
  })
})

test('only the integrations of the own environment are seen, though a list spans the organisation', async () => {
  const world = await openScene({
    yaml,
    targets,
    integrations: [{ environment: 'Development', identifier: 'x', providerId: 'ses', channel: 'email' }],
  })
  const { plan } = await world.plan()
  expect(plan.sections.map(({ target, changes }) => [target, changes.map(({ action }) => action)])).toEqual([
    ['Development', []],
    ['Production', ['create']],
  ])
  await world.close()
})

test('problems come in the order of the targets, whichever reply comes first', async () => {
  const subscribers = targets.map(({ alias }) => ({ environment: alias, subscriberId: 'ada' }))
  const world = await openScene({ yaml: 'subscribers: [{ subscriberId: ada }]', targets, subscribers })
  let isLast: () => void
  const last = new Promise<void>((resolve) => (isLast = resolve))
  const transport: Transport = async (request) => {
    if (!request.url.includes('/v2/subscribers')) return world.transport(request)
    const isFirst = request.headers['authorization']?.endsWith(world.sandbox.keys['Development'] ?? '')
    if (isFirst === true) await last
    else setImmediate(isLast)
    return { status: 401, headers: {}, body: '{"message":"API Key not found"}' }
  }
  const { plan } = await world.plan({ transport, parallel: 4 })
  expect(plan.problems.map(({ target, hint }) => [target, hint?.includes('Copy the API key')])).toEqual(
    targets.map(({ alias }) => [alias, true]),
  )
  expect(plan.requests.reads).toBe(3)
  await world.close()
})
