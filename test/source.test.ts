// The rules of the house that a compiler doesn't know: who opens secrets, who imports whom, and who may speak.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { format } from 'prettier'
import { describe, expect, test } from 'vitest'
import { grouped } from '../src/core/lists.ts'
import { doors, hasDoor } from './inputs.ts'

const root = resolve(import.meta.dirname, '..')

interface Source {
  /** From the project's folder, with slashes. */
  readonly path: string
  readonly text: string
}

interface Import {
  readonly names: string
  readonly isType: boolean
  /** A path of the project, or a package. */
  readonly from: string
}

function sourcesIn(folder: string, endings: RegExp): Source[] {
  return readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => endings.test(path) && !path.includes('/node_modules/'))
    .sort()
    .map((path) => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
}

const source = sourcesIn('src', /\.ts$/)
const generated = new Set(['src/wire/generated.ts', 'src/library/results.ts', 'src/library/option-types.ts'])
const handwritten = source.filter(({ path }) => !generated.has(path))
const everything = ['src', 'test', 'scripts', 'bench', 'examples', 'docs'].flatMap((folder) =>
  sourcesIn(folder, /\.(?:ts|mjs|js|ya?ml|json|md|txt)$/),
)

function importsOf({ path, text }: Source): Import[] {
  const statements = text.matchAll(/^(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+'([^']+)'/gm)
  const dynamic = text.matchAll(/\bimport\('([^']+)'\)/g)
  const place = (from: string): string =>
    from.startsWith('.') ? relative(root, resolve(root, dirname(path), from)).replaceAll('\\', '/') : from
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      names,
      isType: type !== undefined,
      from: place(from),
    })),
    ...[...dynamic].map(([, from = '']) => ({ names: '', isType: false, from: place(from) })),
  ]
}

/** `src/kinds/form.ts` → `kinds`; a file beside the folders is its own layer. */
function layerOf(path: string): string {
  return path.split('/')[1]?.replace('.ts', '') ?? ''
}

/** What each layer may import besides itself and packages. */
const layers: Readonly<Record<string, readonly string[]>> = {
  bin: ['cli', 'core', 'service'],
  index: ['library', 'service'],
  library: [
    'engine',
    'manifest',
    'project',
    'report',
    'sandbox',
    'delivery',
    'kinds',
    'service',
    'core',
    'wire',
  ],
  cli: ['library', 'explain', 'report', 'sandbox', 'service', 'core'],
  delivery: ['engine', 'kinds', 'service', 'core', 'wire'],
  engine: ['kinds', 'service', 'core', 'wire'],
  project: ['manifest', 'kinds', 'service', 'core'],
  manifest: ['kinds', 'service', 'core'],
  explain: ['project', 'manifest', 'kinds', 'core'],
  report: ['explain', 'core'],
  sandbox: ['wire'],
  kinds: ['service', 'core', 'wire'],
  service: ['core', 'wire'],
  core: [],
  wire: [],
}

test('there is something to look at', () => {
  expect(source.length).toBeGreaterThan(50)
  expect(
    importsOf(source.find(({ path }) => path === 'src/core/plan/compare-fields.ts') as Source),
  ).toHaveLength(4)
})

test('only the comparer, the transport, fingerprints and the filter open secrets', () => {
  const opening = source.filter((file) => importsOf(file).some(({ names }) => /\breveal\b/.test(names)))
  const allowed = new Set([
    'src/core/plan/compare-fields.ts',
    'src/core/secrets/redact.ts',
    'src/core/secrets/fingerprint.ts',
    'src/service/transport.ts',
  ])
  expect(opening.map(({ path }) => path).filter((path) => !allowed.has(path))).toEqual([])
  // `Secret.open` is the other door, and only `reveal` goes through it.
  expect(source.filter(({ text }) => /\bSecret\.open\b/.test(text)).map(({ path }) => path)).toEqual([
    'src/core/secrets/secret.ts',
  ])
})

test('imports run one way', () => {
  const wrong = handwritten.flatMap((file) =>
    importsOf(file)
      .filter(({ from }) => from.startsWith('src/'))
      .filter(
        ({ from }) => ![layerOf(file.path), ...(layers[layerOf(file.path)] ?? [])].includes(layerOf(from)),
      )
      .map(({ from }) => `${file.path} imports ${from}`),
  )
  expect(wrong).toEqual([])
})

test('the architecture has a drawing of the imports', () => {
  const imported = grouped(
    handwritten.flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => from.startsWith('src/'))
        .map(({ from }) => [layerOf(file.path), layerOf(from)] as const)
        .filter(([from, to]) => from !== to),
    ),
    ([from]) => from,
  )
  const nextOf = (from: string): string[] =>
    [...new Set((imported.get(from) ?? []).map(([, to]) => to))].sort()
  const reached = (from: string): string[] => [...nextOf(from), ...nextOf(from).flatMap(reached)]
  const arrows = Object.keys(layers).flatMap((from) => {
    const others = new Set(nextOf(from).flatMap(reached))
    return nextOf(from)
      .filter((to) => !others.has(to))
      .map((to) => `  ${from} --> ${to}`)
  })
  const path = resolve(root, 'docs/development/architecture.md')
  const drawn = readFileSync(path, 'utf8').replace(
    /```mermaid\n.*?```/s,
    `\`\`\`mermaid\nflowchart TD\n${arrows.join('\n')}\n\`\`\``,
  )
  if (process.env['BELFRY_UPDATE'] === '1') writeFileSync(path, drawn)
  expect(readFileSync(path, 'utf8')).toBe(drawn)
})

test('of the service, the command line knows only the facts of the package; of the sandbox, only its public door', () => {
  const open = new Set(['src/service/package.ts', 'src/sandbox/index.ts'])
  const wrong = handwritten
    .filter(({ path }) => layerOf(path) === 'cli')
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => ['service', 'sandbox'].includes(layerOf(from)) && !open.has(from))
        .map(({ from }) => `${file.path} imports ${from}`),
    )
  expect(wrong).toEqual([])
})

test('the words and the documents of reports know no printer, and printers do not know each other', () => {
  const printers = new Set(['src/report/html', 'src/report/markdown'])
  const isOfDocument = (path: string): boolean => dirname(path) === 'src/report/document'
  const wrong = handwritten
    .filter(({ path }) => layerOf(path) === 'report' && path !== 'src/report/formats.ts')
    .flatMap((file) =>
      importsOf(file)
        .filter(
          ({ from }) =>
            (printers.has(dirname(from)) && dirname(from) !== dirname(file.path)) ||
            (isOfDocument(file.path) && dirname(from) === 'src/report/text'),
        )
        .map(({ from }) => `${file.path} imports ${from}`),
    )
  expect(wrong).toEqual([])
})

test('only the words of reports ask core how a plan is worded, and they know no format', () => {
  const isWords = ({ path }: { readonly path: string }): boolean => path.startsWith('src/report/words/')
  const wording = /\b(?:note(?:Text|Row)|\w+(?:Words|Lines?|Sentence|Hint|Advice))\b/
  const wrong = handwritten.flatMap((file) =>
    importsOf(file)
      .filter(({ from, names }) =>
        isWords(file)
          ? layerOf(from) === 'report' && /^src\/report\/\w+\//.test(from) && !isWords({ path: from })
          : ['report', 'library', 'cli'].includes(layerOf(file.path)) &&
            dirname(from) === 'src/core/plan' &&
            wording.test(names),
      )
      .map(({ from, names }) => `${file.path} imports ${names} of ${from}`),
  )
  expect(wrong).toEqual([])
})

test('no file imports itself by a detour, types included', () => {
  const known = new Map(source.map((file) => [file.path, importsOf(file).map(({ from }) => from)]))
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (way.includes(path) || done.has(path)) return
    for (const next of known.get(path) ?? []) follow(next, [...way, path])
    done.add(path)
  }
  for (const path of known.keys()) follow(path, [])
  expect(circles).toEqual([])
})

test('there is one way into a project: only openProject reads its file and its manifests', () => {
  const loaders = new Set(['src/project/load-project.ts', 'src/manifest/load-manifests.ts'])
  const loading = handwritten.filter((file) =>
    importsOf(file).some(
      ({ from, isType, names }) =>
        loaders.has(from) && !isType && /\bload(?:Project|Manifests)\b/.test(names),
    ),
  )
  expect(loading.map(({ path }) => path)).toEqual(['src/library/prepare/open-project.ts'])
})

test('the tool and its sandbox share nothing but the types of the wire', () => {
  const shared = handwritten
    .filter(({ path }) => layerOf(path) === 'sandbox')
    .flatMap((file) => importsOf(file).map((each) => ({ ...each, path: file.path })))
    .filter(({ from, isType }) => from.startsWith('src/') && layerOf(from) !== 'sandbox' && !isType)
  expect(shared).toEqual([])
})

test('only types come from the wire', () => {
  const values = handwritten.flatMap((file) =>
    importsOf(file)
      .filter(({ from, isType }) => layerOf(from) === 'wire' && from.startsWith('src/') && !isType)
      .map(({ from }) => `${file.path} imports ${from}`),
  )
  expect(values).toEqual([])
})

/** Locks, and what a killed run left, need to know which processes are alive. */
const living = new Set(['src/library/files/write-file.ts'])

test('only the command line and its entry know a console and a process', () => {
  const speaking = handwritten
    .filter(({ path }) => !['cli', 'bin'].includes(layerOf(path)) && !living.has(path))
    .filter(({ text }) =>
      /\bconsole\s*[.[]|\bprocess\s*[.[]|from '(?:node:)?process'/.test(withoutComments(text)),
    )
  expect(speaking.map(({ path }) => path)).toEqual([])
})

test('the folders of tests mirror those of the source', () => {
  const mirrored = readdirSync(resolve(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const strange = mirrored.flatMap(({ name }) =>
    readdirSync(resolve(root, 'test', name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'golden')
      .map((entry) => relative(resolve(root, 'test'), resolve(entry.parentPath, entry.name)))
      .filter((folder) => !existsSync(resolve(root, 'src', folder))),
  )
  expect(strange).toEqual([])
})

test('every file and folder that the map and CONTRIBUTING name is there', () => {
  const gone = ['docs/development/architecture.md', 'CONTRIBUTING.md'].flatMap((page) => {
    const named = readFileSync(resolve(root, page), 'utf8').matchAll(/`((?:[\w.-]+\/)+[\w.-]*)`/g)
    return (
      [...named]
        .map(([, path = '']) => path)
        // `test/cases/NAME.txt` stands for any file.
        .filter(
          (path) =>
            !path.includes('/NAME') &&
            !['src', '.'].some((folder) => existsSync(resolve(root, folder, path))),
        )
        .map((path) => `${page}: ${path}`)
    )
  })
  expect(gone).toEqual([])
})

test('no folder of the source has more than 20 files, and no file more than 300 lines', () => {
  const folders = grouped(source, ({ path }) => dirname(path))
  expect([...folders].filter(([, files]) => files.length > 20).map(([folder]) => folder)).toEqual([])
  const long = handwritten.filter(({ text }) => text.split('\n').length > 301)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('the source has at most 500 files, and no function has its name in ten of them', () => {
  expect(source.length).toBeLessThanOrEqual(500)
  const functions = handwritten.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:export )?(?:async )?function\*? (\w+)/gm)].map(([, name = '']) => ({
      name,
      path,
    })),
  )
  const often = [...grouped(functions, ({ name }) => name)].filter(([, files]) => files.length >= 10)
  expect(often.map(([name]) => name)).toEqual([])
})

/** Topics that several layers have: the command, the operation, the options and the text of a plan are each in a `plan.ts`. */
const topics = `
  activity apply audit causes changes commands delivery engine environments events
  explain explained export failover fields get health index init integrations keys
  manifests messages methods plan project promote rate-limit resources results rules run show smoke
  subscribers suites trigger update value vendor`

test('files have the same name only if they have the same topic', () => {
  const names = grouped(source, ({ path }) => path.split('/').at(-1)?.replace('.ts', '') ?? '')
  const twice = [...names].filter(([, files]) => files.length > 1).map(([name]) => name)
  expect(twice.sort()).toEqual(topics.trim().split(/\s+/))
})

test('nothing names a place outside the project', () => {
  // Written so that this file doesn't name one either.
  const foreign = /\/(?:ho[m]e|Us[e]rs|ro[o]t|wo[r]k)\/|\.\.\/sha[r]ed|C:\\Us[e]rs/
  const naming = everything.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (foreign.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(naming).toEqual([])
})

test('every source opens with one sentence of why', () => {
  const silent = handwritten.filter(({ text }) => !/^(?:#!.*\n)?\/\/ \S.*[.:;]/.test(text))
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('which exit code an error leads to is decided in two files', () => {
  const deciding = ['src/core/problem.ts', 'src/library/exit.ts']
  // What ends before anything is loaded.
  const early = ['src/core/system-failure.ts', 'src/cli/program/bundled.ts']
  const literal = handwritten.filter(({ text }) => /\bexit: [1-9]/.test(text)).map(({ path }) => path)
  expect(literal.filter((path) => ![...deciding, ...early].includes(path))).toEqual([])
})

test('nothing asks for `any`, and nothing is left for later', () => {
  const later = /\bTO[D]O\b|\bFI[X]ME\b|\bX[X]X\b/
  const lazy = handwritten.filter(
    ({ text }) => later.test(text) || /:\s*any\b|\bas any\b|<any>/.test(withoutComments(text)),
  )
  expect(lazy.map(({ path }) => path)).toEqual([])
})

test('no list is spread into the arguments of a call: 130,000 arguments overflow the stack', () => {
  const spread = /\.(?:push|unshift|splice)\((?:[^()[\]{}]*,)?\s*\.\.\..*/g
  const spreading = handwritten.flatMap(({ path, text }) =>
    [...withoutComments(text).matchAll(spread)].map(([found]) => `${path} ${found}`),
  )
  expect(spreading).toEqual([])
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
}

// A busy machine would fail it: count steps instead (test/support/steps), and measure time in the bench.
test('no test measures a time', () => {
  const tests = everything.filter(({ path }) => path.endsWith('.test.ts'))
  const measuring = tests.filter(({ text }) =>
    /\bperformance\.(?:now|mark)\b|\b(?:cpuUsage|hrtime)\b/.test(text),
  )
  expect(measuring.map(({ path }) => path).filter((path) => path !== 'test/source.test.ts')).toEqual([])
})

const inputsHead = `# Inputs

For contributors: the register of doors. Each file of the program through which bytes come in has a row, with the places that the bytes may come from, and the bounds of their size and time. The table is in \`test/inputs.ts\`. A test fails if another file reads a file, a variable or a reply, or starts a program. Before you add a row, use a function of one of these files: \`ownFile\` for files that belfry keeps in a project, \`textOfFile\` for files that options name, \`readText\` for manifests.`

describe('the register of doors', () => {
  const shipped = [...handwritten, ...ciFiles()].map(({ path, text }) => ({
    path,
    text: withoutComments(text),
  }))
  const withDoors = shipped
    .filter(({ path, text }) => !path.endsWith('.d.ts') && hasDoor(text))
    .map(({ path }) => path)

  test('each file through which bytes come in is in the register, and no other', () => {
    expect(withDoors.sort()).toEqual(doors.map(({ file }) => file).sort())
  })

  test.each([
    ['a file that is read', "const text = readFileSync('a')"],
    ['a stream', "createReadStream('a')"],
    ['an opened file', "import { open } from 'node:fs/promises'"],
    ['a child process', "spawn('a')"],
    ['a variable of the environment', "process.env['A']"],
    ['the environment, imported', "import { env } from 'node:process'"],
    ['a request', "await fetch('http://a.example')"],
    ['fetch by another way', "await globalThis.fetch('http://a.example')"],
    ['a connection', "import { request } from 'node:https'"],
    ['a module that is loaded later', "const { readFile } = await import('node:fs/promises')"],
    ['a module that is loaded by name', "process.getBuiltinModule('fs')"],
    ['all of a module', "import fs, { statSync } from 'node:fs'"],
    ['the promises of a module', "import { promises } from 'node:fs'"],
    ['the environment, taken apart', 'const { env } = process'],
    ['the environment by its name', "process['env']"],
    ['the command line', 'process.argv.slice(2)'],
  ])('%s that is planted is found', (_, text) => {
    expect(hasDoor(text)).toBe(true)
  })

  test('the page shows the register', async () => {
    const path = resolve(root, 'docs/development/inputs.md')
    const rows = doors.map(
      ({ file, source: what, place, size, time }) =>
        `| \`${file}\` | ${what} | ${place} | ${size} | ${time} |`,
    )
    const head = '| File | What comes in | Place | Size | Time |\n| --- | --- | --- | --- | --- |'
    const page = await format(`${inputsHead}\n\n${head}\n${rows.join('\n')}\n`, {
      parser: 'markdown',
      semi: false,
      singleQuote: true,
      printWidth: 110,
      trailingComma: 'all',
    })
    if (process.env['BELFRY_UPDATE'] === '1') writeFileSync(path, page)
    expect(readFileSync(path, 'utf8')).toBe(page)
  })
})

function ciFiles(): { readonly path: string; readonly text: string }[] {
  return readdirSync(resolve(root, 'ci'))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => ({ path: `ci/${name}`, text: readFileSync(resolve(root, 'ci', name), 'utf8') }))
}
