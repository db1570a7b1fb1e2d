// The options that several commands share, grouped by purpose.
import type { Subject } from '../../report/account.ts'
import { formatsFor, type FormatName } from '../../report/formats.ts'
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'

export const formatFlags = {
  format: {
    argument: '<format>',
    help: 'how to write the result',
    choices: ['text', 'json'],
    default: 'text',
  },
  'no-color': { help: 'no colour' },
} as const satisfies Flags

export type FormatFlags = FlagsOf<typeof formatFlags>

/** Of commands that report an account: see `telling`. */
export const toldFlags = {
  // Formats of some commands are for lists only.
  format: { ...formatFlags.format, choices: formatsFor('stdout', 'plan') },
  report: {
    argument: '<kind=file>...',
    help: (command) =>
      `write it into a file too, as ${formatsFor('file', command as Subject).join(', ')}; repeatable`,
  },
  'show-personal-data': {
    help: 'mask nothing for being about a person, in reports and `privacy: mask` neither',
  },
  'no-color': formatFlags['no-color'],
} as const satisfies Flags

/** Of commands that show a plan. */
export const extentFlags = {
  ...toldFlags,
  summary: { help: 'tell only how many changes each target has', conflicts: 'full' },
  full: { help: 'tell also of what matches, and cut nothing' },
} as const satisfies Flags

export type ToldFlags = FlagsOf<typeof toldFlags> &
  Partial<Pick<FlagsOf<typeof extentFlags>, 'summary' | 'full'>>

/** What `telling` needs of a command's options. */
export type TellFlags = Partial<Omit<ToldFlags, 'format'>> & {
  readonly format: FormatName
  readonly color: boolean
}

/** Which manifests are meant. */
export const manifestFlags = {
  config: {
    argument: '<file>',
    help: 'the project file, instead of belfry.yaml found upwards',
    repeat: 'project',
  },
  file: {
    short: '-f',
    argument: '<path>...',
    help: 'manifests: a file, folder, glob or - for stdin; repeatable',
    repeat: 'manifests',
  },
  target: {
    short: '-t',
    argument: '<name>...',
    help: 'only this target; repeatable, * stands for any characters',
    empty: 'allowed',
    repeat: 'selection',
  },
  'file-root': {
    argument: '<folder>...',
    help: 'a folder outside the project that manifests and ${file:…} may read; repeatable',
    repeat: 'folders',
  },
  'input-limit': {
    argument: '<name=value>...',
    help: 'another limit of input, such as max-file-size=16MiB; repeatable',
    empty: 'allowed',
    repeat: 'limits',
  },
} as const satisfies Flags

export type ManifestFlags = FlagsOf<typeof manifestFlags>

/** How long one request may take; `usual` is the default as help shows it, in seconds. */
export function timeoutFlag(usual: number | string) {
  return {
    argument: '<time>',
    help: `how long one request may take in all, waits included: seconds, or 2m (default: ${usual})`,
    read: read.timeout,
  } as const
}

/** Where the service is, and with which key. */
export const serviceFlags = {
  url: { argument: '<url>', help: "the service's address", repeat: 'service' },
  'insecure-http': { help: 'let keys go over http to other machines', repeat: 'service' },
  'api-key-file': {
    argument: '<file>',
    help: 'a file that holds the API key, or - for stdin',
    repeat: 'service',
  },
  'env-file': {
    argument: '<file>',
    help: 'a file of NAME=value lines that ${env:NAME} in manifests and apiKey may read too',
    repeat: 'service',
  },
} as const satisfies Flags

/** Where the service is, and how it is asked. */
export const connectionFlags = {
  ...serviceFlags,
  rate: {
    argument: '<rate>',
    help: "how much of the service's limits to use: a share such as 80% (default), or 5/s",
    read: read.rate,
  },
  timeout: timeoutFlag(300),
  debug: { help: 'tell of every HTTP exchange, without any value of it' },
} as const satisfies Flags

export type ConnectionFlags = FlagsOf<typeof connectionFlags>

export const parallelFlags = {
  concurrency: {
    argument: '<number>',
    help: 'how many requests may be under way at once',
    default: '4',
    read: read.parallel,
  },
} as const satisfies Flags

/** Of commands that read a project. Not all of them have --file and --input-limit. */
export type ProjectFlags = Omit<ManifestFlags, 'file' | 'inputLimit'> &
  Partial<Pick<ManifestFlags, 'file' | 'inputLimit'>> &
  FlagsOf<typeof serviceFlags>
