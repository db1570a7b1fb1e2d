// A project of two targets that the default sandbox knows, for tests of the commands.
import { onTestFinished } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  type ProfileName,
  type Sandbox,
  type Seed,
} from '../../src/sandbox/index.ts'
import { folderWith, startBelfry, type ProcessWorld, type Started } from './cli-process.ts'
import { beginProgram, runProgram, type ProgramWorld, type Running, type Said } from './cli.ts'

export const project = `service: { url: '\${env:BELFRY_URL}' }
targets:
  Development: { apiKey: '\${env:DEVELOPMENT_KEY}' }
  Production: { apiKey: '\${env:PRODUCTION_KEY}' }
manifests: [manifests]
`

export const keys = { DEVELOPMENT_KEY: developmentApiKey, PRODUCTION_KEY: productionApiKey }

/** An attribute of one subscriber in each target: two writes. */
export const people = `subscribers:
  - subscriberId: ops-oncall
    lastName: Duty
`

/** Everything that the sandbox has of one subscriber's name: nothing to do. */
export const unchanged = `subscribers:
  - subscriberId: ops-oncall
    firstName: On
`

export interface CliWorld {
  readonly sandbox: Sandbox
  readonly folder: string
  readonly env: Readonly<Record<string, string>>
  /** Inside the test, many times as cheap as a process. */
  readonly run: (args: string, more?: Partial<ProgramWorld>) => Promise<Said>
  /** The same, and it goes on: signals reach it, and what it says can be waited for. */
  readonly begin: (args: string, more?: Partial<ProgramWorld>) => Running<Said>
  /** As a process, for what only a process has: signals, streams, a way to die. */
  readonly start: (args: string, more?: ProcessWorld) => Started
  /** Method and path of what was sent and is no read. */
  readonly writes: () => readonly string[]
}

/** `files` besides the project file; arguments are split at white space. */
export async function cliWorld(
  files: Readonly<Record<string, string>>,
  seed: Seed = {},
  profile?: ProfileName,
): Promise<CliWorld> {
  const sandbox = await createSandbox({ seed, ...(profile && { profile }) })
  onTestFinished(() => sandbox.close())
  const folder = folderWith({ 'belfry.yaml': project, ...files })
  const env = { BELFRY_URL: sandbox.url, ...keys }
  const within = <World extends ProcessWorld>(more: World) => ({
    cwd: folder,
    ...more,
    env: { ...env, ...more.env },
  })
  return {
    sandbox,
    folder,
    env,
    run: (args, more = {}) => runProgram(args.split(' '), within(more)),
    begin: (args, more = {}) => beginProgram(args.split(' '), within(more)),
    start: (args, more = {}) => startBelfry(args.split(' '), within(more)),
    writes: () =>
      sandbox.log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
  }
}
