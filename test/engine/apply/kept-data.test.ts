// The service replaces a subscriber's data whole: what an app wrote since the plan is not set back.
import { expect, test } from 'vitest'
import { openScene, outcomes, writesTo } from '../../support/laws/scene.ts'
import type { World } from '../../support/laws/world.ts'

const open = (yaml: string): Promise<World> =>
  openScene({
    yaml: `subscribers: [{ subscriberId: ada, ${yaml} }]`,
    subscribers: [{ environment: 'Production', subscriberId: 'ada', data: { team: 'a', seen: 1 } }],
  })

/** An app that writes all of a subscriber's data, as the service's own API has it. */
async function write({ sandbox, transport }: World, data: object): Promise<void> {
  await transport({
    method: 'PATCH',
    url: `${sandbox.url}/v2/subscribers/ada`,
    headers: {
      authorization: `ApiKey ${sandbox.keys['Production']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ data }),
  })
  sandbox.clearLog()
}

test.each<[string, string, object, string, object]>([
  [
    'a key that is kept moved',
    'data: { team: b }',
    { team: 'a', seen: 2 },
    'stale: data changed in the service since the plan was made',
    { team: 'a', seen: 2 },
  ],
  ['nothing moved', 'data: { team: b }', { team: 'a', seen: 1 }, 'done', { team: 'b', seen: 1 }],
  [
    'somebody wrote what is wanted',
    'data: { team: b }',
    { team: 'b', seen: 2 },
    'done already',
    { team: 'b', seen: 2 },
  ],
  [
    'a key came that is in no manifest',
    'data: { team: b, seen: 1 }',
    { team: 'a', seen: 1, plan: 'pro' },
    'stale: data changed in the service since the plan was made',
    { team: 'a', seen: 1, plan: 'pro' },
  ],
])('%s', async (_, yaml, written, expected, data) => {
  const world = await open(yaml)
  const planned = await world.plan()
  await write(world, written)
  expect(outcomes(await world.apply({}, planned))).toEqual([`subscriber/ada/update ${expected}`])
  expect(world.sandbox.state.subscribers.get('Production', 'ada')?.data).toEqual(data)
  await world.close()
})

test('where data is exact nothing is kept, and nothing is read again', async () => {
  const world = await open('exact: [data], data: { team: b, seen: 3 }')
  const planned = await world.plan()
  world.sandbox.clearLog()
  const { results } = await world.apply({}, planned)
  expect(results.map(({ outcome }) => outcome)).toEqual([{ status: 'done' }])
  expect(writesTo(world)).toEqual(['PATCH /v2/subscribers/ada 200'])
  expect(world.sandbox.log[0]?.method).toBe('PATCH')
  await world.close()
})
