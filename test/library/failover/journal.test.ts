// Since when a standby is primary: every switch by belfry is in the journal, and what the journal doesn't explain isn't dated.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readJournal, type JournalRun } from '../../../src/core/plan/journal-runs.ts'
import { failoverFiles, failoverWorld, type FailoverWorld } from '../../support/failover-world.ts'

const file = '.belfry/failover.ndjson'

function runsIn({ cwd }: FailoverWorld, name = file): readonly JournalRun[] {
  return readJournal(readFileSync(join(cwd, name), 'utf8')).runs
}

/** As a person does it in the dashboard. */
function makePrimary({ sandbox }: FailoverWorld, name: string): void {
  const { integrations } = sandbox.state
  for (const { identifier } of integrations.list('Production'))
    integrations.edit('Production', identifier, { primary: identifier === name })
  integrations.edit('Production', name, { active: true })
}

/** What the plan says of the time. */
async function sinceIn({ belfry }: FailoverWorld): Promise<string | undefined> {
  const { out } = await belfry('plan')
  return /sendgrid-main failed over to ses-eu(?: since (\S+) \(from the journal\)| \((.*?)\));/.exec(out)?.slice(1).find(Boolean) // prettier-ignore
}

/** The time of the last promotion in the journal. */
function lastIn(world: FailoverWorld, name = file): string | undefined {
  return runsIn(world, name)
    .at(-1)
    ?.outcomes.find(({ action }) => action === 'set-primary')?.time
}

const notKnown = 'time not known'
const back: readonly (readonly string[])[] = [
  ['failover', 'email', '--back', '--yes'],
  ['apply', '--failback', '--yes'],
  ['apply', 'back.json'],
  ['apply', '--approved', 'back.json'],
  ['apply', '--failback', '--yes', '--journal', 'own.ndjson'],
  ['apply', '--failback', '--yes', '--journal', file],
  ['failover', 'email', '--back', '--yes', '--journal', 'own.ndjson'],
]

test.each(back.map((args) => [args.join(' '), args] as const))('%s is a switch', async (_, args) => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  const first = lastIn(world)
  expect(await sinceIn(world)).toBe(first)
  await world.belfry('plan', '--failback', '--out', 'back.json')
  expect((await world.belfry(...args)).exit).toBe(0)
  expect(world.primaries()).toEqual(['sendgrid-main'])
  expect(runsIn(world).at(-1)?.exit).toBe(0)

  makePrimary(world, 'ses-eu')
  expect(await sinceIn(world)).toBe(notKnown)
  makePrimary(world, 'sendgrid-main')
  await world.belfry('failover', 'email', '--yes', '--no-smoke')
  expect(await sinceIn(world)).toBe(lastIn(world))
  expect(lastIn(world)).not.toBe(first)
})

test('an apply that promotes a third integration is a switch, and logs nothing else', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  world.sandbox.state.integrations.add({ environment: 'Production', identifier: 'third', providerId: 'postmark', channel: 'email', active: true }) // prettier-ignore
  const manifest = join(world.cwd, 'manifests/email.yaml')
  writeFileSync(manifest, `integrations:
  - { identifier: third, providerId: postmark, channel: email, name: Third, active: true, primary: true }
  - { identifier: ses-eu, providerId: ses, channel: email, active: true }
`) // prettier-ignore
  expect((await world.belfry('apply', '--yes', '--journal', 'own.ndjson')).exit).toBe(0)
  expect(world.primaries()).toEqual(['third'])
  const promotion = { target: 'Production', url: world.sandbox.url, channel: 'email', to: 'third' }
  expect(runsIn(world).at(-1)).toMatchObject({
    promotions: [promotion],
    outcomes: [{ action: 'set-primary', name: 'third', status: 'done' }],
    exit: 0,
  })
  expect(runsIn(world, 'own.ndjson')).toMatchObject([
    { promotions: [promotion], outcomes: [{ action: 'update' }, { action: 'set-primary' }] },
  ])
  const { out } = await world.belfry('log', '.belfry')
  expect(out).toContain('set-primary integration third')

  writeFileSync(manifest, failoverFiles['manifests/email.yaml'])
  makePrimary(world, 'ses-eu')
  expect(await sinceIn(world)).toBe(notKnown)
})

test('an apply creates no journal of failovers if there is none', async () => {
  const world = await failoverWorld()
  makePrimary(world, 'ses-eu')
  expect((await world.belfry('apply', '--failback', '--yes')).exit).toBe(0)
  expect(existsSync(join(world.cwd, file))).toBe(false)
})

test('a later line that can not be read may be a switch, so the time is not known', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  await world.belfry('failover', 'email', '--back', '--yes')
  await world.belfry('failover', 'email', '--yes')
  const path = join(world.cwd, file)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const [, second] = runsIn(world)
  const from = second?.line ?? 0
  writeFileSync(
    path,
    `${lines.map((line, index) => (index < from - 1 ? line : line.slice(0, 40))).join('\n')}\n`,
  )
  expect(await sinceIn(world)).toBe(`${notKnown}: lines ${from}-${lines.length} of ${file} can't be read`)
  const { out } = await world.belfry('plan', '--format', 'json')
  expect(out.replaceAll(/\s/g, '')).toContain(`"damaged":[${from},`)
  await world.belfry('plan', '--out', 'plan.json')
  expect((await world.belfry('show', 'plan.json')).out).toContain(`of ${file} can't be read`)
})

test('an apply that cannot log its switch reports this and continues', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  rmSync(join(world.cwd, file))
  mkdirSync(join(world.cwd, file))
  const { exit, err } = await world.belfry('apply', '--failback', '--yes')
  expect([exit, ...world.primaries()]).toEqual([0, 'sendgrid-main'])
  expect(err).toContain('The new primary integration is not logged in .belfry/failover.ndjson: ')
  makePrimary(world, 'ses-eu')
  expect(await sinceIn(world)).toBe(notKnown)
})

test.runIf(existsSync('/dev/full')).each([
  [[], []],
  [['--journal', 'own.ndjson'], [{ exit: 0, outcomes: [{}, {}] }]],
])(
  'an apply %j whose switch can not be written to the journal says so once, and goes on',
  async (more, logged) => {
    const world = await failoverWorld()
    await world.belfry('failover', 'email', '--yes')
    rmSync(join(world.cwd, file))
    symlinkSync('/dev/full', join(world.cwd, file))
    const { exit, err } = await world.belfry('apply', '--failback', '--yes', ...more)
    expect([exit, ...world.primaries()]).toEqual([0, 'sendgrid-main'])
    expect(err.split('\n').filter((line) => line.includes('journal') || line.includes('logged'))).toEqual([
      'The new primary integration is not logged in .belfry/failover.ndjson: the file is a symbolic link.',
    ])
    const own = existsSync(join(world.cwd, 'own.ndjson')) ? runsIn(world, 'own.ndjson') : []
    expect(own).toMatchObject(logged)
  },
)

test('a run that is in two journals is one run, with all of its writes', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes')
  await world.belfry('apply', '--failback', '--yes', '--journal', 'own.ndjson')
  const { out } = await world.belfry('log', '.', '--format', 'json')
  const { runs } = JSON.parse(out) as { readonly runs: readonly JournalRun[] }
  expect(runs.map(({ file: of, outcomes }) => [of, outcomes.map(({ action }) => action)])).toEqual([
    ['own.ndjson', ['set-primary', 'update']],
    [file, ['update', 'set-primary']],
  ])
  expect(runsIn(world).at(-1)?.run).toBe(runs[0]?.run)
})

test('a failover that is logged elsewhere is in the journal of the project too, if there is one', async () => {
  const world = await failoverWorld()
  await world.belfry('failover', 'email', '--yes', '--journal', 'own.ndjson')
  expect(existsSync(join(world.cwd, file))).toBe(false)
  expect(await sinceIn(world)).toBe(notKnown)
  await world.belfry('failover', 'email', '--back', '--yes')
  await world.belfry('failover', 'email', '--yes', '--journal', 'own.ndjson')
  expect(await sinceIn(world)).toBe(lastIn(world))
  const { out } = await world.belfry('show', file)
  expect(out).toContain('email of Production to ses-eu')
})
