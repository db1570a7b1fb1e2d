// The options of belfry sandbox. The command reads them itself, because only it loads the sandbox.
import type { Flags, FlagsOf } from './flag.ts'
import { formatFlags } from './common.ts'

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
