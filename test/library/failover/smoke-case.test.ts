// How long the smoke trigger of a failover waits, and what it expects.
import { expect, test } from 'vitest'
import { smokeCaseFor } from '../../../src/library/failover/guards.ts'
import { loadProject } from '../../../src/project/load.ts'
import { folderWith } from '../../support/cli-process.ts'
import { failoverFiles } from '../../support/failover-world.ts'
import { settingsIn } from '../../manifest/load-files.ts'

const sent = { outcome: 'sent', integration: 'ses-eu' }

test.each([
  ['timeout: 20s, expect: { email: sent }', 20_000, { email: sent }],
  ['expect: { email: sent, within: 20s }', 20_000, { email: sent, within: '20s' }],
  ['timeout: 10s, expect: { email: sent, within: 20s }', 10_000, { email: sent, within: '20s' }],
  ['timeout: 2m, expect: { email: sent, within: 90s }', 90_000, { email: sent, within: '90s' }],
  ['expect: { email: sent }', 60_000, { email: sent }],
])('of the case { %s }', async (fields, timeout, expected) => {
  const smoke = `cases:\n  - { name: one, workflow: welcome, to: ops-oncall, ${fields} }\n`
  const cwd = folderWith({ ...failoverFiles, 'smoke.yaml': smoke })
  const env = { BELFRY_URL: 'http://127.0.0.1:9' }
  const { project } = await loadProject(settingsIn(cwd, { env, targets: [] }))
  if (project === undefined) throw new Error('no project')
  const found = await smokeCaseFor(project, { target: 'Production', channel: 'email', to: 'ses-eu' })
  expect(found).toMatchObject({ timeout, expect: expected, retries: 0 })
  expect('expect' in found && found.expect).toEqual(expected)
})
