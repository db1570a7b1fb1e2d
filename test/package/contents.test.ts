// The package as npm installs it: one package, small, whose types need no other but those of Node.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { installPackage, type Installed } from '../support/package.ts'

const run = promisify(execFile)
const modules = realpathSync(fileURLToPath(new URL('../../node_modules', import.meta.url)))

let folder: string
let packed: Installed

/** A folder with the package as npm would put it there, and nothing else but the types of Node. */
beforeAll(() => {
  packed = installPackage()
  folder = packed.folder
  mkdirSync(join(folder, 'node_modules/@types'))
  symlinkSync(join(modules, '@types/node'), join(folder, 'node_modules/@types/node'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('it is one package of at most 4 MB, with its licences and the list of what is bundled', () => {
  const paths = packed.files.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'THIRD-PARTY.txt', 'sbom.cdx.json', 'dist/bin.js', 'dist/index.js']),
  )
  expect(paths.filter((path) => /node_modules|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
  expect(paths.filter((path) => /\.(?:png|mjs|map)$|^(?:src|test|docs\/development)\//.test(path))).toEqual(
    [],
  )
  // On disk a file takes whole blocks.
  const blocks = packed.files.map(({ size }) => Math.ceil(size / 4096) * 4096)
  expect(blocks.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
  const { dependencies, peerDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, 'node_modules/belfry/package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>
  expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined])
})

test('its code imports nothing but itself and Node', () => {
  const code = packed.files.filter(({ path }) => path.endsWith('.js'))
  const foreign = code.flatMap(({ path }) => {
    const text = readFileSync(join(folder, 'node_modules/belfry', path), 'utf8')
    // Minified: `import{a as b}from"node:fs"`, `import"./chunks/a.js"`, ``import(`./chunks/a.js`)``.
    const names = text.matchAll(
      /(?:^|[;}])(?:import|export)(?:[\w$*{}, ]*?\bfrom|\*from|\}from)?["'`]([^"'`]+)["'`]|\bimport\(["'`]([^"'`]+)["'`]\)/g,
    )
    return [...names]
      .map(([, still, late]) => still ?? late ?? '')
      .filter((name) => !/^(?:\.{1,2}\/|node:)/.test(name))
      .map((name) => `${path} imports ${name}`)
  })
  expect(foreign).toEqual([])
})

test('its types name no package', async () => {
  const script = new URL('../../scripts/public-types.mjs', import.meta.url).href
  const { publicTypes } = (await import(script)) as {
    publicTypes: (root: string) => { files: ReadonlySet<string>; foreign: readonly string[][] }
  }
  const types = join(folder, 'node_modules/belfry/dist/types')
  const { files, foreign } = publicTypes(types)
  expect(foreign).toEqual([])
  // All that is shipped can be seen, and the walk has seen it.
  const shipped = packed.files.filter(({ path }) => path.endsWith('.d.ts'))
  expect(shipped.length).toBe(files.size)
  expect(files.size).toBeGreaterThan(50)
})

test('a program compiles against it with only the types of Node, and runs', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), program)
  const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc')
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023']
  const { stdout } = await run(process.execPath, [compiler, ...flags, '--types', 'node', 'program.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  const ended = await run(process.execPath, ['program.js'], { cwd: folder })
  expect(ended.stdout).toBe('environments: Development, Production\nplan: 0 changes\n')
})

const program = `
import { countsOf, createClient, createSandbox, createTransport, operations, planJson, readJournal, Secret } from 'belfry'
import type { JournalEntry, Kind, Plan, SandboxOptions, SavedPlan, Settings } from 'belfry'

type Seed = NonNullable<SandboxOptions['seed']>

const seed: Seed = { environments: [{ name: 'Development' }, { name: 'Production' }] }
const sandbox = await createSandbox({ seed: {} })
console.log('environments: ' + sandbox.state.environments.list().map(({ name }) => name).join(', '))
await sandbox.close()

const plan: Plan = { sections: [], problems: [], requests: { reads: 0, writes: 0, milliseconds: 0 } }
const json = planJson(plan)
const changes: number = json.sections.flatMap((section) => section.changes).length
console.log('plan: ' + changes + ' changes')

export const [first]: readonly (string | undefined)[] = readJournal('').runs.map(({ run }) => run)
export const statusOf = (entry: JournalEntry) => (entry.type === 'outcome' ? entry.status : undefined)
export const sealsOf = ({ seals }: SavedPlan): string[] => Object.values(seals).map(({ keyId }) => keyId)
export const nameOf = ({ name }: Kind): string => name
export type Known = [Settings, typeof seed]
// @ts-expect-error A seed has no such field: its types are not any.
export const wrong: Seed = { environmnts: [] }
// @ts-expect-error An entry of a journal is one of four.
export const none: JournalEntry = { type: 'nothing' }
export const used = [countsOf, createClient, createTransport, operations, Secret]
`
