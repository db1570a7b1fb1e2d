// The options that several commands share, grouped by purpose.
import type { Secret } from '../../core/secrets/secret.ts'
import type { AccountCommand } from '../../report/account.ts'
import { formatsFor, type FormatName } from '../../report/formats.ts'
import { inGroup, type FlagsOf } from './flag.ts'
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

/** With the formats of a command. */
export function formatOf(command: AccountCommand) {
  return { ...formatFlags.format, choices: formatsFor('stdout', command) } as const
}

/** Of commands that report an account: see `withOutput`. */
export const outputFlags = inGroup('output', {
  // Formats of some commands are for lists only.
  format: formatOf('plan'),
  report: {
    argument: '<kind=file>...',
    help: (command: string) =>
      `also write the result to a file: ${formatsFor('file', command as AccountCommand).join(', ')}`,
  },
  showPersonalData: { help: "don't mask personal data, even in reports or with `privacy: mask`" },
  color: formatFlags.color,
})

/** Of commands that show a plan. */
export const extentFlags = inGroup('output', {
  ...outputFlags,
  summary: { help: 'show only the number of changes of each target', conflicts: ['full'] },
  full: { help: "also show resources and fields without changes; don't truncate values" },
})

export type OutputFlags = FlagsOf<typeof outputFlags> &
  Partial<Pick<FlagsOf<typeof extentFlags>, 'summary' | 'full'>>

/** The options of a command that `withOutput` needs. */
export type OutputOptions = Partial<Omit<OutputFlags, 'format'>> & {
  readonly format: FormatName
  readonly color: boolean
}

/** Of commands that write or send. */
export const pullRequestFlag = {
  help: 'allow writes and triggers for a pull request',
  about: 'Allow it in the pipeline of a pull request. By default it is refused there.',
  group: 'guards',
} as const

/** Which manifests a command reads. */
export const manifestFlags = inGroup('manifests', {
  config: {
    argument: '<file>',
    help: 'project file (default: belfry.yaml, searched upwards)',
    about: 'The project file. By default `belfry.yaml`, searched upwards from `cwd`.',
    repeat: 'project',
  },
  files: {
    flag: 'file',
    short: '-f',
    argument: '<path>...',
    help: 'manifests: file, folder, glob, or - for stdin',
    about: 'Files, folders and globs, instead of the `manifests` of the project file.',
    selects: true,
    repeat: 'manifests',
  },
  targets: {
    flag: 'target',
    short: '-t',
    argument: '<name>...',
    help: 'only targets with this name; * matches any characters',
    about: 'Names of targets; `*` matches any characters. By default all targets.',
    selects: true,
    group: 'selection',
    empty: 'allowed',
    repeat: 'selection',
  },
  fileRoots: {
    flag: 'file-root',
    argument: '<folder>...',
    help: 'folder outside the project; belfry may read files from this folder',
    about: 'Folders outside the project from which `${file:…}` may read.',
    repeat: 'folders',
  },
  inputLimits: {
    flag: 'input-limit',
    argument: '<name=value>...',
    help: 'change an input limit: max-file-size=16MiB',
    about: "Input limits that differ from the defaults, such as `{ 'max-file-size': '16MiB' }`.",
    empty: 'allowed',
    repeat: 'limits',
    ...read.inputLimits,
  },
})

/** How long one request may take; `usual` is the default as help shows it, in seconds. */
export function timeoutFlag(usual: number) {
  return {
    argument: '<time>',
    group: 'connection',
    help: `maximum time for one request, including waits and retries, such as 90 (seconds) or 2m (default: ${usual})`,
    about:
      'Milliseconds that one request may take, including waits and retries. By default 300,000, and 30,000 for doctor.',
    ...read.timeout,
  } as const
}

/** The address of the service, the key, and variables. */
export const serviceFlags = inGroup('connection', {
  url: {
    argument: '<url>',
    help: 'URL of the service',
    about: 'The URL of the service, instead of `BELFRY_URL`.',
    repeat: 'service',
  },
  insecureHttp: {
    help: 'allow API keys over http to other machines',
    about: 'Allow API keys over http to other machines. By default only https is allowed.',
    repeat: 'service',
  },
  apiKeyFile: {
    program: 'apiKey',
    argument: '<file>',
    help: 'file with the API key, or - for stdin',
    about: 'The API key, if the project has one target.',
    repeat: 'service',
  },
  dotenv: {
    argument: '<file>',
    help: 'file with NAME=value lines that set variables for ${env:NAME}',
    about: 'A file of `NAME=value` lines that set variables for `${env:NAME}`.',
    repeat: 'service',
  },
})

/** Of commands that work on one target. */
export const oneTargetFlag = {
  ...manifestFlags.targets,
  program: 'target',
  help: 'target to use, if the project has several targets',
  about: 'The target, if the project has several.',
} as const

/** Of commands that need the values of secrets. */
export const secretFlags = inGroup('connection', {
  secretCommand: {
    argument: '<command>',
    help: 'command that prints the value of ${secret:NAME}, such as op read op://{}; belfry replaces {} with NAME',
    repeat: 'service',
  },
})

/** The address of the service, and how to connect to it. */
export const connectionFlags = inGroup('connection', {
  ...serviceFlags,
  rate: {
    argument: '<rate>',
    help: "share of the service's rate limits (default: 80%), or requests per second: 5/s",
    about:
      "The share of the service's rate limits to use, or requests per second, such as `5/s`. By default `80%`.",
    read: read.rate,
  },
  timeout: timeoutFlag(300),
  runTimeout: {
    argument: '<time>',
    help: 'maximum time for the whole run, such as 10m; belfry then stops what is in progress (default: none)',
    about: 'Milliseconds that one call of a method may take. By default the time is not limited.',
    ...read.timeout,
  },
  debug: { help: 'log every HTTP request without its values' },
})

export const parallelFlags = inGroup('connection', {
  concurrency: {
    argument: '<number>',
    help: 'maximum number of requests at the same time (default: 4, later up to 32)',
    about:
      'The maximum number of requests, or smoke cases, at the same time, from 1 to 64. By default 4 until the first reply, then up to 32 requests, as the rate limits allow. If the rate limits are unknown, belfry begins with at most 16, and by default adds one for each 80 requests that the service accepted.',
    ...read.wholeNumber(1, 64),
  },
})

type Shared = FlagsOf<
  typeof manifestFlags & typeof connectionFlags & typeof parallelFlags & typeof secretFlags
>

export type ConnectionRequest = Pick<Shared, 'rate' | 'timeout' | 'runTimeout' | 'concurrency'>

export type ProjectRequest = Partial<Omit<Shared, keyof ConnectionRequest | 'debug' | 'mistakes'>> &
  Pick<Shared, 'targets' | 'fileRoots'> & {
    readonly apiKey?: Secret
    /** Writes and triggers are allowed in the pipeline of a pull request. */
    readonly allowPullRequest?: true
  }
