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
  expect(entries?.map(({ path, type }) => `${type} ${path}`)).toEqual([
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
  ['main', `${'b'.repeat(64)}\n`, 'b'.repeat(64)],
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

test('a commit whose list of files is missing has no entries, and no file is unchanged since', async () => {
  const { entriesOf, unchangedSince } = await repositoryOf({ 'hash-object': `${sha}\n` })
  expect([await entriesOf(sha), await unchangedSince(sha, ['a'])]).toEqual([undefined, []])
})

const fetch = (name: string, clone = 'If the clone is shallow, fetch'): string =>
  `${clone} the whole history (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0; manually: git fetch --unshallow). Otherwise check the spelling of ${name}, or run git fetch origin.`
const remote = 'refs/remotes/origin'
const defaults = [
  `${remote}/HEAD`,
  `${remote}/main`,
  `${remote}/master`,
  'refs/heads/main',
  'refs/heads/master',
]
const github = { GITHUB_BASE_REF: 'release', CI_MERGE_REQUEST_DIFF_BASE_SHA: 'd1ff' }
const gitlab = { ...github, GITHUB_BASE_REF: '' }
const releases = [`${remote}/release`, 'refs/heads/release', 'origin/release', 'd1ff', 'next', ...defaults]

/** Its commits are named as what it knows, without the folders; an ancestor as the commits that it is of. */
const repositoryWith = (known: readonly string[], isShallow: boolean, isRelated: boolean) => ({
  isShallow,
  commitOf: (name: string) => Promise.resolve(known.includes(name) ? name.replace(/^refs\/[a-z]+\//, '') : undefined),
  mergeBase: (one: string, other: string) => Promise.resolve(isRelated ? `${one}, ${other}` : undefined),
}) // prettier-ignore

test.each<[string, readonly string[], string | undefined, Readonly<Record<string, string>>, string, ...('shallow' | 'unrelated')[]]>([
  ...defaults.map((_, index): [string, readonly string[], undefined, Readonly<Record<string, string>>, string] => {
    const name = defaults[index]?.replace(/^refs\/[a-z]+\//, '') ?? ''
    return [`the default branch ${index}`, defaults.slice(index), undefined, {}, `HEAD, ${name} = ${`HEAD, ${name}`.slice(0, 12)} (merge base of HEAD and ${name})`]
  }),
  ['the branch of the pipeline at origin', releases, undefined, github, 'HEAD, origin/release = HEAD, origin (merge base of HEAD and origin/release)'],
  ['the local branch of the pipeline', releases.slice(1), undefined, github, 'HEAD, release = HEAD, releas (merge base of HEAD and origin/release)'],
  ['the commit of the pipeline', releases, undefined, gitlab, 'HEAD, d1ff = HEAD, d1ff (merge base of HEAD and d1ff)'],
  ['what is named', releases, 'next', github, 'HEAD, next = HEAD, next (merge base of HEAD and next)'],
  ['none without a commit', [], undefined, {}, 'this repository has no commit to compare with | Create a commit first, or compare two folders: belfry diff BEFORE AFTER.'],
  ['none without a branch', [], undefined, { HEAD: '' }, `the clone has no branch to compare with: no origin/HEAD, origin/main, origin/master, main or master | ${fetch('main')} Or name a branch, for example --base main.`],
  ['none without the named branch', defaults, 'next', {}, `git can't find the revision "next" (from the command line) | ${fetch('next')}`],
  ['none without the branch of the pipeline', defaults, undefined, github, `git can't find the revision "origin/release" (from GITHUB_BASE_REF) | ${fetch('origin/release', 'This clone is shallow: fetch')}`, 'shallow'],
  ['none without the commit of the pipeline', defaults, undefined, gitlab, `git can't find the revision "d1ff" (from CI_MERGE_REQUEST_DIFF_BASE_SHA) | ${fetch('d1ff')}`],
  ['none without a common commit', defaults, undefined, {}, `HEAD and origin/HEAD have no common commit in this clone | ${fetch('origin/HEAD')}`, 'unrelated'],
])('the base is %s', async (_, known, named, env, expected, ...states) => {
  const all = known.length > 0 || 'HEAD' in env ? ['HEAD', ...known] : []
  const repository = repositoryWith(all, states.includes('shallow'), !states.includes('unrelated'))
  const base = await baseOf(named, repository as unknown as Repository, { env })
  expect('rule' in base ? `${base.message} | ${base.hint}` : `${base.commit} = ${base.label}`).toBe(expected)
}) // prettier-ignore

const range = (name: string): string => `"${name}" is a range | Write both revisions separately: belfry diff`

test.each([
  ['a..b', `${range('a..b')} a b`],
  ['a...b', `${range('a...b')} a b`],
  ['a.b..c.d', `${range('a.b..c.d')} a.b c.d`],
  ['a..', `git can't find the revision "a.." | ${fetch('a..')}`],
  ['..b', `git can't find the revision "..b" | ${fetch('..b')}`],
  ['../a..b', `git can't find the revision "../a..b" | ${fetch('../a..b')}`],
  ['ab', `git can't find the revision "ab" | ${fetch('ab')}`],
])('%s is missing', (revision, expected) => {
  const { message, hint } = missingRevision(revision, {} as Repository)
  expect(`${message} | ${hint}`).toBe(expected)
})
