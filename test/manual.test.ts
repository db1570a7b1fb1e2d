// The YAML on the pages of docs is valid: each block is a manifest, a part of a project file, or a smoke suite.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { toJSONSchema } from 'zod'
import { expect, test } from 'vitest'
import { projectSchema } from '../src/project/project-schema.ts'
import { createSandbox, parseSeed, virtualClock } from '../src/sandbox/index.ts'
import { seedShape } from '../src/sandbox/seed/seed-shapes.ts'
import { folderWith } from './support/cli-process.ts'
import { runProgram } from './support/cli.ts'

const docs = join(import.meta.dirname, '../docs')
const src = join(import.meta.dirname, '../src')
const lists = new Set(['environments', 'integrations', 'subscribers'])

type Fields = Readonly<Record<string, unknown>>

interface Block {
  readonly name: string
  readonly text: string
  readonly fields: Fields
  /** The fields of the block with targets before it on its page. */
  readonly project: Fields
  /** Of the page. */
  readonly lines: string
  readonly rows: string
}

/** What a block is part of, if it isn't whole. */
const base: Fields = {
  service: { url: 'sandbox' },
  targets: { Development: {}, Staging: {}, Production: {} },
  manifests: ['manifests'],
}

/** What the blocks with a smoke suite name. */
const sent = `integrations:
  - { identifier: sendgrid-main, name: SendGrid, providerId: sendgrid, channel: email }
  - { identifier: ses-eu, name: SES, providerId: ses, channel: email }
`

/** What a project file with suites names. */
const suite = 'suite: a\ncases: [{ name: b, workflow: welcome, to: ada, expect: { email: sent } }]\n'

const blocks = readdirSync(docs)
  // The tutorial has mistakes to be fixed, and a test of its own.
  .filter((name) => name.endsWith('.md') && name !== 'tutorial.md')
  .flatMap(blocksOf)

test.each(
  blocks.filter(({ fields }) => kindOf(fields) !== 'other').map((block) => [block.name, block] as const),
)('%s is valid', async (_, block) => {
  const said = await runProgram(['validate'], { cwd: folderWith(filesOf(block)) })
  expect(said).toMatchObject({ exit: 0, err: '' })
})

test('blocks of other kinds are those for a pipeline, and comments', () => {
  const others = blocks.filter(({ fields }) => kindOf(fields) === 'other')
  expect(
    others.filter(({ text }) => !/^(?:- uses: |- run: |#[^\n]*\n$)/.test(text)).map(({ name }) => name),
  ).toEqual([])
})

test('the seed of docs/sandbox.md can be started, and the page names every field of one', async () => {
  const page = readFileSync(join(docs, 'sandbox.md'), 'utf8')
  const [, json = ''] = /^```json\n(.*?)^```$/ms.exec(page) ?? []
  const sandbox = await createSandbox({ seed: parseSeed(JSON.parse(json)), clock: virtualClock() })
  await sandbox.close()
  expect(Object.keys(sandbox.keys)).toEqual(['Production'])
  const shapes = toJSONSchema(seedShape, { unrepresentable: 'any' }).properties ?? {}
  const missing = Object.entries(shapes).flatMap(([section, shape]) =>
    [section, ...fieldsIn(shape)]
      .filter((name) => !page.includes(`\`${name}\``))
      .map((name) => `${section} ${name}`),
  )
  expect(missing).toEqual([])
})

test('the messages on docs/troubleshooting.md are those of the program', () => {
  const page = readFileSync(join(docs, 'troubleshooting.md'), 'utf8')
  const sections = ['No connection', 'Proxies and certificates', 'belfry waits'].map(
    (title) => new RegExp(`^## ${title}$.*?(?=^## )`, 'ms').exec(page)?.[0] ?? '',
  )
  // Without values: `…` and numbers on the page, `${…}` in the source.
  const quoted = [...sections.join('').matchAll(/`([^`\n]+)`/g)]
    .map(([, text = '']) => text)
    .filter((text) => text.includes(' ') && !/^(?:-|belfry |url: )| --/.test(text))
    .flatMap((text) => text.split(/ ?…|[\d,.]+|\(|\)|Production/))
    .map((text) => text.trim())
    .filter((text) => text.length > 5)
  const source = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('')
  expect(quoted.length).toBeGreaterThan(8)
  expect(quoted.filter((text) => !source.includes(text))).toEqual([])
})

function filesOf({ text, fields, project, lines, rows }: Block): Record<string, string> {
  const kind = kindOf(fields)
  const own = kind === 'project' ? { ...base, ...fields, ...owning(fields) } : { ...base, ...project }
  return {
    'belfry.yaml': stringify(kind === 'suite' ? { ...own, smoke: { suites: ['smoke'] } } : own),
    'manifests/people.ndjson': lines,
    'manifests/people.csv': rows,
    // What a project file on the page names.
    ...(kind === 'project' && { 'manifests/environments.yaml': 'environments: [{ name: Staging }]\n' }),
    ...(kind === 'manifest' ? { [manifestIn(text)]: text } : { 'manifests/a.yaml': sent }),
    'smoke/a.yaml': kind === 'suite' ? text : suite,
  }
}

/** The manifests of this test are inside of what a project on a page manages. */
function owning({ owns }: Fields): Fields {
  return owns === undefined ? {} : { owns: { ...(owns as Fields), environment: ['*'], integration: ['*'] } }
}

/** As its first line names it. */
function manifestIn(text: string): string {
  return /^# (manifests\/\S+)\n/.exec(text)?.[1] ?? 'manifests/a.yaml'
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(docs, page), 'utf8')
  const [, lines = ''] = /^```ndjson\n(.*?)^```$/ms.exec(text) ?? []
  const [, rows = ''] = /^```csv\n(.*?)^```$/ms.exec(text) ?? []
  let project: Fields = {}
  return [...text.matchAll(/^ *```yaml\n(.*?)^ *```$/gms)].map(({ index, 1: block = '' }) => {
    const read: unknown = parse(block)
    const fields = typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Fields) : {}
    if (kindOf(fields) === 'project' && fields['targets'] !== undefined) project = fields
    return {
      name: `${page}:${text.slice(0, index).split('\n').length}`,
      text: block,
      fields,
      project,
      lines,
      rows,
    }
  })
}

function kindOf(fields: Fields): 'manifest' | 'project' | 'suite' | 'other' {
  const names = Object.keys(fields)
  if (names.includes('suite')) return 'suite'
  if (names.some((name) => lists.has(name)) && !isProject(fields)) return 'manifest'
  return names.length > 0 && isProject(fields) ? 'project' : 'other'
}

/** `subscribers` and `targets` are lists in a manifest, and maps in a project file. */
function isProject(fields: Fields): boolean {
  return Object.entries(fields).every(
    ([name, value]) =>
      Object.hasOwn(projectSchema.shape, name) &&
      !(['subscribers', 'targets'].includes(name) && Array.isArray(value)),
  )
}

/** The fields of the items of a section, and of the steps of its workflows. */
function fieldsIn(shape: unknown): string[] {
  const { items } = shape as { items?: { properties?: Readonly<Record<string, unknown>> } }
  return Object.entries(items?.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...(name === 'steps' ? fieldsIn(inner) : []),
  ])
}
