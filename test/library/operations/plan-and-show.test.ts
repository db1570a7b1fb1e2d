// What a plan ends with and saves, and what show says of a file that isn't one of belfry.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProxy } from '../../support/cli-proxy.ts'
import { runProgram } from '../../support/cli.ts'
import { cliWorld, people, project, type CliWorld } from '../../support/cli-world.ts'

const one = project.replace(/ {2}Development.*\n/, '')
const literal = `integrations:
  - { identifier: slack-ops, providerId: slack, channel: chat, credentials: { secretKey: '\${env:SLACK_KEY}' } }
`
const key = { SLACK_KEY: 'another-slack-secret' }

const worldOf = (files: Readonly<Record<string, string>> = {}): Promise<CliWorld> =>
  cliWorld({ 'belfry.yaml': one, 'manifests/people.yaml': people, ...files })

test.each([
  ['', 0, true],
  ['--detailed-exitcode', 2, true],
  ['--detailed-exitcode --max-changes subscriber=0', 4, false],
  ['--max-changes subscriber=0', 4, false],
  ['--diff-base nowhere', 3, false],
  ['--guards-from nowhere', 3, false],
])('plan --out FILE %s', async (args, expected, isSaved) => {
  const { run, folder } = await worldOf()
  const { exit, out, err } = await run(`plan --out plan.json ${args}`.trim())
  expect({ exit, isSaved: existsSync(join(folder, 'plan.json')) }).toEqual({ exit: expected, isSaved })
  expect(out + err).not.toBe('')
})

test('a plan that a signal ends has the exit code of the signal, whatever it found', async () => {
  const { begin, sandbox, folder } = await worldOf()
  const BELFRY_URL = await startProxy(sandbox.url, ({ path }) => {
    // The last request: the plan is whole.
    if (path.includes('/subscribers')) running.kill('SIGTERM')
    return undefined
  })
  const running = begin('plan --out plan.json --detailed-exitcode --max-changes subscriber=0', {
    env: { BELFRY_URL },
  })
  expect([(await running.ended).exit, existsSync(join(folder, 'plan.json'))]).toEqual([143, false])
})

test.each([
  ['', key, { secrets: 'compared' }],
  ['--secrets=defer', {}, { secrets: 'named' }],
  ['--secrets=defer --only subscriber/*', {}, { secrets: 'named' }],
  ['--secrets=needed --only subscriber/*', {}, { secrets: 'compared' }],
  ['--failback', key, { secrets: 'compared', failback: true }],
])('the origin of a plan that is saved with %s', async (args, env, origin) => {
  const { run, folder } = await worldOf({ 'manifests/slack.yaml': literal })
  expect((await run(`plan --out plan.json ${args}`.trim(), { env })).exit).toBe(0)
  const saved = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as Record<string, unknown>
  expect({ secrets: saved['secrets'], failback: saved['failback'] }).toEqual({
    failback: undefined,
    ...origin,
  })
})

test.each([
  ['', 'plan.json', 'Next: belfry apply plan.json'],
  ['', 'my plan.json', "Next: belfry apply 'my plan.json'"],
  ['--secrets=defer', 'plan.json', 'Next: belfry apply -t Production --approved plan.json'],
])('what comes next after a plan that is saved with "%s" as %s', async (args, file, next) => {
  const { run, folder, env } = await worldOf()
  expect((await run(`plan --out plan.json ${args}`.trim())).exit).toBe(0)
  renameSync(join(folder, 'plan.json'), join(folder, file))
  const { exit, out } = await runProgram(['show', file], { cwd: folder, env })
  expect([exit, out]).toEqual([0, expect.stringContaining(next)])
})

test.each<[string, (text: string) => string, number, string]>([
  ['a plan in another layout', (text) => `\n  ${text}`, 0, 'Plan: 1 to update'],
  ['a plan that was edited', (text) => text.replace('Duty', 'Away'), 4, 'was edited after'],
  ['a part of a plan', (text) => text.slice(0, -20), 3, 'plan.json'],
  ['another JSON', () => '{}', 3, 'plan.json'],
  ['a text', () => 'hello', 3, 'plan.json is neither a saved plan nor a journal of belfry'],
])('show of %s', async (_, edited, expected, says) => {
  const { run, folder } = await worldOf()
  expect((await run('plan --out plan.json')).exit).toBe(0)
  const path = join(folder, 'plan.json')
  writeFileSync(path, edited(readFileSync(path, 'utf8')))
  const { exit, out, err } = await run('show plan.json')
  expect([exit, out + err]).toEqual([expected, expect.stringContaining(says)])
})
