// The options of belfry init: each answers one of its questions.
import type { Flags, FlagsOf } from './flag.ts'
import { connectionFlags, formatFlags, timeoutFlag } from './shared.ts'

export const initFlags = {
  ...formatFlags,
  url: { argument: '<url>', help: "the service's address, or sandbox" },
  target: {
    short: '-t',
    argument: '<name=variable>...',
    help: 'an environment, and the variable of its API key; repeatable (default: those that BELFRY_API_KEY finds)',
  },
  export: { help: 'write manifests of what is in the service' },
  pipeline: { argument: '<system>', help: 'the pipeline to write', choices: ['github', 'gitlab', 'none'] },
  yes: { short: '-y', help: "don't ask: take the default of what no option answers" },
  'insecure-http': connectionFlags['insecure-http'],
  timeout: timeoutFlag(30),
  debug: connectionFlags.debug,
} as const satisfies Flags

export type InitFlags = FlagsOf<typeof initFlags>
