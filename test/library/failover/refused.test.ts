// What a failover says when it doesn't switch.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { failoverFiles, failoverSeed, failoverWorld } from '../../support/failover-world.ts'

test('of a standby that is not in the service, only this is reported', async () => {
  const declared = failoverFiles['manifests/email.yaml'].replace(
    'standby: 1',
    "standby: 1, credentials: { apiKey: '${env:SES_ID}', secretKey: '${env:SES_KEY}', region: eu-west-1, from: a@acme.example, senderName: Acme }",
  )
  const [main] = failoverSeed.integrations ?? []
  const integrations = main === undefined ? [] : [main]
  const { belfry, writes } = await failoverWorld(
    { seed: { ...failoverSeed, integrations } },
    { 'manifests/email.yaml': declared },
  )
  const { exit, out } = await belfry('failover', 'email', '--yes', '--format', 'json')
  expect([exit, writes()]).toEqual([4, []])
  expect(envelopeIn(out)).toMatchObject({
    problems: [{ rule: 'not-ready', message: 'integration ses-eu is not in the service' }],
  })
})

test.each([true, false])(
  'a standby that is in the service twice is not switched to: active %s',
  async (active) => {
    const { belfry, sandbox, writes } = await failoverWorld()
    sandbox.state.integrations.edit('Production', 'ses-eu', { active })
    sandbox.state.integrations.add({ environment: 'Production', identifier: 'ses-eu', providerId: 'ses', channel: 'email', active }) // prettier-ignore
    const { exit, err } = await belfry('failover', 'email', '--yes')
    expect([exit, writes()]).toEqual([4, []])
    expect(err).toContain('integration ses-eu is in the service several times')
  },
)

test('a failover that no one agrees to shows its plan', async () => {
  const { belfry, writes } = await failoverWorld()
  const { exit, out } = await belfry('failover', 'email', '--format', 'json')
  expect([exit, writes()]).toEqual([4, []])
  expect(envelopeIn(out)).toMatchObject({ plan: { sections: [{ changes: [{}, {}] }] } })
})

test('what the smoke trigger shows as expected is not listed as unmet', async () => {
  const { belfry, sandbox } = await failoverWorld()
  sandbox.providers.set('ses', { outcome: 'refuse' })
  const { exit, out } = await belfry('failover', 'email', '--yes')
  expect(exit).toBe(7)
  expect(out).toMatch(/expected +email=sent/)
  expect(out).not.toMatch(/expected +email.integration=ses-eu/)
})

test('a file in place of the folder of the journal is named in words', async () => {
  const { belfry, cwd, writes } = await failoverWorld()
  rmSync(join(cwd, '.belfry'), { recursive: true, force: true })
  writeFileSync(join(cwd, '.belfry'), '')
  const { exit, err } = await belfry('failover', 'email', '--yes')
  expect([exit, writes()]).toEqual([3, []])
  expect(err).toContain(
    "the journal .belfry/failover.ndjson can't be written: a part of the path is a file, not a folder",
  )
})

test.runIf(existsSync('/dev/full'))(
  'a journal whose first line can not be written ends the failover, with its plan and warnings',
  async () => {
    const { belfry, writes } = await failoverWorld({ profile: 'novu-2026-09' })
    const args = ['--yes', '--unverified', '--journal', '/dev/full', '--format', 'json']
    const { exit, out } = await belfry('failover', 'email', ...args)
    expect([exit, writes()]).toEqual([3, []])
    expect(envelopeIn(out)).toMatchObject({
      problems: [{ rule: 'unverified-credentials', severity: 'warning' }, { rule: 'bad-journal' }],
      plan: { sections: [{ changes: [{}, {}] }] },
    })
  },
)

test('a switch that the service does not show yet says what is open', async () => {
  const { belfry, sandbox, primaries, writes } = await failoverWorld()
  sandbox.faults.set(['stale=3s'])
  const { exit, out } = await belfry('failover', 'email', '--yes', '--unverified')
  expect([exit, primaries(), writes()]).toEqual([6, ['sendgrid-main'], ['updateIntegration']])
  expect(out).toContain(
    'Not verified: the service accepted the requests, but a later read returned different values.',
  )
})

test('a mistyped target of --allow-protected is a mistake, and nothing is written', async () => {
  const { belfry, writes } = await failoverWorld()
  const { exit, err } = await belfry('failover', 'email', '--yes', '--allow-protected', 'Prodution')
  expect([exit, writes()]).toEqual([3, []])
  expect(err).toContain('--allow-protected Prodution: unknown target; did you mean "Production"?')
})
