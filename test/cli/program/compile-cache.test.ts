// Compiled code is kept only where no other user can change it. A stand-in of Node's module: Node 20 keeps none.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepCompiledCode } from '../../../src/cli/program/start-up.ts'
import { version } from '../../../src/service/package.ts'

let home: string
let kept: string[]
const standIn = { enableCompileCache: (folder: string) => void kept.push(folder) }
const user = process.getuid?.()

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'belfry-cache-'))
  kept = []
})

afterEach(() => rmSync(home, { recursive: true }))

test.each([
  ['the folder of caches', () => ({ XDG_CACHE_HOME: join(home, 'caches') }), 'caches'],
  [
    'a relative folder of caches, which counts as none',
    () => ({ HOME: home, XDG_CACHE_HOME: 'caches' }),
    '.cache',
  ],
  ['no folder of caches', () => ({ HOME: home }), '.cache'],
])('with %s', (_, environment, caches) => {
  keepCompiledCode(standIn, environment(), user)
  const folder = join(home, caches, 'belfry', version)
  expect(kept).toEqual([folder])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, caches, 'belfry')).mode & 0o777).toBe(0o700)
  keepCompiledCode(standIn, environment(), user)
  expect(kept).toHaveLength(2)
})

test.each<[string, (caches: string) => void]>([
  [
    'a folder that others can write to',
    (caches) => (mkdirSync(join(caches, 'belfry')), chmodSync(join(caches, 'belfry'), 0o777)),
  ],
  ['a folder that others can read', (caches) => mkdirSync(join(caches, 'belfry'), { mode: 0o755 })],
  [
    'a link',
    (caches) => (
      mkdirSync(join(home, 'other'), { mode: 0o700 }),
      symlinkSync(join(home, 'other'), join(caches, 'belfry'))
    ),
  ],
  ['a file', (caches) => writeFileSync(join(caches, 'belfry'), '')],
  ['caches that others can write to', (caches) => chmodSync(caches, 0o777)],
])('not in %s', (_, prepare) => {
  const caches = join(home, 'caches')
  mkdirSync(caches)
  prepare(caches)
  keepCompiledCode(standIn, { XDG_CACHE_HOME: caches }, user)
  expect(kept).toEqual([])
})

test.each([
  ['a folder of another user', standIn, (user ?? 0) + 1],
  ['a system without user numbers', standIn, undefined],
])('not in %s', (_, node, own) => {
  keepCompiledCode(node, { XDG_CACHE_HOME: home }, own)
  expect(kept).toEqual([])
})

test.each(['', 'home'])('not in the working directory, with the home folder %j', (relative) => {
  keepCompiledCode(standIn, { HOME: relative }, user)
  expect(kept).toEqual([])
})

test('Node 20 makes no folder', () => {
  keepCompiledCode({}, { XDG_CACHE_HOME: join(home, 'caches') }, user)
  expect(existsSync(join(home, 'caches'))).toBe(false)
})
