// The options of the commands about manifests: validate, plan, diff, apply, show and doctor.
import { formatsFor } from '../../report/formats.ts'
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  extentFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  pullRequestFlag,
  secretFlags,
  timeoutFlag,
  toldFlags,
} from './common.ts'

export const validateFlags = {
  ...toldFlags,
  ...manifestFlags,
  full: { help: 'also list the files and folders that are ignored', group: 'output' },
  insecureHttp: { help: 'allow http URLs of other machines', group: 'connection' },
} as const satisfies Flags

const resourceFlags = inGroup('selection', {
  only: {
    argument: '<kind/name>...',
    help: 'only resources that match this name; * matches any characters',
    repeat: 'selection',
  },
  exclude: {
    argument: '<kind/name>...',
    help: 'leave out resources that match this name',
    repeat: 'selection',
  },
})

const changeFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...connectionFlags,
  ...secretFlags,
  ...parallelFlags,
  ...resourceFlags,
  resend: {
    argument: '<kind/name>...',
    help: "resend the fields of this resource that the service doesn't return",
    group: 'selection',
    repeat: 'selection',
  },
  checkCredentials: {
    argument: '<kind/name>...',
    help: 'when belfry sends the credentials of this integration, let the service test the credentials',
    group: 'selection',
    repeat: 'selection',
  },
  maxChanges: {
    argument: '<kind=limit>...',
    help: 'refuse to change more than this many resources of a kind: subscriber=20 or subscriber=10%',
    group: 'guards',
    repeat: 'limits',
  },
  failback: {
    help: 'undo a failover: see failover',
    group: 'guards',
    repeat: 'limits',
  },
} as const satisfies Flags

export const planFlags = {
  ...changeFlags,
  detailedExitcode: {
    help: 'exit with code 2 if changes are pending, a resource is in the service twice, or a failover is drift',
    group: 'output',
  },
  out: { argument: '<file>', help: 'save the plan in this file, for show and apply' },
  secrets: {
    argument: '<how>',
    help: 'defer: compare secrets only by name. needed: require only secrets that are sent',
    choices: ['defer', 'needed'],
  },
  diffBase: {
    argument: '[ref]',
    help: 'show which changes come from edits since this revision, and which undo drift',
  },
  guardsFrom: {
    argument: '<ref>',
    help: 'judge the plan by the guards of this revision',
    group: 'guards',
  },
} as const satisfies Flags

export const diffFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...resourceFlags,
  git: { help: 'treat the arguments as git revisions, not as files' },
  base: {
    argument: '<ref>',
    help: 'base branch to compare with (default: origin/HEAD, origin/main or main)',
  },
  detailedExitcode: { help: 'exit with code 2 if anything differs', group: 'output' },
} as const satisfies Flags

export const compareFlags = {
  ...extentFlags,
  ...manifestFlags,
  ...connectionFlags,
  ...parallelFlags,
  ...resourceFlags,
  live: { program: 'by', help: 'compare what is in the service (default)', conflicts: 'declared' },
  declared: { program: 'by', help: 'compare what the manifests declare, without a request' },
  detailedExitcode: {
    help: 'exit with code 2 if anything differs, except fields that the manifests declare differently',
    group: 'output',
  },
} as const satisfies Flags

export const applyFlags = {
  ...changeFlags,
  yes: {
    short: '-y',
    help: "don't ask for confirmation",
    group: 'guards',
  },
  allowProtected: {
    argument: '<target>...',
    help: 'allow writes to this protected target without a reviewed plan',
    group: 'guards',
  },
  allowPullRequest: pullRequestFlag,
  keepGoing: { help: 'continue with the next target after a failure' },
  secrets: {
    argument: '<how>',
    help: 'needed: require only secrets that are sent',
    choices: ['needed'],
    group: 'connection',
  },
  freshness: {
    argument: '<time>',
    help: 'maximum age of a read: 30, 2m (default: 5)',
    group: 'guards',
    read: read.freshness,
    write: read.seconds,
  },
  journal: {
    argument: '<file>',
    help: 'log each write to this file, for belfry show',
  },
  smoke: { argument: '<file>...', help: 'after all changes, run this smoke suite' },
  approved: {
    argument: '<file>',
    help: 'apply only changes that this plan contains',
    group: 'guards',
  },
  unapproved: {
    argument: '<what>',
    help: 'refuse: write nothing if more has changed',
    choices: ['refuse'],
    group: 'guards',
  },
  approveSecrets: {
    argument: '<kind/name>...',
    help: 'with --approved, also send these secrets',
    group: 'guards',
  },
} as const satisfies Flags

export const logFlags = { ...formatFlags, only: resourceFlags.only } as const satisfies Flags
export const failoverFlags = {
  ...toldFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: { ...manifestFlags.targets, help: 'target to use, if the project has several targets' },
  fileRoots: manifestFlags.fileRoots,
  format: { ...toldFlags.format, choices: formatsFor('stdout', 'failover') },
  to: {
    argument: '<identifier>',
    help: 'standby to switch to (default: the standby with the lowest number)',
    conflicts: 'back',
  },
  back: { help: 'return to the declared primary integration' },
  ifFailing: {
    argument: '<share/time>',
    help: 'switch only if the provider refuses this share of the messages, twice in a row, such as 20%/10m. Without --yes, report only',
    conflicts: 'back',
    read: read.threshold,
  },
  reason: { argument: '<text>', help: 'reason to keep in the journal; required for protected targets' },
  journal: { argument: '<file>', help: 'log the run to this file (default: .belfry/failover.ndjson)' },
  yes: { short: '-y', help: "don't ask for confirmation", group: 'guards' },
  unverified: {
    help: "with --yes: switch even if the service doesn't return the credentials of the integration",
    group: 'guards',
  },
  smoke: { flag: 'no-smoke', help: 'switch without a smoke trigger', group: 'guards' },
  allowProtected: applyFlags.allowProtected,
  allowPullRequest: pullRequestFlag,
} as const satisfies Flags

export const doctorFlags = {
  ...formatFlags,
  ...manifestFlags,
  ...connectionFlags,
  ...secretFlags,
  timeout: timeoutFlag(30),
} as const satisfies Flags

export const auditFlags = {
  ...toldFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: manifestFlags.targets,
  fileRoots: manifestFlags.fileRoots,
  format: { ...toldFlags.format, choices: formatsFor('stdout', 'audit') },
  failOn: {
    argument: '<rule>...',
    help: 'exit with code 2 if a finding has this rule; * matches any characters',
    read: read.auditRule,
  },
} as const satisfies Flags

export type ValidateFlags = FlagsOf<typeof validateFlags>
export type PlanFlags = FlagsOf<typeof planFlags>
export type DiffFlags = FlagsOf<typeof diffFlags>
export type CompareFlags = FlagsOf<typeof compareFlags>
export type ApplyFlags = FlagsOf<typeof applyFlags>
export type AuditFlags = FlagsOf<typeof auditFlags>
export type LogFlags = FlagsOf<typeof logFlags>
export type FailoverFlags = FlagsOf<typeof failoverFlags>
export type DoctorFlags = FlagsOf<typeof doctorFlags>
