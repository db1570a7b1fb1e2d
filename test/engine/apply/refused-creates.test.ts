// A create that the service refuses, and what is there of its name → done already, failed with what differs, or not known.
import { describe, expect, test } from 'vitest'
import { TransportError } from '../../../src/service/errors.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const yaml = 'integrations: [{ identifier: ses, providerId: ses, channel: email, name: Ours, active: true }]'
const found = { environment: 'Production', identifier: 'ses', providerId: 'ses', channel: 'email' as const }

async function open(): Promise<World> {
  return openScene({ yaml })
}

/** Another client makes one of this name while the create is on its way; each create is refused with this status. */
async function outcomeOf(world: World, status: number, name: string | undefined, body = '{"message":"no"}') {
  const planned = await world.plan()
  const transport: Transport = (request) => {
    if (request.method !== 'POST') return world.transport(request)
    if (name !== undefined) world.sandbox.state.integrations.add({ ...found, name, active: true })
    world.sandbox.clearLog()
    return Promise.resolve({ status, headers: {}, body })
  }
  const { results } = await world.apply({ transport }, planned)
  const reads = world.sandbox.log.filter(({ operation }) => operation === 'listIntegrations').length
  return { outcome: results[0]?.outcome, reads }
}

describe.each([400, 409, 422])('refused with %i', (status) => {
  test('there is the same: it is done', async () => {
    const world = await open()
    expect((await outcomeOf(world, status, 'Ours')).outcome).toEqual({ status: 'done', already: true })
    await world.close()
  })

  test('there is another: it failed, and the field that differs is named', async () => {
    const world = await open()
    const { outcome } = await outcomeOf(world, status, 'Theirs')
    expect(outcome).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('differs from the manifest in name'),
    })
    await world.close()
  })

  test('there is none: it failed', async () => {
    const world = await open()
    const { outcome } = await outcomeOf(world, status, undefined)
    expect(outcome).toMatchObject({ status: 'failed', reason: expect.stringContaining(`status ${status}`) })
    await world.close()
  })
})

test.each([401, 402, 403, 404, 413])('refused with %i says nothing of what is there', async (status) => {
  const world = await open()
  const { outcome, reads } = await outcomeOf(world, status, 'Ours')
  expect([outcome?.status, reads]).toEqual(['failed', 0])
  await world.close()
})

test('a web page says nothing of it either, and so it is looked for', async () => {
  const world = await open()
  expect((await outcomeOf(world, 403, 'Ours', '<html></html>')).outcome).toEqual({
    status: 'done',
    already: true,
  })
  await world.close()
})

test('another client creates one, whose credentials can not be compared: it is stale', async () => {
  const credentials = 'credentials: { apiKey: mine }'
  const world = await openScene({
    yaml: `integrations: [{ identifier: ses, providerId: sendgrid, channel: email, name: Ours, ${credentials} }]`,
    profile: 'novu-2026-09',
  })
  const planned = await world.plan()
  world.sandbox.state.integrations.add({ ...found, providerId: 'sendgrid', name: 'Ours' })
  const { results } = await world.apply({}, planned)
  expect(results[0]?.outcome).toEqual({
    status: 'stale',
    reason: 'the resource was created in the service since the plan was made',
  })
  await world.close()
})

test('refused after a reply was lost, and not shown yet: it is not known', async () => {
  const world = await open()
  let posts = 0
  const { results } = await world.apply({
    patience: { sleep: () => Promise.resolve(), random: () => 0.5, budget: 60_000 },
    transport: (request) => {
      if (request.method !== 'POST') return world.transport(request)
      posts += 1
      if (posts === 1)
        throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
      return Promise.resolve({ status: 409, headers: {}, body: '{"message":"exists"}' })
    },
  })
  expect([results[0]?.outcome.status, posts]).toEqual(['unknown', 2])
  await world.close()
})

test('an update that is refused with these statuses failed, whatever is there', async () => {
  const world = await openScene({ yaml, integrations: [{ ...found, name: 'Theirs', active: true }] })
  const { results } = await world.apply({
    transport: (request) => {
      if (request.method === 'GET') return world.transport(request)
      world.sandbox.state.integrations.edit('Production', 'ses', { name: 'Ours' })
      return Promise.resolve({ status: 409, headers: {}, body: '{"message":"no"}' })
    },
  })
  expect(results.map(({ outcome }) => outcome.status)).toEqual(['failed'])
  await world.close()
})

test('what came to be live twice since the plan is not written to', async () => {
  const next = { ...found, identifier: 'next' }
  const world = await openScene({
    yaml: `integrations:
  - { identifier: next, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: push, providerId: fcm, channel: push, name: New }`,
    integrations: [
      { ...next, active: true },
      { ...found, identifier: 'push', providerId: 'fcm', channel: 'push' },
    ],
  })
  let isWritten = false
  const { results } = await world.apply({
    transport: async (request) => {
      const reply = await world.transport(request)
      isWritten ||= request.method !== 'GET'
      if (!isWritten || !request.url.endsWith('/v1/integrations')) return reply
      const all = JSON.parse(reply.body) as { identifier: string }[]
      const twin = { ...all.find(({ identifier }) => identifier === 'next'), _id: 'f'.repeat(24) }
      return { ...reply, body: JSON.stringify([...all, twin]) }
    },
  })
  expect(results.map(({ change, outcome }) => `${change.name} ${change.action} ${outcome.status}`)).toEqual([
    'push update done',
    'next set-primary stale',
  ])
  await world.close()
})
