// What each command loads: a package that a command doesn't need costs it time at every start.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { belfry } from '../../support/cli-process.ts'
import { sampled } from '../../support/form.ts'

const quickstart = fileURLToPath(new URL('../../../examples/quickstart', import.meta.url))

/** Texts that only the code of a package has. */
const marks = {
  commander: 'CommanderError',
  zod: 'ZodObject',
  "zod's messages in other languages": 'Ugyldig',
  yaml: 'BLOCK_FOLDED',
  undici: 'undici:client:',
  'json-logic-engine': 'Exceeded Allowed Depth',
}

const { commands } = (await import(new URL('../../../dist/reference.js', import.meta.url).href)) as {
  readonly commands: readonly { readonly name: string }[]
}

interface Loaded {
  readonly files: number
  readonly packages: readonly string[]
}

/** The files of belfry that a run loads, as Node's coverage lists them. */
async function loadedBy(...args: readonly string[]): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-loading-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const { exit, err } = await belfry(args, { cwd: quickstart, env: { NODE_V8_COVERAGE: folder } })
  expect({ exit, err }).toEqual({ exit: 0, err: '' })
  const [name = ''] = readdirSync(folder)
  const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
    readonly result: readonly { readonly url: string }[]
  }
  const texts = result
    .filter(({ url }) => url.includes('/dist/'))
    .map(({ url }) => readFileSync(fileURLToPath(url), 'utf8'))
  const packages = Object.entries(marks).filter(([, mark]) => texts.some((text) => text.includes(mark)))
  return { files: texts.length, packages: packages.map(([each]) => each) }
}

test('--version loads no package', async () => {
  expect(await loadedBy('--version')).toMatchObject({ packages: [] })
})

test('--help loads no package, from a few files', async () => {
  const { files, packages } = await loadedBy('--help')
  expect(packages).toEqual([])
  expect(files).toBeLessThan(10)
})

test('belfry alone in a project loads nothing that connects', async () => {
  expect(await loadedBy()).toMatchObject({ packages: ['commander', 'zod'] })
})

test('the help of every command loads no zod', async () => {
  const loaded = await Promise.all(
    sampled(commands, 4).map(
      async ({ name }) => [name, await loadedBy(...name.split(' '), '--help')] as const,
    ),
  )
  expect(Object.fromEntries(loaded.map(([name, { packages }]) => [name, packages]))).toEqual(
    Object.fromEntries(loaded.map(([name]) => [name, ['commander']])),
  )
})

test.each([
  ['commands', ['']],
  ['options', ['plan', '--']],
  ['formats', ['apply', '--report', '']],
  ['choices', ['get', 'integrations', '--format', '']],
  ['providers', ['sandbox', '--refuse', '']],
  ['topics', ['help', '']],
  ['targets', ['plan', '-t', '']],
  ['kinds', ['plan', '--max-changes', '']],
])('completion of %s loads no zod', async (_, words) => {
  expect(await loadedBy('completion', 'bash', '--', ...words)).toMatchObject({ packages: ['commander'] })
})

test('a search of the manual loads nothing that connects', async () => {
  expect(await loadedBy('help', 'roll', 'back')).toMatchObject({ packages: ['commander', 'zod'] })
})

test('validate loads nothing that connects', async () => {
  const { files, packages } = await loadedBy('validate')
  expect(packages).toEqual(['commander', 'zod'])
  expect(files).toBeLessThan(20)
})
