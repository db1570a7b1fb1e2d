// belfry failover --if-failing: reads what the provider refused, and switches only then, only once, and only forwards.
import { expect, test } from 'vitest'
import type { Seed } from '../../../src/sandbox/index.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import {
  failoverFiles,
  failoverWorld,
  history,
  protectedTarget,
  withoutSmoke,
  type FailoverWorld,
} from '../../support/failover-world.ts'

async function after(seed: Seed, changes = {}): Promise<FailoverWorld> {
  return failoverWorld({ seed }, changes)
}

const watch = ['failover', 'email', '--if-failing', '20%/10m']

test('it reports with exit code 2, and with --yes it switches', async () => {
  const { belfry, primaries, writes } = await after(history(332, 'refused', 2))
  const reported = await belfry(...watch)
  expect([reported.exit, writes()]).toEqual([2, []])
  expect(reported.out.replaceAll(/\d{4}-\S+Z/g, 'TIME')).toBe(`TIME to TIME: 83 of 166 messages refused (50%)
TIME to TIME: 83 of 166 messages refused (50%)
Result: failing.
To switch to ses-eu, run the command again with --yes.
`)
  const switched = await belfry(...watch, '--yes')
  expect([switched.exit, primaries()]).toEqual([0, ['ses-eu']])
  // The reason comes before the act, once.
  expect(switched.out.match(/Result: failing|Plan:|done .*\^|Switched/g)).toEqual([
    'Result: failing',
    'Plan:',
    'done     Production  ^',
    'Switched',
  ])
  const journal = await belfry('show', '.belfry/failover.ndjson')
  expect(journal.out).toContain('Reason: the provider refused 83 of 166, then 83 of 166 messages')
})

test.each([
  ['10 messages an hour', history(4, 'refused', 2), 'not enough traffic'],
  ['100 messages an hour', history(34, 'refused', 2), 'not enough traffic'],
  ['refusals below the share', history(332, 'refused', 10), 'healthy'],
  ['missing addresses', history(332, 'no address', 2), 'healthy'],
  ['missing addresses that failed', history(332, 'no address, failed', 2), 'healthy'],
  ['preferences', history(332, 'preference', 2), 'healthy'],
  ['nothing but missing addresses', history(332, 'no address', 1), 'not enough traffic'],
  ['nothing but such that failed', history(332, 'no address, failed', 1), 'not enough traffic'],
  ['refusals of another integration', history(332, 'refused', 2, 'sendgrid-other'), 'not enough traffic'],
])('%s: nothing to do', async (_, seed, verdict) => {
  const { belfry, writes } = await after(seed)
  const { exit, out } = await belfry(...watch, '--yes', '--format', 'json')
  expect([exit, writes()]).toEqual([0, []])
  expect(envelopeIn(out)).toMatchObject({ command: 'failover', state: 'left', health: { verdict } })
})

test('the options that a report names are those that a switch needs', async () => {
  const seed = history(332, 'refused', 2)
  const { belfry } = await failoverWorld({ seed, profile: 'novu-2026-09' }, protectedTarget)
  const { exit, out } = await belfry(...watch)
  expect(exit).toBe(2)
  expect(out).toContain(' again with --yes, --allow-protected Production and --unverified.\n')
  const options = ['--yes', '--allow-protected', 'Production', '--unverified']
  expect((await belfry(...watch, ...options)).exit).toBe(0)
})

test('a report needs no smoke case, and says that a switch needs one', async () => {
  const { belfry } = await after(history(332, 'refused', 2), withoutSmoke)
  const { exit, out, err } = await belfry(...watch)
  expect(exit).toBe(2)
  expect(err).toContain('warning  no-smoke-case')
  expect(out).toContain(
    'To switch to ses-eu, first fix the causes of the warnings, then run the command again.\n',
  )
})

test('a report says that the standby is not ready', async () => {
  const seed = history(332, 'refused', 2)
  const integrations = seed.integrations?.filter(({ identifier }) => identifier !== 'ses-eu') ?? []
  const { belfry } = await after({ ...seed, integrations })
  const { exit, out, err } = await belfry(...watch)
  expect(exit).toBe(2)
  expect(err).toContain('integration ses-eu is not in the service')
  expect(out).not.toContain('--yes')
})

test('it goes neither back nor on to a second standby', async () => {
  const standby = `${failoverFiles['manifests/email.yaml']}  - { identifier: third, providerId: postmark, channel: email, standby: 2 }\n`
  const { belfry, sandbox, writes, primaries } = await after(history(332, 'refused', 2, 'ses-eu'), {
    'manifests/email.yaml': standby,
  })
  sandbox.state.integrations.add({
    environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true,
  }) // prettier-ignore
  sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: false })
  sandbox.state.integrations.edit('Production', 'ses-eu', { primary: true, active: true })
  const { exit, out } = await belfry(...watch, '--yes')
  expect([exit, writes(), primaries()]).toEqual([0, [], ['ses-eu']])
  expect(out).toContain(
    'Nothing to do: the standby ses-eu is the primary integration for email in Production already.',
  )
})

test.each([
  ['20%', 'is not a valid share and time'],
  ['0%/10m', 'is not a valid share and time'],
  ['101%/10m', 'is not a valid share and time'],
  ['20%/30s', 'is not a valid share and time'],
  ['', 'is empty'],
])('--if-failing %s is refused', async (written, message) => {
  const { belfry, sandbox } = await failoverWorld()
  const { exit, err } = await belfry('failover', 'email', '--if-failing', written)
  expect([exit, sandbox.log]).toEqual([3, []])
  expect(err).toContain(message)
})
