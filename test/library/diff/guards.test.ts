// What a branch changes about how it is judged is part of its review, and with --guards-from it changes nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../../../src/library/diff/git.ts'
import { formatsFor } from '../../../src/report/formats.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { put } from '../../support/cli-process.ts'
import { plainEnv, repositoryWith } from '../../support/trees.ts'

const project = `
service: { url: "\${env:BELFRY_URL}" }
targets:
  Production:
    apiKey: "\${env:BELFRY_KEY}"
    protected: true
    limits: { subscriber: { updates: 0 } }
manifests: [manifests]
owns: { subscriber: ['*'] }
smoke: { recipients: [ops-oncall] }
rules: { primary-lost: error }
`

const lowered = `requires: ">=0.1"
service: { url: "\${env:BELFRY_OTHER_URL}" }
targets:
  Production:
    apiKey: "\${env:BELFRY_KEY}"
    limits: { subscriber: { updates: 100% } }
    unmanaged: ignore
manifests: [manifests]
owns: { subscriber: ['ops-*'] }
smoke: { recipients: ['*'] }
`

const people = 'subscribers:\n  - subscriberId: ops-oncall\n    lastName: Duty\n'

interface Branch {
  readonly folder: string
  readonly run: (...args: string[]) => Promise<Said>
}

async function branch(file: string): Promise<Branch> {
  const folder = repositoryWith({ 'belfry.yaml': project, 'manifests/people.yaml': people })
  put(folder, { 'belfry.yaml': file, 'manifests/people.yaml': people })
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const env = {
    BELFRY_URL: sandbox.url,
    BELFRY_OTHER_URL: sandbox.url,
    BELFRY_KEY: sandbox.keys['Production'],
  }
  return {
    folder,
    run: (...args) => runProgram(args, { cwd: folder, git: gitIn(plainEnv), env }),
  }
}

const lines = [
  'guard rules.primary-lost: "error" → not declared  belfry.yaml:1',
  'guard requires: not declared → ">=0.1"  belfry.yaml:1',
  'guard service.url: "${env:BELFRY_URL}" → "${env:BELFRY_OTHER_URL}"  belfry.yaml:2',
  'guard targets.Production.protected: true → not declared  belfry.yaml:4',
  'guard targets.Production.limits.subscriber.updates: 0 → "100%"  belfry.yaml:6',
  'guard targets.Production.unmanaged: not declared → "ignore"  belfry.yaml:7',
  'guard owns.subscriber: ["*"] → ["ops-*"]  belfry.yaml:9',
  'guard smoke.recipients: ["ops-oncall"] → ["*"]  belfry.yaml:10',
]

test.each([[['diff']], [['plan', '--diff-base', 'main']]])('%j opens with the guards', async (args) => {
  const { run } = await branch(lowered)
  const { exit, out, err } = await run(...args)
  expect([exit, err.includes('guards-changed')]).toEqual([0, false])
  const [title, ...rest] = out.split('\n')
  expect(title).toBe('This branch changes the guards:')
  expect(rest.slice(0, lines.length).map((line) => line.trim())).toEqual(lines)
  const { out: comment } = await run(...args, '--format', 'markdown')
  const opening = comment.split('\n').findIndex((line) => line.startsWith('>'))
  expect(comment.split('\n').slice(opening, opening + 3)).toEqual([
    '> [!IMPORTANT]',
    '> **This branch changes the guards:**',
    expect.stringContaining('guard `rules.primary-lost`') as string,
  ])
})

test('in every format', async () => {
  const { run, folder } = await branch(lowered)
  // These two hold counts only.
  const files = formatsFor('file', 'plan').filter((format) => !['prometheus', 'gitlab'].includes(format))
  await run('plan', '--diff-base', 'main', ...files.flatMap((each) => ['--report', `${each}=${each}.out`]))
  const missing = files.filter((each) => {
    const text = readFileSync(join(folder, `${each}.out`), 'utf8')
    return !text.includes('targets.Production.protected')
  })
  expect([files.length > 3, missing]).toEqual([true, []])
})

test('where no guard changes, nothing is said of them', async () => {
  const { run } = await branch(project)
  expect((await run('diff')).out).not.toContain('guards')
})

test('with --guards-from a branch is judged by the guards of the base', async () => {
  const { run } = await branch(lowered.replace("owns: { subscriber: ['ops-*'] }\n", ''))
  expect(await run('plan')).toMatchObject({ exit: 0 })
  const said = await run('plan', '--guards-from', 'main')
  expect(said.exit).toBe(4)
  expect(said.err).toContain('main:belfry.yaml:7')
  expect(said.err).toContain('limit')
  const none = await run('plan', '--guards-from', 'gone')
  expect([none.exit, none.err]).toEqual([3, expect.stringContaining('git can\'t find the revision "gone"')])
})
