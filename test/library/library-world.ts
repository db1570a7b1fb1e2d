// A project that a program has opened, with a sandbox behind it.
import { expect, onTestFinished } from 'vitest'
import { BelfryError, open, type Project } from '../../src/index.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/index.ts'
import { folderWith } from '../support/cli-process.ts'
import { keys, people, project } from '../support/cli-world.ts'

export interface World {
  readonly sandbox: Sandbox
  readonly folder: string
  readonly project: Project
  readonly writes: () => number
}

export async function worldWith(
  files: Readonly<Record<string, string>>,
  options: SandboxOptions = {},
): Promise<World> {
  const sandbox = await createSandbox(options)
  onTestFinished(() => sandbox.close())
  const folder = folderWith({ 'belfry.yaml': project, ...files })
  return {
    sandbox,
    folder,
    project: await open({ cwd: folder, env: { BELFRY_URL: sandbox.url, ...keys } }),
    writes: () => sandbox.log.filter(({ method }) => method !== 'GET').length,
  }
}

export const manifest = { 'manifests/people.yaml': people }

export async function thrownBy(run: () => Promise<unknown>): Promise<BelfryError> {
  const error: unknown = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(BelfryError)
  return error as BelfryError
}
