// The options of the commands that compare manifests or read only files: validate, diff, compare,
// show and log; and of init and sandbox.
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import {
  connectionFlags,
  extentFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  outputFlags,
  type ProjectRequest,
  timeoutFlag,
} from './common.ts'

export const validateFlags = {
  ...outputFlags,
  ...manifestFlags,
  full: { help: 'also list the files and folders that are ignored', group: 'output' },
  insecureHttp: {
    help: 'allow http URLs of other machines',
    group: 'connection',
    about: connectionFlags.insecureHttp.about,
  },
} as const satisfies Flags

export const resourceFlags = inGroup('selection', {
  only: {
    argument: '<kind/name>...',
    help: 'only resources that match this name; * matches any characters',
    about: 'Only resources that match one of these, as `KIND/NAME`; `*` matches any characters.',
    selects: true,
    repeat: 'selection',
  },
  exclude: {
    argument: '<kind/name>...',
    help: 'leave out resources that match this name',
    about: 'Leave out resources that match one of these, as `KIND/NAME`.',
    repeat: 'selection',
  },
})

export const diffFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...resourceFlags,
  git: { help: 'treat the arguments as git revisions, not as files' },
  base: {
    argument: '<ref>',
    help: 'base branch to compare with (default: origin/HEAD, origin/main or main)',
  },
  detailedExitcode: { help: 'exit with code 2 if anything differs', group: 'output' },
} as const satisfies Flags

const { targets: _targets, ...untargeted } = manifestFlags

export const compareFlags = {
  ...extentFlags,
  ...untargeted,
  ...connectionFlags,
  ...parallelFlags,
  ...resourceFlags,
  live: { program: 'by', help: 'compare what is in the service (default)', conflicts: ['declared'] },
  declared: {
    program: 'by',
    help: 'compare what the manifests declare, without a request',
    about:
      '`declared`: compare what the manifests declare, without the service. By default what is in the service.',
  },
  detailedExitcode: {
    help: "exit with code 2 if anything differs; differences by perTarget or a variable don't count",
    group: 'output',
  },
} as const satisfies Flags

export const showFlags = { ...extentFlags, config: manifestFlags.config } as const satisfies Flags

export const logFlags = {
  ...formatFlags,
  config: manifestFlags.config,
  only: resourceFlags.only,
} as const satisfies Flags

type DiffFlags = FlagsOf<typeof diffFlags>

/** Which manifests and resources are compared; `full` also lists equal ones. */
export type SelectionRequest = Pick<DiffFlags, 'files' | 'only' | 'exclude' | 'full'>

export type DiffRequest = ProjectRequest & SelectionRequest & Pick<DiffFlags, 'git' | 'base'>

export const initFlags = {
  ...formatFlags,
  url: { argument: '<url>', help: 'URL of the service, or the word sandbox' },
  targets: {
    flag: 'target',
    short: '-t',
    argument: '<name=variable>...',
    help: 'name of an environment, and the variable that contains its API key (default: all environments that BELFRY_API_KEY can read)',
  },
  export: { help: 'write manifests for the resources in the service' },
  pipeline: {
    argument: '<system>',
    help: 'CI system to write a pipeline for',
    choices: ['github', 'gitlab', 'none'],
  },
  action: { argument: '<owner/repo@commit>', help: 'belfry action that the workflows for GitHub use' },
  skill: {
    help: 'only write instructions for coding agents, in .agents/skills and .claude/skills',
    conflicts: ['url', 'targets', 'export', 'pipeline', 'action'],
  },
  yes: { short: '-y', help: "don't ask: use the defaults for missing options" },
  insecureHttp: connectionFlags.insecureHttp,
  timeout: timeoutFlag(30),
  debug: connectionFlags.debug,
} as const satisfies Flags

export type InitFlags = FlagsOf<typeof initFlags>
export type InitRequest = Omit<InitFlags, 'format' | 'color' | 'yes'>

/** The options of belfry sandbox. The command reads them itself, because only it loads the sandbox. */
export const sandboxFlags = {
  ...formatFlags,
  port: { argument: '<number>', help: 'port to listen on; 0 picks a free port', default: '4111' },
  seed: { argument: '<file>', help: 'JSON file with the data that the sandbox starts with' },
  save: { argument: '<file>', help: 'write the data to this file at the end, for --seed' },
  speed: {
    argument: '<number>',
    help: 'speed of the sandbox clock: sandbox seconds per real second',
    default: '1',
  },
  profile: {
    argument: '<name>',
    help: 'service to imitate: contract, novu-2026-04 or novu-2026-09',
    default: 'contract',
  },
  rateLimit: {
    argument: '<plan>',
    help: 'rate limit: free, pro, team, enterprise, off, or a number of requests per second (default: rate limit of the profile)',
  },
  fault: {
    argument: '<spec>...',
    help: 'inject a fault: NAME[=AMOUNT][:OPERATION][@N|:N%]; an unknown name prints a list of all faults',
  },
  faultSeed: {
    argument: '<number>',
    help: 'start value of the random numbers that select the failing requests',
    default: '1',
  },
  provider: {
    argument: '<switch>...',
    help: 'reply of a provider: ID=accept, ID=refuse[:TEXT], ID=slow[:TIME] or ID=silent',
  },
} as const satisfies Flags

export type SandboxFlags = FlagsOf<typeof sandboxFlags>
