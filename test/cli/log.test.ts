// belfry log: who changed what, from the journals of several runs.
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, people, project } from '../support/cli-world.ts'
import { runProgram } from '../support/cli.ts'
import { failoverWorld } from '../support/failover-world.ts'

const commit = '3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2'

test('the log names the user, the commit and the saved plan of each change', async () => {
  const { run, folder } = await cliWorld({ 'belfry.yaml': project, 'manifests/people.yaml': people })
  mkdirSync(join(folder, 'journals'))
  await run('plan --out plan.json')
  const env = { GITHUB_ACTOR: 'ada', GITHUB_SHA: commit }
  const applied = await run('apply plan.json --journal journals/one.ndjson', { env })
  expect(applied.exit).toBe(0)
  const digest = createHash('sha256')
    .update(readFileSync(join(folder, 'plan.json')))
    .digest('hex')
  const { out, exit } = await run('log journals --format json')
  expect(exit).toBe(0)
  const [first] = (JSON.parse(out) as { runs: Record<string, unknown>[] }).runs
  expect(first).toMatchObject({ by: 'ada', commit, plan: digest, file: 'journals/one.ndjson', exit: 0 })
  expect((await run('log journals')).out).toContain(
    `by ada, commit ${commit.slice(0, 12)}, plan ${digest.slice(0, 12)}`,
  )
})

test('a file that is missing is not said to be no journal', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, out, err } = await run('log nowhere.ndjson manifests')
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain("not-shown\n  nowhere.ndjson can't be read: no such file or folder")
  expect(err).toContain('manifests is not a journal of belfry, and contains no journal')
})

test('a saved plan is no journal, and the hint does not name one', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  await run('plan --out plan.json')
  const { exit, err } = await run('log plan.json')
  expect(exit).toBe(3)
  expect(err).toContain('Use a journal that belfry apply --journal or belfry failover wrote.')
})

test('a selector without a known kind is refused, and one without a change is not', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  const wrong = await run('log journal.ndjson --only ops-oncall')
  expect(wrong).toMatchObject({ exit: 3, out: '' })
  expect(wrong.err).toContain('--only ops-oncall matches no change: unknown kind "ops-oncall"')
  expect(await run('log journal.ndjson --only integration/x')).toMatchObject({
    exit: 0,
    out: 'No changes.\n',
  })
  const mistyped = await run('log journal.ndjson --only subscriber/ops-oncal')
  expect(mistyped).toMatchObject({ exit: 0, out: 'No changes.\n' })
  expect(mistyped.err).toContain('matches no change; did you mean "subscriber/ops-oncall"?')
  expect((await run('log journal.ndjson --only subscriber/ops-oncall')).err).toBe('')
  expect((await run('log journal.ndjson --only *oncall')).out).toContain('subscriber ops-oncall')
})

test('the other files of a folder are closed', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  for (let number = 0; number < 40; number++) writeFileSync(join(folder, `other-${number}`), 'no journal')
  const before = readdirSync('/dev/fd').length
  expect((await run('log .')).exit).toBe(0)
  expect(readdirSync('/dev/fd').length - before).toBeLessThan(20)
})

test('a journal that is named twice is listed once', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  const { out } = await run(`log . journal.ndjson ./journal.ndjson ${join(folder, 'journal.ndjson')}`)
  expect(out.split('journal.ndjson')).toHaveLength(2)
})

test('a run that is also in a copy of its journal is listed once', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  copyFileSync(join(folder, 'journal.ndjson'), join(folder, 'journal.backup.ndjson'))
  const { runs } = JSON.parse((await run('log . --format json')).out) as { runs: object[] }
  expect(runs).toHaveLength(1)
})

test('an older journal is read too, and newer runs come first', async () => {
  const { run, folder } = await cliWorld({ 'belfry.yaml': project, 'manifests/people.yaml': people })
  await run('apply --yes --journal new.ndjson')
  const lines = readFileSync(join(folder, 'new.ndjson'), 'utf8').trimEnd().split('\n')
  const old = lines.map((line) => {
    const { by: _by, commit: _commit, ...entry } = JSON.parse(line) as Record<string, unknown>
    return JSON.stringify({ ...entry, run: 'old', time: '2020-01-05T09:00:00.000Z' })
  })
  writeFileSync(join(folder, 'old.ndjson'), `${old.join('\n')}\n`)
  const { out } = await run('log . --only subscriber/ops-oncall')
  expect(out).toContain('2020-01-05T09:00:00.000Z  unknown user and commit')
  expect(out.indexOf('new.ndjson')).toBeLessThan(out.indexOf('old.ndjson'))
  expect((await run('log . --only integration/*')).out).toBe('No changes.\n')
  // A version that knows no more fields reads a line of a later one.
  writeFileSync(
    join(folder, 'old.ndjson'),
    `${lines[0]?.replace('{', '{"tomorrow":1,')}\n${lines.slice(1).join('\n')}\n`,
  )
  expect((await run('show old.ndjson')).out).not.toContain("can't be read")
})

test('a failover without a write is listed, and lines that cannot be read are listed even if there is no change', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  const [start = '', ...rest] = readFileSync(join(folder, 'journal.ndjson'), 'utf8').trimEnd().split('\n')
  const place = { target: 'Production', url: 'http://127.0.0.1', channel: 'email' }
  const failover = { ...place, to: 'ses-eu', reason: 'drill', smoke: 'sent' }
  const begun = JSON.stringify({ ...(JSON.parse(start) as object), failover })
  writeFileSync(join(folder, 'failover.ndjson'), `${begun}\n${rest.at(-1)}\nbroken\n`)
  const { exit, out } = await run('log failover.ndjson')
  expect(exit).toBe(0)
  expect(out).toContain('drill')
  expect((await run('log failover.ndjson --only integration/ses-*')).out).toContain('drill')
  const { out: page } = await run('show failover.ndjson --format markdown')
  expect(page).toContain('### Journal of 1 run\n')
  const { out: selected } = await run('log failover.ndjson --only integration/none')
  expect(selected).toBe("No changes.\n\n1 line of the journals can't be read:\n  failover.ndjson:3\n")
  const { damaged } = JSON.parse((await run('log . --format json')).out) as { damaged: unknown }
  expect(damaged).toEqual([{ file: 'failover.ndjson', line: 3 }])
})

test('a journal whose first line is damaged is read', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  mkdirSync(join(folder, 'journals'))
  await run('apply --yes --journal journals/one.ndjson')
  const path = join(folder, 'journals/one.ndjson')
  const [start = '', ...rest] = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [start.slice(0, 40), ...rest].join('\n'))
  const { exit, out } = await run('log journals')
  expect({ exit, out }).toMatchObject({
    exit: 0,
    out: expect.stringMatching(/^Run \w+ .*unknown user and commit  ended .*, exit 0/),
  })
  expect(out).toContain("1 line of the journals can't be read:\n  journals/one.ndjson:1\n")
  const shown = await run('show journals/one.ndjson')
  expect(shown.exit).toBe(0)
  expect(shown.out).toContain("1 line of the journal can't be read (line 1).")
  expect(shown.out).toContain('update subscriber ops-oncall')
})

test('without a path, it reads the journal of failovers of the project', async () => {
  const world = await failoverWorld()
  expect(await world.belfry('log')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('no failover was recorded here: .belfry/failover.ndjson is not found'),
  })
  expect((await world.belfry('failover', 'email', '--yes')).exit).toBe(0)
  const own = await world.belfry('log')
  expect(own).toMatchObject({ exit: 0, out: expect.stringContaining('set-primary integration ses-eu') })
  expect(own.out).toBe((await world.belfry('log', '.belfry/failover.ndjson')).out)
  const cwd = join(world.cwd, 'manifests')
  const below = await runProgram(['log'], { cwd, env: world.env })
  expect(below).toMatchObject({ exit: 0, out: expect.stringContaining('set-primary integration ses-eu') })
})

test('a result in a line that cannot be read is not said to be missing', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  const path = join(folder, 'journal.ndjson')
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  const cutWhere = (isCut: (line: string) => boolean): void =>
    writeFileSync(path, `${lines.map((line) => (isCut(line) ? line.slice(0, 50) : line)).join('\n')}\n`)
  cutWhere((line) => line.startsWith('{"type":"outcome"'))
  for (const command of ['log', 'show']) {
    const { out } = await run(`${command} journal.ndjson`)
    expect(out).toContain(
      "the result may be in a line that can't be read: PATCH /v2/subscribers/ops-oncall, sent",
    )
    expect(out).not.toContain('no result in the journal')
  }
  cutWhere((line) => line.startsWith('{"type":"end"'))
  for (const command of ['log', 'show', 'show --format markdown']) {
    const { out } = await run(`${command} journal.ndjson`)
    expect(out).toContain("its end is not known: lines of the journal can't be read")
    expect(out).not.toContain('still running')
  }
})

test('an empty file is a journal to which nothing was written', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  mkdirSync(join(folder, 'journals'))
  writeFileSync(join(folder, 'journals/none.ndjson'), '')
  for (const name of ['journals', 'journals/none.ndjson'])
    expect(await run(`log ${name}`)).toMatchObject({ exit: 0, out: 'No changes.\n' })
  expect(await run('show journals/none.ndjson')).toMatchObject({
    exit: 0,
    out: 'The file is empty: a journal to which nothing was written, or a saved plan that was truncated.\n',
  })
})

test.each([
  ['integratoin/x', 'unknown kind "integratoin"; did you mean "integration"?'],
  ['integratoin/*', 'unknown kind "integratoin"; did you mean "integration"?'],
  ['bogus', 'unknown kind "bogus"'],
  ['subscriber', ''],
])('--only %s can match no change', async (selector, message) => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  await run('apply --yes --journal journal.ndjson')
  const { exit, err, out } = await run(`log journal.ndjson --only ${selector}`)
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain(`--only ${selector} matches no change${message && ': '}${message}\n`)
  expect(await run('log journal.ndjson --only {integration,subscriber}/none --only integration/none --only integration/* --only *')).toMatchObject({ exit: 0 }) // prettier-ignore
})

test('a link that leads to itself is a mistake of the user', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  symlinkSync('loop', join(folder, 'loop'))
  const { exit, err } = await run('log loop')
  expect({ exit, err }).toMatchObject({
    exit: 3,
    err: expect.stringContaining('the symbolic links form a loop'),
  })
})
