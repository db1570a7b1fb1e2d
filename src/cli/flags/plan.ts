// The options of the commands about manifests: validate, plan, diff, apply, show and doctor.
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  extentFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  timeoutFlag,
  toldFlags,
} from './shared.ts'

export const validateFlags = {
  ...toldFlags,
  ...manifestFlags,
  full: { help: 'also list the files and folders that are ignored' },
  'insecure-http': { help: 'as for plan: let keys go over http to other machines' },
} as const satisfies Flags

const resourceFlags = {
  only: {
    argument: '<kind/name>...',
    help: 'only these resources; repeatable, * stands for any characters',
    repeat: 'selection',
  },
  exclude: { argument: '<kind/name>...', help: 'all but these resources; repeatable', repeat: 'selection' },
} as const satisfies Flags

const changeFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...connectionFlags,
  ...parallelFlags,
  ...resourceFlags,
  resend: {
    argument: '<kind/name>...',
    help: "send declared fields of these that can't be compared; repeatable",
    repeat: 'selection',
  },
  'check-credentials': {
    argument: '<kind/name>...',
    help: 'have the service try out the credentials of these with their provider when they are sent; repeatable',
    repeat: 'selection',
  },
  'max-changes': {
    argument: '<kind=limit>...',
    help: 'refuse to change more resources of a kind: a number, or a share such as 10%; repeatable',
    repeat: 'limits',
  },
} as const satisfies Flags

export const planFlags = {
  ...changeFlags,
  'detailed-exitcode': { help: 'exit 2 if changes are pending, or a resource is in the service twice' },
  out: { argument: '<file>', help: 'save the plan in this file, for belfry show and belfry apply' },
  secrets: {
    argument: '<how>',
    help: 'defer: take part by name only, for a plan to be approved',
    choices: ['defer'],
  },
  'diff-base': {
    argument: '[ref]',
    help: 'tell too what is declared otherwise than there, where live shows nothing',
  },
} as const satisfies Flags

export const diffFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...resourceFlags,
  git: { help: 'the names are revisions, also where there are files of these names' },
  base: { argument: '<ref>', help: 'what HEAD left, instead of origin/HEAD, origin/main or main' },
  'detailed-exitcode': { help: 'exit 2 where anything differs' },
} as const satisfies Flags

export const applyFlags = {
  ...changeFlags,
  yes: { short: '-y', help: "don't ask" },
  'allow-protected': {
    argument: '<target>...',
    help: 'write to this protected target without a reviewed plan; repeatable',
  },
  'allow-pull-request': { help: 'write although the pipeline runs for a pull request' },
  'keep-going': { help: 'go on with the next target after one that failed' },
  freshness: {
    argument: '<time>',
    help: 'read again what is older than this before a call is based on it (default: 5)',
    read: read.freshness,
  },
  journal: {
    argument: '<file>',
    help: 'add a line to this file before and after each write, for belfry show',
  },
  smoke: { argument: '<file>...', help: 'once all is applied, run this smoke suite; repeatable' },
  approved: {
    argument: '<file>',
    help: 'plan afresh, and go on only where this saved plan has every change',
  },
} as const satisfies Flags

export const doctorFlags = {
  ...formatFlags,
  ...manifestFlags,
  ...connectionFlags,
  timeout: timeoutFlag(30),
} as const satisfies Flags

export type ValidateFlags = FlagsOf<typeof validateFlags>
export type ChangeFlags = FlagsOf<typeof changeFlags>
export type PlanFlags = FlagsOf<typeof planFlags>
export type DiffFlags = FlagsOf<typeof diffFlags>
export type ApplyFlags = FlagsOf<typeof applyFlags>
export type DoctorFlags = FlagsOf<typeof doctorFlags>
