// The example of the library is a program that people copy: it runs as it stands, on the sandbox.
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../src/sandbox/index.ts'
import { belfry, folderWith } from '../support/cli-process.ts'
import { exampleEnv } from '../support/sandbox-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the program applies a project, then finds nothing to do, and tells why it is refused', async () => {
  const sandbox = await createSandbox()
  onTestFinished(() => sandbox.close())
  const folder = folderWith({})
  cpSync(join(root, 'examples'), join(folder, 'examples'), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/belfry'), 'dir')
  const env = exampleEnv(pathToFileURL(`${join(folder, 'examples/quickstart')}/`), sandbox.url)
  const cwd = join(folder, 'examples/library')
  const run = (variables: Readonly<Record<string, string | undefined>>) =>
    belfry(['../quickstart'], { bin: join(cwd, 'deploy.mjs'), cwd, env: variables })

  const first = await run(env)
  expect({ exit: first.exit, err: first.err }).toEqual({ exit: 0, err: '' })
  expect(first.out).toMatch(/^\d+ to create, \d+ to update\n(?:done {2}.*\n)+\d+ changes applied\n$/)
  expect(await run(env)).toMatchObject({
    exit: 0,
    out: '0 to create, 0 to update\n0 changes applied\n',
  })
  const { SENDGRID_PRODUCTION_KEY: _, ...fewer } = env
  const refused = await run(fewer)
  expect(refused).toMatchObject({ exit: 3, out: '' })
  expect(refused.err).toContain('SENDGRID_PRODUCTION_KEY')
  expect(refused.err).toMatch(/^plan: /)
})
