// What a pipeline sets → whether apply may write from there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, people } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'

/** The keys of these projects have names of their own. */
const keys = { BELFRY_KEY_VARIABLES: 'DEVELOPMENT_KEY,PRODUCTION_KEY' }
const merged = JSON.stringify({ action: 'closed', pull_request: { merged: true } })

const rows: [string, Readonly<Record<string, string>>, string | undefined, boolean][] = [
  ['a push', { GITHUB_EVENT_NAME: 'push' }, undefined, false],
  ['a pull request', { GITHUB_EVENT_NAME: 'pull_request' }, undefined, true],
  ['a pull request, whatever it says', { GITHUB_EVENT_NAME: 'pull_request' }, merged, true],
  ['a pull request target without a payload', { GITHUB_EVENT_NAME: 'pull_request_target' }, undefined, true],
  ['a pull request target that was merged', { GITHUB_EVENT_NAME: 'pull_request_target' }, merged, false],
  [
    'a pull request target that is open',
    { GITHUB_EVENT_NAME: 'pull_request_target' },
    '{"pull_request":{"merged":false}}',
    true,
  ],
  [
    'a text instead of the yes',
    { GITHUB_EVENT_NAME: 'pull_request_target' },
    '{"pull_request":{"merged":"true"}}',
    true,
  ],
  ['a payload that is none', { GITHUB_EVENT_NAME: 'pull_request_target' }, 'merged: true', true],
  ['a payload that is nothing', { GITHUB_EVENT_NAME: 'pull_request_target' }, 'null', true],
  ['a review', { GITHUB_EVENT_NAME: 'pull_request_review' }, undefined, true],
  ['a review of what was merged', { GITHUB_EVENT_NAME: 'pull_request_review' }, merged, true],
  ['a comment without a payload', { GITHUB_EVENT_NAME: 'issue_comment' }, undefined, true],
  [
    'a comment on a pull request',
    { GITHUB_EVENT_NAME: 'issue_comment' },
    '{"issue":{"pull_request":{}}}',
    true,
  ],
  ['a comment on something else', { GITHUB_EVENT_NAME: 'issue_comment' }, '{"issue":{}}', false],
  ['a comment on an issue', { GITHUB_EVENT_NAME: 'issue_comment' }, '{"issue":{"pull_request":null}}', false],
  ['a comment on nothing', { GITHUB_EVENT_NAME: 'issue_comment' }, '{"issue":null}', true],
  [
    'a run after a pull request',
    { GITHUB_EVENT_NAME: 'workflow_run' },
    '{"workflow_run":{"event":"pull_request"}}',
    true,
  ],
  ['a run after a push', { GITHUB_EVENT_NAME: 'workflow_run' }, '{"workflow_run":{"event":"push"}}', false],
  ['a pull request from outside of GitLab', { CI_EXTERNAL_PULL_REQUEST_IID: '7' }, undefined, true],
  [
    'a merge request in a merged event',
    {
      GITHUB_EVENT_NAME: 'pull_request_target',
      CI_MERGE_REQUEST_IID: '7',
    },
    merged,
    true,
  ],
  ['a merge request', { CI_MERGE_REQUEST_IID: '7' }, undefined, true],
  ['a branch', { CI_MERGE_REQUEST_IID: '' }, undefined, false],
]

test.each(rows)('%s', async (_, signs, payload, isRefused) => {
  const { run, sandbox, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const folder = folderWith({ 'event.json': payload ?? '' })
  if (payload !== undefined) writeFileSync(join(folder, 'event.json'), payload)
  const env = { ...signs, ...(payload !== undefined && { GITHUB_EVENT_PATH: join(folder, 'event.json') }) }
  const said = await run('apply --yes', { env })
  expect(said.exit).toBe(isRefused ? 4 : 0)
  expect(said.err.includes('error  pull-request')).toBe(isRefused)
  // Where it is refused not even a key is used.
  expect(sandbox.log.length > 0).toBe(!isRefused)
  expect(writes().length > 0).toBe(!isRefused)
})

test('planning is what pull requests are for', async () => {
  const { run } = await cliWorld({ 'manifests/people.yaml': people })
  expect(await run('plan', { env: { ...keys, GITHUB_EVENT_NAME: 'pull_request' } })).toMatchObject({
    exit: 0,
    err: '',
  })
})

test('who means it says so', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const env = { ...keys, GITHUB_EVENT_NAME: 'pull_request' }
  const said = await run('apply --yes --allow-pull-request', { env })
  expect(said).toMatchObject({ exit: 0, err: '' })
  expect(writes()).toHaveLength(2)
})

const suite = `suite: a
workflow: welcome
cases:
  - { name: a, to: ops-oncall, expect: { in_app: any } }
`

test.each(['trigger welcome --to ops-oncall -t Production', 'smoke smoke/a.yaml -t Production'])(
  '%s sends nothing for a pull request, unless it is allowed',
  async (args) => {
    const { run, sandbox, writes } = await cliWorld({
      'manifests/people.yaml': people,
      'smoke/a.yaml': suite,
    })
    const env = { ...keys, GITHUB_EVENT_NAME: 'pull_request' }
    const refused = await run(args, { env })
    expect(refused.exit).toBe(4)
    expect(refused.err).toContain("so belfry doesn't send a trigger")
    expect(refused.err).toContain('--allow-pull-request')
    expect(sandbox.log).toEqual([])
    const allowed = await run(`${args} --allow-pull-request`, { env })
    expect(allowed.err).not.toContain('pull-request')
    expect(writes()).toEqual(['POST /v1/events/trigger'])
    const afterwards = await run(args, { env: { GITHUB_EVENT_NAME: 'push' } })
    expect(afterwards.err).not.toContain('pull-request')
  },
)

test('a dry run of a trigger sends nothing, so a pull request may have it', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const env = { ...keys, GITHUB_EVENT_NAME: 'pull_request' }
  const refused = 'Nothing was sent. Without --dry-run, belfry also sends nothing: '
  const dryRun = 'trigger welcome --to ops-oncall -t Production --dry-run'
  expect(await run(dryRun, { env })).toMatchObject({
    exit: 0,
    err: `${refused}a pull request can start this run (GITHUB_EVENT_NAME is pull_request), so belfry doesn't send a trigger.\n`,
  })
  expect(await run(dryRun, { env: { ...keys, PRODUCTION_KEY: '' } })).toMatchObject({
    exit: 0,
    err: `${refused}the API key is missing: env:PRODUCTION_KEY is unset or empty.\n`,
  })
  expect(writes()).toEqual([])
})
