// What a pipeline sets → whether apply may write from there.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWorld, people } from '../../support/cli-world.ts'
import { folderWith } from '../../support/cli-process.ts'

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
  expect(await run('plan', { env: { GITHUB_EVENT_NAME: 'pull_request' } })).toMatchObject({
    exit: 0,
    err: '',
  })
})

test('who means it says so', async () => {
  const { run, writes } = await cliWorld({ 'manifests/people.yaml': people })
  const said = await run('apply --yes --allow-pull-request', { env: { GITHUB_EVENT_NAME: 'pull_request' } })
  expect(said).toMatchObject({ exit: 0, err: '' })
  expect(writes()).toHaveLength(2)
})
