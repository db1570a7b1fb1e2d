// Targets that are each right on their own must also go together, or it is said before anything is written.
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { createStrictSandbox } from '../../support/strict-sandbox.ts'
import { openScene } from '../../support/laws/scene.ts'

const yaml = 'integrations: [{ identifier: x, providerId: ses, channel: email }]'
const targets = ['Development', 'Production'].map((alias) => ({ alias, hasKey: true }))

test('two targets of one environment are refused, and both are named', async () => {
  const world = await openScene({ yaml, targets })
  const { targets: known } = await world.request()
  const [, production] = known
  const again = known.map((target) => (target === production ? target : { ...production, alias: 'Again' }))
  const { plan } = await world.plan({ request: { targets: again as typeof known } })
  expect(plan.problems).toMatchObject([
    {
      rule: 'same-environment',
      exit: 4,
      severity: 'error',
      target: 'Production',
      message: `the API keys of targets Again and Production belong to the same environment, Production (${world.sandbox.state.environments.get('Production')?._id})`,
    },
  ])
  await world.close()
})

test('targets of which nobody can tell the environment are not said to be one', async () => {
  const world = await openScene({ yaml, targets })
  const transport: Transport = async (request) =>
    request.url.endsWith('/v1/environments')
      ? { status: 200, headers: {}, body: '[]' }
      : world.transport(request)
  const { plan } = await world.plan({ transport })
  expect(plan.problems.map(({ rule }) => rule)).not.toContain('same-environment')
  await world.close()
})

test('nor are environments that the service lists without an id', async () => {
  const world = await openScene({ yaml, targets })
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    return request.url.endsWith('/v1/environments')
      ? { ...reply, body: reply.body.replaceAll(/"_id":"[^"]*"/g, '"_id":""') }
      : reply
  }
  const { plan } = await world.plan({ transport })
  expect(plan.problems.map(({ rule }) => rule)).not.toContain('same-environment')
  await world.close()
})

test('an organisation that is no id is not compared', async () => {
  const world = await openScene({ yaml, targets })
  let count = 0
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    const id = `"_organizationId":{"is":${(count += 1)}}`
    return request.url.endsWith('/v1/environments')
      ? { ...reply, body: reply.body.replaceAll(/"_organizationId":"[^"]*"/g, id) }
      : reply
  }
  const { plan } = await world.plan({ transport })
  expect(plan.problems.map(({ rule }) => rule)).not.toContain('several-organisations')
  await world.close()
})

test('one environment id on two services is two environments', async () => {
  const world = await openScene({ yaml, targets })
  const other = await createStrictSandbox({})
  onTestFinished(() => other.close())
  const { targets: known } = await world.request()
  const [, production] = known
  const elsewhere = { ...production, alias: 'Elsewhere', url: other.url }
  const transport: Transport = (request) =>
    world.transport({ ...request, url: request.url.replace(other.url, world.sandbox.url) })
  const { plan } = await world.plan({
    request: { targets: [production, elsewhere] as typeof known },
    transport,
  })
  expect(plan.problems.map(({ rule }) => rule)).not.toContain('same-environment')
  await world.close()
})

test('two organisations behind one address are told of once, and the run goes on', async () => {
  const other = await createStrictSandbox({
    seed: {
      organizationId: 'f'.repeat(24),
      environments: [{ name: 'Any' }, { name: 'Production', apiKey: 'e'.repeat(32) }],
    },
  })
  onTestFinished(() => other.close())
  const world = await openScene({ yaml, targets })
  const request = await world.request()
  const mixed = request.targets.map((target) =>
    target.alias === 'Production'
      ? { ...target, apiKey: Secret.of(other.keys['Production'] ?? '', 'env:OTHER') }
      : target,
  )
  const route: Transport = (sent) =>
    world.transport(
      sent.headers['authorization']?.includes(other.keys['Production'] ?? '') === true
        ? { ...sent, url: sent.url.replace(world.sandbox.url, other.url) }
        : sent,
    )
  const options = { request: { targets: mixed }, transport: route }
  const planned = await world.plan(options)
  expect(
    planned.plan.problems.map(({ rule, severity, message }) => [rule, severity, message.slice(0, 68)]),
  ).toEqual([
    [
      'several-organisations',
      'warning',
      'targets Development and Production belong to different organisations',
    ],
  ])
  for (const id of [/(?<="_organizationId":)"f*"/g, /(?<="_organizationId":)"(?!f)[^"]*"/g]) {
    const unnamed: Transport = async (sent) => {
      const reply = await route(sent)
      return { ...reply, body: reply.body.replaceAll(id, '{}') }
    }
    expect((await world.plan({ ...options, transport: unnamed })).plan.problems).toEqual([])
  }
  const result = await world.apply(options, planned)
  expect(result.results.map(({ outcome }) => outcome.status)).toEqual(['done', 'done'])
  expect(result.problems).toEqual([])
  await world.close()
})
