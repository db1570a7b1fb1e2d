// Which failovers are drift: those whose start the journal doesn't show, and those that are older than failover.maxAge.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envelopeIn } from '../../support/cli-schemas.ts'
import {
  failoverFiles,
  failoverSeed,
  failoverWorld,
  protectedTarget,
  type FailoverWorld,
} from '../../support/failover-world.ts'

const journal = '.belfry/failover.ndjson'
const aged = (maxAge: string) => ({
  'belfry.yaml': `${failoverFiles['belfry.yaml']}failover: { maxAge: ${maxAge} }\n`,
})

/** As a person does it in the dashboard. */
function promoteByHand({ sandbox }: FailoverWorld, to: string, from: string): void {
  const { integrations } = sandbox.state
  integrations.edit('Production', from, { primary: false })
  integrations.edit('Production', to, { primary: true, active: true })
}

function byHand(world: FailoverWorld): void {
  promoteByHand(world, 'ses-eu', 'sendgrid-main')
}

async function byBelfry({ belfry }: FailoverWorld): Promise<void> {
  expect((await belfry('failover', 'email', '--yes')).exit).toBe(0)
}

/** As if it was done 25 hours ago. */
async function yesterday(world: FailoverWorld): Promise<void> {
  await byBelfry(world)
  const file = join(world.cwd, journal)
  const then = new Date(Date.now() - 25 * 3_600_000).toISOString()
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"time":"[^"]+"/g, `"time":"${then}"`))
}

async function damaged(world: FailoverWorld): Promise<void> {
  await byBelfry(world)
  appendFileSync(join(world.cwd, journal), '{"type":"outc\n')
}

async function undoneAndByHand(world: FailoverWorld): Promise<void> {
  await byBelfry(world)
  await world.belfry('failover', 'email', '--back', '--yes')
  byHand(world)
}

type Way = (world: FailoverWorld) => void | Promise<void>

const unexplained = "this is drift, because the journal doesn't show when it began"
const old = 'this is drift, because it is older than 24h (failover.maxAge)'

const drifting: readonly (readonly [name: string, failOver: Way, files: Readonly<Record<string, string>>, why: string])[] = [
  ['by hand, without a journal', byHand, {}, unexplained],
  ['by hand, after a failover that is in the journal', undoneAndByHand, {}, unexplained],
  ['by hand, within maxAge', byHand, aged('24h'), unexplained],
  ['with a damaged journal', damaged, {}, unexplained],
  ['older than maxAge', yesterday, aged('24h'), old],
] // prettier-ignore

test.each(drifting)('a failover %s is drift', async (_, failOver, files, why) => {
  const world = await failoverWorld({}, files)
  await failOver(world)
  const { exit, out } = await world.belfry('plan', '--detailed-exitcode')
  expect([out, exit]).toEqual([out, 2])
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`; ${why}; to return, run belfry failover email --back`)
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`ses-eu stays active: [^!]*; ${why.replaceAll(/[().]/g, String.raw`\$&`)} `),
  )
  expect(out).toMatch(/^Nothing to send\. 2 resources match, 1 failover is drift\./m)
  expect((await world.belfry('plan')).exit).toBe(0)
  expect((await world.belfry('apply', '--yes')).exit).toBe(0)
  expect(world.primaries()).toEqual(['ses-eu'])
})

test.each([
  ['that the journal explains', byBelfry, {}],
  ['that the journal explains, at any age without maxAge', yesterday, {}],
  ['within maxAge', byBelfry, aged('24h')],
  ['of 25 hours with a maxAge of 26 hours', yesterday, aged('26h')],
] as const)('a failover %s is no drift', async (_, failOver, files) => {
  const world = await failoverWorld({}, files)
  await failOver(world)
  const { exit, out } = await world.belfry('plan', '--detailed-exitcode')
  expect([out, exit]).toEqual([out, 0])
  expect(out).toContain('No changes. 2 resources match.')
  expect(out).not.toContain('drift')
})

test('a plan that undoes the failover shows a change, and no failover', async () => {
  const world = await failoverWorld()
  byHand(world)
  const { exit, out } = await world.belfry('plan', '--detailed-exitcode', '--failback')
  expect(exit).toBe(2)
  expect(out).not.toContain('drift')
})

const formats = ['plan.prom', 'plan.md', 'plan.html'].flatMap((file) => {
  const format = { prom: 'prometheus', md: 'markdown', html: 'html' }[file.slice(5)]
  return ['--report', `${format}=${file}`]
})

async function reported({ belfry, cwd }: FailoverWorld) {
  const { out } = await belfry('plan', '--format', 'json', ...formats)
  const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
  return { json: envelopeIn(out) as { readonly plan?: unknown }, prom: read('plan.prom'), md: read('plan.md'), html: read('plan.html') } // prettier-ignore
}

test('all formats show a failover that is drift', async () => {
  const world = await failoverWorld({}, aged('24h'))
  await yesterday(world)
  const { json, prom, md, html } = await reported(world)
  expect(json.plan).toMatchObject({
    counts: { failoverDrift: 1, unchanged: 2 },
    sections: [{ failedOver: [{ name: 'sendgrid-main', overdue: '24h' }, { name: 'ses-eu', overdue: '24h' }] }],
  }) // prettier-ignore
  expect(prom).toContain('belfry_drift{target="Production",kind="failover"} 1\n')
  expect(prom).toContain('belfry_drift{target="Production",kind="integration"} 0\n')
  expect(md).toContain('this is drift, because it is older than 24h')
  expect(md).toContain('1 failover is drift')
  expect(html).toContain(old)
})

test('the figures have a failover without drift as 0', async () => {
  const world = await failoverWorld()
  await byBelfry(world)
  const { json, prom } = await reported(world)
  expect(prom).toContain('belfry_drift{target="Production",kind="failover"} 0\n')
  expect(json.plan).not.toHaveProperty('counts.failoverDrift')
})

test('each channel counts once', async () => {
  const sms = (identifier: string, providerId: string, more: object) => ({ environment: 'Production', identifier, name: identifier, providerId, channel: 'sms' as const, credentials: { accountSid: 'sid-of-a-test-1234', token: 'token-of-a-test-1234', from: '+4912345678', apiKey: 'key-of-a-test-1234', secretKey: 'secret-of-a-test-1234' }, ...more }) // prettier-ignore
  const integrations = [...(failoverSeed.integrations ?? []), sms('twilio-main', 'twilio', { active: true, primary: true }), sms('nexmo-eu', 'nexmo', { active: false })] // prettier-ignore
  const world = await failoverWorld(
    { seed: { ...failoverSeed, integrations } },
    {
      'manifests/sms.yaml': `integrations:
  - { identifier: twilio-main, providerId: twilio, channel: sms, active: true, primary: true }
  - { identifier: nexmo-eu, providerId: nexmo, channel: sms, active: false, standby: 1 }
`,
    },
  )
  byHand(world)
  promoteByHand(world, 'nexmo-eu', 'twilio-main')
  const { out } = await world.belfry('plan')
  expect(out).toContain('4 resources match, 2 failovers are drift.')
})

test('a duration of another form is an error', async () => {
  const { belfry } = await failoverWorld({}, aged('1d'))
  const { exit, err } = await belfry('plan')
  expect(exit).toBe(3)
  expect(err).toContain('wrong-value')
  expect(err).toContain('30m or 24h')
})

test.each([
  ['a failover', byHand, ''],
  ['the declared primary integration', () => undefined, ''],
])('audit calls none of the integrations unused after %s', async (_, failOver: Way) => {
  const world = await failoverWorld()
  await failOver(world)
  const { err } = await world.belfry('audit')
  expect(err).not.toContain('unused-integration')
})

test('audit still calls a declared primary unused if no standby replaces it', async () => {
  const world = await failoverWorld()
  const { integrations } = world.sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true }) // prettier-ignore
  promoteByHand(world, 'third', 'sendgrid-main')
  const { err } = await world.belfry('audit')
  expect(err).toContain('integration sendgrid-main is active, but it is not the primary integration')
})

test('on a protected target, the command that returns has the options that the command needs', async () => {
  const world = await failoverWorld({}, protectedTarget)
  byHand(world)
  const { out } = await world.belfry('plan')
  const command = 'failover email --back -t Production --allow-protected Production --reason TEXT'
  expect(out.replaceAll(/\s+/g, ' ')).toContain(`to return, run belfry ${command} (`)
  world.sandbox.state.integrations.edit('Production', 'ses-eu', { active: false })
  expect((await world.belfry('plan')).err).toContain(`run belfry ${command}.`)
  expect((await world.belfry(...command.split(' '), '--yes')).exit).toBe(0)
})
