import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { gitIn } from '../../../src/library/sides/git.ts'
import { plain } from '../../../src/report/text/style.ts'
import { beginProgram } from '../../support/cli.ts'
import { folderWith, put } from '../../support/cli-process.ts'
import { commit, diff, git, plainEnv, repositoryWith } from '../../support/trees.ts'

const project = 'targets: { Production: {} }\nmanifests: [manifests]\n'
const people = (zone: string): string => `subscribers: [{ subscriberId: ada, timezone: ${zone} }]\n`
const base = { 'belfry.yaml': project, 'manifests/people.yaml': people('UTC') }
const lineOf = (from: string, to: string): string => `    ~ timezone  ${from} → ${to}\n`

test('without names: from where the branch left to the working tree', async () => {
  const folder = repositoryWith(base)
  git(folder, 'checkout', '--quiet', '-b', 'feature')
  git(folder, 'checkout', '--quiet', 'main')
  commit(folder, { 'manifests/people.yaml': people('Asia/Tokyo') }, 'meanwhile')
  git(folder, 'checkout', '--quiet', 'feature')
  put(folder, { 'manifests/people.yaml': people('Europe/Paris') })
  const at = git(folder, 'rev-parse', 'feature').slice(0, 12)
  expect(await diff(folder, ['--detailed-exitcode'])).toEqual({
    exit: 2,
    err: '',
    out: `From ${at} (merge base of HEAD and main) to the working tree
Production   1 resource

Production
~ subscriber ada                                          manifests/people.yaml:1
    ~ timezone  UTC → Europe/Paris

Diff: 1 to update.
`,
  })
})

test('the base is what --base names, the pipeline, or the upstream default branch', async () => {
  const upstream = repositoryWith(base)
  git(upstream, 'checkout', '--quiet', '-b', 'release')
  commit(upstream, { 'manifests/people.yaml': people('Asia/Tokyo') }, 'release')
  git(upstream, 'checkout', '--quiet', 'main')
  const folder = join(folderWith({}), 'clone')
  git(upstream, 'clone', '--quiet', upstream, folder)
  git(folder, 'checkout', '--quiet', '-b', 'feature', 'origin/release')
  git(folder, 'branch', '--delete', '--force', 'main')
  put(folder, { 'manifests/people.yaml': people('Europe/Paris') })
  const told = async (args: readonly string[], env = {}): Promise<string> =>
    (await diff(folder, args, { env })).out
  expect(await told([])).toContain('merge base of HEAD and origin/HEAD')
  expect(await told([])).toContain(lineOf('UTC', 'Europe/Paris'))
  expect(await told(['--base', 'origin/release'])).toContain(lineOf('Asia/Tokyo', 'Europe/Paris'))
  expect(await told([], { GITHUB_BASE_REF: 'release' })).toContain(lineOf('Asia/Tokyo', 'Europe/Paris'))
})

test('one name is compared with the working tree, two with each other; a path wins unless --git', async () => {
  const folder = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  put(folder, { 'manifests/people.yaml': people('Europe/Paris') })
  expect((await diff(folder, ['HEAD~1'])).out).toContain(lineOf('UTC', 'Europe/Paris'))
  const both = await diff(folder, ['HEAD~1', 'HEAD'])
  expect(both.out).toContain(lineOf('UTC', 'Asia/Tokyo'))
  expect(both.out).toContain('HEAD:manifests/people.yaml:1')
  put(folder, { 'main/belfry.yaml': project, 'main/manifests/people.yaml': people('Europe/Rome') })
  expect((await diff(folder, ['HEAD~1', 'main'])).out).toContain(lineOf('UTC', 'Europe/Rome'))
  expect((await diff(folder, ['HEAD~1', 'main', '--git'])).out).toContain(lineOf('UTC', 'Asia/Tokyo'))
})

test('each revision is read with its own project file, from where the command runs', async () => {
  const folder = repositoryWith(
    {
      'infra/notify/belfry.yaml': project,
      'infra/notify/manifests/people.yaml': people('UTC'),
      'x/y.yaml': ':',
    },
    {
      'infra/notify/manifests/people.yaml': undefined,
      'infra/notify/belfry.yaml': project.replace('[manifests]', '[who/*.yml]'),
      'infra/notify/who/people.yml': people('Asia/Tokyo'),
    },
  )
  const { out } = await diff(join(folder, 'infra/notify/who'), ['HEAD~1', 'HEAD'])
  expect(out).toContain(lineOf('UTC', 'Asia/Tokyo'))
  expect(out).toContain('HEAD:people.yml:1')
})

test('what a project includes is found wherever it lies in it', async () => {
  const folder = repositoryWith(
    {
      'belfry.yaml': project,
      'manifests/people.yaml': 'subscribers: [{ include: ../lists/people.lines }]\n',
      'lists/people.lines': '{"subscriberId":"ada","timezone":"UTC"}\n',
    },
    { 'lists/people.lines': '{"subscriberId":"ada","timezone":"Asia/Tokyo"}\n' },
  )
  expect((await diff(folder, ['HEAD~1', 'HEAD'])).out).toContain(lineOf('UTC', 'Asia/Tokyo'))
})

test('a revision with more files than git is asked for at once', async () => {
  const files = Array.from({ length: 201 }, (_, index) => [
    `manifests/${index}.yaml`,
    people('UTC').replace('ada', `ada-${index}`),
  ])
  const folder = repositoryWith({ 'belfry.yaml': project, ...Object.fromEntries(files) })
  expect((await diff(folder, ['HEAD'])).out).toContain('No changes. 201 resources match.')
})

test('-f and --config say what is read of both', async () => {
  const folder = repositoryWith(
    { ...base, 'other.yaml': project, 'more/more.yaml': people('UTC') },
    { 'more/more.yaml': people('Asia/Tokyo') },
  )
  const { out } = await diff(folder, ['HEAD~1', '--config', 'other.yaml', '-f', 'more/*.yaml'])
  expect(out).toContain(lineOf('UTC', 'Asia/Tokyo'))
  expect(await diff(folder, ['manifests', '-f', 'more'])).toMatchObject({ exit: 3 })
})

test('a path through a link is that of its target in a revision', async () => {
  const folder = repositoryWith(base)
  symlinkSync('manifests', join(folder, 'linked'))
  expect((await diff(folder, ['HEAD', '-f', 'linked'])).out).toContain('No changes. 1 resource matches.')
})

test('a project that begins is all new', async () => {
  const folder = repositoryWith({ 'README.md': 'x' }, base)
  const { exit, out, err } = await diff(folder, ['HEAD~1', 'HEAD', '--detailed-exitcode'])
  expect({ exit, out, err }).toEqual({
    exit: 2,
    out: `From HEAD~1 to HEAD
Production   target added, 1 resource

Production
~ subscriber ada  newly declared                          HEAD:manifests/people.yaml:1
    + timezone  UTC

Diff: 1 to update.
`,
    err: `warning  no-project
  HEAD~1: neither this folder nor a parent folder contains a project file
1 warning.
`,
  })
})

test('a revision that is invalid is named in front of its files', async () => {
  const folder = repositoryWith({ ...base, 'manifests/people.yaml': people('Mars') }, base)
  expect(await diff(folder, ['HEAD~1'])).toMatchObject({
    exit: 3,
    out: '',
    err: `HEAD~1:manifests/people.yaml:1:46  error  bad-timezone
> 1 | subscribers: [{ subscriberId: ada, timezone: Mars }]
    |                                              ^^^^ "Mars" is not a known IANA time zone
    |                                                   Write a name such as Europe/Berlin or UTC.
1 error in 1 file.
More about a rule: belfry explain bad-timezone
`,
  })
})

test('a warning about a field names the line in the revision', async () => {
  const mail = (channel: string) => ({
    'belfry.yaml': `${project}rules: { channel-mismatch: warn }\n`,
    'manifests/mail.yaml': `integrations:\n  - identifier: mail\n    providerId: sendgrid\n    channel: ${channel}\n`,
  })
  const { err } = await diff(repositoryWith(mail('email'), mail('sms')), ['HEAD~1', 'HEAD'])
  expect(err).toContain('HEAD:manifests/mail.yaml:4:14  warning  cannot-change\n')
})

test('a revision that is missing says how to get it', async () => {
  const upstream = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  const folder = join(folderWith({}), 'clone')
  git(upstream, 'clone', '--quiet', '--depth', '1', `file://${upstream}`, folder)
  const { exit, out, err } = await diff(folder, ['HEAD~1'])
  expect({ exit, out, err }).toEqual({
    exit: 3,
    out: '',
    err: `error  no-revision
  "HEAD~1" is not a file or folder in the working directory, and git can't find the revision "HEAD~1"
  This clone is shallow: fetch the whole history (actions/checkout: fetch-depth: 0; GitLab: GIT_DEPTH: 0; manually: git fetch --unshallow). Otherwise check the spelling of HEAD~1, or run git fetch origin.
1 error.
More about a rule: belfry explain no-revision
`,
  })
})

test('a file whose content the clone lacks is named, and nothing is compared', async () => {
  const folder = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  const id = git(folder, 'rev-parse', 'HEAD~1:manifests/people.yaml')
  rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
  expect(await diff(folder, ['HEAD~1'])).toEqual({
    exit: 3,
    out: '',
    err: `error  no-revision
  HEAD~1: manifests/people.yaml can't be read: this clone doesn't contain all objects of the commit
  The clone is partial or damaged. To fetch everything, run git fetch --refetch --no-filter.
1 error.
More about a rule: belfry explain no-revision
`,
  })
})

test('a commit whose list of files the clone lacks is named, until everything is fetched', async () => {
  const origin = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  git(origin, 'config', 'uploadpack.allowFilter', 'true')
  const folder = join(folderWith({}), 'clone')
  git(origin, 'clone', '--quiet', '--filter=tree:0', '--no-local', `file://${origin}`, folder)
  expect(await diff(folder, ['HEAD~1'])).toEqual({
    exit: 3,
    out: '',
    err: `error  no-revision
  HEAD~1: the list of files can't be read: this clone doesn't contain all objects of the commit
  The clone is partial or damaged. To fetch everything, run git fetch --refetch --no-filter.
1 error.
More about a rule: belfry explain no-revision
`,
  })
  git(folder, 'fetch', '--quiet', '--refetch', '--no-filter')
  expect((await diff(folder, ['HEAD~1'])).out).toContain(lineOf('UTC', 'Asia/Tokyo'))
})

test.each<[string, () => string, string, string]>([
  [
    'no commit',
    () => repositoryWith(),
    'this repository has no commit to compare with',
    'Create a commit first, or compare two folders: belfry diff BEFORE AFTER.',
  ],
  [
    'no default branch',
    () => {
      const folder = repositoryWith(base)
      git(folder, 'branch', '-m', 'feature')
      return folder
    },
    'the clone has no branch to compare with: no origin/HEAD, origin/main, origin/master, main or master',
    ', or run git fetch origin. Or name a branch, for example --base main.',
  ],
  [
    'no commit in common',
    () => {
      const folder = repositoryWith(base)
      git(folder, 'checkout', '--quiet', '--orphan', 'feature')
      commit(folder, {}, 'apart')
      return folder
    },
    'HEAD and main have no common commit in this clone',
    'Otherwise check the spelling of main, or run git fetch origin.',
  ],
  [
    'no repository',
    () => folderWith(base),
    "this folder is not in a git working tree, so belfry can't read revisions: not a git repository",
    'Run the command in a clone, or compare two folders: belfry diff BEFORE AFTER.',
  ],
])('%s says so', async (_, make, message, hint) => {
  const { exit, err } = await diff(make())
  expect(exit).toBe(3)
  expect(err).toContain(`error  no-revision\n  ${message}`)
  expect(err).toContain(hint)
})

test.each([
  '--upload-pack=touch hacked',
  '-h',
  '--git-dir=/',
  '',
  'HEAD\n',
  'HEAD:manifests',
  'main..HEAD',
  '.git/x',
])('the hostile name %j is no revision', async (name) => {
  const folder = repositoryWith(base)
  const { exit, out, err } = await diff(folder, ['--git', '--', name])
  expect({ exit, out }).toEqual({ exit: 3, out: '' })
  expect(err).toMatch(/^error {2}no-revision\n/)
})

test('without git, folders can be named', async () => {
  const folder = folderWith(base)
  expect(await diff(folder, ['.'], { git: () => Promise.resolve(undefined) })).toMatchObject({ exit: 0 })
  expect(await diff(folder, ['main'], { git: () => Promise.resolve(undefined) })).toMatchObject({
    exit: 3,
    err: expect.stringContaining("and the program git can't be started") as string,
  })
})

test('nothing of a repository is run, and files come as they were committed', async () => {
  const folder = repositoryWith({
    ...base,
    '.gitattributes': '*.yaml filter=evil diff=evil export-subst\nbelfry.yaml export-ignore\n',
    'manifests/dollar.yaml': 'subscribers: [{ subscriberId: "$Format:%H$", timezone: UTC }]\n',
  })
  const trace = join(folder, '.git/trace')
  for (const name of ['filter.evil.smudge', 'diff.evil.textconv', 'core.fsmonitor'])
    git(folder, 'config', name, `touch ${trace}; cat`)
  put(folder, { '.git/hooks/post-checkout': `#!/bin/sh\ntouch ${trace}\n` })
  chmodSync(join(folder, '.git/hooks/post-checkout'), 0o755)
  expect((await diff(folder, ['HEAD'])).out).toContain('No changes. 2 resources match.')
  expect(existsSync(trace)).toBe(false)
})

test('links are followed inside the project, and never out of it', async () => {
  const outside = folderWith({ 'secret.yaml': people('Europe/Rome') })
  const folder = repositoryWith({
    'belfry.yaml': project,
    'manifests/.keep': '',
    'people.yaml': people('UTC'),
  })
  symlinkSync('../people.yaml', join(folder, 'manifests/inside.yaml'))
  commit(folder, {}, 'a link')
  put(folder, { 'people.yaml': people('Asia/Tokyo') })
  expect((await diff(folder, ['HEAD'])).out).toContain(lineOf('UTC', 'Asia/Tokyo'))
  // The project as a path that is a link.
  const link = join(folderWith({}), 'link')
  symlinkSync(folder, link)
  expect((await diff(folder, [link, 'HEAD'])).out).toContain(lineOf('Asia/Tokyo', 'UTC'))
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'manifests/outside.yaml'))
  commit(folder, {}, 'another')
  const { exit, err } = await diff(folder, ['HEAD', 'HEAD~1'])
  expect(exit).toBe(3)
  expect(err).toBe(`HEAD:manifests/outside.yaml:1:1  error  file-outside
  "manifests/outside.yaml" is outside the folders that belfry may read
  Move the file into the project, or allow its folder with --file-root FOLDER.
1 error in 1 file.
More about a rule: belfry explain file-outside
`)
})

test('what a hook sets for another repository leads nowhere', async () => {
  const other = repositoryWith(base)
  const folder = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  const inHook = { git: gitIn({ ...plainEnv, GIT_DIR: join(other, '.git'), GIT_INDEX_FILE: 'none' }) }
  expect((await diff(folder, ['HEAD~1'], inHook)).out).toContain(lineOf('UTC', 'Asia/Tokyo'))
  const own = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'a.b', GIT_CONFIG_VALUE_0: 'kept' }
  expect(String((await gitIn({ ...plainEnv, ...own })(['config', 'a.b'], folder))?.out)).toBe('kept\n')
})

/** The next test file of this worker must not inherit the folder. */
function stubTemporaryFolder(): void {
  vi.stubEnv('TMPDIR', folderWith({}))
  onTestFinished(() => void vi.unstubAllEnvs())
}

test('nothing is left of what was read', async () => {
  const folder = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
  stubTemporaryFolder()
  const temporary = tmpdir()
  expect((await diff(folder, ['HEAD~1', 'HEAD'])).exit).toBe(0)
  expect(readdirSync(temporary)).toEqual([])
})

test.each(['while a revision is read', 'once the difference is known'])(
  'a signal %s ends it, and nothing is left of what was read',
  async (moment) => {
    const folder = repositoryWith(base, { 'manifests/people.yaml': people('Asia/Tokyo') })
    stubTemporaryFolder()
    let isSent = false
    const interrupt = (now: string): void => {
      if (now !== moment || isSent) return
      isSent = true
      running.kill('SIGINT')
      throw new Error('a process does nothing after this')
    }
    const read = gitIn(plainEnv)
    const running = beginProgram(['diff', 'HEAD~1', 'HEAD', '--report', 'json=diff.json'], {
      cwd: folder,
      git: (args, ...rest) => {
        if (args[0] === 'ls-tree') interrupt('while a revision is read')
        return read(args, ...rest)
      },
      io: {
        outStyle: () => {
          interrupt('once the difference is known')
          return plain
        },
      },
    })
    expect(await running.ended).toEqual({ exit: 130, out: '', err: 'Interrupted: nothing was written.\n' })
    expect(JSON.parse(readFileSync(join(folder, 'diff.json'), 'utf8'))).toMatchObject({
      exit: 130,
      problems: [{ rule: 'interrupted' }],
    })
    expect(readdirSync(tmpdir())).toEqual([])
  },
)
