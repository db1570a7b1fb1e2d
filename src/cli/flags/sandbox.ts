// The options of belfry sandbox. The command reads them itself, because only it loads the sandbox.
import type { Flags, FlagsOf } from './flag.ts'
import { formatFlags } from './shared.ts'

export const sandboxFlags = {
  ...formatFlags,
  port: { argument: '<number>', help: 'port to listen on; 0 picks a free one', default: '4111' },
  seed: { argument: '<file>', help: 'JSON file with the data that the sandbox starts with' },
  data: {
    argument: '<folder>',
    help: 'keep the data in this folder across restarts; --seed applies only to a new folder',
  },
  speed: { argument: '<number>', help: 'seconds that pass in the sandbox per real second', default: '1' },
  profile: {
    argument: '<name>',
    help: 'service to imitate: contract, novu-2026-04 or novu-2026-09',
    default: 'contract',
  },
  'rate-limit': {
    argument: '<plan>',
    help: 'free, pro, team, enterprise, off, or requests a second (default: as the profile)',
  },
  fault: {
    argument: '<spec>...',
    help: 'inject a fault: NAME[=AMOUNT][:OPERATION][@N or :N%]; an unknown name lists all',
  },
  'fault-seed': { argument: '<number>', help: 'seed of the random faults', default: '1' },
  provider: {
    argument: '<switch>...',
    help: 'how a provider answers: ID=accept, refuse[:TEXT], slow[:TIME] or silent',
  },
} as const satisfies Flags

export type SandboxFlags = FlagsOf<typeof sandboxFlags>
