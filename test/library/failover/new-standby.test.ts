// A standby that a plan creates or activates in a channel without an active primary: no service makes it primary, so that
// no later plan reports a failover that no user made.
import { expect, test } from 'vitest'
import { profileNames, type ProfileName, type Seed } from '../../../src/sandbox/index.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { runProgram } from '../../support/cli.ts'
import { failoverSeed, failoverWorld, type FailoverWorld } from '../../support/failover-world.ts'

const [main, spare] = failoverSeed.integrations ?? []
const conditions = [
  { isNegated: false, type: 'GROUP', value: 'AND', children: [{ field: 'locale', value: 'de', operator: 'EQUAL', on: 'subscriber' }] },
] // prettier-ignore

const mains = {
  absent: [],
  inactive: [{ ...main, active: false, primary: false }],
  'inactive, but primary': [{ ...main, active: false, primary: true }],
  'active, not primary': [{ ...main, active: true, primary: false }],
  'active with conditions': [{ ...main, active: true, primary: false, conditions }],
}
const spares = { created: [], activated: [{ ...spare, active: false }] }

const keys = 'apiKey: key-of-a-test-1234, from: notify@acme.example, senderName: Acme'
const inManifest = [
  `  - { identifier: sendgrid-main, providerId: sendgrid, channel: email, active: true, primary: true, conditions: [], credentials: { ${keys} } }`,
  `  - { identifier: ses-eu, providerId: ses, channel: email, active: true, standby: 1, credentials: { ${keys}, secretKey: secret-of-a-test-1234, region: eu-west-1 } }`,
]

const worlds = profileNames.flatMap((profile) =>
  Object.entries(mains).flatMap(([before, live]) =>
    Object.entries(spares).flatMap(([action, others]) =>
      ['1', '8'].map((parallel) => [profile, before, action, parallel, [...live, ...others]] as const),
    ),
  ),
)

function open(profile: ProfileName, integrations: readonly object[]) {
  return failoverWorld(
    { profile, seed: { ...failoverSeed, integrations } as Seed },
    { 'manifests/email.yaml': `integrations:\n${inManifest.join('\n')}\n` },
  )
}

async function isSettled({ belfry, primaries }: FailoverWorld, output: string): Promise<void> {
  const { out, exit } = await belfry('plan', '--detailed-exitcode')
  expect([output + out, exit, primaries()]).toEqual([output + out, 0, ['sendgrid-main']])
  expect(output + out).not.toContain('failed over')
}

test.each(worlds)(
  '%s, main %s, standby %s, %s at a time: one apply, and main is primary',
  async (profile, _main, _action, parallel, integrations) => {
    const world = await open(profile, integrations)
    const { exit, out } = await world.belfry('apply', '--yes', '--concurrency', parallel)
    expect([out, exit]).toEqual([out, 0])
    await isSettled(world, out)
  },
)

test('the plan shows the order in which the requests are sent, and a saved plan keeps it', async () => {
  const world = await open('novu-2026-04', mains.inactive)
  const planned = await world.belfry('plan', '--out', 'plan.json')
  expect(planned.out.match(/^[~^+] integration [a-z-]+/gm)).toEqual([
    '~ integration sendgrid-main',
    '^ integration sendgrid-main',
    '+ integration ses-eu',
  ])
  const { out } = await world.belfry('apply', 'plan.json')
  expect(world.writes()).toEqual(['updateIntegration', 'setPrimaryIntegration', 'createIntegration'])
  await isSettled(world, out)
})

test.each([
  ['absent', 1],
  ['inactive', 1],
  ['inactive', 2],
  ['inactive', 3],
] as const)('main %s, request %i refused: the next apply makes main primary', async (before, refused) => {
  const world = await open('novu-2026-09', mains[before])
  let writes = 0
  const url = await startProxy(world.sandbox.url, ({ method }) => {
    if (method !== 'GET') writes += 1
    const reply = { status: 400, body: '{"message":"refused"}' }
    return Promise.resolve(method !== 'GET' && writes === refused ? reply : undefined)
  })
  const through = { cwd: world.cwd, env: { ...world.env, BELFRY_URL: url } }
  const first = await runProgram(['apply', '--yes'], through)
  expect([first.out, first.exit]).toEqual([first.out, 5])
  expect(/skipped .* ses-eu\s+this change depends on /.test(first.out)).toBe(refused < 3)
  const second = await world.belfry('apply', '--yes')
  await isSettled(world, first.out + second.out)
})
