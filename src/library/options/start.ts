// The options of the commands to start with: of belfry init, each answers a question; belfry sandbox reads its own itself.
import type { Flags, FlagsOf } from './flag.ts'
import { connectionFlags, formatFlags, timeoutFlag } from './common.ts'

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
