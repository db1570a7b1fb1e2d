// What a report says of the commit, the branch and the project: from git, or from the pipeline's variables.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkoutOf, commitOfFiles } from '../../../src/library/files/checkout.ts'
import { gitIn } from '../../../src/library/sides/git.ts'
import { folderWith } from '../../support/cli-process.ts'
import { git, plainEnv, repositoryWith } from '../../support/trees.ts'

const noGit = () => Promise.resolve(undefined)
const sha = '3f2c1e0d9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2'

test('in a clone', async () => {
  const folder = repositoryWith({ 'infra/belfry.yaml': '', 'infra/manifests/mail.yaml': '' })
  const world = { env: {}, git: gitIn(plainEnv) }
  const commit = git(folder, 'rev-parse', 'HEAD')
  const expected = { commit, branch: 'main', project: 'infra/belfry.yaml' }
  expect(await checkoutOf({ ...world, cwd: join(folder, 'infra/manifests') }, undefined)).toEqual(expected)
  expect(await checkoutOf({ ...world, cwd: folder }, 'infra/belfry.yaml')).toEqual(expected)
  expect(await checkoutOf({ ...world, cwd: folder }, undefined)).toEqual({ commit, branch: 'main' })
  git(folder, 'checkout', '--quiet', '--detach')
  expect(await checkoutOf({ ...world, cwd: folder }, undefined)).toEqual({ commit })
})

test('a plan, a journal and a report name no commit if a file of the project was changed since', async () => {
  const folder = repositoryWith({ 'infra/belfry.yaml': 'a', 'readme.md': 'a' })
  const world = { env: {}, git: gitIn(plainEnv) }
  const commit = git(folder, 'rev-parse', 'HEAD')
  const found = () => commitOfFiles(join(folder, 'infra'), world)
  writeFileSync(join(folder, 'readme.md'), 'b')
  writeFileSync(join(folder, 'infra/plan.json'), '')
  expect(await found()).toBe(commit)
  writeFileSync(join(folder, 'infra/belfry.yaml'), 'b')
  expect(await found()).toBeUndefined()
  const reported = { branch: 'main', project: 'infra/belfry.yaml' }
  expect(await checkoutOf({ ...world, cwd: folder }, 'infra/belfry.yaml')).toEqual(reported)
})

test('in a folder whose name begins with two dots', async () => {
  const cwd = join(repositoryWith({ '..data/belfry.yaml': '' }), '..data')
  const found = await checkoutOf({ env: {}, git: gitIn(plainEnv), cwd }, undefined)
  expect(found.project).toBe('..data/belfry.yaml')
})

test('outside of a clone there is the name of the project file, and no path of the machine', async () => {
  const folder = folderWith({ 'belfry.yaml': '' })
  mkdirSync(join(folder, 'below'))
  const world = { env: {}, git: gitIn(plainEnv), cwd: join(folder, 'below') }
  expect(await checkoutOf(world, undefined)).toEqual({ project: 'belfry.yaml' })
})

test('a repository without a commit has none', async () => {
  const folder = repositoryWith()
  const found = await checkoutOf({ env: {}, git: gitIn(plainEnv), cwd: folder }, undefined)
  expect(found).toEqual({})
})

test.each<readonly [string, Record<string, string>, string | undefined]>([
  ['a pull request on GitHub', { GITHUB_HEAD_REF: 'topic', GITHUB_REF_NAME: '7/merge' }, 'topic'],
  ['a push on GitHub', { GITHUB_HEAD_REF: '', GITHUB_REF_NAME: 'main' }, 'main'],
  ['GitLab', { CI_COMMIT_REF_NAME: 'topic' }, 'topic'],
  ['no pipeline', {}, undefined],
])('%s, without git', async (_, env, branch) => {
  const commit = { GITHUB_SHA: sha }
  const found = await checkoutOf({ env: { ...env, ...commit }, git: noGit, cwd: folderWith({}) }, undefined)
  expect(found).toEqual({ commit: sha, ...(branch !== undefined && { branch }) })
})
