// The report for Prometheus: its samples, what stays of the file before, and who may read it.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PlanAccount } from '../../../src/report/account.ts'
import { prometheusText } from '../../../src/report/ci/prometheus.ts'
import { cliWorld, people, unchanged } from '../../support/cli-world.ts'
import { sectionWith } from '../../support/sketched-change.ts'

const isWindows = process.platform === 'win32'
const at = (time: string) => ({ io: { now: () => new Date(time) } })

test('drift by target and kind, the last success, requests and waits', async () => {
  const { run, folder, sandbox } = await cliWorld({ 'manifests/people.yaml': people })
  const { exit } = await run('plan --report prometheus=belfry.prom', at('2026-03-02T09:00:00.500Z'))
  const file = join(folder, 'belfry.prom')
  expect(exit).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(`# HELP belfry_drift Resources that differ from the manifests.
# TYPE belfry_drift gauge
belfry_drift{target="Development",kind="integration"} 0
belfry_drift{target="Development",kind="subscriber"} 1
belfry_drift{target="Production",kind="integration"} 0
belfry_drift{target="Production",kind="subscriber"} 1
# HELP belfry_unmanaged Resources that are in the service but in no manifest.
# TYPE belfry_unmanaged gauge
belfry_unmanaged{target="Development"} 0
belfry_unmanaged{target="Production"} 0
# HELP belfry_plan_last_success_timestamp_seconds When belfry last read the target completely, in seconds since 1970.
# TYPE belfry_plan_last_success_timestamp_seconds gauge
belfry_plan_last_success_timestamp_seconds{target="Development"} 1772442000.5
belfry_plan_last_success_timestamp_seconds{target="Production"} 1772442000.5
# HELP belfry_plan_reads Requests of the last plan.
# TYPE belfry_plan_reads gauge
belfry_plan_reads{targets="Development,Production"} ${sandbox.log.length}
# HELP belfry_plan_waits Waits of the last plan before a request.
# TYPE belfry_plan_waits gauge
belfry_plan_waits{targets="Development,Production"} 0
# HELP belfry_plan_wait_seconds Seconds of these waits.
# TYPE belfry_plan_wait_seconds gauge
belfry_plan_wait_seconds{targets="Development,Production"} 0
`)
})

test.skipIf(isWindows)('other users can read the file', async () => {
  const { run, folder } = await cliWorld({ 'manifests/people.yaml': people })
  await run('plan --report prometheus=belfry.prom')
  expect(statSync(join(folder, 'belfry.prom')).mode & 0o777).toBe(0o644)
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

test('labels are escaped, and no sample has a line break', () => {
  const account: PlanAccount = {
    command: 'plan',
    exit: 0,
    problems: [],
    plan: {
      sections: [sectionWith({ target: 'a"b\\c\nd' })],
      problems: [],
      requests: { reads: 1, writes: 0, milliseconds: 1 },
    },
  }
  const text = prometheusText(account, { madeAt: '2026-03-02T09:00:00.000Z' })
  const label = String.raw`"(?:[^"\\\n]|\\["\\n])*"`
  const sample = new RegExp(
    `^(?:# (?:HELP|TYPE) .*|\\w+\\{\\w+=${label}(?:,\\w+=${label})*\\} \\d+(?:\\.\\d+)?)$`,
  )
  expect(
    text
      .trimEnd()
      .split('\n')
      .filter((line) => !sample.test(line)),
  ).toEqual([])
  expect(text).toContain(String.raw`{target="a\"b\\c`)
})
