// Which files of two sides are read, what is said of a side that can't be read, and what becomes of git.
import { chmodSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { folderWith, put } from '../../support/cli-process.ts'
import { diff, git, plainEnv, repositoryWith } from '../../support/trees.ts'

const project = 'targets: { Production: {} }\nmanifests: [manifests]\n'
const people = (zone: string): string => `subscribers: [{ subscriberId: ada, timezone: ${zone} }]\n`
const tree = {
  'belfry.yaml': project,
  'manifests/people.yaml': people('UTC'),
  'other.yaml': project.replace('manifests]', 'more]'),
  'more/people.yaml': people('Asia/Tokyo'),
  'inner/belfry.yaml': project,
  'inner/manifests/people.yaml': people('Europe/Rome'),
  'empty/belfry.yaml': project,
  'empty/manifests/a.yaml': '',
  'none/belfry.yaml': project,
  'none/manifests/x': '',
  'deep/belfry.yaml': project,
  'deep/manifests/a.yaml': 'subscribers: [{ include: ../../lists/all.ndjson }]\n',
  'lists/all.ndjson': '{"subscriberId":"joe"}\n',
  'short/belfry.yml': `# short\n${project}`,
  'short/manifests/people.yaml': people('Asia/Seoul'),
  'wrong/belfry.yaml': project,
  'wrong/manifests/a.yaml': people('Mars'),
}

test.each([
  ['manifests more', 0, 'Production   1 resource\n'],
  ['manifests inner', 0, 'UTC → Europe/Rome'],
  ['inner/belfry.yaml more/people.yaml', 0, 'Europe/Rome → Asia/Tokyo'],
  ['short/belfry.yml more/people.yaml', 0, 'Asia/Seoul → Asia/Tokyo'],
  ['HEAD more', 0, 'UTC → Asia/Tokyo'],
  ['HEAD HEAD -f more -f manifests', 3, 'duplicate'],
  ['HEAD HEAD --config other.yaml', 0, '1 resource matches'],
  ['HEAD --config other.yaml', 0, '1 resource matches'],
  ['HEAD --config deep/belfry.yaml --file-root lists', 0, '1 resource matches'],
  ['HEAD HEAD --config gone.yaml', 3, 'error  no-project\n  HEAD: neither this folder'],
  ['HEAD HEAD --config gone.yaml -f m*e/*.yaml', 0, 'default   no changes'],
  ['HEAD HEAD --config gone.yaml -f {more,x}/*.yaml', 0, 'default   no changes'],
  ['HEAD -f m*e/*.yaml', 0, '1 resource matches'],
  ['HEAD HEAD -f wr*/manifests/*.yaml', 3, 'HEAD:wrong/manifests/a.yaml:1:46'],
  ['HEAD HEAD -f wr*/*.yml', 3, 'error  no-manifests\n  HEAD: "wr*/*.yml" matches no file'],
  ['empty .', 0, 'warning  empty-manifest\n  empty: '],
  ['none .', 0, 'none/belfry.yaml:2:13  warning  no-manifests'],
  ['wrong .', 3, 'wrong/manifests/a.yaml:1:46  error'],
  ['HEAD HEAD --input-limit max-depth=1', 3, 'max-depth'],
  ['manifests --config other.yaml', 3, '--config can be used only with revisions, and manifests is'],
  ['manifests -f more --git', 3, `error  no-revision\n  git can't find the revision "manifests"`],
  ['. . --full', 0, '= subscriber ada '],
])('diff %s', async (args, exit, text) => {
  const { err, out, ...said } = await diff(repositoryWith(tree), args.split(' '))
  expect({ ...said, text: `${out}${err}` }).toEqual({ exit, text: expect.stringContaining(text) as string })
})

test('from a subfolder, through a link, and of a clone that lacks files', async () => {
  const folder = repositoryWith(tree, { 'inner/manifests/people.yaml': people('UTC') })
  const link = join(folderWith({}), 'link')
  symlinkSync(folder, link)
  const { out } = await diff(join(link, 'inner'), ['HEAD~1', 'HEAD'])
  expect(out).toMatch(/HEAD:manifests\/people\.yaml:1\n.*Europe\/Rome → UTC/)
  put(folder, { 'inner/manifests/people.yaml': people('UTC').replace('ada', 'eve') })
  const since = await diff(join(folder, 'inner/manifests'))
  expect(since.out).toMatch(/x subscriber ada .* [0-9a-f]{12}:people\.yaml:1\n/)
  const id = git(folder, 'rev-parse', 'HEAD:belfry.yaml')
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
  expect((await diff(folder, ['HEAD'])).err).toContain("HEAD: belfry.yaml and 5 more can't be read")
})

/** A program in place of git. */
function fake(script: string) {
  const folder = folderWith({ git: `#!/bin/sh\n${script}\n` })
  chmodSync(join(folder, 'git'), 0o755)
  const own = { PATH: `${folder}:${plainEnv.PATH}`, LC_ALL: 'de', GIT_TERMINAL_PROMPT: '1', GIT_DIR: '/x' }
  return gitIn(own)(['version'], '/', 'x'.repeat(1_000_000))
}

test('what git is started with, whatever the caller has set', async () => {
  const said = await fake('echo "$*"; echo $LC_ALL $GIT_TERMINAL_PROMPT $GIT_OPTIONAL_LOCKS $GIT_NO_LAZY_FETCH $GIT_DIR')
  expect(String(said?.out)).toBe(`--no-pager --literal-pathspecs -c core.hooksPath=/dev/null -c core.fsmonitor=false -c protocol.allow=never version
C 0 0 1
`)
}) // prettier-ignore

test('git that does not end, that is ended, or that dies', async () => {
  const aborted = gitIn(plainEnv, AbortSignal.abort('over'))(['version'], '/')
  await expect(aborted).rejects.toThrow('git did not finish: over')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const endless = fake('exec sleep 60')
  vi.advanceTimersByTime(120_000)
  vi.useRealTimers()
  await expect(endless).rejects.toThrow('git did not finish: it took longer than 120 s')
  expect(await fake('echo why >&2; kill -9 $$')).toMatchObject({ exit: 1, err: 'why' })
})
