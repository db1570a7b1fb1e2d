// The report for Prometheus: its samples, what stays of the file before, and who may read it.
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { notesIn, notesOf, noteSorts, type Note } from '../../../src/core/plan/notes.ts'
import { countsOf, isUpToDate, type Section } from '../../../src/core/plan/plan.ts'
import { visible } from '../../../src/core/visible.ts'
import type { PlanAccount } from '../../../src/report/account.ts'
import { prometheusText } from '../../../src/report/ci/prometheus.ts'
import { cliWorld, people, unchanged } from '../../support/cli-world.ts'
import { runsOf } from '../../support/laws/runs.ts'
import { seedOf } from '../../support/seed.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

/** One change in what else is as declared. */
const counts = (target: string): string =>
  Object.entries({
    create: 0,
    update: 1,
    setPrimary: 0,
    deactivate: 0,
    resend: 0,
    unchanged: 0,
    unmanaged: 0,
    missing: 0,
    waiting: 0,
    duplicates: 0,
    inError: 0,
    ownKey: 0,
    failoverDrift: 0,
    pruned: 0,
    failedOver: 0,
    ignored: 0,
    unreadable: 0,
  })
    .map(([count, value]) => `belfry_plan_counts{target="${target}",count="${count}"} ${value}\n`)
    .join('')

const isWindows = process.platform === 'win32'
const at = (time: string) => ({ io: { now: () => new Date(time) } })

test('drift by target and kind, the last success, requests and waits', async () => {
  const { run, folder, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit } = await run('plan --report prometheus=belfry.prom', at('2026-03-02T09:00:00.500Z'))
  const file = join(folder, 'belfry.prom')
  expect(exit).toBe(0)
  expect(readFileSync(file, 'utf8'))
    .toBe(`# HELP belfry_drift Resources that are not as the manifests declare them, and failovers that are drift.
# TYPE belfry_drift gauge
belfry_drift{target="Development",kind="integration"} 0
belfry_drift{target="Development",kind="subscriber"} 1
belfry_drift{target="Development",kind="failover"} 0
belfry_drift{target="Production",kind="integration"} 0
belfry_drift{target="Production",kind="subscriber"} 1
belfry_drift{target="Production",kind="failover"} 0
# HELP belfry_plan_counts Counts of the plan, as its summary and its notes show them.
# TYPE belfry_plan_counts gauge
${counts('Development')}${counts('Production')}# HELP belfry_channel_state Whether a channel delivers: 1 for its current state, 0 for the other states.
# TYPE belfry_channel_state gauge
# HELP belfry_plan_last_success_timestamp_seconds When a plan last succeeded for all its targets, this one included, in seconds since 1970.
# TYPE belfry_plan_last_success_timestamp_seconds gauge
belfry_plan_last_success_timestamp_seconds{target="Development"} 1772442000.5
belfry_plan_last_success_timestamp_seconds{target="Production"} 1772442000.5
# HELP belfry_plan_reads Requests of the last plan.
# TYPE belfry_plan_reads gauge
belfry_plan_reads{targets="Development,Production"} ${sandbox.log.length}
# HELP belfry_plan_waits How often the last plan waited before a request.
# TYPE belfry_plan_waits gauge
belfry_plan_waits{targets="Development,Production"} 0
# HELP belfry_plan_wait_seconds How long the last plan waited before requests, in seconds.
# TYPE belfry_plan_wait_seconds gauge
belfry_plan_wait_seconds{targets="Development,Production"} 0
`)
})

test.skipIf(isWindows)('other users can read the file', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('plan --report prometheus=belfry.prom')
  expect(statSync(join(folder, 'belfry.prom')).mode & 0o777).toBe(0o644)
})

test.skipIf(isWindows)('a pipe is written to, and not read', async () => {
  const { start, folder } = await cliWorld({ 'manifests/people.yaml': people })
  const pipe = join(folder, 'belfry.prom')
  execFileSync('mkfifo', [pipe])
  const reader = promisify(execFile)('cat', [pipe])
  const { exit } = await start(`plan --report prometheus=${pipe}`).ended
  expect(exit).toBe(0)
  expect(samplesIn((await reader).stdout).size).toBeGreaterThan(0)
})

test('a plan that fails, and one of another target, keep the time of the last success', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': unchanged })
  const report = '--report prometheus=belfry.prom'
  const read = () => readFileSync(join(folder, 'belfry.prom'), 'utf8')
  const successes = () =>
    read()
      .split('\n')
      .filter((line) => line.startsWith('belfry_plan_last_success'))
  await run(`plan ${report}`, at('2026-03-02T09:00:00.000Z'))
  await run(`plan -t Production ${report}`, at('2026-03-02T10:00:00.000Z'))
  const both = [
    'belfry_plan_last_success_timestamp_seconds{target="Production"} 1772445600',
    'belfry_plan_last_success_timestamp_seconds{target="Development"} 1772442000',
  ]
  expect(successes()).toEqual(both)
  const env = { BELFRY_URL: 'http://127.0.0.1:9' }
  const failed = await run(`plan ${report} --timeout 1`, {
    ...at('2026-03-02T11:00:00.000Z'),
    env,
    pass: () => undefined,
  })
  expect(failed.exit).toBe(1)
  expect(successes()).toEqual(both)
  expect(read()).not.toContain('belfry_drift{')
})

test.each(['--only integration/*', '--exclude subscriber/*'])('refused with %s', async (selection) => {
  const { run, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit, err } = await run(`plan ${selection} --report prometheus=belfry.prom`)
  expect(exit).toBe(3)
  expect(err).toContain('--report prometheus works only without --only and --exclude')
  expect(sandbox.log).toEqual([])
})

/** What a strict parser of the text format reads, by metric and labels; it throws where one would. */
function samplesIn(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>()
  expect(text.endsWith('\n')).toBe(true)
  const blocks = text.slice(0, -1).split(/^(?=# HELP )/m)
  const names = blocks.map((block) => {
    const [help = '', type, ...lines] = block.replace(/\n$/, '').split('\n')
    const name = /^# HELP (belfry_[a-z_]+) [A-Z][^\\]*\.$/.exec(help)?.[1] ?? `none in ${help}`
    expect(type).toBe(`# TYPE ${name} gauge`)
    for (const line of lines) {
      const [, metric, labels = '', value] =
        /^(\w+)\{((?:\w+="(?:[^"\\\n]|\\["\\n])*",?)+)\} (\d+(?:\.\d+)?)$/u.exec(line) ?? []
      expect({ line, metric, again: samples.has(`${name}{${labels}}`) }).toEqual({
        line,
        metric: name,
        again: false,
      })
      samples.set(`${name}{${labels}}`, Number(value))
    }
    return name
  })
  expect(names).toEqual([...new Set(names)])
  return samples
}

const oddName = fc.constantFrom('Production', 'Staging', 'a"b\\c\nd', 'e}f', 'ü ')
const kind = fc.constantFrom('integration', 'subscriber')
const resource = fc.record({ kind, name: fc.constantFrom('a', 'b', 'c', 'd') })
const change = fc
  .record({
    kind,
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    action: fc.constantFrom('create', 'update', 'set-primary', 'resend'),
    before: fc.constantFrom({ active: true }, { active: false }),
    after: fc.constantFrom({ active: true }, { active: false }),
  })
  .map(changeOf)
const note = fc
  .record({
    sort: fc.constantFrom(...noteSorts.filter((sort) => !['released', 'absent'].includes(sort))),
    resource,
    more: fc.constantFrom({ target: 'Staging' }, {}),
  })
  .map(
    ({ sort, resource: of, more }) =>
      ({ sort, ...of, ...more, ids: [], fields: [], paths: [], wanted: [] }) as Note,
  )
const section = fc
  .record({
    changes: fc.array(change, { maxLength: 6 }),
    notes: fc.array(note, { maxLength: 12 }),
    unchanged: fc.nat(9),
    inError: fc.nat(2),
  })
  .map(sectionWith)

function planAccountOf(sections: readonly Section[]): PlanAccount {
  const requests = { reads: 1, writes: 0, milliseconds: 1 }
  return { command: 'plan', exit: 2, problems: [], plan: { sections, problems: [], requests } }
}

test('the figures of all targets together are the counts of the plan, including all sorts of notes', () => {
  const sections = fc
    .uniqueArray(fc.record({ target: oddName, own: section }), { selector: ({ target }) => target })
    .map((all) => all.map(({ target, own }) => ({ ...own, target })))
  const property = fc.property(sections, (all) => {
    const account = planAccountOf(all)
    const samples = [...samplesIn(prometheusText(account, { madeAt: '2026-03-02T09:00:00.000Z' }))]
    const sum = (pattern: RegExp): number =>
      samples.reduce((total, [name, value]) => total + (pattern.test(name) ? value : 0), 0)
    for (const [count, value] of Object.entries(countsOf(all)))
      expect([count, sum(new RegExp(`^belfry_plan_counts.*count="${count}"`))]).toEqual([count, value])
    // Each sort of note has its own figure, or is counted in a figure of the summary.
    const forgotten = noteSorts.filter(
      (sort) =>
        notesIn(all, sort).length > 0 &&
        sum(new RegExp(`^belfry_plan_counts.*count="(?:${sort}|waiting)"`)) === 0,
    )
    expect(forgotten).toEqual([])
    const isDrifting = all.some((own) => !isUpToDate(withoutResends(own)))
    expect(sum(/^belfry_drift\{/) > 0).toBe(isDrifting)
    for (const { target, ...own } of all) {
      const label = visible(target).replaceAll(/[\\"]/g, String.raw`\$&`)
      const mine = samples.filter(([name]) => name.includes(`target="${label}"`))
      expect(mine.find(([name]) => name.includes('count="missing"'))?.[1]).toBe(
        notesOf(own, 'missing').length,
      )
    }
  })
  fc.assert(property, {
    numRuns: runsOf({ full: 1000 }),
    seed: seedOf('prometheus', 'BELFRY_LAWS_SEED'),
  })
})

/** Resends can't be compared, and errors have no kind: neither is drift of a kind. */
function withoutResends(own: Section) {
  const changes = own.changes.filter(({ action }) => action !== 'resend')
  return { sections: [{ ...own, changes, inError: 0 }], problems: [] }
}

test('a subscriber that is missing is drift', async () => {
  const { run, folder } = await cliWorld({
    'manifests/people.yaml': 'subscribers:\n  - { subscriberId: ada-of-nowhere }\n',
  })
  await run('plan -t Production --report prometheus=belfry.prom')
  const samples = samplesIn(readFileSync(join(folder, 'belfry.prom'), 'utf8'))
  expect(samples.get('belfry_drift{target="Production",kind="subscriber"}')).toBe(1)
  expect(samples.get('belfry_plan_counts{target="Production",count="missing"}')).toBe(1)
})

test('a target without a plan is a failure, whatever the exit code is', () => {
  const account = planAccountOf([sectionWith({ resources: 1 })])
  const madeAt = '2026-03-02T09:00:00.000Z'
  const error = { rule: 'limit', severity: 'error', message: '', target: 'Elsewhere' } as const
  const found = [[], [error]].map((problems) => prometheusText({ ...account, exit: 4, problems }, { madeAt }))
  expect(found.map((text) => samplesIn(text).size > 0)).toEqual([true, false])
})

test('only whole lines of the file before are kept, and each target once', () => {
  const metric = 'belfry_plan_last_success_timestamp_seconds'
  const former = `${metric}{target="Staging"} 17\n${metric}{target="Staging"} 18\n${metric}{target="a" 1\n${metric}{target="b"} soon\n${metric}{target="c\\"d"} 19`
  const text = prometheusText(planAccountOf([]), { madeAt: '2026-03-02T09:00:00.000Z', former })
  expect([...samplesIn(text)].filter(([name]) => name.startsWith(metric))).toEqual([
    [`${metric}{target="Staging"}`, 18],
    [`${metric}{target="c\\"d"}`, 19],
  ])
})
