// What is live twice is left alone, and never counted as a match.
import { expect, test } from 'vitest'
import { exitOfApply } from '../../../src/library/exit.ts'
import { notesIn } from '../../../src/core/plan/notes.ts'
import { appliedNodes } from '../../../src/report/document/apply.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { planText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import type { Transport } from '../../../src/service/transport.ts'
import { openScene, outcomes } from '../../support/laws/scene.ts'

test('the heading of a target', async () => {
  const world = await openScene({
    yaml: 'integrations: [{ identifier: x, providerId: ses, channel: email }]',
    integrations: [{ environment: 'Production', identifier: 'x', providerId: 'ses', channel: 'email' }],
  })
  const { plan } = await world.plan({
    transport: async (request) => {
      const reply = await world.transport(request)
      if (!request.url.endsWith('/v1/integrations')) return reply
      const all = JSON.parse(reply.body) as { identifier: string }[]
      const twin = { ...all.find(({ identifier }) => identifier === 'x'), _id: 'twin' }
      return { ...reply, body: JSON.stringify([...all, twin]) }
    },
  })
  const text = planText(plan, plain).replace(world.sandbox.url, 'URL').split('\n')
  expect(text).toContain('Production   URL   1 resource')
  await world.close()
})

const twins: readonly (readonly [kind: string, identity: string, yaml: string])[] = [
  ['integration', 'identifier', 'integrations: [{ identifier: x, providerId: ses, channel: email }]'],
  ['environment', 'name', 'environments: [{ name: x, color: "#fff" }]'],
]

test.each(twins)(
  'an %s that somebody else creates at the same moment: both are named',
  async (kind, identity, yaml) => {
    const world = await openScene({ yaml })
    const { state, faults } = world.sandbox
    if (kind === 'integration') faults.set(['race-create=500ms'])
    const transport: Transport = async (request) => {
      const isRace = request.method === 'POST' && kind === 'integration'
      const [reply] = await Promise.all([
        world.transport(request),
        ...(isRace ? [world.transport(request)] : []),
      ])
      if (request.method === 'POST' && !isRace) state.environments.add({ name: 'x', identifier: 'twin' })
      return reply
    }
    const result = await world.apply({ transport })
    expect(outcomes(result)).toHaveLength(1)
    expect(exitOfApply(result, undefined)).toBe(6)
    const ids =
      kind === 'integration'
        ? state.integrations
            .list('Production')
            .flatMap(({ identifier, _id }) => (identifier === 'x' ? [_id] : []))
        : state.environments.list().flatMap(({ name, _id }) => (name === 'x' ? [_id] : []))
    expect(ids).toHaveLength(2)
    expect(
      nodesText([appliedNodes({ result })], plain)
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toBe(
      `Not verified: ${kind} x is duplicated in the service. Declare a different ${identity}, or delete all but one of these resources in the dashboard of the service.`,
    )
    expect(result.problems.map(({ message }) => message)).toEqual([
      `${kind} x is in the service 2 times (${ids.join(', ')}); not compared, left unchanged`,
    ])
    world.sandbox.clearLog()
    const again = await world.apply()
    expect([again.results, exitOfApply(again, undefined), world.writes()]).toEqual([[], 6, []])
    await world.close()
  },
)

const people: readonly (readonly [string, string])[] = [
  ['looked up', 'subscribers: [{ subscriberId: ada, firstName: Ada }]'],
  [
    'on pages, to change',
    'subscribers: [{ subscriberId: ada, firstName: Ada }, { subscriberId: ben, firstName: B }]',
  ],
  [
    'on pages, as declared',
    'subscribers: [{ subscriberId: ada, firstName: Old }, { subscriberId: ben, firstName: B }]',
  ],
]

test.each(people)('a subscriber that the service shows twice: %s', async (_, yaml) => {
  const subscribers = ['ada', 'ben'].map((subscriberId) => ({
    environment: 'Production',
    subscriberId,
    firstName: 'Old',
  }))
  const world = await openScene({ yaml, subscribers })
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    if (!request.url.includes('/v2/subscribers?')) return reply
    const page = JSON.parse(reply.body) as { data: { subscriberId: string }[] }
    const others = page.data
      .filter(({ subscriberId }) => subscriberId === 'ada')
      .flatMap((each) => ['twin', 'third'].map((_id) => ({ ...each, _id })))
    return { ...reply, body: JSON.stringify({ ...page, data: [...page.data, ...others] }) }
  }
  const { plan } = await world.plan({ transport })
  const { changes, unchanged, resources } = plan.sections[0] as (typeof plan.sections)[0]
  const ben = yaml.includes('ben') ? ['ben'] : []
  expect(changes.map(({ name }) => name)).toEqual(ben)
  expect({ unchanged, resources }).toEqual({ unchanged: 0, resources: ben.length + 1 })
  expect(notesIn(plan.sections, 'duplicates')).toMatchObject([
    { name: 'ada', ids: [expect.any(String), 'twin', 'third'] },
  ])
  const unapproved = await world.plan({
    transport,
    request: { selection: { only: [], exclude: [], resend: [], approved: () => undefined } },
  })
  expect(unapproved.plan.sections.map((section) => section.unchanged)).toEqual([0])
  const result = await world.apply({ transport })
  expect(exitOfApply(result, undefined)).toBe(6)
  expect(world.writes().map(({ path }) => path)).toEqual(ben.map((id) => `/v2/subscribers/${id}`))
  await world.close()
})
