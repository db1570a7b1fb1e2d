// A mistake in a smoke suite: an error where suites are checked or run, and one warning where they are not.
import { expect, test } from 'vitest'
import { cliWorld, people, unchanged } from '../../support/cli-world.ts'

const settings = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
smoke: { suites: [smoke], recipients: [ops-oncall] }
rules: { missing-credentials: off }
`
const mail = `integrations:
  - { identifier: ses-eu, name: SES, providerId: ses, channel: email, active: true, targets: [Production] }
`
const through = `workflow: app-update
cases:
  - { name: mail, to: ops-oncall, expect: { email: { outcome: sent, integration: ses-eu } } }
`
const twice = `workflow: app-update
cases:
  - { name: mail, to: ops-oncall, expect: { email: { outcome: sent, integration: ses-us } } }
`
const misread = 'workflow: app-update\ncases:\n  - { nam: mail, to: ops-oncall, expect: { email: sent } }\n'
const contrary =
  'workflow: app-update\ncases:\n  - { name: mail, to: ops-oncall, expect: { email: sent:provider } }\n'

const rows: readonly (readonly [string, string, string])[] = [
  ['an integration of another target', through, 'smoke-integration'],
  ['an integration of no target', twice, 'smoke-integration'],
  ['a field that is not there', misread, 'unknown-field'],
  ['an expectation that contradicts itself', contrary, 'wrong-value'],
]

const world = (suite: string, manifest = unchanged) =>
  cliWorld({
    'belfry.yaml': settings,
    'manifests/mail.yaml': mail,
    'manifests/people.yaml': manifest,
    'smoke/all.yaml': suite,
  })

const mentions = (text: string, rule: string): number => text.split(`  ${rule}\n`).length - 1

test.each(rows)('%s: an error of validate and of smoke, which sends nothing', async (_, suite, rule) => {
  const { run, sandbox } = await world(suite)
  for (const command of ['validate', 'smoke']) {
    const { exit, err } = await run(command)
    expect([command, exit]).toEqual([command, 3])
    expect(err).toMatch(new RegExp(`^smoke/all\\.yaml:\\d+:\\d+  error  ${rule}$`, 'm'))
    expect(mentions(err, rule)).toBe(1)
  }
  expect(sandbox.log).toEqual([])
})

test.each(rows)('%s: one warning of plan, whose drift is found', async (_, suite, rule) => {
  const { run } = await world(suite, people)
  const { exit, out, err } = await run('plan --detailed-exitcode')
  expect({ exit, warnings: mentions(err, rule) }).toEqual({ exit: 2, warnings: 1 })
  expect(out).toContain('lastName')
  expect(err).toMatch(new RegExp(`^smoke/all\\.yaml:\\d+:\\d+  warning  ${rule}$`, 'm'))
})

test.each(rows)('%s: apply writes with a warning, and not with --smoke', async (_, suite, rule) => {
  const { run, writes } = await world(suite, people)
  const proven = await run('apply --yes --only subscriber/* --smoke smoke/all.yaml')
  expect([proven.exit, mentions(proven.err, rule), writes()]).toEqual([3, 1, []])
  expect(proven.err).toContain(`  error  ${rule}\n`)
  const applied = await run('apply --yes --only subscriber/*')
  expect([applied.exit, mentions(applied.err, rule), writes().length]).toEqual([0, 1, 2])
  expect(applied.err).toContain(`  warning  ${rule}\n`)
})

test('smoke checks the cases that it runs, and a rule that is off is off', async () => {
  const { run } = await world(
    `${through}  - { name: other, to: ops-oncall, expect: { status: trigger_not_active } }\n`,
  )
  expect((await run('smoke --filter other')).err).not.toContain('smoke-integration')
  expect((await run('smoke -t Production --filter mail --timeout 1')).err).not.toContain('smoke-integration')
  expect((await run('smoke --filter mail')).exit).toBe(3)
})

test('a manifest in error is no reason to call an integration undeclared', async () => {
  const { run } = await world(
    through.replace('workflow', 'targets: [Production]\nworkflow'),
    'subscribers: 7\n',
  )
  expect((await run('smoke --filter mail --timeout 1')).err).not.toContain('smoke-integration')
})
