// How long the smoke trigger of a failover waits, and what it expects.
import { expect, test } from 'vitest'
import { smokeCaseFor } from '../../../src/library/failover/smoke-case.ts'
import { loadProject } from '../../../src/project/load-project.ts'
import { folderWith } from '../../support/cli-process.ts'
import { failoverFiles } from '../../support/failover-world.ts'
import { settingsIn } from '../../manifest/load-files.ts'

async function caseIn(cases: string) {
  const files = {
    ...failoverFiles,
    'belfry.yaml': failoverFiles['belfry.yaml'].replace('targets:', 'targets:\n  Other: {}'),
  }
  const cwd = folderWith({ ...files, 'smoke.yaml': `targets: [Production]\ncases:\n${cases}` })
  const env = { BELFRY_URL: 'http://127.0.0.1:9' }
  const { project } = await loadProject(settingsIn(cwd, { env, targets: [] }))
  if (project === undefined) throw new Error('no project')
  return smokeCaseFor(project, { target: 'Production', channel: 'email', to: 'ses-eu' })
}

const sent = { outcome: 'sent', integration: 'ses-eu' }

test.each([
  ['timeout: 20s, expect: { email: sent }', 20_000, { email: sent }],
  ['expect: { email: sent, within: 20s }', 20_000, { email: sent, within: '20s' }],
  ['timeout: 10s, expect: { email: sent, within: 20s }', 10_000, { email: sent, within: '20s' }],
  ['timeout: 2m, expect: { email: sent, within: 90s }', 90_000, { email: sent, within: '90s' }],
  ['expect: { email: sent }', 60_000, { email: sent }],
])('of the case { %s }', async (fields, timeout, expected) => {
  const found = await caseIn(`  - { name: one, workflow: welcome, to: ops-oncall, retries: 2, ${fields} }\n`)
  expect(found).toMatchObject({ timeout, expect: expected, retries: 0 })
  expect('expect' in found && found.expect).toEqual(expected)
})

const usual = '  - { name: usual, workflow: welcome, to: ops-oncall, expect: { email: sent } }\n'

/** Each is alike but for one thing, and comes first. */
test.each([
  ['of another target', 'targets: [Other], to: ops-oncall, expect: { email: sent }'],
  ['that is skipped', 'skip: broken, to: ops-oncall, expect: { email: sent }'],
  ['of another channel', 'to: ops-oncall, expect: { sms: sent }'],
  ['that expects a failure', 'to: ops-oncall, expect: { email: failed }'],
  ['for someone else', 'to: customer, expect: { email: sent }'],
])('a case %s is not the smoke trigger', async (_, fields) => {
  expect(await caseIn(`  - { name: other, workflow: welcome, ${fields} }\n${usual}`)).toMatchObject({
    name: 'usual',
  })
})

test('of several cases the first is the smoke trigger', async () => {
  expect(await caseIn(`${usual}${usual.replace('usual', 'second')}`)).toMatchObject({ name: 'usual' })
})

test('other settings of the trigger stay', async () => {
  const overrides = '{ sms: { from: Acme }, email: { subject: Hello, integrationIdentifier: other } }'
  const found = await caseIn(usual.replace('expect:', `overrides: ${overrides}, expect:`))
  expect(found).toMatchObject({
    body: {
      name: 'welcome',
      to: ['ops-oncall'],
      overrides: { sms: { from: 'Acme' }, email: { subject: 'Hello', integrationIdentifier: 'ses-eu' } },
    },
  })
})

test('a setting that is no map gives way to the integration', async () => {
  const found = await caseIn(usual.replace('expect:', 'overrides: { email: plain }, expect:'))
  expect('body' in found && found.body['overrides']).toEqual({ email: { integrationIdentifier: 'ses-eu' } })
})

const noCase = {
  rule: 'no-smoke-case',
  message: 'no case of smoke.suites in the project file triggers target Production and expects email: sent',
  hint: 'Add a smoke case with expect: { email: sent }. To switch without a smoke trigger, add smoke: false.',
}

test.each([
  ['a mistake in the suite', usual.replace('workflow', 'worklfow'), { rule: 'unknown-field' }],
  ['no case', usual.replace('email: sent', 'email: none'), noCase],
])('%s is reported in place of a case', async (_, cases, problem) => {
  const found = await caseIn(cases)
  expect(found).toContainEqual(expect.objectContaining({ ...problem, severity: 'error' }))
})
