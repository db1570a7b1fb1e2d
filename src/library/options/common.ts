// The options that several commands share, grouped by purpose.
import type { Subject } from '../../report/account.ts'
import { formatsFor, type FormatName } from '../../report/formats.ts'
import type { Problem } from '../../core/problem.ts'
import { flagProblems, inGroup, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'

export const formatFlags = inGroup('output', {
  format: {
    argument: '<format>',
    help: 'format of the result',
    choices: ['text', 'json'],
    default: 'text',
  },
  color: { flag: 'no-color', help: 'print without colours' },
})

export type FormatFlags = FlagsOf<typeof formatFlags>

/** Of commands that report an account: see `telling`. */
export const toldFlags = inGroup('output', {
  // Formats of some commands are for lists only.
  format: { ...formatFlags.format, choices: formatsFor('stdout', 'plan') },
  report: {
    argument: '<kind=file>...',
    help: (command: string) =>
      `also write the result to a file: ${formatsFor('file', command as Subject).join(', ')}`,
  },
  showPersonalData: { help: "don't mask personal data, even in reports or with `privacy: mask`" },
  color: formatFlags.color,
})

/** Of commands that show a plan. */
export const extentFlags = inGroup('output', {
  ...toldFlags,
  summary: { help: 'show only the number of changes of each target', conflicts: 'full' },
  full: { help: "also show resources and fields without changes; don't truncate values" },
})

export type ToldFlags = FlagsOf<typeof toldFlags> &
  Partial<Pick<FlagsOf<typeof extentFlags>, 'summary' | 'full'>>

/** What `telling` needs of a command's options. */
export type TellFlags = Partial<Omit<ToldFlags, 'format'>> & {
  readonly format: FormatName
  readonly color: boolean
}

/** Of commands that write or send. */
export const pullRequestFlag = {
  help: 'allow writes and triggers for a pull request',
  group: 'guards',
} as const

/** Which manifests a command reads. */
export const manifestFlags = inGroup('manifests', {
  config: {
    argument: '<file>',
    help: 'project file (default: belfry.yaml, searched upwards)',
    repeat: 'project',
  },
  files: {
    flag: 'file',
    short: '-f',
    argument: '<path>...',
    help: 'manifests: file, folder, glob, or - for stdin',
    repeat: 'manifests',
  },
  targets: {
    flag: 'target',
    short: '-t',
    argument: '<name>...',
    help: 'only targets with this name; * matches any characters',
    group: 'selection',
    empty: 'allowed',
    repeat: 'selection',
  },
  fileRoots: {
    flag: 'file-root',
    argument: '<folder>...',
    help: 'folder outside the project; belfry may read files from this folder',
    repeat: 'folders',
  },
  inputLimits: {
    flag: 'input-limit',
    argument: '<name=value>...',
    help: 'change an input limit: max-file-size=16MiB',
    empty: 'allowed',
    repeat: 'limits',
  },
})

/** How long one request may take; `usual` is the default as help shows it, in seconds. */
export function timeoutFlag(usual: number | string) {
  return {
    argument: '<time>',
    group: 'connection',
    help: `maximum time for one request, including waits and retries, such as 90 (seconds) or 2m (default: ${usual})`,
    read: read.timeout,
  } as const
}

/** Where the service is, and with which key. */
export const serviceFlags = inGroup('connection', {
  url: { argument: '<url>', help: 'URL of the service', repeat: 'service' },
  insecureHttp: { help: 'allow API keys over http to other machines', repeat: 'service' },
  apiKeyFile: {
    program: 'apiKey',
    argument: '<file>',
    help: 'file with the API key, or - for stdin',
    repeat: 'service',
  },
  dotenv: {
    argument: '<file>',
    help: 'file with NAME=value lines that set variables for ${env:NAME}',
    repeat: 'service',
  },
})

/** Of commands that need the values of secrets. */
export const secretFlags = inGroup('connection', {
  secretCommand: {
    argument: '<command>',
    help: 'command that prints the value of ${secret:NAME}, such as op read op://{}; belfry replaces {} with NAME',
    repeat: 'service',
  },
})

/** Where the service is, and how to connect to it. */
export const connectionFlags = inGroup('connection', {
  ...serviceFlags,
  rate: {
    argument: '<rate>',
    help: "share of the service's rate limits (default: 80%), or requests per second: 5/s",
    read: read.rate,
  },
  timeout: timeoutFlag(300),
  runTimeout: {
    argument: '<time>',
    help: 'maximum time for the whole run, such as 10m; what is in progress is then given up (default: none)',
    read: read.timeout,
  },
  debug: { help: 'log every HTTP request without its values' },
})

export const parallelFlags = inGroup('connection', {
  concurrency: {
    argument: '<number>',
    help: 'maximum number of requests at the same time (default: 4, with known rate limits 32)',
    read: read.parallel,
  },
})

/** The same, with the problems of its options that name files and folders, such as empty ones. */
export function requested<Flags extends object>(
  flags: Flags,
): Flags & { readonly mistakes: readonly Problem[] } {
  return { ...flags, mistakes: flagProblems({ ...manifestFlags, ...serviceFlags, ...secretFlags }, flags) }
}
