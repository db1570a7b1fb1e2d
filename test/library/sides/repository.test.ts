// What git prints, and which of its files, contents and revisions are used.
import { expect, test } from 'vitest'
import { baseOf, missingRevision } from '../../../src/library/sides/base.ts'
import { openRepository, type Repository } from '../../../src/library/sides/repository.ts'

const sha = 'a'.repeat(40)

/** The repository in `/` of a command in `/usr`, whose git prints a text for the first word of a command. */
async function repositoryOf(printed: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const git = (args: readonly string[], folder: string, input = '') => {
    asked.push([...(folder === '/usr' ? [] : [folder]), ...args, input].join(' ').trim())
    const out = args[1] === '--show-toplevel' ? '/\nfalse' : printed[args[0] ?? '']
    return Promise.resolve({ exit: out === undefined ? 1 : 0, out: Buffer.from(out ?? ''), err: '' })
  }
  const repository = (await openRepository({ git, cwd: '/usr' })) as Repository
  asked.pop()
  return { ...repository, asked }
}

const blob = (path: string, mode = '100644'): string => `${mode} blob ${sha}\t${path}\0`

test('submodules and paths that leave a folder are left out', async () => {
  const paths = ['a.yaml', 'a\nb/c', '../a', 'a/../b', './a', '/a', 'a//b'].map((path) => blob(path))
  const listing = [...paths, blob('link', '120000'), `160000 commit ${sha}\tsub\0`].join('')
  const { entriesOf, asked } = await repositoryOf({ 'ls-tree': listing })
  const entries = await entriesOf(sha)
  expect(entries.map(({ path, type }) => `${type} ${path}`)).toEqual([
    'file a.yaml',
    'file a\nb/c',
    'link link',
  ])
  expect(asked).toEqual([`ls-tree -r -z --full-tree ${sha}`])
})

test('contents come in the order of their IDs, also after a missing one and with line ends', async () => {
  const { contentsOf } = await repositoryOf({ 'cat-file': '1 blob 3\na\nb\n2 missing\n3 blob 0\n\n' })
  const contents = await contentsOf(['1', '2', '3', '4'])
  expect(contents.map((each) => each?.toString())).toEqual(['a\nb', undefined, '', undefined])
})

test.each([
  ['main', `${sha}\n`, sha],
  ['main', 'fatal', undefined],
  ['-x', sha, undefined],
  ['', sha, undefined],
  ['a\u0007', sha, undefined],
])('the commit of %j, if git prints %j: %s', async (revision, printed, commit) => {
  expect(await (await repositoryOf({ 'rev-parse': printed })).commitOf(revision)).toBe(commit)
})

test('files are hashed as they are, and only those that the commit has', async () => {
  const { unchangedSince, asked } = await repositoryOf({
    'ls-tree': blob('usr/a') + blob('b'),
    'hash-object': `${sha}\n`,
  })
  expect(await unchangedSince(sha, ['b', 'a'])).toEqual(['a'])
  expect(asked[1]).toBe('hash-object --no-filters --stdin-paths a')
})

test.each([
  ['refs/remotes/origin/master', {}, 'origin/master'],
  ['refs/heads/main', {}, 'main'],
  ['refs/heads/master', {}, 'master'],
  ['refs/heads/release', { GITHUB_BASE_REF: 'release' }, 'origin/release'],
])('the base is %s, with %j', async (known, env, name) => {
  const repository = {
    commitOf: (revision: string) =>
      Promise.resolve(['HEAD', known].includes(revision) ? revision : undefined),
    mergeBase: () => Promise.resolve(sha),
  }
  const base = await baseOf(undefined, repository as unknown as Repository, { env })
  expect(base).toMatchObject({ label: `${sha.slice(0, 12)} (merge base of HEAD and ${name})` })
})

test.each([
  ['a..b', /diff a b$/],
  ['a...b', /diff a b$/],
  ['a..', /check the spelling of a\.\./],
  ['../a..b', /check the spelling/],
])('%s is missing', (revision, hint) => {
  expect(missingRevision(revision, {} as Repository).hint).toMatch(hint)
})
