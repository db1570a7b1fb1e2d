// The recipes of CONTRIBUTING.md, followed for toys in a copy of the source: what each adds works, and touches few files.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { applyPatch, parsePatch } from 'diff'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { belfry, exampleEnv, startSandbox, type Ended, type SandboxProcess } from '../support/built.ts'
import { isFull } from '../support/form.ts'

const root = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'belfry-recipes-'))
const quickstart = join(root, 'examples/quickstart')

const toyKind = readFileSync(join(root, 'test/laws/toy/toy.ts'), 'utf8')
const touched = {
  kind: () => [
    ...patch('kind'),
    added('src/kinds/toy/toy.ts', toyKind.replaceAll("'../../../src/", "'../../")),
  ],
  format: () => patch('format'),
}
const files: Record<string, readonly string[]> = {}
let sandbox: SandboxProcess

beforeAll(async () => {
  for (const part of ['src', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [recipe, follow] of Object.entries(touched)) files[recipe] = follow()
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: copy, stdio: 'pipe' })
  sandbox = await startSandbox()
})
afterAll(async () => {
  await sandbox.stop()
  rmSync(copy, { recursive: true })
})

test('a kind is one new file and a line in the registry', async () => {
  expect(files['kind']).toEqual(['src/kinds/registry.ts', 'new src/kinds/toy/toy.ts'])
  const manifest = join(copy, 'toys.yaml')
  writeFileSync(manifest, 'toys:\n  - name: Car\n    color: red\n')
  const { code, stderr } = await withToys(['validate', '-f', manifest], copy)
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining('toys.yaml:3:5') })
  expect(stderr).toContain('colour')
})

test('a report format is one new file and a row', async () => {
  expect(files['format']).toEqual(['src/report/formats.ts', 'new src/report/toy.ts'])
  expect(await withToys(['plan', '--format', 'toy'], quickstart)).toMatchObject({
    code: 0,
    stdout: 'plan toy\n',
  })
})

test.runIf(isFull)('what the recipes add has the right types', () => {
  expect(execFileSync('npx', ['tsc', '--noEmit'], { cwd: copy, encoding: 'utf8' })).toBe('')
})

function withToys(args: readonly string[], cwd: string): Promise<Ended> {
  return belfry(args, {
    bin: join(copy, 'dist/bin.js'),
    cwd,
    env: exampleEnv(pathToFileURL(`${quickstart}/`), sandbox.url),
  })
}

/** Applies a recipe's patch; gives back the files that it changes, and the `new` ones. */
function patch(recipe: string): readonly string[] {
  return parsePatch(readFileSync(join(import.meta.dirname, `${recipe}.patch`), 'utf8')).map((change) => {
    const name = (change.newFileName ?? '').replace(/^b\//, '')
    const path = join(copy, name)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    const after = applyPatch(before ?? '', change)
    if (after === false) throw new Error(`${recipe}.patch no longer fits ${name}`)
    return before === undefined ? added(name, after) : (writeFileSync(path, after), name)
  })
}

function added(name: string, text: string): string {
  mkdirSync(dirname(join(copy, name)), { recursive: true })
  writeFileSync(join(copy, name), text)
  return `new ${name}`
}
