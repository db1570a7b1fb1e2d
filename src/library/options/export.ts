// The options of belfry export.
import type { Flags, FlagsOf } from './flag.ts'
import { planFlags } from './plan.ts'
import { connectionFlags, formatFlags, manifestFlags, parallelFlags } from './common.ts'

export const exportFlags = {
  out: {
    argument: '<folder>',
    help: 'new or empty folder for the manifests; without --out, export updates the manifests of the project',
  },
  write: { help: 'without --out: write the changes to the manifests' },
  dryRun: { help: 'without --out: only show the changes (default)' },
  layout: {
    argument: '<layout>',
    help: 'write one file, or one file for each kind, channel or resource',
    choices: ['file', 'kind', 'channel', 'resource'],
    default: 'kind',
  },
  subscribers: {
    argument: '<which>',
    help: 'write these subscribers as NDJSON: none, all, or a search such as email=@acme.example&name=anna',
    default: 'none',
  },
  showPersonalData: { help: 'write subscribers even with `privacy: mask`', group: 'output' },
  channels: { help: 'also write chat and push channels of subscribers' },
  only: planFlags.only,
  exclude: planFlags.exclude,
  ...formatFlags,
  config: manifestFlags.config,
  targets: manifestFlags.targets,
  fileRoots: manifestFlags.fileRoots,
  ...connectionFlags,
  ...parallelFlags,
} as const satisfies Flags

export const promoteFlags = {
  only: { ...planFlags.only, help: 'the resources to promote (required); * matches any characters' },
  fields: { flag: 'field', argument: '<path>...', help: 'promote only this field, such as credentials.from' },
  shareSecrets: {
    flag: 'share-secret',
    argument: '<name>...',
    help: 'let both targets use the secret of this reference, such as SENDGRID_KEY or env:SENDGRID_KEY',
  },
  write: { help: 'write the changes to the manifests' },
  dryRun: { help: 'only show the changes (default)' },
  ...formatFlags,
  showPersonalData: { help: 'show personal data even with `privacy: mask`', group: 'output' },
  config: manifestFlags.config,
  fileRoots: manifestFlags.fileRoots,
  ...connectionFlags,
  ...parallelFlags,
} as const satisfies Flags

export type PromoteFlags = FlagsOf<typeof promoteFlags>
export type ExportFlags = FlagsOf<typeof exportFlags>
