// What can't converge, or can't be compared, is reported with its field and never hidden.
import { describe, expect, test } from 'vitest'
import { notesIn, notesOf } from '../../../src/core/plan/notes.ts'
import { pendingChanges } from '../../../src/core/plan/plan.ts'
import { openScene, outcomes, writesTo } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const push = {
  environment: 'Production',
  identifier: 'push',
  providerId: 'fcm',
  channel: 'push' as const,
  active: true,
  configurations: { inboundWebhookEnabled: false },
}
const ada = { environment: 'Production', subscriberId: 'ada' }

/** `subscriber/ada channels.fcm@push.deviceTokens`, for all that a plan after the apply still shows. */
async function left(world: World): Promise<string[]> {
  const { after } = await world.apply()
  return (after === undefined ? [] : pendingChanges(after)).flatMap(({ kind, name, differences }) =>
    differences.map(({ path }) => `${kind}/${name} ${path.join('.')}`),
  )
}

const withTokens = (exact: string): string =>
  `subscribers: [{ subscriberId: ada, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: [new] }${exact} }] }]`

describe('device tokens', () => {
  const channels = [
    { providerId: 'fcm' as const, integrationIdentifier: 'push', credentials: { deviceTokens: ['old'] } },
  ]
  test('exact, where the service only appends: not converged, and the field is named', async () => {
    const world = await openScene({
      yaml: withTokens(', exact: [deviceTokens]'),
      integrations: [push],
      subscribers: [{ ...ada, channels }],
    })
    expect(await left(world)).toEqual(['subscriber/ada channels.fcm@push.deviceTokens'])
    await world.close()
  })

  test('additive: converged, and no token is lost', async () => {
    const world = await openScene({
      yaml: withTokens(''),
      integrations: [push],
      subscribers: [{ ...ada, channels }],
    })
    expect(await left(world)).toEqual([])
    expect(
      world.sandbox.state.subscribers.get('Production', 'ada')?.channels?.[0]?.credentials.deviceTokens,
    ).toEqual(['old', 'new'])
    await world.close()
  })
})

describe('a missing subscriber', () => {
  const yaml =
    'subscribers: [{ subscriberId: ada, firstName: Ada }, { subscriberId: bob, firstName: Bob, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { title: T } }] }]'

  test('is reported, and the rest goes on', async () => {
    const world = await openScene({ yaml, integrations: [push], subscribers: [ada] })
    const { plan } = await world.plan()
    expect(
      notesIn(plan.sections, 'missing').map(({ kind, name, position }) => `${kind}/${name} ${position.line}`),
    ).toEqual(['subscriber/bob 4'])
    const result = await world.apply()
    expect(outcomes(result)).toEqual(['subscriber/ada/update done'])
    expect(notesIn(result.after?.sections ?? [], 'missing').map(({ name }) => name)).toEqual(['bob'])
    await world.close()
  })

  test('is refused where the project says so', async () => {
    const world = await openScene({ yaml, integrations: [push], subscribers: [ada] })
    const { plan } = await world.plan({ request: { missing: 'fail' } })
    expect(plan.problems.map(({ rule, exit, target }) => [rule, exit, target])).toEqual([
      ['missing', 4, 'Production'],
    ])
    await world.close()
  })

  test('so is one that was deleted', async () => {
    const world = await openScene({ yaml, integrations: [push], subscribers: [{ ...ada, deleted: true }] })
    const { plan } = await world.plan()
    expect(notesIn(plan.sections, 'missing').map(({ name }) => name)).toEqual(['ada', 'bob'])
    expect(plan.sections[0]?.changes).toEqual([])
    await world.close()
  })
})

describe('fields that are not shown', () => {
  const yaml = `
environments:
  - { name: Production, color: "#123456" }
integrations:
  - identifier: push
    providerId: fcm
    channel: push
    credentials: { serviceAccount: x, appSid: y }
    configurations: { inboundWebhookEnabled: true }`
  const integrations = [{ ...push, credentials: { serviceAccount: 'x', appSid: 'other' } }]

  test('are listed, and by default not sent', async () => {
    const world = await openScene({ yaml, integrations })
    const { plan } = await world.plan()
    expect(
      plan.sections.map((section) => [
        section.changes.length,
        notesOf(section, 'unreadable').map(({ name, paths }) => [name, paths]),
      ]),
    ).toEqual([
      [0, [['Production', ['color']]]],
      [0, [['push', ['credentials.appSid', 'configurations']]]],
    ])
    await world.close()
  })

  test('always: each apply sends just the resends that its plan lists, and they are nothing pending', async () => {
    const world = await openScene({ yaml, integrations })
    for (const _ of [1, 2]) {
      const request = { unreadable: 'always' as const }
      const planned = await world.plan({ request })
      expect(pendingChanges(planned.plan)).toEqual([])
      expect(planned.plan.sections.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual([
        'organisation/environment/Production/resend',
        'Production/integration/push/resend',
      ])
      world.sandbox.clearLog()
      const result = await world.apply({ request }, planned)
      expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
      expect(writesTo(world)).toEqual(['PUT /v1/environments/ID 200', 'PUT /v1/integrations/ID 200'])
      expect(world.writes().map(({ body }) => body)).toEqual([
        { color: '#123456' },
        {
          credentials: { serviceAccount: 'x', appSid: 'y' },
          configurations: { inboundWebhookEnabled: true },
        },
      ])
    }
    expect(world.sandbox.state.integrations.get('Production', 'push')?.credentials).toEqual({
      serviceAccount: 'x',
      appSid: 'y',
    })
    await world.close()
  })

  test('asked for by name: that one, once', async () => {
    const world = await openScene({ yaml, integrations })
    const selection = { only: [], exclude: [], resend: ['integration/push'] }
    const { plan } = await world.plan({ request: { selection } })
    expect(plan.sections.flatMap(({ changes }) => changes.map(({ id }) => id))).toEqual([
      'Production/integration/push/resend',
    ])
    await world.close()
  })
})

test('two live resources of one identity are named with both ids, and left alone', async () => {
  const row = { environment: 'Production', identifier: 'twice', providerId: 'ses', channel: 'email' as const }
  const world = await openScene({
    yaml: 'integrations: [{ identifier: twice, providerId: ses, channel: email, name: New }]',
    integrations: [
      { ...row, _id: 'a' },
      { ...row, _id: 'b' },
    ],
  })
  const result = await world.apply()
  expect(notesIn(result.plans[0]?.sections ?? [], 'duplicates').map(({ name, ids }) => [name, ids])).toEqual([
    ['twice', ['a', 'b']],
  ])
  expect(world.writes()).toEqual([])
  expect(notesIn(result.after?.sections ?? [], 'duplicates')).toHaveLength(1)
  await world.close()
})

test('a provider or a channel can not change in place: an error with a way out', async () => {
  const world = await openScene({
    yaml: 'integrations: [{ identifier: push, providerId: apns, channel: push }]',
    integrations: [push],
  })
  const { plan } = await world.plan()
  expect(plan.problems.map(({ rule, message }) => [rule, message])).toEqual([
    ['cannot-change', "providerId of integration push is fcm and can't be changed"],
  ])
  await world.close()
})

test('an environment that is neither live nor declared can not be a parent', async () => {
  const world = await openScene({ yaml: 'environments: [{ name: Staging, color: "#fff", parent: Nowhere }]' })
  const { plan } = await world.plan()
  expect(plan.problems.map(({ rule }) => rule)).toEqual(['unknown-reference'])
  await world.close()
})
