// The ways through the house that docs/development/architecture.md lists: they are short, and what they say is so.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Secret } from '../src/core/secrets/secret.ts'
import { createSandbox, productionApiKey } from '../src/sandbox/index.ts'
import { folderWith } from './support/cli-process.ts'
import { runProgram } from './support/cli.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(resolve(root, 'docs/development/architecture.md'), 'utf8')

interface Step {
  readonly path: string
  /** The file in brackets, if there is one: the type of what the step before hands over. */
  readonly shapes: readonly string[]
}

function sectionOf(title: string): string {
  const [, section = ''] = page.split(`## ${title}\n`)
  return section.split('\n## ')[0] ?? ''
}

/** `1. `core/value.ts` says … (`core/given.ts`).`: the first file of each numbered line, and those in brackets. */
function stepsOf(section: string): Step[] {
  return [...section.matchAll(/^\d+\. `([\w./-]+\.ts)`(.*)$/gm)].map(([, path = '', rest = '']) => ({
    path,
    shapes: [...rest.matchAll(/\(`([\w./-]+\.ts)`\)/g)].map(([, shape = '']) => shape),
  }))
}

function importsOf(path: string): string[] {
  const text = readFileSync(resolve(root, 'src', path), 'utf8')
  const from = [...text.matchAll(/(?:^|\n)(?:import|export)[^'"]*?from '([^']+)'|import\('([^']+)'\)/g)]
  return from.flatMap(([, one, other]) => {
    const named = one ?? other ?? ''
    return named.startsWith('.') ? [resolve(root, 'src', dirname(path), named)] : []
  })
}

function knows(path: string, other: string): boolean {
  return path === other || importsOf(path).includes(resolve(root, 'src', other))
}

function isTied(one: Step, next: Step): boolean {
  if (knows(one.path, next.path) || knows(next.path, one.path)) return true
  return [...one.shapes, ...next.shapes].some((shape) => knows(one.path, shape) && knows(next.path, shape))
}

const secretWay = sectionOf('A secret, from YAML to the wire')
const optionsWay = sectionOf('The options of `belfry trigger`')

test.each([
  ['a secret', secretWay, 14],
  ['the options of trigger', optionsWay, 20],
])('the way of %s is short', (_, section, most) => {
  const paths = stepsOf(section).map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(5)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.length).toBeLessThanOrEqual(most)
})

test('the way of a secret leads from each file to one that knows it', () => {
  const steps = stepsOf(secretWay)
  const torn = steps.flatMap((step, index) => {
    const next = steps[index + 1]
    return next === undefined || isTied(step, next) ? [] : [`${step.path} → ${next.path}`]
  })
  expect(torn).toEqual([])
})

test('the way of the options leads to each file from one above it', () => {
  const paths = stepsOf(optionsWay).map(({ path }) => path)
  const alone = paths.filter(
    (path, index) => index > 0 && !paths.slice(0, index).some((above) => knows(above, path)),
  )
  expect(alone).toEqual([])
})

test('whatever reads the options of trigger is on the list', () => {
  const listed = new Set(stepsOf(optionsWay).map(({ path }) => path))
  const reading = reachedFrom('cli/commands/trigger.ts').filter(readsOptions)
  expect(reading.length).toBeGreaterThan(5)
  expect(reading.filter((path) => !listed.has(path))).toEqual([])
})

/** All files that a file imports, directly or through others, and the file itself. */
function reachedFrom(start: string): string[] {
  const found = new Set([start])
  for (const path of found)
    for (const each of importsOf(path)) if (each.endsWith('.ts')) found.add(relative(join(root, 'src'), each))
  return [...found]
}

/** Whether a file of the commands names `flags`, or a type of them such as `OutputOptions`. */
function readsOptions(path: string): boolean {
  if (!path.startsWith('cli/') && !path.startsWith('library/')) return false
  const text = readFileSync(resolve(root, 'src', path), 'utf8')
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const typed = /^import type [^']*\b[A-Z]\w*Flags\b[^']*from '[^']*flags\//m.test(code)
  return typed || /\bflags\b/.test(code.replaceAll(/'[^'\n]*'|`[^`]*`/g, ''))
}

test('whatever touches a secret on its way is on the list, or is named below it', async () => {
  const lines = secretWay.split('\n').filter((line) => /^(?:\d+\.|-) /.test(line))
  const named = new Set([...lines.join('\n').matchAll(/`([\w./-]+\.ts)`/g)].map(([, path]) => path))
  const touching = await touchingSecrets()
  expect(touching).toEqual(expect.arrayContaining(['manifest/convert.ts', 'service/transport.ts']))
  expect(touching.filter((path) => !named.has(path))).toEqual([])
})

/** Applies a manifest, and hears who makes, opens or recognises its secret. */
async function touchingSecrets(): Promise<string[]> {
  const touching = new Set<string>()
  const note = (secret: unknown): void => {
    if (!(typeof secret === 'object' && secret !== null && 'origin' in secret)) return
    if (secret.origin !== 'env:SES_KEY') return
    const frames = [...(new Error('here').stack ?? '').matchAll(/\/src\/([\w./-]+\.ts)/g)]
    const first = frames.map(([, path = '']) => path).find((path) => !helpers.has(path))
    if (first !== undefined) touching.add(first)
  }
  const of = Secret.of.bind(Secret)
  const open = Secret.open.bind(Secret)
  vi.spyOn(Secret, 'of').mockImplementation((...args) => {
    const secret = of(...args)
    note(secret)
    return secret
  })
  vi.spyOn(Secret, 'open').mockImplementation((secret) => {
    note(secret)
    return open(secret)
  })
  Object.defineProperty(Secret, Symbol.hasInstance, {
    configurable: true,
    value: (value: unknown) => {
      const is =
        typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Secret.prototype
      if (is) note(value)
      return is
    },
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(Secret, Symbol.hasInstance)
  })
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const cwd = folderWith({
    'belfry.yaml': `service: { url: '${sandbox.url}' }
targets: { Production: { apiKey: '\${env:KEY}' } }
manifests: [integrations.yaml]
`,
    'integrations.yaml': `integrations:
  - { identifier: ses-new, providerId: ses, channel: email, name: SES, credentials: { apiKey: '\${env:SES_KEY}' } }
`,
  })
  const env = { KEY: productionApiKey, SES_KEY: 'a-secret-of-ses-1234' }
  expect(await runProgram(['apply', '--yes'], { cwd, env })).toMatchObject({ exit: 0 })
  return [...touching].sort()
}

/** They walk through values for others, and know no field. */
const helpers: ReadonlySet<string> = new Set(['core/secrets/secret.ts', 'core/value.ts'])
