// Two applies on one target at the same time end in the declared state, or say what the other changed.
import { expect, test } from 'vitest'
import { createGate } from '../../support/cli-gate.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { folderWith } from '../../support/cli-process.ts'
import { cliWorld, project, type CliWorld } from '../../support/cli-world.ts'

const config = `${project}rules: { missing-credentials: off }\n`
const email = (name: string): string => `targets: [Production]
integrations:
  - { identifier: ses-new, name: ${name}, providerId: ses, channel: email, active: true, primary: true }
  - { identifier: sms-new, name: ${name}, providerId: twilio, channel: sms, active: true }
subscribers:
  - { subscriberId: user-0001, lastName: ${name}, data: { ${name}: true } }
  - { subscriberId: user-0002, lastName: ${name} }
`

/** Holds the first write of each of two runs back until both have made their plan. */
async function together({ sandbox }: CliWorld): Promise<string> {
  const both = createGate()
  let waiting = 0
  return startProxy(sandbox.url, async ({ method }) => {
    if (method === 'GET' || waiting === 2) return undefined
    waiting += 1
    if (waiting === 2) both.open()
    await both.opened
    return undefined
  })
}

test('with the same manifests both end well, and nothing is there twice', async () => {
  const world = await cliWorld({ 'belfry.yaml': config, 'manifests/all.yaml': email('Acme') })
  const env = { BELFRY_URL: await together(world) }
  const ended = await Promise.all([1, 2].map(() => world.run('apply --yes --concurrency 1', { env })))
  expect(ended.map(({ exit, out }) => (exit === 0 ? 0 : out))).toEqual([0, 0])
  const live = world.sandbox.state.integrations.list('Production').map(({ identifier }) => identifier)
  expect(live.filter((identifier) => identifier.endsWith('-new')).sort()).toEqual(['ses-new', 'sms-new'])
  expect((await world.run('plan --detailed-exitcode')).exit).toBe(0)
})

test('with different manifests the later one overwrites nothing that it has not seen, and says so', async () => {
  const world = await cliWorld({ 'belfry.yaml': config, 'manifests/all.yaml': email('Acme') })
  const other = folderWith({ 'belfry.yaml': config, 'manifests/all.yaml': email('Other') })
  const planned = createGate()
  const ended = createGate()
  const first = await startProxy(world.sandbox.url, async ({ method }) => {
    if (method !== 'GET') await planned.opened
    return undefined
  })
  const later = await startProxy(world.sandbox.url, async ({ method }) => {
    if (method === 'GET') return undefined
    planned.open()
    await ended.opened
    return undefined
  })
  const args = 'apply --yes --concurrency 1'
  const rival = world.run(args, { env: { BELFRY_URL: later }, cwd: other })
  const winner = await world.run(args, { env: { BELFRY_URL: first } })
  ended.open()
  const { exit, out } = await rival
  expect({ exit: winner.exit, isVerified: winner.out.includes('Verified') }).toEqual({
    exit: 0,
    isVerified: true,
  })
  expect(exit).toBe(5)
  expect(out).toMatch(/^failed +Production +\+ integration ses-new/m)
  expect(out).toMatch(
    /^stale +Production +~ subscriber user-0001.*\n +lastName changed in the service since the plan was made/m,
  )
  const live = world.sandbox.state.integrations.list('Production')
  expect(live.filter(({ identifier }) => identifier.endsWith('-new')).map(({ name }) => name)).toEqual([
    'Acme',
    'Acme',
  ])
  expect(world.sandbox.state.subscribers.get('Production', 'user-0001')?.data).toMatchObject({ Acme: true })
})
