// Which files patterns name.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFiles, strayManifests } from '../../../src/manifest/text/find.ts'
import { matchesName } from '../../../src/core/glob.ts'
import { beginMatch, isMatch, matchNext } from '../../../src/manifest/walk.ts'
import { reporterFor } from '../../../src/manifest/frames/reporter.ts'
import { folderWith } from '../../support/cli-process.ts'

const tree = [
  'b.yaml',
  'a.yml',
  'notes.txt',
  'deep/er/c.yaml',
  'deep/d.yaml',
  '.hidden/e.yaml',
  'node_modules/f.yaml',
]

/** Files that are found, `! ` problems, and in brackets what is ignored. */
function find(
  patterns: readonly string[],
  links: Readonly<Record<string, string>> = {},
  namedBy: 'project' | 'command line' = 'project',
) {
  const folder = folderWith(Object.fromEntries(tree.map((name) => [`m/${name}`, ''])))
  for (const [from, to] of Object.entries(links)) symlinkSync(resolve(folder, to), join(folder, from))
  const reporter = reporterFor({})
  const { files, ignored } = findFiles({
    patterns: patterns.map((text) => ({ text })),
    from: folder,
    cwd: folder,
    except: join(folder, 'm/b.yaml'),
    readable: [folder],
    namedBy,
    rule: 'no-manifests',
    report: reporter.report,
  })
  return [
    ...files.map(({ name }) => name),
    ...reporter
      .problems()
      .map(({ position, message }) => `! ${position ? `${position.file}: ` : ''}${message}`),
    ...ignored.map(({ name, reason }) => `(${name}: ${reason})`),
  ]
}

const ignoredInFolder = [
  '(m/.hidden: hidden)',
  '(m/b.yaml: project file)',
  '(m/node_modules: node_modules)',
  '(m/notes.txt: ending)',
]

describe('patterns', () => {
  it.each([
    [['m'], ['m/a.yml', 'm/deep/d.yaml', 'm/deep/er/c.yaml', ...ignoredInFolder]],
    [
      ['m/**/*.yaml'],
      ['m/deep/d.yaml', 'm/deep/er/c.yaml', ...ignoredInFolder.filter((each) => !each.includes('notes.txt'))],
    ],
    [['m/*.{yml,txt}'], ['m/a.yml', 'm/notes.txt']],
    [['m/d*'], ['(m/deep: folder)', '! "m/d*" matches no file'].reverse()],
    [
      ['m/deep', 'm/a.yml', 'm'],
      ['m/deep/d.yaml', 'm/deep/er/c.yaml', 'm/a.yml', ...ignoredInFolder],
    ],
    [['m/notes.txt'], ['m/notes.txt']],
    [['m/b*'], ['! "m/b*" matches no file except the project file', '(m/b.yaml: project file)']],
    [['m/.hidden'], ['m/.hidden/e.yaml']],
    [
      ['-', 'm/a.yml'],
      ['(stdin)', 'm/a.yml'],
    ],
    [
      ['nowhere', 'm/x*'],
      ['! "nowhere" is not found', '! "m/x*" matches no file'],
    ],
  ])('%j', (patterns, expected) => {
    expect(find(patterns)).toEqual(expected)
  })

  it('follows links, but never in circles', () => {
    expect(find(['m/deep'], { 'm/deep/back': 'm/deep', 'm/deep/side': 'm' })).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      'm/deep/side/a.yml',
      ...ignoredInFolder.map((each) => each.replace('(m/', '(m/deep/side/')),
    ])
  })

  it('finds by one name what another name of the same folder left out', () => {
    expect(find(['m/x/*.yaml'], { 'm/x': 'm/deep' })).toEqual(['m/x/d.yaml'])
    expect(find(['m/**/x/*.yaml'], { 'm/x': 'm/deep' })).toContain('m/x/d.yaml')
  })

  it('takes nothing that a link brings in from outside, and enters no folder outside', () => {
    const outside = folderWith({ 'a.yaml': '', 'folder/b.yaml': '' })
    const links = { 'm/deep/a.yaml': `${outside}/a.yaml`, 'm/deep/out': `${outside}/folder` }
    expect(find(['m/deep'], links)).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      '! m/deep/a.yaml: "m/deep/a.yaml" is outside the folders that belfry may read',
      '! m/deep/out: "m/deep/out" is outside the folders that belfry may read',
    ])
    expect(find([`${outside}/*.yaml`])).toEqual([expect.stringMatching(/^! .* is outside/)])
    expect(find([`${outside}/*.yaml`], {}, 'command line')).toEqual([expect.stringMatching(/a\.yaml$/)])
    expect(find(['m/deep/a.yaml'], links, 'command line')).toEqual(['m/deep/a.yaml'])
    expect(find(['m/deep'], links, 'command line')).toContain(
      '! m/deep/a.yaml: "m/deep/a.yaml" is outside the folders that belfry may read',
    )
  })
})

describe.skipIf(process.platform === 'win32')('what a pattern reaches and what can not be read', () => {
  it.each([
    ['a link to nothing', 'm/deep/x.yaml', 'nowhere.yaml', 'is a broken symbolic link'],
    ['a link to nothing that may be a folder', 'm/deep/email', 'nowhere', 'is a broken symbolic link'],
    ['a link to itself', 'm/deep/x.yaml', 'm/deep/x.yaml', "can't be read: the symbolic links form a loop"],
    ['a link to a device', 'm/deep/x.yml', '/dev/null', 'is a device, not a file'],
  ])('%s', (_, link, to, message) => {
    const found = find(['m/deep'], { [link]: to })
    expect(found).toEqual(['m/deep/d.yaml', 'm/deep/er/c.yaml', `! ${link}: "${link}" ${message}`])
    // A glob reaches it by its name alone.
    expect(find([link.replace(/[^/]+$/, '{x.yaml,x.yml,email}')], { [link]: to })).toEqual([
      `! ${link}: "${link}" ${message}`,
    ])
    expect(find([link], { [link]: to })).toEqual([`! ${link}: "${link}" ${message}`])
    expect(find(['m/deep/d*'], { [link]: to })).toEqual(['m/deep/d.yaml'])
  })

  it('a pipe, which is not opened', () => {
    const folder = folderWith({ 'a.yaml': '' })
    expect(spawnSync('mkfifo', [join(folder, 'pipe.yaml'), join(folder, 'pipe')]).status).toBe(0)
    const isPipe = expect.stringMatching(/pipe\.yaml" is a pipe, not a file$/)
    expect(find([folder], {}, 'command line')).toEqual([
      expect.stringMatching(/a\.yaml$/),
      isPipe,
      expect.stringMatching(/pipe: ending\)$/),
    ])
    expect(find([join(folder, 'pipe.yaml')], {}, 'command line')).toEqual([isPipe])
  })

  it('a name that is no UTF-8', () => {
    const folder = folderWith({ 'a.yaml': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.of(0xff), Buffer.from('.yaml')]), '')
    const [file, problem] = find([folder], {}, 'command line')
    expect([file, problem]).toEqual([
      expect.stringMatching(/a\.yaml$/),
      expect.stringMatching(/^! .*can't be read/),
    ])
  })

  it.skipIf(process.getuid?.() === 0)('a folder that can not be listed, or not entered', () => {
    const folder = folderWith({ 'm/a.yaml': '', 'm/locked/b.yaml': '', 'm/shut/c.yaml': '' })
    chmodSync(join(folder, 'm/locked'), 0o000)
    chmodSync(join(folder, 'm/shut'), 0o600)
    const found = find([join(folder, 'm')], {}, 'command line')
    chmodSync(join(folder, 'm/locked'), 0o700)
    chmodSync(join(folder, 'm/shut'), 0o700)
    expect(found.slice(1)).toEqual([
      expect.stringMatching(/locked" can't be listed: permission denied$/),
      expect.stringMatching(/c\.yaml" can't be read: permission denied$/),
    ])
  })

  it('but hidden names and other endings are not looked at', () => {
    const links = { 'm/deep/.#d.yaml': 'ada@host.4711', 'm/deep/node_modules': 'nowhere' }
    expect(find(['m/deep'], links)).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      '(m/deep/.#d.yaml: hidden)',
      '(m/deep/node_modules: node_modules)',
    ])
    expect(find(['m/deep'], { 'm/deep/notes.md': 'nowhere' })).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      '! m/deep/notes.md: "m/deep/notes.md" is a broken symbolic link; belfry ignores the link, because its name does not end with .yaml or .yml',
    ])
  })
})

describe('globs', () => {
  it.each([
    ['a/b/c', '**', true],
    ['a/b/c', 'a/**/c', true],
    ['a/c', 'a/**/c', true],
    ['a/b/c', 'a/*', false],
    ['a/b/c', '**/b', false],
  ])('%s %s %s', (path, pattern, expected) => {
    const glob = pattern.split('/')
    const matched = path.split('/').reduce((so, name) => matchNext(so, name, glob), beginMatch(glob))
    expect(isMatch(matched, glob)).toBe(expected)
  })

  it.each([
    ['Production', 'Prod*', true],
    ['Production', '{Dev,Prod}*', true],
    ['Production', 'prod*', false],
    ['ab', 'a?', true],
    ['', '*', true],
    ['a'.repeat(50_000), `${'*a'.repeat(50)}b`, false],
  ])('%.20s %.20s', (text, glob, expected) => {
    expect(matchesName(text, glob)).toBe(expected)
  })
})

/** A file that can be opened, and not be read. */
const unreadable = '/proc/self/mem'

it.skipIf(!existsSync(unreadable))(
  'a file beside the project file that can not be read is none of its manifests',
  () => {
    const folder = folderWith({ 'people.yaml': 'subscribers:\n  - subscriberId: ada\n' })
    symlinkSync(unreadable, join(folder, 'mem.yaml'))
    const strays = strayManifests({ from: folder, cwd: folder }, { files: [], ignored: [] }, ['subscribers'])
    expect(strays).toEqual([{ name: 'people.yaml', reason: 'not named' }])
  },
)
