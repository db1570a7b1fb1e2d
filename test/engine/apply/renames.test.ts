// A new name, what is live under the old one, and what an apply makes of it.
import { expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { fateful, type Fate, type Fated } from '../../support/laws/transports.ts'
import { openScene, outcomes, writesTo } from '../../support/laws/scene.ts'

const chat = { environment: 'Production', providerId: 'slack', channel: 'chat' as const, active: true }
const ada = {
  environment: 'Production',
  subscriberId: 'ada',
  channels: [
    {
      providerId: 'slack' as const,
      integrationIdentifier: 'old',
      credentials: { webhookUrl: 'https://x.example' },
    },
  ],
}
const yaml = `
integrations:
  - { identifier: new, previously: old, providerId: slack, channel: chat, active: true }
subscribers:
  - subscriberId: ada
    channels: [{ providerId: slack, integrationIdentifier: new, credentials: { webhookUrl: 'https://x.example' } }]
`

test('it is one call, channels stay where they are, and the next plan is empty', async () => {
  const world = await openScene({ yaml, integrations: [{ ...chat, identifier: 'old' }], subscribers: [ada] })
  const before = world.sandbox.state.integrations
    .list('Production')
    .find(({ identifier }) => identifier === 'old')
  const result = await world.apply()
  expect(outcomes(result)).toEqual(['integration/new/update done'])
  expect(writesTo(world)).toEqual(['PUT /v1/integrations/ID 200'])
  const after = world.sandbox.state.integrations
    .list('Production')
    .find(({ identifier }) => identifier === 'new')
  expect(after).toEqual({ ...before, identifier: 'new' })
  expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  await world.close()
})

test('a rename, a change of it and a channel that needs it', async () => {
  const world = await openScene({
    yaml: yaml.replace('active: true', 'name: New').replace('https://x', 'https://y'),
    integrations: [{ ...chat, identifier: 'old' }],
    subscribers: [ada],
  })
  const result = await world.apply()
  expect(outcomes(result)).toEqual(['integration/new/update done', 'subscriber/ada/slack@new/update done'])
  expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  await world.close()
})

test.each([
  ['neither is live: it is created', [], ['integration/new/create done']],
  ['it is live under the new name: nothing is to be done', [{ ...chat, identifier: 'new' }], []],
])('%s', async (_, integrations, expected) => {
  const world = await openScene({ yaml: yaml.split('subscribers:')[0] ?? '', integrations })
  expect(outcomes(await world.apply())).toEqual(expected)
  await world.close()
})

test('both are live: neither is touched, and the plan is refused', async () => {
  const both = ['old', 'new'].map((identifier) => ({ ...chat, identifier, active: false }))
  const world = await openScene({ yaml, integrations: both, subscribers: [ada] })
  const { plan } = await world.plan()
  expect(plan.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      rule: 'both-live',
      exit: 4,
      message:
        'the service has both integration new and integration old, but the manifest declares old as the previous name of new',
    },
  ])
  await world.close()
})

test.each([
  [
    'that stays as it is',
    '',
    ['the identifier prd of environment Edge belongs to environment Production in the service'],
  ],
  [
    'that is not declared',
    null,
    ['the identifier prd of environment Edge belongs to environment Production in the service'],
  ],
  ['that gets another one', ', identifier: main', []],
])('an environment whose identifier becomes that of another one %s', async (_, identifier, messages) => {
  const world = await openScene({
    yaml: `environments:\n${identifier === null ? '' : `  - { name: Production${identifier} }\n`}  - { name: Edge, identifier: prd }\n`,
    environments: environments('Production'),
    targets: [{ alias: 'Production', hasKey: true }],
  })
  const { plan } = await world.plan()
  expect(plan.problems.map(({ message }) => message)).toEqual(messages)
  await world.close()
})

const renamedEnvironment = `
environments:
  - { name: Production, previously: Live }
  - { name: Edge, parent: Production, color: '#ff8800' }
`
const environments = (name: string) => [
  { name, type: 'prod' as const, identifier: 'prd', apiKey: 'key-of-production' },
  { name: 'Edge', type: 'dev' as const, identifier: 'edge', apiKey: 'key-of-edge', parent: name },
]

test("the key of an environment that is still to be renamed is its target's", async () => {
  const world = await openScene({
    yaml: renamedEnvironment,
    environments: environments('Live'),
    targets: [{ alias: 'Production', hasKey: true }],
  })
  const { targets } = await world.request()
  const keyed = targets.map((target) => ({ ...target, apiKey: Secret.of('key-of-production', 'env:KEY') }))
  const result = await world.apply({ request: { targets: keyed } })
  expect(result.problems).toEqual([])
  expect(outcomes(result)).toEqual(['organisation/environment/update done'])
  expect(world.sandbox.state.environments.list().map(({ name }) => name)).toEqual(['Production', 'Edge'])
  expect(result.after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  await world.close()
})

test.each([
  ['first', ['Production', 'Edge']],
  ['last', ['Edge', 'Production']],
])(
  'a rename is sent with the key of the environment itself, also where its target comes %s',
  async (_, order) => {
    const world = await openScene({
      yaml: renamedEnvironment,
      environments: environments('Live'),
      targets: order.map((alias) => ({ alias, hasKey: true })),
    })
    const { targets } = await world.request()
    const keys: Readonly<Record<string, string>> = { Production: 'key-of-production', Edge: 'key-of-edge' }
    const keyed = targets.map((target) => ({
      ...target,
      apiKey: Secret.of(keys[target.alias] ?? '', `env:KEY_${target.alias}`),
    }))
    const result = await world.apply({ request: { targets: keyed } })
    expect(outcomes(result)).toEqual(['organisation/environment/update done'])
    expect(world.writes().map(({ environment }) => environment)).toEqual(['Live'])
    await world.close()
  },
)

test('an environment that is live under its former name is no reason to wait: its key is missing', async () => {
  const world = await openScene({
    yaml: `${renamedEnvironment}integrations: [{ identifier: a, providerId: slack, channel: chat, targets: [Production] }]`,
    environments: environments('Live'),
    targets: [
      { alias: 'Edge', hasKey: true },
      { alias: 'Production', hasKey: true },
    ],
  })
  const { plan } = await world.plan()
  expect(plan.problems).toMatchObject([{ rule: 'missing-key', target: 'Production' }])
  await world.close()
})

test.each<[Fate, string, number]>([
  ['lose', 'integration/new/update done already', 1],
  ['refuse', 'integration/new/update failed: updateIntegration was refused with status 400: Not today', 1],
])('a reply that says %s: %s', async (fate, expected, arrived) => {
  const world = await openScene({
    yaml: yaml.split('subscribers:')[0] ?? '',
    integrations: [{ ...chat, identifier: 'old' }],
  })
  const sent: Fated[] = []
  const result = await world.apply({ transport: fateful(world.transport, () => fate, sent) })
  expect(outcomes(result)).toEqual([expected])
  expect(sent).toHaveLength(arrived)
  await world.close()
})
