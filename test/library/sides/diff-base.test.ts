import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { createSandbox } from '../../../src/sandbox/index.ts'
import { beginProgram, runProgram, type Said } from '../../support/cli.ts'
import { put } from '../../support/cli-process.ts'
import { plainEnv, repositoryWith } from '../../support/trees.ts'

const project = `
service: { url: "\${env:BELFRY_URL}" }
targets: { Production: { apiKey: "\${env:KEY}" } }
manifests: [manifests]
`

const mail = (key: string, webhook: boolean, name = 'Mail'): string => `
integrations:
  - identifier: mail
    name: ${name}
    providerId: sendgrid
    channel: email
    active: true
    credentials: { apiKey: "\${env:${key}}", from: a@acme.example }
    configurations: { inboundWebhookEnabled: ${webhook} }
`

/** The plan of a branch that declares another key and other configurations than main. */
async function planned(...args: string[]): Promise<Said & { readonly url: string; readonly folder: string }> {
  const folder = repositoryWith({ 'belfry.yaml': project, 'manifests/mail.yaml': mail('OLD_KEY', false) })
  put(folder, { 'manifests/mail.yaml': mail('NEW_KEY', true) })
  const integrations = [
    {
      environment: 'Production',
      identifier: 'mail',
      name: 'Mail',
      providerId: 'sendgrid',
      channel: 'email' as const,
      active: true,
      credentials: { apiKey: 'made-up', from: 'a@acme.example' },
    },
  ]
  const sandbox = await createSandbox({
    seed: { integrations, subscribers: [], workflows: [], messages: [], notifications: [] },
  })
  onTestFinished(() => sandbox.close())
  const env = { BELFRY_URL: sandbox.url, KEY: sandbox.keys['Production'], NEW_KEY: 'made-up' }
  const said = await runProgram(['plan', ...args], { cwd: folder, git: gitIn(plainEnv), env })
  return { ...said, url: sandbox.url, folder }
}

test('a plan tells what a branch declares anew where live shows nothing', async () => {
  const { exit, out } = await planned('--diff-base', 'main')
  expect(exit).toBe(0)
  const title =
    /1 resource changed since [0-9a-f]{12} \(merge base of HEAD and main\) in fields that can't be compared with the service\n/
  expect(out).toMatch(title)
  expect(out.replace(title, 'TITLE\n')).toContain(`TITLE
? integration mail                                        manifests/mail.yaml:3
    ~ configurations.inboundWebhookEnabled  false → true

`)
})

test('where secrets are deferred, which references are others', async () => {
  const { exit, out } = await planned('--diff-base', '--secrets=defer', '--format', 'markdown')
  expect(exit).toBe(0)
  expect(out).toContain(`

\`\`\`diff
! integration mail                                        manifests/mail.yaml:3
!     configurations.inboundWebhookEnabled  false → true
\`\`\`
`)
})

test('as JSON and as a page', async () => {
  const { out } = await planned('--diff-base', '--format', 'json')
  const { plan } = JSON.parse(out) as { plan: { declaredSince: unknown } }
  expect(plan.declaredSince).toEqual({
    base: expect.stringContaining('merge base of HEAD and main') as string,
    changes: [
      {
        target: 'Production',
        kind: 'integration',
        name: 'mail',
        position: { file: 'manifests/mail.yaml', line: 3, column: 5, length: 10 },
        differences: [
          { sign: '~', path: 'configurations.inboundWebhookEnabled', before: false, after: true },
        ],
      },
    ],
  })
  expect((await planned('--diff-base', '--format', 'html')).out).toContain('<h3>1 resource changed since ')
})

test('a saved plan keeps it, with secrets by name', async () => {
  const { out, folder } = await planned('--diff-base', '--secrets=defer', '--out', 'plan.json')
  const shown = await runProgram(['show', 'plan.json'], { cwd: folder })
  const title = /^1 resource changed since .*\n(?:.+\n)+/m
  expect(out).toMatch(/~ credentials\.apiKey +\(secret in the service\) → \(secret env:NEW_KEY\)/)
  expect(title.exec(shown.out)?.[0]).toBe(title.exec(out)?.[0])
})

test('a base that is missing ends it, before anything is asked', async () => {
  const { exit, out, err } = await planned('--diff-base', 'develop')
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toContain('git can\'t find the revision "develop" (from the command line)')
  expect(err).toContain('fetch-depth: 0')
})

test('without it nothing is said', async () => {
  expect((await planned()).out).not.toContain('otherwise')
})

test('a signal while the base is read ends it as one before the service is asked', async () => {
  const folder = repositoryWith({ 'belfry.yaml': project, 'manifests/mail.yaml': mail('NEW_KEY', false) })
  const git = gitIn(plainEnv)
  const running = beginProgram(['plan', '--diff-base', 'main', '--report', 'json=plan.json'], {
    cwd: folder,
    env: { BELFRY_URL: 'http://127.0.0.1:9', KEY: 'made-up-key', NEW_KEY: 'made-up' },
    git: (args, ...rest) => {
      if (args[0] === 'ls-tree') running.kill('SIGINT')
      return git(args, ...rest)
    },
  })
  expect((await running.ended).exit).toBe(130)
  expect(JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8'))).toMatchObject({
    exit: 130,
    problems: [{ rule: 'interrupted' }],
  })
})

const failing = `requires: '>=99'\n${project}`

/** A branch that creates an integration, with this project file in its base. */
async function branched(base: string) {
  const folder = repositoryWith({ 'belfry.yaml': base, 'manifests/mail.yaml': mail('OLD_KEY', false) })
  const inactive = mail('OLD_KEY', false).replace('active: true', 'active: false')
  put(folder, { 'belfry.yaml': project, 'manifests/mail.yaml': inactive })
  const sandbox = await createSandbox({
    seed: { integrations: [], subscribers: [], workflows: [], messages: [], notifications: [] },
  })
  onTestFinished(() => sandbox.close())
  const env = { BELFRY_URL: sandbox.url, KEY: sandbox.keys['Production'], OLD_KEY: 'made-up' }
  const run = (line: string): Promise<Said> =>
    runProgram(line.split(' '), { cwd: folder, git: gitIn(plainEnv), env })
  return Object.assign(run, { folder })
}

test('a base with errors: the command of the hint shows them', async () => {
  const run = await branched(failing)
  const { err } = await run('plan --diff-base HEAD')
  expect(err).toContain('To see the errors, run belfry diff --base HEAD.')
  expect((await run('diff --base HEAD')).err).toContain('the project requires belfry >=99')
})

test('standard input is refused', async () => {
  const cwd = repositoryWith({ 'belfry.yaml': project })
  const args = ['plan', '--diff-base', 'HEAD', '-f', '-']
  const env = { BELFRY_URL: 'http://127.0.0.1:9', KEY: 'k'.repeat(32), OLD_KEY: 'made-up' }
  const { exit, err } = await runProgram(args, {
    cwd,
    git: gitIn(plainEnv),
    env,
    stdin: mail('OLD_KEY', false),
  })
  expect([exit, err]).toEqual([3, expect.stringContaining("-f - can't be used to compare two versions,")])
})

test('an error of a target that is not planned is in the working tree, not in the base', async () => {
  const targets = project.replace('targets: {', 'targets: { Staging: { apiKey: "${env:STAGING_KEY}" },')
  const run = await branched(targets)
  put(run.folder, {
    'belfry.yaml': targets,
    'manifests/staging.yaml': 'targets: [Staging]\nsubscribers: [{ subscriberId: "${var:who}" }]\n',
  })
  expect((await run('plan -t Production')).err).not.toContain('error')
  const { exit, err } = await run('plan -t Production --diff-base HEAD')
  expect(exit).toBe(0)
  expect(err).toMatch(/invalid-base\n {2}the manifests in the working tree are invalid/)
  expect((await run('diff --base HEAD')).err).toContain('unknown variable "who"')
})

test('two sides of one project file that is wrong: its error once', async () => {
  const folder = repositoryWith({ 'belfry.yaml': failing, 'manifests/mail.yaml': mail('KEY', false) })
  const { err } = await runProgram(['diff', '.', '.'], { cwd: folder, git: gitIn(plainEnv), env: {} })
  expect(err.match(/requires belfry >=99/g)).toHaveLength(1)
})

test('no next step in a review', async () => {
  const run = await branched(project)
  const { out, err } = await run('plan')
  expect(out + err).toContain('\nNext: ')
  expect((await run('plan --diff-base HEAD')).out).not.toContain('Next: ')
})

test('warnings of files that the branch left as they are, are folded and counted; new and changed files keep theirs', async () => {
  const person = (id: string, more = ''): string =>
    `subscribers: [{ subscriberId: ${id}, timezone: "+02:00"${more} }]\n`
  // The limit is exceeded at a place in another commit, which is no file here.
  const limited = `${project.replace('KEY}"', 'KEY}", limits: { subscriber: { creates: 0 } }')}subscribers: { create: api }\n`
  const folder = repositoryWith({
    'belfry.yaml': limited,
    'manifests/old.yaml': person('old'),
    'manifests/changed.yaml': person('changed'),
    'manifests/other.yaml': person('other'),
  })
  put(folder, {
    'manifests/changed.yaml': person('changed', ', lastName: X'),
    'manifests/new.yaml': person('new'),
  })
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const env = { BELFRY_URL: sandbox.url, KEY: sandbox.keys['Production'] }
  const args = ['plan', '--diff-base', 'main', '--guards-from', 'main', '--format']
  const { out } = await runProgram([...args, 'markdown'], { cwd: folder, git: gitIn(plainEnv), env })
  expect(out).toContain('main:belfry.yaml')
  const [, open = '', folded = ''] = /\[!WARNING\]\n(.*?)\n\n<details>\n(.*?)<\/details>/s.exec(out) ?? []
  expect(folded).toContain("<summary>2 warnings in files that this branch doesn't change</summary>")
  const filesIn = (text: string) => text.match(/\w+\.yaml/g)?.toSorted()
  expect([filesIn(open), filesIn(folded)]).toEqual([
    ['changed.yaml', 'new.yaml'],
    ['old.yaml', 'other.yaml'],
  ])
  const json = await runProgram([...args, 'json'], { cwd: folder, git: gitIn(plainEnv), env })
  expect(json.out).not.toContain('isOld')
})
