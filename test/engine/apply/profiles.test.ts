// What a service does besides what it was asked for: one apply converges on services of every age.
import { describe, expect, test } from 'vitest'
import { pendingChanges } from '../../../src/core/plan/plan.ts'
import { profileNames, type ProfileName } from '../../../src/sandbox/index.ts'
import { openScene, outcomes, writesTo, type Scene } from '../../support/laws/scene.ts'
import { fateful, type Fate } from '../../support/laws/transports.ts'

const email = { environment: 'Production', channel: 'email' as const, providerId: 'ses' }

async function ends(scene: Scene, fate: Fate = 'pass') {
  const world = await openScene(scene)
  const result = await world.apply({ transport: fateful(world.transport, () => fate, []) })
  const sent = writesTo(world).map((line) => line.replace(/ 20\d$/, ''))
  await world.close()
  return {
    outcomes: outcomes(result),
    sent,
    left: result.after && pendingChanges(result.after).map(({ id }) => id),
    problems: result.problems.map(({ message }) => message),
  }
}

describe.each(profileNames)('%s', (profile: ProfileName) => {
  test.each<Fate>(['pass', 'lose'])(
    'a promotion of what is inactive and has conditions (%s)',
    async (fate) => {
      const conditions = [{ isNegated: false, type: 'GROUP' as const, value: 'AND' as const, children: [] }]
      const found = await ends(
        {
          profile,
          yaml: 'integrations: [{ identifier: next, providerId: ses, channel: email, primary: true }]',
          integrations: [{ ...email, identifier: 'next', active: false, conditions }],
        },
        fate,
      )
      expect(found).toMatchObject({
        outcomes: [`integration/next/set-primary done${fate === 'lose' ? ' already' : ''}`],
        left: [],
      })
    },
  )

  test('a first active email integration: promoted by the service, or by us', async () => {
    const {
      outcomes: came,
      sent,
      left,
    } = await ends({
      profile,
      yaml: 'integrations: [{ identifier: one, providerId: ses, channel: email, active: true, primary: true }]',
    })
    const isTaken = profile !== 'contract'
    expect(came).toEqual([
      'integration/one/create done',
      `integration/one/set-primary done${isTaken ? ' already' : ''}`,
    ])
    expect(sent).toEqual([
      'POST /v1/integrations',
      ...(isTaken ? [] : ['POST /v1/integrations/ID/set-primary']),
    ])
    expect(left).toEqual([])
  })

  test('a first active one that is not declared primary is left as the service made it', async () => {
    const { left } = await ends({
      profile,
      yaml: 'integrations: [{ identifier: one, providerId: ses, channel: email, active: true }]',
    })
    expect(left).toEqual([])
  })

  const staging: Scene = {
    profile,
    yaml: 'environments: [{ name: Staging, color: "#ff8800", parent: Production }]',
    targets: [
      { alias: 'Production', hasKey: true },
      { alias: 'Staging', hasKey: false },
    ],
  }
  const created = 'organisation/environment/Staging/create done'
  const parented = 'organisation/environment/Staging/update'

  test('the parent of a new environment: kept by its create, or set by a second call', async () => {
    const world = await openScene(staging)
    const first = await world.apply()
    expect(outcomes(first)).toEqual(
      {
        contract: [created, `${parented} done already`],
        'novu-2026-04': [created, `${parented} done`],
        'novu-2026-09': [created],
      }[profile],
    )
    // Newer services take changes of an environment with its own key only, and don't show the key.
    const isNew = profile === 'novu-2026-09'
    expect(first.waiting.map(({ steps }) => steps[0])).toEqual(
      isNew ? ['find the API key of target Staging in the dashboard of the service'] : [],
    )
    expect(outcomes(await world.apply())).toEqual(isNew ? [`${parented} done`] : [])
    expect((await world.plan()).plan.sections.flatMap(({ changes }) => changes)).toEqual([])
    await world.close()
  })

  test('a create whose reply is lost is made once, whatever became of its parent', async () => {
    const world = await openScene(staging)
    const transport = fateful(world.transport, (index) => (index === 0 ? 'lose' : 'pass'), [])
    expect(outcomes(await world.apply({ transport }))[0]).toBe(`${created} already`)
    expect(world.sandbox.state.environments.list().filter(({ name }) => name === 'Staging')).toHaveLength(1)
    await world.close()
  })

  test('device tokens stay when another credential of the channel changes', async () => {
    const push = {
      environment: 'Production',
      identifier: 'push',
      providerId: 'fcm',
      channel: 'push' as const,
      active: true,
    }
    const world = await openScene({
      profile,
      yaml: 'subscribers: [{ subscriberId: "auth0|ada", channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { webhookUrl: "https://x.example" } }] }]',
      integrations: [push],
      subscribers: [{ environment: 'Production', subscriberId: 'auth0|ada' }],
    })
    const planned = await world.plan()
    const stored = world.sandbox.state.integrations
      .list('Production')
      .find(({ identifier }) => identifier === 'push')
    world.sandbox.state.subscribers.edit('Production', 'auth0|ada', {
      channels: [
        {
          providerId: 'fcm',
          _integrationId: stored?._id ?? '',
          credentials: { deviceTokens: ['late'] },
        },
      ],
    })
    const result = await world.apply({}, planned)
    expect(outcomes(result)).toEqual(['subscriber/auth0|ada/fcm@push/update done'])
    const [channel] = world.sandbox.state.subscribers.get('Production', 'auth0|ada')?.channels ?? []
    expect(channel?.credentials).toEqual({ deviceTokens: ['late'], webhookUrl: 'https://x.example' })
    expect(world.writes().map(({ path }) => path)).toEqual(['/v1/subscribers/auth0%7Cada/credentials'])
    await world.close()
  })

  test('no write names an environment, asks for a check or a name that is live already', async () => {
    const world = await openScene({
      profile,
      yaml: `
environments: [{ name: Production, identifier: other-app }]
integrations: [{ identifier: one, providerId: ses, channel: email, name: One, credentials: { apiKey: k, from: a@b.example } }]`,
      integrations: [{ ...email, identifier: 'one', credentials: { apiKey: 'k', from: 'old' } }],
    })
    const selection = { only: [], exclude: [], resend: ['integration/one'] }
    expect((await world.apply({ request: { selection } })).after?.problems).toEqual([])
    const bodies = world.writes().map(({ body }) => JSON.stringify(body))
    expect(bodies.join()).not.toMatch(/_environmentId|"check"|Production/)
    expect(
      bodies.filter((body) => body.includes('credentials')).every((body) => /apiKey.*from/.test(body)),
    ).toBe(true)
    await world.close()
  })
})
