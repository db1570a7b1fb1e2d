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
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts'
import { belfry, type Ended } from '../support/cli-process.ts'
import { exampleEnv } from '../support/sandbox-process.ts'
import { isFull } from '../support/form.ts'

const root = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'belfry-recipes-'))
const quickstart = join(root, 'examples/quickstart')

/** What each adds to the copy; gives back the files that it touches. */
const recipes = {
  kind: () => [...patch('kind'), added('src/kinds/toy/toy.ts', toyKind())],
  format: () => patch('format'),
  flag: () => patch('flag'),
  command: () => patch('command'),
  method: () => patch('method'),
  note: () => patch('note'),
  field: () => patch('field'),
}
const touched = new Map<string, readonly string[]>()
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await createSandbox()
  for (const part of [
    'src',
    'schemas/service',
    'scripts',
    'examples/pipelines',
    'skills',
    '.prettierrc.json',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const [recipe, follow] of Object.entries(recipes)) touched.set(recipe, follow())
  execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: copy, stdio: 'pipe' })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(copy, { recursive: true })
})

test('a kind is one new file and a line in the registry', async () => {
  expect(touched.get('kind')).toEqual(['src/kinds/registry.ts', 'new src/kinds/toy/toy.ts'])
  const manifest = join(copy, 'toys.yaml')
  writeFileSync(manifest, 'toys:\n  - name: Car\n    color: red\n')
  const { exit, err } = await withToys(['validate', '-f', manifest], copy)
  expect({ exit, err }).toEqual({ exit: 3, err: expect.stringContaining('toys.yaml:3:5') })
  expect(err).toContain('colour')
})

test.each(['contract', 'novu-2026-04', 'novu-2026-09'] as const)(
  'a field of a kind is the contract and a row: %s stores its value, and null clears it',
  async (profile) => {
    expect(touched.get('field')).toEqual([
      'schemas/service/integration.json',
      'src/kinds/integration/fields.ts',
    ])
    const built = (await import(
      pathToFileURL(join(copy, 'dist/sandbox.js')).href
    )) as typeof import('../../src/sandbox/index.ts')
    const service = await built.createSandbox({ profile })
    onTestFinished(() => service.close())
    const manifest = join(copy, 'field.yaml')
    const apply = async (toy: string): Promise<unknown> => {
      const fields = `identifier: Ball, providerId: sendgrid, channel: email, active: false, toy: ${toy}`
      writeFileSync(manifest, `integrations: [{ ${fields} }]\n`)
      const args = ['apply', '-t', 'Development', '-f', manifest, '--yes']
      expect(await withToys(args, quickstart, service.url)).toMatchObject({ exit: 0 })
      return Object(service.seed().integrations?.find(({ identifier }) => identifier === 'Ball'))
    }
    expect(await apply('red')).toMatchObject({ toy: 'red' })
    expect(await apply('blue')).toMatchObject({ toy: 'blue' })
    expect(await apply('null')).toMatchObject({ toy: null })
  },
)

test('a report format is one new file and a row', async () => {
  expect(touched.get('format')).toEqual(['src/report/formats.ts', 'new src/report/toy.ts'])
  expect(await withToys(['plan', '--format', 'toy'], quickstart)).toMatchObject({
    exit: 0,
    out: 'plan toy\n',
  })
})

test('an option is its row and the command that reads it', async () => {
  expect(touched.get('flag')).toEqual(['src/cli/commands/plan.ts', 'src/library/options/plan.ts'])
  const { out } = await withToys(['plan', '--help'], quickstart)
  expect(out).toContain('--toy <word>')
  const { exit, err } = await withToys(['plan', '--toy', 'bear'], quickstart)
  expect({ exit, err }).toEqual({ exit: 0, err: expect.stringContaining('toy: bear\n') })
})

test('a command is its operation, its row, and its result as text and JSON', async () => {
  expect(touched.get('command')).toEqual([
    'src/library/commands/commands.ts',
    'new src/library/operations/toy.ts',
    'src/report/json/result-shapes.ts',
    'src/report/results.ts',
  ])
  const help = await withToys(['--help'], quickstart)
  expect(help.out).toContain('show how many targets the project has')
  expect(await withToys(['toy'], quickstart)).toMatchObject({ exit: 0, out: 'Targets: 2\n', err: '' })
  const { out } = await withToys(['toy', '--format', 'json'], quickstart)
  expect(JSON.parse(out)).toEqual({ formatVersion: 1, command: 'toy', exit: 0, problems: [], targets: 2 })
  expect(await withToys(['toy', '-t', 'Nowhere'], quickstart)).toMatchObject({ exit: 3, out: '' })
  const library = (await import(
    pathToFileURL(join(copy, 'dist/reference.js')).href
  )) as typeof import('../../src/cli/program/reference.ts')
  expect(library.publishedSchemas()['toy.schema.json']).toContain('The output of belfry toy --format json')
})

test('a command that programs have too is also its options and the type of its method', async () => {
  expect(touched.get('method')).toEqual([
    'src/library/commands/activity.ts',
    'new src/library/listing/toys.ts',
    'new src/library/options/toys.ts',
    'src/report/list-rows.ts',
  ])
  const asked = ['-t', 'Development', '--paint', 'red']
  expect(await withToys(['get', 'toys', ...asked], quickstart)).toMatchObject({
    exit: 0,
    out: 'NAME  PAINT\nCar   red\n',
  })
  const { out } = await withToys(['get', 'toys', 'Boat', ...asked, '--format', 'ndjson'], quickstart)
  expect(out).toBe('')
  const { open } = (await import(
    pathToFileURL(join(copy, 'dist/index.js')).href
  )) as typeof import('../../src/index.ts')
  const project = await open({
    cwd: quickstart,
    env: exampleEnv(pathToFileURL(`${quickstart}/`), sandbox.url),
  })
  const options = { name: 'Car', paint: 'red', target: 'Development' }
  expect(await project.get('toys' as 'environments', options)).toMatchObject({
    command: 'get toys',
    exit: 0,
    target: 'Development',
    data: [{ name: 'Car', paint: 'red' }],
  })
  const wrong = { ...options, paint: 1 }
  await expect(project.get('toys' as 'environments', wrong)).rejects.toThrow('paint must be a string')
})

test('a note of a plan is where it is found, and its row', async () => {
  expect(touched.get('note')).toEqual(['src/core/plan/notes.ts', 'src/engine/plan/findings.ts'])
  const manifest = join(copy, 'toy-integration.yaml')
  writeFileSync(
    manifest,
    'integrations:\n  - identifier: Toy\n    providerId: sendgrid\n    channel: email\n    active: false\n',
  )
  const reports = {
    markdown: join(copy, 'plan.md'),
    html: join(copy, 'plan.html'),
    prometheus: join(copy, 'plan.prom'),
  }
  const asked = Object.entries(reports).flatMap(([format, file]) => ['--report', `${format}=${file}`])
  const plan = ['plan', '-t', 'Development', '-f', manifest, ...asked]
  expect((await withToys(plan, quickstart)).out).toContain('Toy is a toy')
  expect(readFileSync(reports.markdown, 'utf8')).toContain('is a toy')
  expect(readFileSync(reports.html, 'utf8')).toContain('Toy is a toy')
  expect(readFileSync(reports.prometheus, 'utf8')).toContain('count="toy"} 1')
})

test.runIf(isFull)('what the recipes add has the right types', () => {
  for (const script of ['wire-types', 'library-types', 'option-types'])
    execFileSync(process.execPath, [`scripts/${script}.mjs`], { cwd: copy, stdio: 'pipe' })
  expect(execFileSync('npx', ['tsc', '--noEmit'], { cwd: copy, encoding: 'utf8' })).toBe('')
})

function toyKind(): string {
  const text = readFileSync(join(root, 'test/laws/toy/toy.ts'), 'utf8')
  return text.replaceAll("'../../../src/", "'../../")
}

function withToys(args: readonly string[], cwd: string, url = sandbox.url): Promise<Ended> {
  return belfry(args, {
    bin: join(copy, 'dist/bin.js'),
    cwd,
    env: exampleEnv(pathToFileURL(`${quickstart}/`), url),
  })
}

/** Applies a recipe's patch; gives back the files that it changes, and the `new` ones. */
function patch(recipe: string): readonly string[] {
  return parsePatch(readFileSync(join(import.meta.dirname, `${recipe}.patch`), 'utf8')).map((change) => {
    const name = (change.newFileName ?? '').replace(/^b\//, '')
    const path = join(copy, name)
    const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
    const after = applyPatch(before ?? '', change, { fuzzFactor: 2 })
    if (after === false)
      throw new Error(
        `${recipe}.patch no longer fits ${name}: change the lines around its hunks to those of today`,
      )
    return before === undefined ? added(name, after) : (writeFileSync(path, after), name)
  })
}

function added(name: string, text: string): string {
  mkdirSync(dirname(join(copy, name)), { recursive: true })
  writeFileSync(join(copy, name), text)
  return `new ${name}`
}
