// How much of src runs for a plan of one integration. A plan needs what it reads, compares and shows: tables are data, and
// what only other plans need is not called.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox, productionApiKey } from '../../src/sandbox/index.ts'
import { belfry, put } from '../support/cli-process.ts'

const root = resolve(import.meta.dirname, '../..')

/** Lower them in the commit that makes less run; a commit that has to raise them says why. */
const most = { files: 162, functions: 1042 }

/** Each file of src for itself, because a bundle has other functions than its sources. */
function transpile(folder: string): void {
  put(folder, { 'package.json': '{ "type": "module" }' })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const typescript = { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' } as const
  for (const name of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ts|json)$/.test(name)) continue
    const text = readFileSync(join(root, 'src', name), 'utf8')
    const path = join(folder, 'src', name.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, name.endsWith('.json') ? text : transformSync(name, text, { typescript }).code)
  }
}

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly startOffset: number; readonly count: number }[]
    }[]
  }[]
}

/** How many functions of each file ran, the most first. A module itself is no function. */
function ranIn(folder: string): [file: string, functions: number][] {
  const [name = ''] = readdirSync(join(folder, 'coverage'))
  const { result } = JSON.parse(readFileSync(join(folder, 'coverage', name), 'utf8')) as Coverage
  return result
    .filter(({ url }) => url.startsWith('file:') && !url.includes('/node_modules/'))
    .map(({ url, functions }): [string, number] => [
      fileURLToPath(url).replaceAll('\\', '/').split('/src/')[1]?.replace(/\.js$/, '.ts') ?? '',
      functions.filter(
        ({ functionName, ranges: [whole] }) =>
          (whole?.count ?? 0) > 0 && (functionName !== '' || whole?.startOffset !== 0),
      ).length,
    ])
    .filter(([, functions]) => functions > 0)
    .sort(([, left], [, right]) => right - left)
}

test('few files and functions run for a plan of one integration', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-runs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  transpile(folder)
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const project = join(folder, 'project')
  put(project, {
    'belfry.yaml':
      "service: { url: '${env:BELFRY_URL}' }\ntargets:\n  Production: { apiKey: '${env:PRODUCTION_KEY}' }\nmanifests: [manifests]\n",
    'manifests/integrations.yaml':
      'integrations:\n  - { identifier: sendgrid-new, name: New, providerId: sendgrid, channel: email, active: false }\n',
  })
  const { exit, out, err } = await belfry(['plan'], {
    bin: join(folder, 'src/bin.js'),
    cwd: project,
    env: {
      BELFRY_URL: sandbox.url,
      PRODUCTION_KEY: productionApiKey,
      NODE_V8_COVERAGE: join(folder, 'coverage'),
    },
  })
  expect({ exit, err, out }).toEqual({ exit: 0, err: '', out: expect.stringContaining('Plan: 1 to create') })

  const ran = ranIn(folder)
  const functions = ran.reduce((total, [, count]) => total + count, 0)
  const dearest = ran.slice(0, 20).map(([file, count]) => `${count} ${file}`)
  expect(ran.length).toBeGreaterThan(100)
  const isLittle = ran.length <= most.files && functions <= most.functions
  const advice = `${ran.length} files and ${functions} functions of src ran, where ${most.files} and ${most.functions} may. Look for functions that are called while a module is loaded, for wrappers with one caller, and for work that only other plans need. The files with the most functions:\n${dearest.join('\n')}\n`
  expect(isLittle ? '' : advice).toBe('')
})
