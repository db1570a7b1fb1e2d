// A plan without a declared rename speaks of the integration by the name that it keeps.
import { expect, test } from 'vitest'
import type { Seed } from '../../../src/sandbox/index.ts'
import { cliWorld } from '../../support/cli-world.ts'

const mail = { environment: 'Production', channel: 'email', active: true } as const
const seed: Seed = {
  integrations: [
    { ...mail, identifier: 'mail-old', name: 'Mail', providerId: 'sendgrid', primary: true, credentials: {} },
    { ...mail, identifier: 'ses-eu', name: 'SES', providerId: 'ses', credentials: {} },
  ],
}
const files = {
  'manifests/email.yaml': `targets: [Production]
integrations:
  - { identifier: mail-new, previously: mail-old, providerId: sendgrid, channel: email, name: Mail }
  - { identifier: ses-eu, providerId: ses, channel: email, name: SES, active: true, primary: true }
`,
}

test.each([
  ['plan -t Production', 'mail-new', []],
  ['plan -t Production --only integration/ses-eu', 'mail-old', ['apply plan.json']],
  ['plan -t Production --exclude integration/mail-new', 'mail-old', ['apply --approved plan.json']],
  ['plan -t Production --only integration/ses-eu', 'mail-old', ['apply --approved plan.json']],
] as const)('%s says that %s stops being primary', async (plan, name, then) => {
  const { run, writes } = await cliWorld(files, seed)
  const effect = `side effect: ${name} stops being primary\n`
  expect((await run(`${plan} --out plan.json`)).out).toContain(effect)
  for (const command of then) {
    const { exit, out } = await run(`${command} --yes`)
    expect([exit, out.includes('mail-new stops')]).toEqual([0, false])
    expect(writes()).toHaveLength(1)
  }
})
