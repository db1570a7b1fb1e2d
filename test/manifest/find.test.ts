// Which files patterns name.
import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFiles } from '../../src/manifest/find.ts'
import { matchesName } from '../../src/core/glob.ts'
import { matchesPath } from '../../src/manifest/glob.ts'
import { reporterFor } from '../../src/manifest/reporter.ts'
import { folderWith } from './load-files.ts'

const tree = [
  'b.yaml',
  'a.yml',
  'notes.txt',
  'deep/er/c.yaml',
  'deep/d.yaml',
  '.hidden/e.yaml',
  'node_modules/f.yaml',
]

function find(
  patterns: readonly string[],
  links: Readonly<Record<string, string>> = {},
  namedBy: 'project' | 'command line' = 'project',
) {
  const folder = folderWith(Object.fromEntries(tree.map((name) => [`m/${name}`, ''])))
  for (const [from, to] of Object.entries(links)) symlinkSync(resolve(folder, to), join(folder, from))
  const reporter = reporterFor({})
  const found = findFiles({
    patterns,
    from: folder,
    cwd: folder,
    except: join(folder, 'm/b.yaml'),
    readable: [folder],
    namedBy,
    report: reporter.report,
  })
  return [...found.map(({ name }) => name), ...reporter.problems().map(({ message }) => `! ${message}`)]
}

describe('patterns', () => {
  it.each([
    [['m'], ['m/a.yml', 'm/deep/d.yaml', 'm/deep/er/c.yaml']],
    [['m/**/*.yaml'], ['m/deep/d.yaml', 'm/deep/er/c.yaml']],
    [['m/*.{yml,txt}'], ['m/a.yml', 'm/notes.txt']],
    [
      ['m/deep', 'm/a.yml', 'm'],
      ['m/deep/d.yaml', 'm/deep/er/c.yaml', 'm/a.yml'],
    ],
    [['m/notes.txt'], ['m/notes.txt']],
    [
      ['-', 'm/a.yml'],
      ['(stdin)', 'm/a.yml'],
    ],
    [
      ['nowhere', 'm/x*'],
      ['! "nowhere" names no YAML file', '! "m/x*" names no YAML file'],
    ],
  ])('%j', (patterns, expected) => {
    expect(find(patterns)).toEqual(expected)
  })

  it('follows links, but never in circles', () => {
    expect(find(['m/deep'], { 'm/deep/back': 'm/deep', 'm/deep/side': 'm' })).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      'm/deep/side/a.yml',
    ])
  })

  it('takes nothing that a link brings in from outside', () => {
    const outside = folderWith({ 'a.yaml': '', 'folder/b.yaml': '' })
    const links = { 'm/deep/a.yaml': `${outside}/a.yaml`, 'm/deep/out': `${outside}/folder` }
    expect(find(['m/deep'], links)).toEqual([
      'm/deep/d.yaml',
      'm/deep/er/c.yaml',
      '! the manifest "m/deep/a.yaml" lies outside the folders that may be read',
      '! the manifest "m/deep/out/b.yaml" lies outside the folders that may be read',
    ])
    expect(find([`${outside}/*.yaml`])).toEqual([expect.stringMatching(/^! the manifest .* lies outside/)])
    expect(find([`${outside}/*.yaml`], {}, 'command line')).toEqual([expect.stringMatching(/a\.yaml$/)])
    expect(find(['m/deep/a.yaml'], links, 'command line')).toEqual(['m/deep/a.yaml'])
    expect(find(['m/deep'], links, 'command line')).toContain(
      '! the manifest "m/deep/a.yaml" lies outside the folders that may be read',
    )
  })

  it.skipIf(process.platform === 'win32')('opens no pipe', () => {
    const folder = folderWith({ 'a.yaml': '' })
    expect(spawnSync('mkfifo', [join(folder, 'pipe.yaml')]).status).toBe(0)
    expect(find([folder], {}, 'command line')).toEqual([expect.stringMatching(/a\.yaml$/)])
    expect(find([join(folder, 'pipe.yaml')], {}, 'command line')).toEqual([
      expect.stringMatching(/names no YAML file$/),
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
  ])('%s %s %s', (path, glob, expected) => {
    expect(matchesPath(path.split('/'), glob.split('/'))).toBe(expected)
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
