// Which files a reference may read, and which variables: by their real path and by their name.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isInside } from '../../../src/core/path-inside.ts'
import {
  confine,
  isPrivatePath,
  readReferenced,
  realPath,
} from '../../../src/manifest/text/allowed-folders.ts'
import { isForbiddenName } from '../../../src/manifest/references/forbidden-variables.ts'
import { folderWith } from '../../support/cli-process.ts'

function tree(): { readonly root: string; readonly outside: string } {
  const outside = folderWith({ 'secret.txt': 'outside' })
  const root = folderWith({
    'project/a.txt': 'a',
    'project/deep/b.txt': 'b',
    'project/.git/config': 'token',
    'project/.netrc': 'token',
    'project/..odd': 'a name that begins with dots',
    'beside/c.txt': 'c',
  })
  const project = join(root, 'project')
  mkdirSync(join(project, 'folder'))
  const links = {
    'to-a': 'a.txt',
    'to-git': '.git/config',
    'to-netrc': '.netrc',
    'to-outside': join(outside, 'secret.txt'),
    'to-beside': '../beside/c.txt',
    'git-folder': '.git',
    'out-folder': outside,
    'to-nothing': 'gone.txt',
    'to-itself': 'to-itself',
  }
  for (const [from, to] of Object.entries(links)) symlinkSync(to, join(project, from))
  symlinkSync('project', join(root, 'alias'))
  return { root, outside }
}

test.each<[string, string]>([
  ['a.txt', 'read'],
  ['deep/b.txt', 'read'],
  ['./deep/../a.txt', 'read'],
  ['..odd', 'read'],
  ['to-a', 'read'],
  ['../beside/c.txt', 'file-outside'],
  ['to-beside', 'file-outside'],
  ['to-outside', 'file-outside'],
  ['out-folder/secret.txt', 'file-outside'],
  ['../gone.txt', 'file-outside'],
  ['.git/config', 'file-outside'],
  ['.GIT/config', 'file-outside'],
  ['to-git', 'file-outside'],
  ['git-folder/config', 'file-outside'],
  ['.netrc', 'file-outside'],
  ['to-netrc', 'file-outside'],
  ['.git/gone', 'file-outside'],
  ['gone.txt', 'file-unreadable'],
  ['to-nothing', 'file-unreadable'],
  ['folder', 'file-unreadable'],
])('%s: %s', (name, expected) => {
  const { root } = tree()
  for (const project of ['project', 'alias']) {
    const found = confine(join(root, project, name), [join(root, project)])
    expect([project, 'rule' in found ? found.rule : 'read']).toEqual([project, expected])
  }
})

test('a file in another folder that may be read is read, and the real path is told', () => {
  const { root, outside } = tree()
  const project = join(root, 'project')
  expect(confine(join(project, 'to-outside'), [project, outside])).toEqual({
    path: realPath(join(outside, 'secret.txt')),
  })
  expect(confine(join(project, 'to-beside'), [project, outside])).toMatchObject({ rule: 'file-outside' })
})

test('a path that can not be followed is not a missing file', () => {
  const project = join(tree().root, 'project')
  expect(confine(join(project, 'to-itself'), [project])).toEqual({
    rule: 'file-unreadable',
    message: "can't be read: the symbolic links form a loop",
    hint: 'Fix the links or the permissions on the path.',
  })
  expect(confine(join(project, 'a.txt/b'), [project])).toMatchObject({ isMissing: true })
})

test('one trailing line break is dropped, and what is too long or not there is not read', () => {
  const folder = folderWith({ a: 'x\n', b: 'x\r\n', c: 'x\n\n', d: 'x', e: 'four' })
  const read = (name: string, limit = 100) => readReferenced(join(folder, name), limit)
  expect(['a', 'b', 'c', 'd'].map((name) => read(name))).toEqual(['x', 'x', 'x\n', 'x'])
  expect([read('e', 4), read('e', 3), read('gone')]).toEqual(['four', undefined, undefined])
  // Latin-1: other bytes would be another secret.
  writeFileSync(join(folder, 'f'), Buffer.from([0x6b, 0xe9, 0x79]))
  writeFileSync(join(folder, 'g'), '\uFEFFkey')
  expect([read('f'), read('g')]).toEqual([undefined, 'key'])
})

test.each([
  ['/a/b', '/a', true],
  ['/a', '/a', true],
  ['/ab', '/a', false],
  ['/a/..b', '/a', true],
  ['/a/../b', '/a', false],
  ['/', '/a', false],
])('%s is inside of %s: %s', (path, folder, expected) => {
  expect(isInside(path, folder)).toBe(expected)
})

test.each([
  ['GITHUB_TOKEN', true],
  ['github_token', true],
  ['ACTIONS_RUNTIME_TOKEN', true],
  ['actions_id_token_request_url', true],
  ['VERCEL_OIDC_TOKEN', true],
  ['CIRCLE_OIDC_TOKEN_V2', true],
  ['circle_oidc_token', true],
  ['OIDC_TOKEN', false],
  ['X_OIDC_TOKEN_OF_MINE', false],
  ['MY_ACTIONS_KEY', false],
  ['CI_JOB_TOKEN', true],
  ['BELFRY_API_KEY', true],
  ['BELFRY_FINGERPRINT_KEY', true],
  ['BELFRY_PRODUCTION_API_KEY', false],
  ['SENDGRID_KEY', false],
])('%s is forbidden: %s', (name, expected) => {
  expect(isForbiddenName(name)).toBe(expected)
})

test.each([
  ['.git/config', true],
  ['a/.git/b', true],
  ['.GIT', true],
  ['.netrc', true],
  ['home/.Netrc', true],
  ['.github/x', false],
  ['.gitignore', false],
  ['a.git', false],
  ['netrc', false],
  ['a\\.git\\b', true],
])('%s is where tokens are kept: %s', (path, expected) => {
  expect(isPrivatePath(path)).toBe(expected)
})
