// All refusals of all targets come before the first write of any; plan says the same, protection aside.
import { expect, test } from 'vitest'
import { cliWorld, people, project } from '../../support/cli-world.ts'

const guarded = (ofProduction: string): string =>
  project.replace(
    "Production: { apiKey: '${env:PRODUCTION_KEY}' }",
    `Production: { apiKey: '\${env:PRODUCTION_KEY}', ${ofProduction} }`,
  )

test('a limit of the second target keeps the first from being written to', async () => {
  const { run, writes } = await cliWorld({
    'belfry.yaml': guarded('limits: { subscriber: { updates: 0 } }'),
    'manifests/people.yaml': people,
  })
  for (const command of ['plan', 'apply --yes', 'apply --yes --keep-going']) {
    const { exit, err } = await run(command)
    expect(exit).toBe(4)
    expect(err).toContain('1 subscriber would be updated, but limits.subscriber.updates allows at most 0')
  }
  expect(writes()).toEqual([])
  expect(await run('apply --yes --max-changes subscriber=1')).toMatchObject({ exit: 0, err: '' })
  expect(writes()).toHaveLength(2)
})

test('a protected target can be planned, and is written to by whoever names it', async () => {
  const { run, writes } = await cliWorld({
    'belfry.yaml': guarded('protected: true'),
    'manifests/people.yaml': people,
  })
  expect(await run('plan --detailed-exitcode')).toMatchObject({ exit: 2, err: '' })
  const { exit, err } = await run('apply --yes')
  expect(exit).toBe(4)
  expect(err).toContain('error  protected')
  expect(writes()).toEqual([])
  expect(await run('apply --yes -t Development')).toMatchObject({ exit: 0, err: '' })
  expect(await run('apply --yes --allow-protected Production')).toMatchObject({ exit: 0, err: '' })
  // Where nothing is to be done nothing is to be reviewed.
  expect(await run('apply --yes')).toMatchObject({ exit: 0, err: '' })
})

test('what no manifest declares is switched off, and the next plan is empty', async () => {
  const { run, writes } = await cliWorld({
    'belfry.yaml': `${project}unmanaged: deactivate\n`,
    'manifests/mail.yaml': `targets: [Production]
integrations:
  - { identifier: twilio-sms, providerId: twilio, channel: sms, active: true }
  - { identifier: mailgun-old, providerId: mailgun, channel: email, active: true }
`,
  })
  const said = await run('apply --yes -t Production')
  expect(said).toMatchObject({ exit: 0 })
  expect(said.out).toContain('- integration slack-ops  becomes inactive')
  expect(said.out).toContain('Verified: a new plan shows no changes (')
  expect(new Set(writes().map((each) => each.split('/')[0]))).toEqual(new Set(['PUT ']))
  const next = await run('plan --detailed-exitcode -t Production')
  expect(next).toMatchObject({ exit: 0 })
  expect(next.out).toContain('No changes. 2 resources match.')
})

test('but not the only primary of a channel: that is refused, and no rule lowers it', async () => {
  const { run, writes } = await cliWorld({
    'belfry.yaml': `${project}unmanaged: deactivate\nrules: { primary-lost: warn }\n`,
    'manifests/sms.yaml': `targets: [Production]
integrations: [{ identifier: twilio-sms, providerId: twilio, channel: sms, active: true }]
`,
  })
  for (const command of ['plan', 'apply --yes']) {
    const { exit, err } = await run(`${command} -t Production`)
    expect(exit).toBe(4)
    expect(err).toContain('error  unmanaged-primary')
    expect(err).toContain('email delivers nothing')
  }
  expect(writes()).toEqual([])
})

test('a doubt is told before the writes, and not again after them', async () => {
  const { run } = await cliWorld({
    'manifests/mail.yaml': `targets: [Production]
integrations: [{ identifier: mailgun-old, providerId: mailgun, channel: email, active: false }]
`,
  })
  const { exit, out, err } = await run('apply --yes -t Production')
  expect(exit).toBe(0)
  expect(out).toContain('side effect: leaves email without an active primary integration')
  expect(err.match(/warning {2}primary-lost/g)).toHaveLength(1)
})
