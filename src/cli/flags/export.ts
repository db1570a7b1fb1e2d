// The options of belfry export.
import type { Flags, FlagsOf } from './flag.ts'
import { connectionFlags, formatFlags, manifestFlags, parallelFlags } from './shared.ts'

export const exportFlags = {
  out: {
    argument: '<folder>',
    help: 'a new or empty folder for manifests; without it, the manifests of the project are updated',
  },
  write: { help: 'without --out: write the changes to the manifests, instead of showing them' },
  'dry-run': { help: 'without --out: only show the changes; the default' },
  layout: {
    argument: '<layout>',
    help: 'one file in all, or one for each kind, each channel or each resource',
    choices: ['file', 'kind', 'channel', 'resource'],
    default: 'kind',
  },
  subscribers: {
    argument: '<which>',
    help: 'none, all, or a search such as email=@acme.example&name=anna; written as NDJSON',
    default: 'none',
  },
  'show-personal-data': { help: 'write subscribers although the project has `privacy: mask`' },
  channels: { help: 'also write the chat and push channels of subscribers' },
  only: { argument: '<kind/name>...', help: 'only these resources; repeatable, * stands for any characters' },
  exclude: { argument: '<kind/name>...', help: 'all but these resources; repeatable' },
  ...formatFlags,
  config: manifestFlags.config,
  target: manifestFlags.target,
  'file-root': manifestFlags['file-root'],
  ...connectionFlags,
  ...parallelFlags,
} as const satisfies Flags

export type ExportFlags = FlagsOf<typeof exportFlags>
