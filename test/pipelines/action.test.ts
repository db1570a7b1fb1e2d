// The steps of action.yml, run as GitHub would run them, against a sandbox and a GitHub on loopback.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { action, runAction, type Event } from '../support/action.ts'
import { actionWorld, fork, own, posted, proposed, pull, push } from './action-world.ts'
import { folderWith } from '../support/cli-process.ts'
import { people } from '../support/cli-world.ts'
import { isFull, sampled } from '../support/form.ts'
import { bot } from '../support/github-api.ts'
import { hostileText } from '../support/hostile-text.ts'
import { workflowCommands } from '../support/workflow-commands.ts'

test('a pull request gets one comment, which later runs keep up to date, and nothing is written', async () => {
  const { api, folder, use, writes } = await actionWorld()
  const inputs = { comment: 'true', targets: 'Development,\n Production' }
  const first = await use(proposed, inputs)
  expect(first).toMatchObject({ outcome: 'success', steps: ['Node', 'Build', 'Run', 'Comment'] })
  expect(first.outputs).toMatchObject({
    command: 'plan',
    exit: '2',
    changes: '2',
    updates: '2',
    creates: '0',
  })
  expect(posted(api)).toEqual([readFileSync(first.outputs['report'] ?? '', 'utf8')])
  expect(posted(api)[0]).toMatch(/^<!-- belfry:plan notify\/ -->\n/)
  expect(first.summary).toContain('ops-oncall')
  writeFileSync(join(folder, 'notify/manifests/people.yaml'), people.replace('Duty', 'Night'))
  const second = await use(proposed, inputs)
  expect(second.outputs['changes']).toBe('2')
  expect(posted(api)).toHaveLength(1)
  // Names of persons are masked where others read.
  expect(posted(api)[0]).toContain('N***')
  expect(posted(api)[0]).not.toContain('D***')
  expect(api.calls.map((call) => call.replace(/\d+$/, 'ID'))).toEqual([
    'GET /issues/7/comments',
    'POST /issues/7/comments',
    'GET /issues/7/comments',
    'PATCH /issues/comments/ID',
  ])
  expect(writes()).toBe(0)
})

test.runIf(isFull)(
  "a stranger's comment with the same marker is left alone, one on a later page is found, and an id has its own",
  async () => {
    const { api, use } = await actionWorld()
    const body = '<!-- belfry:plan notify/ -->\nNothing to see.'
    const strangers = Array.from({ length: 150 }, (_, id) => ({
      id,
      number: id,
      user: { login: 'stranger' },
      state: '',
      body,
    }))
    const earlier = { id: 9000, number: 1, user: { login: bot }, state: '', body }
    api.comments.set(7, [...strangers, earlier])
    await use(proposed, { comment: 'true' })
    expect(posted(api).filter((each) => each === body)).toHaveLength(150)
    expect(posted(api)).toHaveLength(151)
    expect(earlier.body).toContain('ops-oncall')
    await use(proposed, { comment: 'true', id: 'eu --> west' })
    expect(posted(api)[151]).toMatch(/^<!-- belfry:plan notify\/ eu%20%2D-%3E%20west -->\n/)
  },
)

test.runIf(isFull)('with the branch that it is for, a plan tells which references are others', async () => {
  const manifest = (name: string): string => `subscribers:
  - subscriberId: ops-oncall
    targets: [Production]
    channels:
      - { providerId: slack, integrationIdentifier: slack-ops, credentials: { webhookUrl: '\${env:${name}}' } }
`
  const { folder, use } = await actionWorld(manifest('OLD_HOOK'))
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@acme.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  writeFileSync(join(folder, 'notify/manifests/people.yaml'), manifest('NEW_HOOK'))
  const { outputs } = await use(proposed, { targets: 'Production', secrets: 'defer', 'diff-base': 'main' })
  expect(outputs).toMatchObject({ command: 'plan', exit: '2', 'from-branch': '1', drift: '0' })
  expect(readFileSync(outputs['report'] ?? '', 'utf8')).toMatch(
    /^! subscriber ops-oncall slack@slack-ops +manifests\/people\.yaml:2\n! {5}webhookUrl {2}\(secret in the service\) → \(secret env:NEW_HOOK\)\n```$/m,
  )
})

test('a push has no pull request to comment on', async () => {
  const { api, use } = await actionWorld()
  const ended = await use(push, { comment: 'true' })
  expect(ended).toMatchObject({ outcome: 'success', outputs: { changes: '2' } })
  expect(ended.log).toContain("No comment: this run doesn't belong to an open pull request.")
  expect(api.calls).toEqual([])
})

const proposals: readonly [string, Event][] = [
  ['pull_request', proposed],
  ['pull_request from a fork', fork],
  ['pull_request_target', { name: 'pull_request_target', payload: pull() }],
  [
    'pull_request_target of what was merged',
    { name: 'pull_request_target', payload: pull(own, { merged: true }) },
  ],
  ['workflow_run', { name: 'workflow_run', payload: { workflow_run: { event: 'pull_request' } } }],
  ['issue_comment', { name: 'issue_comment', payload: { issue: { number: 7 } } }],
  ['merge_group', { name: 'merge_group', payload: {} }],
  ['nothing', { name: '', payload: {} }],
]

test.each(sampled(proposals, 3))("apply doesn't run for %s", async (_, event) => {
  const { sandbox, use } = await actionWorld()
  const ended = await use(event, { command: 'apply', plan: 'plan.json' })
  expect(ended).toMatchObject({ outcome: 'failure', steps: ['Node', 'Build', 'Run'] })
  expect(workflowCommands(ended.log)).toMatchObject([
    { name: 'error', message: expect.stringContaining("apply doesn't run for the event") as string },
  ])
  expect(sandbox.log).toEqual([])
})

test('after the merge exactly the saved plan is applied, and there is a test for each change', async () => {
  const { folder, use, writes } = await actionWorld()
  expect(await use(push, { plan: 'plan.json' })).toMatchObject({
    outcome: 'success',
    outputs: { changes: '2' },
  })
  expect(existsSync(join(folder, 'plan.json'))).toBe(true)
  expect(writes()).toBe(0)
  const ended = await use(push, { command: 'apply', plan: 'plan.json' })
  expect(ended).toMatchObject({ outcome: 'success', outputs: { exit: '0' } })
  expect(readFileSync(ended.outputs['junit'] ?? '', 'utf8')).toContain('tests="3" failures="0"')
  expect(writes()).toBe(2)
})

test.runIf(isFull)('a smoke test is for what is merged, and says which case is not as expected', async () => {
  const { folder, use, writes } = await actionWorld()
  const suite =
    'workflow: app-update\ncases: [{ name: first, to: ops-oncall, expect: { status: trigger_not_active } }]\n'
  mkdirSync(join(folder, 'notify/smoke'))
  writeFileSync(join(folder, 'notify/smoke/all.yaml'), `targets: [Development]\n${suite}`)
  appendFileSync(join(folder, 'notify/belfry.yaml'), 'smoke: { suites: [smoke], recipients: [ops-oncall] }\n')
  expect(await use(proposed, { command: 'smoke' })).toMatchObject({ outcome: 'failure' })
  expect(writes()).toBe(0)
  const ended = await use(push, { command: 'smoke' })
  expect(ended).toMatchObject({ outcome: 'failure', outputs: { exit: '7' } })
  expect(workflowCommands(ended.log)).toMatchObject([
    { name: 'error', properties: { file: 'notify/smoke/all.yaml', line: '3' } },
  ])
  expect(readFileSync(ended.outputs['junit'] ?? '', 'utf8')).toContain('tests="1" failures="1"')
})

test.runIf(isFull)(
  'or no more than what was approved; without a plan that somebody could read, nothing',
  async () => {
    const { folder, use, writes } = await actionWorld()
    await use(proposed, { secrets: 'defer', plan: 'approved.json' })
    writeFileSync(join(folder, 'notify/manifests/people.yaml'), people.replace('Duty', 'Slipped in'))
    const other = await use(push, { command: 'apply', approved: 'approved.json' })
    expect(other).toMatchObject({ outcome: 'failure', outputs: { exit: '4' } })
    expect(await use(push, { command: 'apply' })).toMatchObject({ outcome: 'failure' })
    expect(await use(push, { command: 'apply', plan: 'a', approved: 'b' })).toMatchObject({
      outcome: 'failure',
    })
    expect(writes()).toBe(0)
    writeFileSync(join(folder, 'notify/manifests/people.yaml'), people)
    expect(await use(push, { command: 'apply', approved: 'approved.json' })).toMatchObject({
      outcome: 'success',
    })
    expect(writes()).toBe(2)
  },
)

test('a mistake fails the run, stands at its line, and is commented', async () => {
  const { api, use } = await actionWorld('subscribers:\n  - subscriberId: ops-oncall\n    lastNam: Duty\n')
  const ended = await use(proposed, { comment: 'true' })
  expect(ended).toMatchObject({ outcome: 'failure', outputs: { exit: '3', changes: '' } })
  expect(workflowCommands(ended.log)).toMatchObject([
    { name: 'error', properties: { file: 'notify/manifests/people.yaml', line: '3' } },
  ])
  expect(posted(api)[0]).toContain('lastNam')
})

test.runIf(isFull)('what is live can start no command of the runner', async () => {
  const integration = { identifier: 'mail', providerId: 'sendgrid', channel: 'email', active: true } as const
  const name = `::error::x ${hostileText}`
  const { api, use } = await actionWorld(
    'integrations: [{ identifier: mail, providerId: sendgrid, channel: email, name: "##[error]owned" }]\n',
    { integrations: [{ environment: 'Production', name, ...integration }] },
  )
  const ended = await use(proposed, { comment: 'true', targets: 'Production' })
  expect(ended.outcome).toBe('success')
  // Printed, and heard by nobody.
  expect(ended.log).toContain('#\\u{23}[error]owned')
  expect(workflowCommands(ended.log).filter(({ message }) => message.includes('owned'))).toEqual([])
  expect(ended.outputs).toMatchObject({ exit: '2', changes: '1', updates: '1' })
  expect(posted(api)[0]).toContain('owned')
})

test('a folder that is not there fails the run and says so', async () => {
  const { use } = await actionWorld()
  const ended = await use(push, { directory: 'notfy' })
  expect(ended.outcome).toBe('failure')
  expect(workflowCommands(ended.log)).toEqual([
    expect.objectContaining({
      message: 'the directory "notfy" is not found. Check out the repository before this step.',
    }),
  ])
})

test.runIf(isFull)(
  'an unknown command, and a comment that GitHub refuses, fail the run and say why',
  async () => {
    const { api, use } = await actionWorld()
    expect((await use(push, { command: 'destroy; rm -rf .' })).log).toContain(
      'unknown command "destroy; rm -rf ."',
    )
    api.refuse = 403
    const ended = await use(proposed, { comment: 'true' })
    expect(ended.outcome).toBe('failure')
    expect(workflowCommands(ended.log).at(-1)?.message).toBe(
      'The comment could not be posted: GitHub answered the request POST /issues/7/comments with status 403. The job needs the permission "pull-requests: write".',
    )
  },
)

test.runIf(isFull)(
  'drift opens an issue, keeps it up to date, and closes it; a plan that failed knows of none',
  async () => {
    const { api, folder, use } = await actionWorld()
    const manifest = join(folder, 'notify/manifests/people.yaml')
    const night: Event = { name: 'schedule', payload: {} }
    const issues = (): readonly string[] =>
      api.issues.map(({ state, body }) => `${state} ${/[DN](?=\*\*\*)/.exec(body)?.[0]}`)
    await use(night, { issue: 'true' })
    expect(issues()).toEqual(['open D'])
    expect(api.issues[0]).toMatchObject({
      title: 'belfry: the service differs from the manifests',
      labels: ['belfry-drift'],
    })
    writeFileSync(manifest, people.replace('Duty', 'Night'))
    await use(night, { issue: 'true' })
    expect(issues()).toEqual(['open N'])
    writeFileSync(manifest, 'nonsense')
    expect((await use(night, { issue: 'true' })).log).toContain('The issue is unchanged')
    expect(issues()).toEqual(['open N'])
    writeFileSync(manifest, 'subscribers: [{ subscriberId: ops-oncall, firstName: On }]\n')
    await use(night, { issue: 'true' })
    expect(issues()).toEqual(['closed N'])
  },
)

function finished(sha: string): Event {
  const head_repository = { full_name: 'stranger/notify', owner: { login: 'stranger' } }
  const run = {
    event: 'pull_request',
    head_repository,
    head_branch: 'better',
    head_sha: sha,
    html_url: 'https://github.example/run/1',
  }
  return { name: 'workflow_run', payload: { workflow_run: run } }
}

test("what a fork's run left behind is posted as text, and gets out of no fence", async () => {
  const { api, folder, sandbox, use } = await actionWorld()
  api.pulls.push({ number: 7, head: { label: 'stranger:better', sha: 'f00' } })
  mkdirSync(join(folder, 'report'))
  writeFileSync(join(folder, 'report/report.txt'), `\`\`\`\n# Approved\n\`\`\`\`\n${hostileText}\n`)
  const inputs = { command: 'comment', report: 'report/report.txt' }
  const ended = await use(finished('f00'), inputs, 'none')
  expect(ended).toMatchObject({ outcome: 'success', steps: ['Node', 'Comment'] })
  const [body = ''] = posted(api)
  const lines = body.split('\n')
  expect(lines[0]).toBe('<!-- belfry:fork -->')
  expect(lines[3]).toBe('`````text')
  expect(lines.indexOf('`````')).toBe(lines.length - 2)
  expect(body).toContain('\\u{202e}')
  await use(finished('f00'), inputs, 'none')
  expect(posted(api)).toHaveLength(1)
  // A commit that isn't the newest any more, or another repository's branch: of no open pull request.
  expect((await use(finished('0ld'), inputs, 'none')).log).toContain('No comment')
  expect(sandbox.log).toEqual([])
})

test('a comment keeps to what GitHub takes', async () => {
  const { api, folder, use } = await actionWorld()
  api.pulls.push({ number: 7, head: { label: 'stranger:better', sha: 'f00' } })
  writeFileSync(join(folder, 'long.txt'), `${'`'.repeat(40_000)}\u0007`.repeat(3))
  expect(await use(finished('f00'), { command: 'comment', report: 'long.txt' }, 'none')).toMatchObject({
    outcome: 'success',
  })
  expect(posted(api)[0]).toContain('… truncated')
  expect(posted(api)[0]?.length).toBeLessThan(65_536)
  await use(proposed, { comment: 'true', command: 'plan', report: 'long.txt' })
  expect(posted(api)[1]).toBe(
    '<!-- belfry:report -->\nThe report is too long for a comment. The report is in [this run](https://github.example/acme/notify/actions/runs/77).',
  )
  await use(proposed, { comment: 'true', command: 'plan', report: 'nowhere.md' })
  expect(posted(api)[1]).toContain("belfry didn't write a report. For the errors, see [this run]")
})

test.runIf(isFull)(
  'where it is not built yet, the action builds itself, running no script of a dependency',
  async () => {
    const folder = folderWith({
      'bin/npm': '#!/bin/sh\necho "npm $*"\n',
      'action/scripts/bundle.mjs':
        'import fs from "node:fs"\nfs.mkdirSync("dist")\nfs.writeFileSync("dist/bin.js", "")\nconsole.log("bundled")\n',
      'action/ci/belfry.mjs': 'console.log("ran")\n',
      'work/empty': '',
    })
    execFileSync('chmod', ['+x', join(folder, 'bin/npm')])
    const fresh = {
      event: push,
      workspace: join(folder, 'work'),
      path: join(folder, 'action'),
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
    }
    expect((await runAction({}, fresh)).log).toBe(
      'npm ci --ignore-scripts --no-audit --no-fund\nbundled\nran\n',
    )
    expect((await runAction({}, fresh)).log).toBe('ran\n')
  },
)

test.each([
  [
    'its own repository and ref',
    { source: { action_repository: 'acme/belfry', action_ref: 'v1' } },
    'https://github.example/acme/belfry/blob/v1/docs',
  ],
  ['nothing if it is in the repository of the workflow', {}, ''],
  [
    'the variable of the job, if it is set',
    {
      source: { action_repository: 'acme/belfry', action_ref: 'v1' },
      env: { BELFRY_MANUAL_URL: 'https://docs.acme.example' },
    },
    'https://docs.acme.example',
  ],
])('belfry gets the address of the manual: %s', async (_, world, address) => {
  const folder = folderWith({
    'action/dist/bin.js': '',
    'action/ci/belfry.mjs': 'console.log(process.env.BELFRY_MANUAL_URL)\n',
    'work/empty': '',
  })
  const here = { event: push, workspace: join(folder, 'work'), path: join(folder, 'action') }
  expect((await runAction({}, { ...here, ...world })).log).toBe(`${address}\n`)
})

test('what the action takes and gives is described, and no expression stands in a script', () => {
  const { inputs, outputs, runs } = action
  expect(
    [...Object.values(inputs), ...Object.values(outputs)].filter(
      ({ description }) => !description.endsWith('.'),
    ),
  ).toEqual([])
  expect(runs.steps.filter(({ run = '' }) => run.includes('${{'))).toEqual([])
  expect(runs.steps.filter(({ uses }) => uses !== undefined && !/@[0-9a-f]{40}$/.test(uses))).toEqual([])
})
