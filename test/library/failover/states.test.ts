// What failover and plans say where something isn't as expected: no false sentence, and no switch on old reads.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JournalEntry } from '../../../src/core/plan/journal-lines.ts'
import { envelopeIn } from '../../support/cli-schemas.ts'
import { startProxy } from '../../support/cli-proxy.ts'
import { runProgram, type ProgramWorld } from '../../support/cli.ts'
import {
  failoverFiles,
  failoverWorld,
  history,
  protectedTarget,
  type FailoverWorld,
} from '../../support/failover-world.ts'

/** Runs a command through a proxy, which calls `after` once the service has answered such a request. */
async function meanwhile(
  { sandbox, cwd, env }: FailoverWorld,
  args: readonly string[],
  isAsked: (path: string) => boolean,
  answer: () => { readonly status: number; readonly body: string } | undefined,
  time: Pick<ProgramWorld, 'pass'> = {},
) {
  const url = await startProxy(sandbox.url, ({ path }) =>
    Promise.resolve(isAsked(path) ? answer() : undefined),
  )
  const through = { cwd, env: { ...env, BELFRY_URL: url }, ...time }
  return { ...(await runProgram(args, through)), later: () => runProgram(['plan'], through) }
}

const isTrigger = (path: string): boolean => path.endsWith('/events/trigger')
const isPromotion = (path: string): boolean => path.endsWith('/set-primary')
const isLog = (path: string): boolean => path.includes('/notifications')
const isRead = (path: string): boolean => path.includes('/integrations')

test('a promotion without a reply is not called a failure', async () => {
  const world = await failoverWorld()
  let isSent = false
  let isOver = false
  const { exit, out, later } = await meanwhile(
    world,
    ['failover', 'email', '--yes', '--format', 'json'],
    (path) => !isOver && (isPromotion(path) || (isSent && isRead(path))),
    () => {
      // The service switched, and neither the reply nor a later read arrives.
      if (!isSent) world.sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: false })
      if (!isSent) world.sandbox.state.integrations.edit('Production', 'ses-eu', { primary: true })
      isSent = true
      return { status: 504, body: '' }
    },
    // Its retries wait for seconds, and the sandbox delivers in a fraction of one.
    { pass: (milliseconds) => setTimeout(Math.min(milliseconds, 30)) },
  )
  expect(envelopeIn(out)).toMatchObject({ exit: 5, state: 'unknown' })
  expect(exit).toBe(5)
  isOver = true
  const lines = readFileSync(join(world.cwd, '.belfry/failover.ndjson'), 'utf8').trim().split('\n')
  const entries = lines.map((line) => JSON.parse(line) as JournalEntry)
  const sent = entries.findLast(({ type }) => type === 'sending')
  expect((await later()).out).toContain(`failed over to ses-eu since ${sent?.time} (`)
})

test('a switch that another one undid is not called switched', async () => {
  const world = await failoverWorld()
  const { integrations } = world.sandbox.state
  let isSent = false
  const { exit, out } = await meanwhile(
    world,
    ['failover', 'email', '--yes'],
    (path) => isPromotion(path) || (isSent && isRead(path)),
    () => {
      // The read after the promotion.
      if (isSent) integrations.edit('Production', 'sendgrid-main', { primary: true })
      isSent = true
      return undefined
    },
  )
  expect(exit).toBe(6)
  expect(out).toContain('Not verified: belfry sent the request that makes ses-eu the primary integration')
  expect(out).not.toContain('Switched:')
})

test.each([
  ['another integration became primary', 'third', isTrigger, { primary: true }, 'third, not sendgrid-main'],
  ['the standby got conditions', 'ses-eu', isTrigger, { conditions: [{ isNegated: false, type: 'GROUP', value: 'AND' as const, children: [] }] }, 'has conditions or rules'],
  ['the standby was deactivated', 'ses-eu', isLog, { active: false }, 'ses-eu is inactive'],
])('%s during the smoke trigger', async (_, identifier, isMoment, change, why) => {
  const world = await failoverWorld()
  const { integrations } = world.sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true })
  const { exit, out, err } = await meanwhile(world, ['failover', 'email', '--yes'], isMoment, () => {
    if (identifier === 'third') integrations.edit('Production', 'sendgrid-main', { primary: false })
    integrations.edit('Production', identifier, change)
    return undefined
  })
  expect([exit, world.writes()]).toEqual([5, ['updateIntegration', 'triggerEvent']])
  expect(out).toContain('belfry activated ses-eu.')
  expect(err).toContain(why)
}) // prettier-ignore

test.each([
  ['integrations', { status: 401, body: '{}' }],
  ['environments', { status: 200, body: '{"data":[]}' }],
])('a read of %s that fails after the smoke trigger keeps the results', async (list, failing) => {
  const world = await failoverWorld()
  let isTriggered = false
  const { exit, out } = await meanwhile(
    world,
    ['failover', 'email', '--yes'],
    (path) => isTrigger(path) || (isTriggered && path.includes(`/${list}`)),
    () => {
      const answer = isTriggered ? failing : undefined
      isTriggered = true
      return answer
    },
  )
  expect([exit, world.primaries()]).toEqual([5, ['sendgrid-main']])
  expect(out).not.toContain('Nothing was written')
  expect(out).toContain('belfry activated ses-eu. To undo this, run belfry apply.')
})

test('what a failed return left active is not undone by apply', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  world.sandbox.state.integrations.edit('Production', 'sendgrid-main', { active: false })
  world.sandbox.providers.set('sendgrid', { outcome: 'refuse' })
  const { exit, out } = await world.belfry('failover', 'email', '--back', '--yes')
  expect(exit).toBe(7)
  expect(out).toContain('belfry activated sendgrid-main.\n')
})

test('the command that undoes a failed failover works on a protected target', async () => {
  const { belfry, sandbox } = await failoverWorld({}, protectedTarget)
  sandbox.providers.set('ses', { outcome: 'refuse' })
  const allowed = ['--allow-protected', 'Production', '--yes']
  const { exit, out } = await belfry('failover', 'email', ...allowed, '--reason', 'outage')
  expect(exit).toBe(7)
  expect(out).toContain('To undo this, run belfry apply --allow-protected Production.')
  expect((await belfry('apply', ...allowed)).out).toContain('integration ses-eu')
})

test('a failover without an answer names the options that --yes needs too', async () => {
  const { belfry } = await failoverWorld({ profile: 'novu-2026-09' })
  const { exit, err } = await belfry('failover', 'email')
  expect(exit).toBe(4)
  expect(err).toContain('run the command again with --yes and --unverified.')
})

test('without a smoke trigger no hint promises one', async () => {
  const { belfry } = await failoverWorld({ profile: 'novu-2026-09' })
  const { err } = await belfry('failover', 'email', '--yes', '--unverified', '--no-smoke')
  expect(err).toContain('unverified-credentials')
  expect(err).not.toContain('The smoke trigger shows')
})

test.each([
  ['two are primary', { primary: true }, 'email has 2 primary integrations: sendgrid-main and third'],
  ['none is primary', undefined, 'email has no primary integration'],
])('--if-failing has nothing to watch: %s', async (_, third, message) => {
  const world = await failoverWorld({ seed: history(332, 'refused', 2) })
  const { integrations } = world.sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true }) // prettier-ignore
  integrations.edit('Production', 'third', third ?? {})
  integrations.edit('Production', 'sendgrid-main', { primary: third !== undefined })
  const { exit, err } = await world.belfry('failover', 'email', '--if-failing', '20%/10m', '--yes')
  expect([exit, world.writes()]).toEqual([4, []])
  expect(err).toContain(message)
})

test.each([
  ['the active standby', 'ses-eu', ['sendgrid-main', 'ses-eu'], ['triggerEvent', 'updateIntegration']],
  ['a third one', 'third', ['sendgrid-main', 'third'], ['updateIntegration', 'triggerEvent']],
  ['the inactive standby', 'ses-eu', ['sendgrid-main', 'ses-eu'], ['updateIntegration', 'triggerEvent'], false],
])('if %s is primary too, the switch makes the standby the only one', async (_, other, before, first, active = true) => {
  const { belfry, sandbox, primaries, writes } = await failoverWorld()
  const { integrations } = sandbox.state
  integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true })
  integrations.edit('Production', other, { active, primary: true })
  expect(primaries()).toEqual(before)
  const { exit, out, err } = await belfry('failover', 'email', '--yes')
  expect([exit, primaries(), err]).toEqual([0, ['ses-eu'], ''])
  expect(writes().slice(0, 2)).toEqual(first)
  expect(out).toContain('Switched: ses-eu')
}) // prettier-ignore

test('--if-failing says where it counted a part of a window', async () => {
  const { belfry } = await failoverWorld({ seed: history(2004, 'refused', 2) })
  const { out } = await belfry('failover', 'email', '--if-failing', '20%/10m')
  expect(out).toContain('500 of 1000 messages refused (50%), in the newest 1000 events')
  const json = await belfry('failover', 'email', '--if-failing', '20%/10m', '--format', 'json')
  expect(envelopeIn(json.out)).toMatchObject({
    health: { windows: [{ isSample: true }, { isSample: true }] },
  })
})

const withoutPrimary = {
  'manifests/email.yaml': (failoverFiles['manifests/email.yaml'] ?? '').replace(', primary: true', ''),
}

test('without a declared primary integration nothing failed over', async () => {
  const { belfry, sandbox } = await failoverWorld({}, withoutPrimary)
  sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: false })
  sandbox.state.integrations.edit('Production', 'ses-eu', { primary: true, active: true })
  const { out } = await belfry('plan')
  expect(out).not.toContain('failed over')
  expect(out).toContain('ses-eu')
  expect(out).toContain('active')
})

test('a standby that is primary and inactive: no pipeline promotes the declared one', async () => {
  const { belfry, sandbox, primaries } = await failoverWorld()
  sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: false })
  sandbox.state.integrations.edit('Production', 'ses-eu', { primary: true, active: false })
  const { out } = await belfry('plan')
  expect(out).toContain(
    "failed over to ses-eu (time not known), which is inactive and delivers nothing; this is drift, because the journal doesn't show when it began; to return",
  )
  const applied = await belfry('apply', '--yes')
  expect([applied.exit, primaries()]).toEqual([0, ['ses-eu']])
  const watched = await belfry('failover', 'email', '--if-failing', '20%/10m', '--yes')
  expect([watched.exit, primaries()]).toEqual([4, ['ses-eu']])
  expect(watched.err).toContain('ses-eu, which is inactive and delivers nothing, so')
  const others = [await belfry('audit'), await belfry('doctor'), await belfry('smoke', 'smoke.yaml')]
  for (const said of [applied.err, watched.err, ...others.map((each) => each.err + each.out)])
    expect(said).toContain(
      'email failed over to ses-eu. To activate ses-eu, run belfry failover email --to ses-eu -t Production. To return to the declared primary integration, run belfry failover email --back -t Production.',
    )
  const { exit, out: done } = await belfry('failover', 'email', '--yes')
  expect(exit).toBe(0)
  expect(done).toContain('Switched: ses-eu')
})

test('a smoke suite that expects the declared primary integration names the command that returns', async () => {
  const { belfry } = await failoverWorld(
    {},
    { 'primary.yaml': 'primary: { email: sendgrid-main }\ncases: []\n' },
  )
  await belfry('failover', 'email', '--yes')
  const { exit, out } = await belfry('smoke', 'primary.yaml')
  expect(exit).toBe(7)
  expect(out).toContain(
    'fix       email failed over to ses-eu. To return to the declared primary integration, run belfry failover email --back -t Production.',
  )
})

test('a failover of another service is not the time of this one', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  const other = await failoverWorld()
  const promote = (): void => {
    for (const { integrations } of [world.sandbox.state, other.sandbox.state]) {
      integrations.edit('Production', 'sendgrid-main', { primary: false })
      integrations.edit('Production', 'ses-eu', { primary: true, active: true })
    }
  }
  promote()
  const elsewhere = await runProgram(['plan'], { cwd: world.cwd, env: other.env })
  expect(elsewhere.out).toContain(
    "failed over to ses-eu (time not known); this is drift, because the journal doesn't show when it began; to return",
  )
  expect((await world.belfry('plan')).out).toContain('failed over to ses-eu since')
})

test('apply of a saved plan shows the notes about a failover that the plan shows, as long as the failover lasts', async () => {
  const { belfry, sandbox, cwd } = await failoverWorld()
  const notesIn = (out: string): readonly string[] =>
    out.split('\n').filter((line) => line.includes('failed over to'))
  await belfry('failover', 'email', '--yes')
  await belfry('plan', '--out', 'idle.json')
  const manifest = failoverFiles['manifests/email.yaml'].replace(
    'channel: email',
    'channel: email, name: New',
  )
  writeFileSync(join(cwd, 'manifests/email.yaml'), manifest)
  const { out } = await belfry('plan', '--out', 'plan.json')
  expect(notesIn(out)).toHaveLength(2)
  expect(notesIn((await belfry('show', 'plan.json')).out)).toEqual(notesIn(out))
  expect(notesIn((await belfry('apply', 'plan.json')).out)).toEqual(notesIn(out))
  expect(notesIn((await belfry('apply', 'idle.json')).out)).toEqual(notesIn(out))

  sandbox.state.integrations.edit('Production', 'ses-eu', { primary: false })
  sandbox.state.integrations.edit('Production', 'sendgrid-main', { primary: true })
  const later = await belfry('apply', 'idle.json')
  expect([later.exit, notesIn(later.out)]).toEqual([0, []])
})
