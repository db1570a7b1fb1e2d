// The options of belfry sandbox. The command reads them itself, because only it loads the sandbox.
import type { Flags, FlagsOf } from './flag.ts'
import { formatFlags } from './shared.ts'

export const sandboxFlags = {
  ...formatFlags,
  port: { argument: '<number>', help: 'the port to listen on; 0 picks a free one', default: '4111' },
  seed: { argument: '<file>', help: 'a JSON file with what the sandbox starts with' },
  data: {
    argument: '<folder>',
    help: 'keep the state in this folder across restarts; --seed is for a new one',
  },
  speed: { argument: '<number>', help: 'seconds that pass in the sandbox in one real second', default: '1' },
  profile: {
    argument: '<name>',
    help: 'which service it is like: contract, novu-2026-04 or novu-2026-09',
    default: 'contract',
  },
  'rate-limit': {
    argument: '<plan>',
    help: "free, pro, team, enterprise, off, or requests a second; else the profile's",
  },
  fault: {
    argument: '<spec>...',
    help: 'what goes wrong: NAME[=AMOUNT][:OPERATION][@N or :N%]; repeatable, an unknown name lists all',
  },
  'fault-seed': { argument: '<number>', help: 'of the chances of faults at a rate', default: '1' },
  provider: {
    argument: '<switch>...',
    help: 'how a provider answers: ID=accept, refuse[:TEXT], slow[:TIME] or silent; repeatable',
  },
} as const satisfies Flags

export type SandboxFlags = FlagsOf<typeof sandboxFlags>
