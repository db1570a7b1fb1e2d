// What each way to apply does, while email failed over and while it did not: the table of docs/failover.md.
import { expect, test } from 'vitest'
import { startProxy } from '../../support/cli-proxy.ts'
import { sampled } from '../../support/form.ts'
import { runProgram } from '../../support/cli.ts'
import { failoverWorld, type FailoverWorld } from '../../support/failover-world.ts'

/** The declared primary integration is to be promoted: a third one has its place, and then the standby, or still the third. */
async function world(state: 'failed over' | 'not failed over', before?: readonly string[]) {
  const made = await failoverWorld()
  const { integrations } = made.sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true }) // prettier-ignore
  integrations.edit('Production', 'sendgrid-main', { primary: false })
  integrations.edit('Production', 'third', { primary: true })
  if (before !== undefined) await made.belfry(...before)
  if (state === 'failed over') await made.belfry('failover', 'email', '--yes')
  return made
}

const early = ['plan', '--out', 'plan.json']

/** The commands, the last of which is judged; `early` is run before the failover. */
const rows: readonly (readonly [
  name: string,
  commands: readonly (readonly string[])[],
  failedOver: readonly [exit: number, primary: string],
  notFailedOver: readonly [exit: number, primary: string],
  early?: readonly string[],
])[] = [
  ['apply without a terminal', [['apply']], [0, 'ses-eu'], [4, 'third']],
  ['apply --yes', [['apply', '--yes']], [0, 'ses-eu'], [0, 'sendgrid-main']],
  ['apply PLAN from before', [['apply', 'plan.json']], [4, 'ses-eu'], [0, 'sendgrid-main'], early],
  ['apply --approved PLAN from before', [['apply', '--approved', 'plan.json']], [4, 'ses-eu'], [0, 'sendgrid-main'], early],
  ['apply --yes --approved PLAN from before', [['apply', '--yes', '--approved', 'plan.json']], [4, 'ses-eu'], [0, 'sendgrid-main'], early],
  ['apply --failback PLAN from before', [['apply', '--failback', 'plan.json']], [4, 'ses-eu'], [0, 'sendgrid-main'], early],
  ['apply --failback --approved PLAN from before', [['apply', '--failback', '--approved', 'plan.json']], [4, 'ses-eu'], [0, 'sendgrid-main'], early],
  ['plan --out, apply PLAN', [early, ['apply', 'plan.json']], [0, 'ses-eu'], [0, 'sendgrid-main']],
  ['plan --out, apply --approved PLAN', [early, ['apply', '--approved', 'plan.json']], [0, 'ses-eu'], [0, 'sendgrid-main']],
  ['plan --failback --out, apply PLAN', [[...early, '--failback'], ['apply', 'plan.json']], [0, 'sendgrid-main'], [0, 'sendgrid-main']],
  ['plan --failback --out, apply --approved PLAN', [[...early, '--failback'], ['apply', '--approved', 'plan.json']], [0, 'sendgrid-main'], [0, 'sendgrid-main']],
  ['apply --failback --yes', [['apply', '--failback', '--yes']], [0, 'sendgrid-main'], [0, 'sendgrid-main']],
  ['apply --yes --only', [['apply', '--yes', '--only', 'integration/sendgrid-main']], [0, 'ses-eu'], [0, 'sendgrid-main']],
  ['apply --yes --exclude', [['apply', '--yes', '--exclude', 'integration/ses-eu']], [0, 'ses-eu'], [0, 'sendgrid-main']],
  ['apply --yes --resend', [['apply', '--yes', '--resend', 'integration/*']], [0, 'ses-eu'], [0, 'sendgrid-main']],
] // prettier-ignore

const cases = rows.flatMap(([name, commands, failedOver, notFailedOver, before]) => [
  { name, commands, before, state: 'failed over' as const, ends: failedOver },
  { name, commands, before, state: 'not failed over' as const, ends: notFailedOver },
])

test.each(sampled(cases, 2))('$state: $name', async ({ state, commands, before, ends }) => {
  const { belfry, primaries }: FailoverWorld = await world(state, before)
  let exit: number | undefined
  let text = ''
  for (const command of commands) {
    const said = await belfry(...command)
    exit = said.exit
    text = said.out + said.err
  }
  expect({ text, ends: [exit, ...primaries()] }).toEqual({ text, ends })
})

/** The manifests of the primary integration and of the standby are two files. */
const apart = {
  'manifests/email.yaml': `integrations:
  - { identifier: sendgrid-main, providerId: sendgrid, channel: email, active: true, primary: true }
`,
  'manifests/standby.yaml': `integrations:
  - { identifier: ses-eu, providerId: ses, channel: email, active: false, standby: 1 }
`,
}

test.each([
  ['primary integration', 'manifests/email.yaml', 'integration sendgrid-main failed over to ses-eu'],
  ['standby', 'manifests/standby.yaml', 'integration ses-eu stays active: email failed over to ses-eu'],
])('with only the manifest of the %s, a standby stays primary and active', async (_, file, note) => {
  const { belfry, sandbox, primaries } = await failoverWorld({}, apart)
  await belfry('failover', 'email', '--yes')
  const { exit, out } = await belfry('apply', '--yes', '-f', file)
  expect([exit, ...primaries()]).toEqual([0, 'ses-eu'])
  expect(sandbox.state.integrations.list('Production').find(({ primary }) => primary)?.active).toBe(true)
  expect(out).toContain(note)
})

test.each([
  ['promotes the declared primary integration', { active: false }, 'primary of integration sendgrid-main'],
  ['deactivates the standby', { active: true }, 'active of integration ses-eu'],
])('a failover between the plan and the write: the apply that %s is stale', async (_, standby, what) => {
  const { sandbox, cwd, env, primaries } = await failoverWorld()
  const { integrations } = sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true }) // prettier-ignore
  integrations.edit('Production', 'ses-eu', standby)
  if (!standby.active) {
    integrations.edit('Production', 'sendgrid-main', { primary: false })
    integrations.edit('Production', 'third', { primary: true })
  }
  let isLimited = false
  const url = await startProxy(sandbox.url, ({ method }) => {
    if (method === 'GET' || isLimited) return Promise.resolve(undefined)
    isLimited = true
    for (const name of ['third', 'sendgrid-main']) integrations.edit('Production', name, { primary: false })
    integrations.edit('Production', 'ses-eu', { primary: true, active: true })
    return Promise.resolve({ status: 429, body: '', headers: { 'retry-after': '10' } })
  })
  const { exit, out } = await runProgram(['apply', '--yes'], {
    cwd,
    env: { ...env, BELFRY_URL: url },
    pass: () => Promise.resolve(),
  })
  expect([exit, ...primaries()]).toEqual([4, 'ses-eu'])
  expect(integrations.list('Production').find(({ primary }) => primary)?.active).toBe(true)
  expect(out).toContain('1 stale')
  expect(out).toContain(`the plan changes ${what}, but email failed over to ses-eu`)
})
