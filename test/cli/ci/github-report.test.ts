// --report github → what the runner of a GitHub workflow takes from stderr, and from the files that it names.
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pipelineOf } from '../../../src/cli/ci/pipeline.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { folderWith } from '../../support/cli-process.ts'
import { keys, people, project } from '../../support/cli-world.ts'
import { fileCommands, workflowCommands } from '../../support/workflow-commands.ts'

interface World {
  readonly run: (args: string, env?: Readonly<Record<string, string>>) => Promise<Said>
  readonly read: (name: string) => string
  readonly path: (name: string) => string
}

const signs = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.example',
  GITHUB_REPOSITORY: 'acme/notify',
  GITHUB_SHA: 'a'.repeat(40),
}

/** A checkout whose project stands in a folder of its own. */
async function world(manifest: string): Promise<World> {
  const sandbox = await createSandbox({})
  onTestFinished(() => sandbox.close())
  const root = folderWith({ output: '', summary: '' })
  mkdirSync(join(root, 'notify/manifests'), { recursive: true })
  writeFileSync(join(root, 'notify/belfry.yaml'), project)
  writeFileSync(join(root, 'notify/manifests/people.yaml'), manifest)
  const env = {
    ...signs,
    ...keys,
    BELFRY_URL: sandbox.url,
    GITHUB_WORKSPACE: root,
    GITHUB_OUTPUT: join(root, 'output'),
    GITHUB_STEP_SUMMARY: join(root, 'summary'),
  }
  return {
    run: (args, more = {}) =>
      runProgram(args.split(' '), { cwd: join(root, 'notify'), env: { ...env, ...more } }),
    read: (name) => readFileSync(join(root, name), 'utf8'),
    path: (name) => join(root, name),
  }
}

test.each([
  ['notify', 'notify/'],
  ['..data', '..data/'],
  ['', ''],
  ['..', undefined],
])('the folder %s of the checkout', (folder, shown) => {
  const root = '/srv/checkout'
  const env = { ...signs, GITHUB_WORKSPACE: root }
  expect(pipelineOf({ env, cwd: join(root, folder) }).source?.folder).toBe(shown)
})

test('a plan: counts for the next step, and the text as ever', async () => {
  const { run, read } = await world(people)
  const said = await run('plan --detailed-exitcode --report github')
  expect(said).toMatchObject({ exit: 2, err: '' })
  expect(said.out).toContain('Plan: 2 to update')
  expect(fileCommands(read('output'))).toMatchObject({ exit: '2', changes: '2', updates: '2', creates: '0' })
  expect(read('summary')).toMatch(/^<!-- belfry:plan notify\/ -->\n[\s\S]*ops-oncall/)
})

test('a mistake: an annotation on stderr at its line of the repository', async () => {
  const { run, read } = await world('subscribers:\n  - subscriberId: ops-oncall\n    lastNam: Duty\n')
  const said = await run('validate --report github')
  expect(said).toMatchObject({ exit: 3, out: '' })
  expect(workflowCommands(said.err)).toEqual([
    {
      name: 'error',
      properties: {
        file: 'notify/manifests/people.yaml',
        line: '3',
        col: '5',
        endColumn: '12',
        title: 'belfry: unknown-field',
      },
      message: 'unknown field "lastNam" in a subscriber; did you mean "lastName"?',
    },
  ])
  expect(fileCommands(read('output'))).toEqual({ exit: '3', errors: '1', warnings: '0' })
  expect(await run('validate --report github --report github=-')).toEqual(said)
})

test('with a file the annotations go there, to be printed when the log listens again', async () => {
  const { run, read } = await world('subscribers:\n  - subscriberId: ops-oncall\n    lastNam: Duty\n')
  const said = await run(
    'validate --report github=../annotations --report gitlab=../quality.json --report sarif=../sarif',
  )
  expect(workflowCommands(said.err)).toEqual([])
  expect(workflowCommands(read('annotations'))).toHaveLength(1)
  expect(JSON.parse(read('quality.json'))).toMatchObject([{ check_name: 'unknown-field' }])
  expect(JSON.parse(read('sarif'))).toMatchObject({ runs: [{ results: [{ ruleId: 'unknown-field' }] }] })
})

test('an apply: what became of it, and a test for each change', async () => {
  const { run, read } = await world(people)
  expect(await run('apply --yes --report github --report junit=../junit.xml')).toMatchObject({
    exit: 0,
    err: '',
  })
  expect(fileCommands(read('output'))).toMatchObject({ exit: '0', updates: '2', done: '2', failed: '0' })
  expect(read('junit.xml')).toMatch(/<testsuites name="belfry apply" tests="3" failures="0"/)
})

test('without the files of a runner there is nothing to append to', async () => {
  const { run, read } = await world(people)
  expect(await run('plan --report github', { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' })).toMatchObject({
    exit: 0,
    err: '',
  })
  expect(read('output')).toBe('')
})

test('a summary that GitHub would drop whole is not made longer', async () => {
  const { run, read, path } = await world(people)
  expect(await run('validate --report github')).toMatchObject({ exit: 0 })
  const before = read('summary')
  expect(before).toContain('Valid')
  expect(await run('validate --report github')).toMatchObject({ exit: 0 })
  expect(read('summary')).toBe(before + before)
  appendFileSync(path('summary'), 'x'.repeat(1024 * 1024 - 2 * before.length - 10))
  const full = read('summary').length
  expect(await run('validate --report github')).toMatchObject({ exit: 0, err: '' })
  expect(read('summary')).toHaveLength(full)
})

test('a file of the runner that is none is said, and no success', async () => {
  const { run } = await world(people)
  const said = await run('plan --report github', { GITHUB_OUTPUT: '/nowhere/output' })
  expect(said).toMatchObject({
    exit: 1,
    err: 'belfry: the file /nowhere/output, which GITHUB_OUTPUT names, could not be written: no such file or folder.\n',
  })
})

test('kinds of reports tell of the commands that they are for', async () => {
  const { run } = await world(people)
  expect((await run('plan --report sarif=x')).err).toContain(
    "--report sarif doesn't work with plan, only with validate",
  )
  expect((await run('validate --report junit=x')).err).toContain(
    "--report junit doesn't work with validate, only with apply",
  )
  expect((await run('plan --report gitlab')).err).toContain('--report gitlab has no file name')
})
