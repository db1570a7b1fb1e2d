// The provider of the primary integration refuses: one command switches to the standby, and it stays switched.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal } from '../../../src/core/plan/journal-runs.ts'
import { profileNames } from '../../../src/sandbox/index.ts'
import { runProgram } from '../../support/cli.ts'
import {
  failoverFiles,
  failoverWorld,
  withoutSmoke,
  type FailoverWorld,
} from '../../support/failover-world.ts'

const down = ['refuse', 'accept'] as const

async function outage(profile: (typeof profileNames)[number]): Promise<FailoverWorld> {
  const world = await failoverWorld({ profile })
  world.sandbox.providers.set('sendgrid', { outcome: down[0] })
  return world
}

test.each(profileNames)('one command, and the standby delivers (%s)', async (profile) => {
  const world = await outage(profile)
  const { belfry, primaries, writes, sandbox } = world
  const before = await belfry('trigger', 'welcome', '--to', 'customer', '--expect', 'email=sent')
  expect(before.exit).toBe(7)
  sandbox.clearLog()

  const { exit, out, err } = await belfry('failover', 'email', '--yes', '--unverified')
  expect({ exit, err: err.includes('error') }).toEqual({ exit: 0, err: false })
  expect(out).toContain('Switched: ses-eu is the primary integration for email in Production.')
  expect(primaries()).toEqual(['ses-eu'])
  expect(writes()).toEqual(['updateIntegration', 'triggerEvent', 'setPrimaryIntegration'])

  const after = await belfry(
    'trigger',
    'welcome',
    '--to',
    'customer',
    '--expect',
    'email=sent',
    '--expect',
    'provider=ses',
  )
  expect(after.exit).toBe(0)

  const plan = await belfry('plan', '--detailed-exitcode')
  expect(plan.exit).toBe(0)
  expect(plan.out).toMatch(
    /integration sendgrid-main failed over to ses-eu since \d{4}-\S+Z \(from the journal\); to return, run belfry failover email --back -t Production /,
  )
  expect(plan.out).toContain('integration ses-eu stays active: email failed over to ses-eu since')

  sandbox.clearLog()
  const apply = await belfry('apply', '--yes')
  expect([apply.exit, writes(), primaries()]).toEqual([0, [], ['ses-eu']])
})

test('belfry failover --back returns, and the next plan only deactivates the standby', async () => {
  const { belfry, primaries, writes, sandbox } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  sandbox.providers.set('sendgrid', { outcome: down[1] })
  sandbox.clearLog()
  const { exit } = await belfry('failover', 'email', '--back', '--yes')
  expect(exit).toBe(0)
  expect([primaries(), writes()]).toEqual([['sendgrid-main'], ['triggerEvent', 'setPrimaryIntegration']])
  const plan = await belfry('plan')
  expect(plan.out).not.toContain('failed over')
  expect(plan.out).toContain('integration ses-eu')
  expect((await belfry('apply', '--yes')).exit).toBe(0)
  expect(primaries()).toEqual(['sendgrid-main'])
})

test('in a project with several targets, the command that the plan names returns', async () => {
  const {
    cwd,
    env: own,
    sandbox,
    primaries,
  } = await failoverWorld(
    {},
    {
      'belfry.yaml': failoverFiles['belfry.yaml'].replace(
        'targets:',
        "targets:\n  Development: { apiKey: '${env:DEVELOPMENT_KEY}' }",
      ),
    },
  )
  const env = { ...own, DEVELOPMENT_KEY: sandbox.keys['Development'] ?? '' }
  await runProgram(['failover', 'email', '-t', 'Production', '--yes'], { cwd, env })
  expect(primaries()).toEqual(['ses-eu'])
  const { out } = await runProgram(['plan'], { cwd, env })
  const [, command = ''] = /to return, run belfry (.*) \(manifests/.exec(out) ?? []
  expect((await runProgram([...command.split(' '), '--yes'], { cwd, env })).exit).toBe(0)
  expect(primaries()).toEqual(['sendgrid-main'])
})

test('it does not return through a provider that still refuses', async () => {
  const { belfry, primaries } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  const { exit, out } = await belfry('failover', 'email', '--back', '--yes')
  expect(exit).toBe(7)
  expect(out).toContain(
    'Not switched: belfry did not make sendgrid-main the primary integration for email in Production.',
  )
  expect(primaries()).toEqual(['ses-eu'])
})

test('a smoke trigger that fails ends before the switch', async () => {
  const { belfry, primaries, writes, sandbox } = await outage('novu-2026-04')
  sandbox.providers.set('ses', { outcome: 'refuse' })
  const { exit, out } = await belfry('failover', 'email', '--yes')
  expect([exit, primaries(), writes()]).toEqual([7, ['sendgrid-main'], ['updateIntegration', 'triggerEvent']])
  expect(out).toContain('belfry activated ses-eu. To undo this, run belfry apply.')
})

test('the trigger goes to smoke.recipients only, on every target', async () => {
  const world = await failoverWorld(
    {},
    {
      'smoke.yaml': 'cases:\n  - { name: a, workflow: welcome, to: customer, expect: { email: sent } }\n',
    },
  )
  const { exit, err } = await world.belfry('failover', 'email', '--yes')
  expect([exit, world.writes()]).toEqual([4, []])
  expect(err).toContain('protected-recipient')
})

test('without a smoke trigger, which the journal shows', async () => {
  const { belfry, cwd, env, writes } = await outage('novu-2026-04')
  const reason = `down with ${env['PRODUCTION_KEY']}`
  const { exit } = await belfry('failover', 'email', '--yes', '--no-smoke', '--reason', reason)
  expect([exit, writes()]).toEqual([0, ['updateIntegration', 'setPrimaryIntegration']])
  const file = join(cwd, '.belfry/failover.ndjson')
  expect(readJournal(readFileSync(file, 'utf8')).runs).toMatchObject([
    {
      exit: 0,
      failover: {
        target: 'Production',
        channel: 'email',
        to: 'ses-eu',
        reason: 'down with (secret env:PRODUCTION_KEY)',
        smoke: 'skipped',
      },
      outcomes: [
        { action: 'update', status: 'done' },
        { action: 'set-primary', status: 'done' },
      ],
      inFlight: [],
    },
  ])
  const shown = await belfry('show', '.belfry/failover.ndjson')
  expect(shown.out).toContain(
    'email of Production to ses-eu, without a smoke trigger\n  Reason: down with (secret env:PRODUCTION_KEY)\n',
  )
})

test('what a project sets for plans is not for a failover', async () => {
  const own = "KEY}', unmanaged: deactivate, limits: { integration: { updates: 0, primaries: 0 } } }"
  const changes = { 'belfry.yaml': failoverFiles['belfry.yaml'].replace("KEY}' }", own) }
  const { belfry, writes } = await failoverWorld({}, changes)
  const { exit, out } = await belfry('failover', 'email', '--yes')
  expect([exit, writes()]).toEqual([0, ['updateIntegration', 'triggerEvent', 'setPrimaryIntegration']])
  expect(out).not.toMatch(/unmanaged|no manifest/)
})

test('without a smoke case only a way back that is done already is no mistake', async () => {
  const { belfry, primaries } = await failoverWorld({}, withoutSmoke)
  expect((await belfry('failover', 'email', '--back', '--yes')).out).toContain('Nothing to do')
  await belfry('failover', 'email', '--yes', '--no-smoke')
  const { exit } = await belfry('failover', 'email', '--back', '--yes')
  expect([exit, primaries()]).toEqual([3, ['ses-eu']])
})

test('once more it does nothing', async () => {
  const { belfry, sandbox, writes } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  sandbox.clearLog()
  const { exit, out } = await belfry('failover', 'email', '--yes')
  expect([exit, writes()]).toEqual([0, []])
  expect(out).toBe('Nothing to do: ses-eu is the primary integration for email in Production already.\n')
})

test('a plan with --failback undoes the failover, and so does its saved plan', async () => {
  const { belfry, primaries } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  const { exit, out } = await belfry('plan', '--failback', '--out', 'back.json')
  expect(exit).toBe(0)
  expect(out).toContain('becomes primary for email')
  const applied = await belfry('apply', 'back.json')
  expect(applied.exit).toBe(0)
  expect(primaries()).toEqual(['sendgrid-main'])
})

test.each([
  ['apply', 'early.json'],
  ['apply', '--approved', 'early.json'],
])('a plan from before the failover is refused: %s %s %s', async (...args) => {
  const { belfry, primaries, sandbox } = await outage('novu-2026-04')
  // The plan promotes the declared primary integration, which another one replaced.
  sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: false })
  expect((await belfry('plan', '--out', 'early.json')).out).toContain('becomes primary for email')
  await belfry('failover', 'email', '--yes')
  const { exit, err } = await belfry(...args)
  expect([exit, primaries()]).toEqual([4, ['ses-eu']])
  expect(err).toContain('failed-over')
  expect(err).toContain('but email failed over to ses-eu')
})

test.each([
  ['--yes', '--failback'],
  ['--approved', 'back.json'],
])('--failback to apply, or to the plan that was approved: %s %s', async (...args) => {
  const { belfry, primaries } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  await belfry('plan', '--failback', '--out', 'back.json')
  const { exit } = await belfry('apply', ...args)
  expect([exit, primaries()]).toEqual([0, ['sendgrid-main']])
})

test('an approved plan that renames the standby says nothing of what the failover keeps', async () => {
  const { belfry, cwd } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  const file = join(cwd, 'manifests/email.yaml')
  const renamed = readFileSync(file, 'utf8').replace('ses-eu,', 'ses, previously: ses-eu,')
  writeFileSync(file, renamed)
  await belfry('plan', '--out', 'plan.json')
  const { exit, out, err } = await belfry('apply', '--approved', 'plan.json')
  expect(out).toContain('ses-eu → ses')
  expect([exit, err]).toEqual([0, expect.not.stringContaining('not-in-approved-plan')])
})

test('without the journal the plan says that the time is not known', async () => {
  const { belfry, cwd } = await outage('novu-2026-04')
  await belfry('failover', 'email', '--yes')
  writeFileSync(join(cwd, '.belfry/failover.ndjson'), '')
  const { out } = await belfry('plan')
  expect(out).toContain(
    "integration sendgrid-main failed over to ses-eu (time not known); this is drift, because the journal doesn't show when it began; to return",
  )
})
