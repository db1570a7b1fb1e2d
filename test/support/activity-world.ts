// A project of two targets without manifests, before a sandbox that insists on the contract, run inside the test.
import { onTestFinished } from 'vitest'
import type { SandboxOptions, Seed } from '../../src/sandbox/index.ts'
import { folderWith } from './cli-process.ts'
import { keys, project } from './cli-world.ts'
import { runProgram, type Said } from './cli.ts'
import { createStrictSandbox, type StrictSandbox } from './strict-sandbox.ts'

export interface ActivityWorld {
  readonly sandbox: StrictSandbox
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** On Production. */
  readonly run: (args: readonly string[], url?: string) => Promise<Said>
  /** Method and path of what was sent, in order. */
  readonly sent: () => readonly string[]
}

/** `files` beside the project file. */
export async function activityWorld(
  seed: Seed = {},
  files: Readonly<Record<string, string>> = {},
  options: SandboxOptions = {},
): Promise<ActivityWorld> {
  const sandbox = await createStrictSandbox({ seed, ...options })
  onTestFinished(() => sandbox.close())
  const folder = folderWith({ 'belfry.yaml': project, ...files })
  const env = { BELFRY_URL: sandbox.url, ...keys }
  return {
    sandbox,
    folder,
    env,
    run: (args, url = sandbox.url) =>
      runProgram([...args, '-t', 'Production'], {
        cwd: folder,
        env: { ...env, BELFRY_URL: url },
        pass: (milliseconds) => sandbox.clock.advance(milliseconds),
      }),
    sent: () => sandbox.log.map(({ method, path }) => `${method} ${path}`),
  }
}
