// What a stranger's pull request gets from the action: a diff, offline, with no key and no comment.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { actionWorld, fork, posted } from './action-world.ts'
import { people } from '../support/cli-world.ts'

/** A repository with a commit on the main branch, and one that somebody proposes. */
function committed(folder: string): void {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@acme.example', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'base')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  writeFileSync(join(folder, 'notify/manifests/people.yaml'), people.replace('Duty', 'Stranger'))
  git('commit', '--quiet', '-am', 'proposal')
}

test('a fork gets a diff, offline, without a key, and without a comment', async () => {
  const { api, folder, sandbox, use } = await actionWorld()
  committed(folder)
  const ended = await use(fork, { comment: 'true', secrets: 'defer', plan: 'approved.json' }, 'none')
  expect(ended).toMatchObject({ outcome: 'success', outputs: { command: 'diff', changes: '2' } })
  expect(ended.summary).toContain('S***')
  expect(readFileSync(ended.outputs['text'] ?? '', 'utf8')).toContain('Stranger')
  expect(ended.log).toContain("No comment: the token of a pull request from a fork can't write comments.")
  expect([api.calls, sandbox.log]).toEqual([[], []])
})

test('a fork gets no more from pull_request_target, whose token could do more', async () => {
  const { api, folder, sandbox, use } = await actionWorld()
  committed(folder)
  const ended = await use({ ...fork, name: 'pull_request_target' }, { comment: 'true' })
  expect(ended.outputs['command']).toBe('diff')
  expect(posted(api)[0]).toMatch(/^<!-- belfry:diff notify\/ -->\n/)
  expect(sandbox.log).toEqual([])
})
