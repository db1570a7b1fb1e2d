// What a branch changes about how it is judged is part of its review, and with --guards-from it changes nothing.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { formatsFor } from '../../../src/report/formats.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { runProgram, type Said } from '../../support/cli.ts'
import { put } from '../../support/cli-process.ts'
import { git, plainEnv, repositoryWith } from '../../support/trees.ts'

const project = `
service: { url: "\${env:BELFRY_SERVICE_URL}" }
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

async function branch(
  file: string,
  base = project,
  more: Readonly<Record<string, string>> = {},
): Promise<Branch> {
  const folder = repositoryWith({ 'belfry.yaml': base, 'manifests/people.yaml': people })
  put(folder, { 'belfry.yaml': file, 'manifests/people.yaml': people, ...more })
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const env = {
    BELFRY_SERVICE_URL: sandbox.url,
    BELFRY_OTHER_URL: sandbox.url,
    BELFRY_KEY: sandbox.keys['Production'],
    DEVELOPMENT_KEY: sandbox.keys['Development'],
  }
  return {
    folder,
    run: (...args) => runProgram(args, { cwd: folder, git: gitIn(plainEnv), env }),
  }
}

const lines = [
  'guard rules: {"primary-lost":"error"} → not declared  belfry.yaml:1',
  'guard requires: not declared → ">=0.1"  belfry.yaml:1',
  'guard service.url: "${env:BELFRY_SERVICE_URL}" → "${env:BELFRY_OTHER_URL}"  belfry.yaml:2',
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
  expect(comment.split('\n').slice(opening - 2, opening + 2)).toEqual([
    '#### This branch changes the guards:',
    '',
    '> [!IMPORTANT]',
    expect.stringContaining('guard rules') as string,
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

test('on the page, an open list that comes first', async () => {
  const { run } = await branch(lowered)
  const page = (await run('plan', '--diff-base', 'main', '--format', 'html')).out.replace(/.*<\/nav>/s, '')
  const list = /<section id="guards".*?<\/section>/s.exec(page)?.[0] ?? ''
  expect(list).toContain('>This branch changes the guards:</h2>')
  expect(list).not.toContain('<details')
  expect(list.match(/<li>/g)).toHaveLength(lines.length)
  expect(/<section id="(\w+)"/.exec(page)?.[1]).toBe('guards')
  expect(page.replace(list, '')).not.toContain('guards-changed')
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
  expect(said.err).toContain('The guards in main:belfry.yaml count.')
  const none = await run('plan', '--guards-from', 'gone')
  expect([none.exit, none.err]).toEqual([
    3,
    expect.stringContaining('git can\'t find the revision "gone" (from --guards-from)'),
  ])
})

test.each([
  ['main:', 'the list of files of main'],
  ['main:manifests', 'the list of files of main'],
  ['main:belfry.yaml', 'main:belfry.yaml'],
])('a clone without %s plans nothing with --guards-from', async (object, what) => {
  const { run, folder } = await branch(lowered)
  const id = git(folder, 'rev-parse', object)
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
  expect(await run('plan', '--guards-from', 'main')).toEqual({
    exit: 3,
    out: '',
    err: `error  no-revision
  ${what} (from --guards-from) can't be read: this clone doesn't contain all objects of the commit
  The clone is partial or damaged. To fetch everything, run git fetch --refetch --no-filter.
1 error. Nothing was sent.
More about a rule: belfry explain no-revision
`,
  })
})

test('a plan by the guards of the base names no apply that the branch refuses', async () => {
  const base = project.replace('updates: 0', 'updates: 5').replace('    protected: true\n', '')
  const { run } = await branch(base.replace('updates: 5', 'updates: 0'), base)
  const said = await run('plan', '--guards-from', 'main')
  expect([said.exit, said.out.includes('Next: ')]).toEqual([0, false])
  expect((await run('plan', '--guards-from', 'main', '--out', 'a.json')).err).toContain('saved in a.json.')
  expect((await run('apply', 'a.json')).exit).toBe(4)
})

const otherTarget = `  Development: { apiKey: "\${env:DEVELOPMENT_KEY}", unmanaged: fail }
manifests:`

test('targets that a branch adds and removes are among the guards, without their API keys', async () => {
  const base = project.replace('manifests:', otherTarget)
  const added = `  Staging: { apiKey: plain-key-in-the-file, protected: true, variables: { a: 1 } }
manifests:`
  const { run } = await branch(project.replace('manifests:', added), base)
  const { out } = await run('diff')
  expect(out.split('\n').slice(0, 4)).toEqual([
    'This branch changes the guards:',
    '  guard targets.Development: {"unmanaged":"fail"} → not declared  belfry.yaml:3',
    '  guard targets.Staging: not declared → {"protected":true}  belfry.yaml:8',
    '',
  ])
  const back = (await run('diff', '.', 'HEAD')).out
  expect(back).toContain('Development: not declared → {"unmanaged":"fail"}  HEAD:belfry.yaml:8')
})

test('a target that loses all its guards is still there', async () => {
  const base = project.replace('    limits: { subscriber: { updates: 0 } }\n', '')
  const { run } = await branch(base.replace('    protected: true\n', ''), base)
  expect((await run('diff')).out.split('\n').slice(1, 3)).toEqual([
    '  guard targets.Production.protected: true → not declared  belfry.yaml:4',
    '',
  ])
})

test('an error in manifests of another target hides no guard', async () => {
  const base = project.replace('manifests:', otherTarget)
  const file = base.replace('    protected: true\n', '')
  const wrong = 'integrations: [{ identifier: a, targets: [Development], name: 1 }]\n'
  const { run } = await branch(file, base, { 'manifests/wrong.yaml': wrong })
  const line = 'guard targets.Production.protected: true → not declared'
  const diff = await run('diff')
  expect([diff.exit, diff.err]).toEqual([3, expect.stringContaining(line)])
  const plan = await run('plan', '--target', 'Production', '--diff-base', 'main')
  expect([plan.exit, plan.out]).toEqual([4, expect.stringContaining(line)])
})

test('a value with more than 200 characters is cut', async () => {
  const said = async (length: number) => {
    const { run } = await branch(project.replace("['*']", `['*', ${'x'.repeat(length)}]`))
    return /guard owns\.subscriber: \["\*"\] → (\S*)/.exec((await run('diff')).out)?.[1]
  }
  const most = `["*","${'x'.repeat(192)}"]`
  expect([await said(192), await said(193)]).toEqual([most, `${most.slice(0, -2)}x"…`])
})

test('what a value contains stays on its line, and nothing in it is markup', async () => {
  const hostile = '"*\\n| <img src=x> ](http://evil.example) ::error::\\u001b[31m\\u202e"'
  const { run } = await branch(project.replace("['*']", `['*', ${hostile}]`))
  const said = await run('diff')
  // eslint-disable-next-line no-control-regex
  expect(said.out).not.toMatch(/[\u001b\u202e]|^\| <img/m)
  expect(said).toMatchObject({ out: expect.stringContaining('guard owns.subscriber: ["*"] →') as string })
  const markdown = (await run('diff', '--format', 'markdown')).out
  const shown = markdown.split('\n').find((line) => line.includes('owns.subscriber')) ?? ''
  expect(shown).toMatch(/^> - /)
  expect(shown.replaceAll(/`[^`]*`/g, '')).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(/)
  expect((await run('diff', '--format', 'html')).out).not.toContain('<img src=x>')
})

describe('with --guards-from a branch is judged by those of the base, also where it', () => {
  const open = project.replace(/owns.*\n/, '')
  const gone = `${people}  - { subscriberId: not-there, lastName: None }\n`
  const chat = `${people}    channels: [{ providerId: slack, integrationIdentifier: nowhere, credentials: { webhookUrl: a } }]\n`
  const fails = `${open}unmanaged: fail\nsubscribers: { missing: fail }\n`
  const limit = 'limits.subscriber.updates'
  const cases: readonly (readonly [string, string, string, number, string, string])[] = [
    ['removes limits', project, project.replace(/ {4}limits.*\n/, ''), 4, limit, people],
    ['renames the target', project, renamed(project), 4, limit, people],
    [
      'changes service.url',
      project,
      project.replace(/\$.*SERVICE_URL}/, 'http://127.0.0.1:1'),
      4,
      limit,
      people,
    ],
    [
      'changes url',
      project,
      project.replace('    apiKey', '    url: http://127.0.0.1:1\n    apiKey'),
      4,
      limit,
      people,
    ],
    ['changes unmanaged', fails, open, 4, 'error  unmanaged', people],
    [
      'sets unmanaged for the target',
      fails,
      fails.replace('    protected', '    unmanaged: ignore\n    protected'),
      4,
      'error  unmanaged',
      people,
    ],
    ['changes subscribers', fails, open, 4, 'belfry.yaml count: merge a change of the guards first', gone],
    ['changes requires', `requires: ">=9"${project}`, project, 3, 'main:belfry.yaml:1', people],
    ['mends the project file', 'targets: [', project, 3, 'main:belfry.yaml:', people],
    [
      'widens owns',
      project.replace("'*'", 'other'),
      project,
      3,
      'belfry.yaml count: merge a change of the guards first',
      people,
    ],
    [
      'switches a rule off',
      open.replace('primary-lost', 'literal-secret'),
      open.replace('primary-lost: error', 'literal-secret: off'),
      3,
      'error  literal-secret',
      chat,
    ],
  ]
  test.each(cases)('%s', async (_, base, file, exit, words, manifest) => {
    const { run } = await branch(file, base, { 'manifests/people.yaml': manifest })
    const said = await run('plan', '--guards-from', 'main')
    expect([said.exit, said.err]).toEqual([exit, expect.stringContaining(words)])
  })

  test('removes protected or shows personal data', async () => {
    const base = `${open.replace(/ {4}limits.*\n/, '')}privacy: mask\n`
    const file = base.replace('    protected: true\n', '').replace('privacy: mask\n', '')
    const { run } = await branch(file, base)
    expect((await run('plan')).out).toContain('Duty')
    const { out } = await run('plan', '--guards-from', 'main')
    expect(out).not.toContain('Duty')
  })

  test('adds stricter ones: these are kept', async () => {
    const { run } = await branch(project, project.replace(/ {4}(?:limits|protected).*\n/g, ''))
    const { exit, err } = await run('plan', '--guards-from', 'main')
    expect([exit, err]).toEqual([4, expect.stringContaining(limit)])
  })
})

function renamed(file: string): string {
  return file
    .replace('  Production:', '  Prod:\n    environment: Production')
    .replace('    protected: true\n', '')
    .replace(/ {4}limits.*\n/, '')
}
