// The options of belfry init: each answers one of its questions.
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
