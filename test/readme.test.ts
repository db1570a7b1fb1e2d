// The README says what is so: its commands, flags and manifests exist, and its output is what the program prints.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parseDocument } from 'yaml'
import { expect, test } from 'vitest'
import { createSandbox, virtualClock, type Sandbox } from '../src/sandbox/index.ts'
import { exampleEnv } from './support/sandbox-process.ts'
import { runProgram } from './support/cli.ts'
import { expectGolden } from './support/golden.ts'

const root = join(import.meta.dirname, '..')
const file = new URL('../README.md', import.meta.url)
const readme = readFileSync(file, 'utf8')
const examples = new URL('../examples/', import.meta.url)
const quickstart = new URL('quickstart/', examples)
const docs = new URL('../docs/', import.meta.url)
/** That one, those of the examples that have one, and the pages that it leads to. */
const readmes = [
  file,
  ...readdirSync(examples).map((name) => new URL(`${name}/README.md`, examples)),
  ...readdirSync(docs).map((name) => new URL(name, docs)),
].filter((each) => each.pathname.endsWith('.md') && existsSync(each))
const blocksOfOutput = /^```console\n\$ belfry ([^\n]*)\n(.*?)^```$/gms
/** But for the one that starts from an empty folder, which has a test of its own. */
const pages = readmes
  .filter((each) => !each.pathname.endsWith('/adopting.md'))
  .filter((each) => readFileSync(each, 'utf8').search(blocksOfOutput) >= 0)

test('the table of commands lists exactly those of --help', async () => {
  const rows = [...readme.matchAll(/^\| `belfry ([a-z]+)`/gm)].map(([, name]) => name)
  expect(rows).toEqual(await commands())
})

test('every flag that is named exists', async () => {
  const known = await flags()
  // Flags of other programs stand in `$ … | tail -n 9` and the like.
  const own = readme.replaceAll(/\| tail -n \d+/g, '')
  const named = new Set(own.match(/(?<=[\s`])--?[a-zA-Z][a-z-]*/g))
  expect([...named].filter((flag) => !known.has(flag))).toEqual([])
  expect([...named]).toContain('--detailed-exitcode')
})

test('every command in a README exists, with its flags', async () => {
  const [known, names] = [await flags(), await commands()]
  // In a line of its own in a block of code, or between backticks.
  const texts = readmes.map((each) => readFileSync(each, 'utf8'))
  const blocks = texts.flatMap((text) => text.match(/^```sh\n.*?^```$/gms) ?? [])
  const lines = [
    ...blocks.flatMap((block) => block.match(/^belfry [^#\n]*[^#\s]/gm) ?? []),
    ...texts.flatMap((text) => text.match(/(?<=`)belfry [^`\n]*(?=`)/g) ?? []),
  ]
  expect(lines).toContain('belfry apply --yes')
  for (const line of lines) {
    const [, command = ''] = line.split(' ')
    expect({ line, isKnown: names.includes(command) }).toEqual({ line, isKnown: true })
    const unknown = (line.match(/(?<= )--?[a-zA-Z][a-z-]*/g) ?? []).filter((flag) => !known.has(flag))
    expect({ line, unknown }).toEqual({ line, unknown: [] })
  }
})

test('every link leads to a file that is there', () => {
  const links = readmes.flatMap((each) =>
    [...readFileSync(each, 'utf8').matchAll(/\]\(([^)#]+)\)/g)].map(([, to = '']) => new URL(to, each)),
  )
  const missing = links.filter((link) => link.protocol === 'file:' && !existsSync(link))
  expect(missing.map(({ href }) => href)).toEqual([])
  expect(links.length).toBeGreaterThan(readmes.length)
})

test('every link into a page leads to one of its headings', () => {
  const slug = (heading: string): string =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const headingsOf = (text: string): string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading))
  const links = readmes.flatMap((each) =>
    [...readFileSync(each, 'utf8').matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)].map(([link, to, anchor]) => {
      const page = to === '' ? each : new URL(to ?? '', each)
      return { link: `${relative(root, fileURLToPath(each))} ${link}`, page, anchor }
    }),
  )
  const dead = links.filter(
    ({ page, anchor = '' }) => !headingsOf(readFileSync(page, 'utf8')).includes(anchor),
  )
  expect(dead.map(({ link }) => link)).toEqual([])
  expect(links.length).toBeGreaterThan(2)
})

test('`npm link` makes a command of the built file, and a later build leaves it executable', () => {
  expect(readme).toContain('npm link')
  const bin = new URL('../dist/bin.js', import.meta.url)
  expect(readFileSync(bin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  if (process.platform !== 'win32') accessSync(bin, constants.X_OK)
})

test('the first manifest is valid, and its first plan has no warnings', async () => {
  const blocks = [...readme.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text]) => text ?? '')
  const folder = mkdtempSync(join(tmpdir(), 'belfry-readme-'))
  try {
    mkdirSync(join(folder, 'manifests'))
    for (const [index, text] of blocks.entries()) {
      const isProject = parseDocument(text).has('service')
      writeFileSync(join(folder, isProject ? 'belfry.yaml' : `manifests/${index}.yaml`), text)
    }
    expect(await runProgram(['validate'], { cwd: folder })).toMatchObject({ exit: 0, err: '' })
    expect(blocks).toHaveLength(2)
    // Warnings come before the first request, so it doesn't matter that no sandbox answers.
    const [, assignment = '', line = ''] = /`(\w+=\S+) belfry (plan)`/.exec(readme) ?? []
    const said = await runProgram([line], { cwd: folder, env: parseEnv(assignment), pass: () => undefined })
    expect(said.err).not.toContain('warning')
    expect([0, 1]).toContain(said.exit)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// `BELFRY_UPDATE=1 npx vitest run test/readme.test.ts` writes what the program prints now into the pages.
test.each(pages.map((page) => [relative(root, fileURLToPath(page)), fileURLToPath(page)] as const))(
  'the output is what the program prints: %s',
  async (name, path) => {
    const sandbox = await createSandbox({ clock: virtualClock() })
    // A copy, since some commands write a file.
    const folder = mkdtempSync(join(tmpdir(), 'belfry-readme-'))
    try {
      cpSync(quickstart, folder, { recursive: true })
      const text = readFileSync(path, 'utf8')
      let fresh = ''
      let from = 0
      for (const block of text.matchAll(blocksOfOutput)) {
        const [whole, command = ''] = block
        const printed = await output(command, { folder, sandbox })
        fresh += `${text.slice(from, block.index)}\`\`\`console\n$ belfry ${command}\n${printed}\`\`\``
        from = block.index + whole.length
      }
      expect(from).toBeGreaterThan(0)
      expectGolden({ name, file: path }, `${fresh}${text.slice(from)}`)
    } finally {
      rmSync(folder, { recursive: true })
      await sandbox.close()
    }
  },
)

interface World {
  readonly folder: string
  readonly sandbox: Sandbox
}

/** What `belfry COMMAND` prints, with what differs between runs alike: the address, times and random ids. */
async function output(command: string, { folder, sandbox: { url, clock } }: World): Promise<string> {
  const [line = '', count] = command.split(' | tail -n ')
  // One request at a time: otherwise those of a level end in any order.
  const alone = line.startsWith('apply') ? ['--concurrency', '1'] : []
  let now = 0
  const { exit, out, err } = await runProgram([...words(line), ...alone], {
    cwd: folder,
    env: exampleEnv(quickstart, url),
    pass: (milliseconds) => {
      now += milliseconds
      return clock.advance(milliseconds)
    },
    // Each look at the clock takes a moment: what took no time is printed without one.
    io: { clock: () => (now += 10) },
  })
  const isTrigger = line.startsWith('trigger ')
  expect(isTrigger || exit === 4 ? '' : err).toBe('')
  if (isTrigger) clock.advance(1000)
  const shown = count === undefined ? out : lastLines(out, Number(count))
  // A pipe takes stdout alone, and stderr is there before the pipe's end.
  const both = count === undefined ? `${shown}${err}` : `${err}${shown}`
  return both
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:4111')
    .replaceAll(/(?<=, | {3})\d+(?:\.\d+)? m?s\b/g, '0.1 s')
    .replaceAll(/(?<= {2}|\. )\d+(?:\.\d+)? m?s$/gm, '0.1 s')
    .replaceAll(/\bin \d+ ms\b/g, 'in 9 ms')
    .replaceAll(/\bOver after \d+(?:\.\d+)? s\b/g, 'Over after 0.6 s')
    .replaceAll(/\bbelfry-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, `belfry-${uuid}`)
    .replaceAll(/\b20\d\d-\d\d-\d\dT[\d:.]+Z/g, '2026-02-01T09:00:00.000Z')
}

function lastLines(text: string, count: number): string {
  return `${text.split('\n').slice(0, -1).slice(-count).join('\n')}\n`
}

const uuid = '5f0c9a3e-8d1b-4c55-9f3a-2f6f1d7c0a11'

/** As a shell splits them, with single quotes only. */
function words(line: string): string[] {
  return (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ''))
}

/** Those of --help; with a command, its own. */
async function commands(...of: string[]): Promise<string[]> {
  const out = await help(of)
  const [, list = ''] = /^Commands:\n(.*?)(?:\n\n|$(?![\s\S]))/ms.exec(out) ?? []
  return [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help')
}

async function flags(): Promise<ReadonlySet<string>> {
  const names = await commands()
  const nested = await Promise.all(
    names.map(async (name) => (await commands(name)).map((each) => [name, each])),
  )
  const all = [...names.map((name) => [name]), ...nested.flat()]
  const helps = await Promise.all(all.map(help))
  return new Set(helps.flatMap((out) => out.match(/(?<=^| |,)--?[a-zA-Z][a-z-]*/gm) ?? []))
}

async function help(of: readonly string[]): Promise<string> {
  return (await runProgram([...of, '--help'], { cwd: root })).out
}
