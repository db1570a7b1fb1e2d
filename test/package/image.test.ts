// The image, without Docker: the files that the Dockerfile copies, in a folder in place of /, and its entry point there.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { isFull } from '../support/form.ts'
import { projectManifest } from './package.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const [build = '', final = ''] = readFileSync(join(repository, 'Dockerfile'), 'utf8')
  .replaceAll(/\\\n/g, '')
  .split(/^FROM .*$/m)
  .slice(1)
const [, entry = ''] = /^ENTRYPOINT \["(.*)"\]$/m.exec(final) ?? []

let folder: string
let stages: { readonly build: string; readonly final: string }
let program: string

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'belfry-image-')))
  stages = { build: join(folder, 'build'), final: join(folder, 'final') }
  if (isFull) {
    copy(build, stages.build)
    symlinkSync(join(repository, 'node_modules'), join(stages.build, 'build/node_modules'))
    execFileSync(process.execPath, ['scripts/bundle.mjs'], { cwd: join(stages.build, 'build') })
  } else {
    // Two seconds less.
    mkdirSync(stages.build)
    symlinkSync(repository, join(stages.build, 'build'))
  }
  copy(final, stages.final)
  const [, to = '', link = ''] = /\bln -s (\S+) (\S+)/.exec(final) ?? []
  program = join(stages.final, link)
  mkdirSync(dirname(program), { recursive: true })
  symlinkSync(join(stages.final, to), program)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Does what the lines WORKDIR and COPY of a stage do, below `root`. */
function copy(stage: string, root: string): void {
  let place = root
  for (const [, instruction, text = ''] of stage.matchAll(/^(WORKDIR|COPY) (.*)$/gm)) {
    if (instruction === 'WORKDIR') {
      place = join(root, text)
      continue
    }
    const [, isBuilt, paths = '', target = ''] = /^(--from=build )?(.*) (\S+)$/.exec(text) ?? []
    for (const path of paths.split(' ')) {
      const from = join(isBuilt === undefined ? repository : stages.build, path)
      cpSync(from, join(place, target, target.endsWith('/') ? basename(path) : ''), { recursive: true })
    }
  }
}

test('the entry point of the image is the command of the package', () => {
  const { bin } = projectManifest() as unknown as { readonly bin: Readonly<Record<string, string>> }
  expect(basename(program)).toBe(entry)
  expect(realpathSync(program)).toBe(join(stages.final, 'opt/belfry', bin[entry] ?? ''))
})

test('belfry runs from the files of the image', async () => {
  const cwd = join(repository, 'examples/quickstart')
  const sandbox = await createSandbox()
  const env = { ...parseEnv(readFileSync(join(cwd, 'sandbox.env'), 'utf8')), BELFRY_URL: sandbox.url }
  const run = async (...args: readonly string[]): Promise<string> => {
    const world = { cwd, env: { PATH: dirname(process.execPath), ...env } }
    return (await promisify(execFile)(program, args, world)).stdout
  }
  try {
    expect(await run('--version')).toBe(`${projectManifest().version}\n`)
    expect(await run('help', 'rate', 'limit')).toContain('docs/performance.md')
    expect(await run('plan')).toMatch(/^Plan: \d+ to create/m)
  } finally {
    await sandbox.close()
  }
})
