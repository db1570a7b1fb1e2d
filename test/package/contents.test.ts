// The package as npm installs it: one package, small, whose types need no other but those of Node.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { anchorsIn } from '../support/anchors.ts'
import { installPackage, linksIn, projectManifest, type Installed } from './package.ts'

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
    expect.arrayContaining([
      'LICENSE',
      'THIRD-PARTY.txt',
      'sbom.cdx.json',
      'dist/bin.js',
      'dist/index.js',
      'docs/reference/library.md',
      'docs/reference/rules.md',
    ]),
  )
  expect(paths.filter((path) => /node_modules|\.ts$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
  expect(
    paths.filter((path) => /\.(?:png|map)$|^(?:src|test|scripts|docs\/development)\//.test(path)),
  ).toEqual([])
  // On disk a file takes whole blocks.
  const blocks = packed.files.map(({ size }) => Math.ceil(size / 4096) * 4096)
  expect(blocks.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000)
  const { dependencies, peerDependencies, optionalDependencies, scripts } = JSON.parse(
    readFileSync(join(folder, 'node_modules/belfry/package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>
  expect([dependencies, peerDependencies, optionalDependencies]).toEqual([undefined, undefined, undefined])
  expect(scripts).toBeUndefined()
  // A package that `npm pack` makes in a clone has the scripts: none of them runs where it is installed.
  const { scripts: own = {} } = projectManifest() as { readonly scripts?: Readonly<Record<string, string>> }
  expect(Object.keys(own).filter((name) => /^(?:pre|post)?(?:prepare|install)$/.test(name))).toEqual([])
  expect(own['dependencies']).toBe('npm run --silent build')
})

test('npm installs it offline by one command, and it runs with an empty HOME and no program but Node', async () => {
  const script = fileURLToPath(new URL('../../scripts/try-package.mjs', import.meta.url))
  const { stdout } = await run(process.execPath, [script, packed.tarball])
  expect(stdout).toMatch(/^Applied: \d+ done, 0 failed, 0 skipped, 0 unknown\./m)
  expect(stdout).toMatch(/^Verified: a new plan shows no changes/m)
})

test('every link of its pages leads to a file of it and, with an anchor, to a heading there', () => {
  const paths = packed.files.map(({ path }) => path)
  const links = linksIn(packed.place, paths).filter(({ target }) => !target.startsWith('https:'))
  const dead = links.filter(({ page, target }) => {
    const [to = '', anchor] = target.split('#')
    const file = to === '' ? page : posix.join(posix.dirname(page), to)
    if (anchor === undefined) return !paths.some((path) => path === file || path.startsWith(`${file}/`))
    return !paths.includes(file) || !anchorsIn(readFileSync(join(packed.place, file), 'utf8')).has(anchor)
  })
  expect(dead).toEqual([])
  expect(links.filter(({ target }) => target.includes('#')).length).toBeGreaterThan(200)
})

test('a table is as wide as its texts, and code as it was', () => {
  const text = readFileSync(join(packed.place, 'docs/guards.md'), 'utf8')
  expect(text).toContain('\n| `unmanaged` | Effect |\n| --- | --- |\n')
  const code = (page: string): readonly string[] => page.match(/^```[^]*?^```$/gm) ?? []
  expect(code(text)).toEqual(code(readFileSync(new URL('../../docs/guards.md', import.meta.url), 'utf8')))
})

test('its code imports nothing but itself and Node', () => {
  const code = packed.files.filter(({ path }) => /\.m?js$/.test(path))
  const foreign = code.flatMap(({ path }) => {
    const text = readFileSync(join(folder, 'node_modules/belfry', path), 'utf8')
    // Minified: `import{a as b}from"node:fs"`, `import"./chunks/a.js"`, ``import(`./chunks/a.js`)``.
    const names = text.matchAll(
      /(?:^|[;}])(?:import|export)(?:[\w$*{}, ]*?\bfrom|\*from|\}from)?["'`]([^"'`]+)["'`]|\bimport\(["'`]([^"'`]+)["'`]\)/g,
    )
    return [...names]
      .map(([, still, late]) => still ?? late ?? '')
      .filter((name) => !/^\.{1,2}\//.test(name) && !isBuiltin(name))
      .map((name) => `${path} imports ${name}`)
  })
  expect(foreign).toEqual([])
})

test('importing the library loads next to nothing', () => {
  const loaded = new Map<string, number>()
  const load = (path: string): void => {
    const text = readFileSync(path, 'utf8')
    loaded.set(path, text.length)
    for (const [, from = ''] of text.matchAll(/(?:from|import)["'](\.[^"']+)["']/g))
      if (!loaded.has(join(path, '..', from))) load(join(path, '..', from))
  }
  load(join(folder, 'node_modules/belfry/dist/index.js'))
  expect([...loaded.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(5000)
})

test('its types are one file for each entry, which names no package and says what each export is', async () => {
  const script = new URL('../../scripts/roll-types.mjs', import.meta.url).href
  const { declarationsIn } = (await import(script)) as {
    declarationsIn: (text: string) => { name: string; comment: string; isExported: boolean }[]
  }
  const shipped = packed.files.map(({ path }) => path).filter((path) => path.endsWith('.d.ts'))
  expect(shipped).toEqual(['dist/types/index.d.ts', 'dist/types/sandbox.d.ts'])
  for (const path of shipped) {
    const text = readFileSync(join(folder, 'node_modules/belfry', path), 'utf8')
    expect([...text.matchAll(/\bfrom '[^']+'|\bimport\(/g)]).toEqual([])
    const exported = declarationsIn(text).filter(({ isExported }) => isExported)
    expect(exported.length).toBeGreaterThan(10)
    expect(exported.filter(({ comment }) => comment === '').map(({ name }) => name)).toEqual([])
  }
})

test('each method and option of the library says what it does', () => {
  const text = readFileSync(join(folder, 'node_modules/belfry/dist/types/index.d.ts'), 'utf8')
  const declarations = text.matchAll(/^export (?:declare )?(?:interface|class) (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)
  const written = [...declarations].filter(([, name = '']) =>
    /Options$|^(?:Project|Trigger|SavedPlan|TargetName|BelfryError)$/.test(name),
  )
  expect(written.length).toBeGreaterThan(14)
  const silent = written.flatMap(([, name = '', body = '']) => {
    const lines = body.split('\n')
    return lines.flatMap((line, index) => {
      const [, member] = /^ {4}(?:readonly )?(\w+)[?:<(]/.exec(line) ?? []
      const isSilent = member !== undefined && lines[index - 1]?.endsWith('*/') !== true
      return isSilent && !(name === 'BelfryError' && member === 'name') ? [`${name}.${member}`] : []
    })
  })
  expect(silent).toEqual([])
})

test('publint finds nothing', async () => {
  const pkgDir = packed.place
  const { messages } = await publint({ pkgDir, strict: true, pack: false })
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8')) as Record<string, unknown>
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
})

test('the types are right for everyone who imports an ES module', async () => {
  const tarball = new Uint8Array(readFileSync(packed.tarball))
  const checked = await checkPackage(createPackageFromTarballData(tarball))
  if (checked.types === false) throw new Error('the package has no types')
  // It has no CommonJS, and resolution as before Node 12 knows no entries besides the first.
  const found = checked.problems.filter(
    (problem) => !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
  )
  expect(found).toEqual([])
  expect(Object.keys(checked.entrypoints)).toEqual(expect.arrayContaining(['.', './sandbox']))
})

test('a program and the blocks of docs/library.md compile against it with only the types of Node, and the program runs', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'page.ts'), pageProgram())
  const compiler = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc')
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2023']
  const { stdout } = await run(
    process.execPath,
    [compiler, ...flags, '--types', 'node', 'program.ts', 'page.ts'],
    {
      cwd: folder,
    },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  const ended = await run(process.execPath, ['program.js'], { cwd: folder })
  expect(ended.stdout).toBe(
    'refused: true\nenvironments: Development, Production\ntargets: Development\nnot updated: plan: no-manifests\n',
  )
})

/** Each block as a function; what a block takes from the program around it is an argument. */
function pageProgram(): string {
  const page = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text)
  expect(blocks.length).toBeGreaterThan(3)
  const lines = blocks.flatMap((text) => text.split('\n').filter((line) => line.startsWith('import ')))
  const around = 'project: Project, plan: SavedPlan, keys: {}, log: { debug(event: unknown): void }'
  return [
    ...new Set([
      "import { readFile } from 'node:fs/promises'",
      "import type { Project, SavedPlan } from 'belfry'",
      ...lines,
    ]),
    ...blocks.map(
      (text, index) =>
        `export async function block${index}(${around}) { {\n${text.replaceAll(/^import .*\n/gm, '')}\n} }`,
    ),
  ].join('\n')
}

const program = `
import { BelfryError, open, version } from 'belfry'
import type { Change, OpenOptions, Plan, Problem, ProgressEvent, Project } from 'belfry'
import { createSandbox, FaultError, ProviderSpecError, readProviderSpec, type Sandbox, type SandboxOptions, type Seed } from 'belfry/sandbox'
import { writeFileSync } from 'node:fs'

const sandbox: Sandbox = await createSandbox({ providers: [readProviderSpec('sendgrid=refuse')] })
const refused = await createSandbox({ faults: ['none'] }).catch((error: unknown) => error)
console.log('refused: ' + (refused instanceof FaultError && !(refused instanceof ProviderSpecError)))
console.log('environments: ' + sandbox.state.environments.list().map(({ name }) => name).join(', '))

writeFileSync('belfry.yaml', 'service: { url: "sandbox:' + sandbox.port + '" }\\ntargets: { Development: {} }\\n')
const project: Project = await open({ cwd: '.' })
console.log('targets: ' + project.targets.map(({ name }) => name).join(', '))
try {
  const { plan, saved } = await project.plan({ onEvent: ({ type }: ProgressEvent) => type })
  const sure: [Plan, string] = [plan, saved]
  console.log('updated: ' + sure[0].counts.update)
} catch (error) {
  if (!(error instanceof BelfryError)) throw error
  const rules = error.problems.map(({ rule }: Problem) => rule)
  console.log('not updated: ' + error.result.command + ': ' + rules.join(', '))
}
await sandbox.close()

export const namesOf = (plan: Plan): string[] => plan.sections.flatMap(({ changes }) => changes.map(({ name }: Change) => name))
export const returned = async () => {
  const { plan } = await project.plan({ throwOnErrors: false })
  // @ts-expect-error A result that may have errors may have no plan.
  return plan.counts
}
// @ts-expect-error A seed has no such field: its types are not any.
export const wrong: Seed = { environmnts: [] }
// @ts-expect-error The working directory is never guessed.
export const none: OpenOptions = {}
export type Known = [SandboxOptions, typeof version]
`
