// The options of belfry export and belfry promote.
import type { Flags, FlagsOf } from './flag.ts'
import { planFlags } from './plan.ts'
import {
  connectionFlags,
  formatFlags,
  formatOf,
  manifestFlags,
  parallelFlags,
  type ConnectionRequest,
  type ProjectRequest,
} from './common.ts'

export const exportFlags = {
  out: {
    argument: '<folder>',
    help: 'new or empty folder for the manifests; without --out, export updates the manifests of the project',
    about: 'A new or empty folder for the manifests. By default the manifests of the project are updated.',
  },
  write: {
    help: 'without --out: write the changes to the manifests',
    about: 'Without `out`: write the changes to the manifests. By default they are only returned.',
    conflicts: ['dryRun', 'out'],
  },
  dryRun: { help: 'without --out: only show the changes (default)', conflicts: ['out'] },
  layout: {
    argument: '<layout>',
    help: 'write one file, or one file for each kind, channel or resource',
    about: 'With `out`: one file, or one for each kind, channel or resource. By default `kind`.',
    choices: ['file', 'kind', 'channel', 'resource'],
    default: 'kind',
  },
  subscribers: {
    argument: '<which>',
    help: 'write these subscribers as NDJSON or CSV: none, all, or a search such as email=@acme.example&name=anna',
    about:
      'With `out`: write these subscribers as NDJSON: `all`, or a search such as `email=@acme.example`. By default none.',
    default: 'none',
    needs: ['out'],
  },
  showPersonalData: {
    help: 'write subscribers even with `privacy: mask`',
    about: 'Write subscribers even if the project file has `privacy: mask`.',
    group: 'output',
  },
  channels: {
    help: 'also write chat and push channels of subscribers',
    about: 'With `subscribers`: also write chat and push channels.',
    needs: ['subscribers'],
  },
  only: planFlags.only,
  exclude: planFlags.exclude,
  ...formatFlags,
  format: {
    ...formatOf('export'),
    help: 'format of the result; csv writes the subscribers as CSV instead of NDJSON',
  },
  config: manifestFlags.config,
  targets: manifestFlags.targets,
  fileRoots: manifestFlags.fileRoots,
  ...connectionFlags,
  ...parallelFlags,
} as const satisfies Flags

export const promoteFlags = {
  only: {
    ...planFlags.only,
    help: 'the resources to promote (required); * matches any characters',
    about: 'The resources to promote, as `KIND/NAME`; `*` matches any characters.',
    isRequired: true,
  },
  fields: {
    flag: 'field',
    argument: '<path>...',
    help: 'promote only this field, such as credentials.from',
    about: 'Promote only these fields, such as `credentials.from`. By default all fields.',
    selects: true,
  },
  shareSecrets: {
    flag: 'share-secret',
    argument: '<name>...',
    help: 'let both targets use the secret of this reference, such as SENDGRID_KEY or env:SENDGRID_KEY',
    about:
      'Let both targets use the secrets of these references, such as `env:SENDGRID_KEY`. By default no secret is shared.',
  },
  write: {
    help: 'write the changes to the manifests',
    about: 'Write the changes to the manifests. By default they are only returned.',
    conflicts: ['dryRun'],
  },
  dryRun: { help: 'only show the changes (default)' },
  ...formatFlags,
  showPersonalData: { help: 'show personal data even with `privacy: mask`', group: 'output' },
  config: manifestFlags.config,
  fileRoots: manifestFlags.fileRoots,
  ...connectionFlags,
  ...parallelFlags,
} as const satisfies Flags

export type ExportFlags = FlagsOf<typeof exportFlags>
export type PromoteRequest = Omit<ProjectRequest, 'targets' | 'files'> &
  ConnectionRequest &
  Pick<FlagsOf<typeof promoteFlags>, 'only' | 'fields' | 'shareSecrets' | 'write'> & {
    readonly from: string
    readonly to: string
  }
