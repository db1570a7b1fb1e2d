// The options of the commands about manifests: validate, plan, diff, apply, show and doctor.
import { formatsFor } from '../../report/formats.ts'
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  extentFlags,
  formatFlags,
  manifestFlags,
  oneTargetFlag,
  parallelFlags,
  pullRequestFlag,
  secretFlags,
  timeoutFlag,
  toldFlags,
  type ConnectionRequest,
  type ProjectRequest,
} from './common.ts'

export const validateFlags = {
  ...toldFlags,
  ...manifestFlags,
  full: { help: 'also list the files and folders that are ignored', group: 'output' },
  insecureHttp: {
    help: 'allow http URLs of other machines',
    group: 'connection',
    about: connectionFlags.insecureHttp.about,
  },
} as const satisfies Flags

const resourceFlags = inGroup('selection', {
  only: {
    argument: '<kind/name>...',
    help: 'only resources that match this name; * matches any characters',
    about: 'Only resources that match one of these, as `KIND/NAME`; `*` matches any characters.',
    selects: true,
    repeat: 'selection',
  },
  exclude: {
    argument: '<kind/name>...',
    help: 'leave out resources that match this name',
    about: 'Leave out resources that match one of these, as `KIND/NAME`.',
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
    about: "Resend the fields of these resources that the service doesn't return, as `KIND/NAME`.",
    group: 'selection',
    repeat: 'selection',
  },
  checkCredentials: {
    argument: '<kind/name>...',
    help: 'when belfry sends the credentials of this integration, let the service test the credentials',
    about:
      'Let the service test the credentials of these integrations when belfry sends them, as `integration/NAME`.',
    group: 'selection',
    repeat: 'selection',
  },
  maxChanges: {
    argument: '<kind=limit>...',
    help: 'refuse to change more than this many resources of a kind: subscriber=20 or subscriber=10%',
    about:
      "By kind, the number or the share of resources that may change, such as `{ subscriber: '10%' }`. It replaces the limits of the project file.",
    group: 'guards',
    repeat: 'limits',
    ...read.changeLimits,
  },
  failback: {
    help: 'undo a failover: see failover',
    about:
      'Undo a failover: make the declared primary integration primary again. By default the standby stays primary.',
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
    about:
      'Compare with this git revision, or with the base of the branch, and say which changes come from the branch.',
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

const { targets: _targets, ...untargeted } = manifestFlags

export const compareFlags = {
  ...extentFlags,
  ...untargeted,
  ...connectionFlags,
  ...parallelFlags,
  ...resourceFlags,
  live: { program: 'by', help: 'compare what is in the service (default)', conflicts: ['declared'] },
  declared: {
    program: 'by',
    help: 'compare what the manifests declare, without a request',
    about:
      '`declared`: compare what the manifests declare, without the service. By default what is in the service.',
  },
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
    about:
      'The protected targets that may be written to, by name. By default none: a plan that writes to one is refused.',
    group: 'guards',
  },
  allowPullRequest: pullRequestFlag,
  keepGoing: {
    help: 'continue with the next target after a failure',
    about: 'Continue with the next target after a failure.',
  },
  secrets: {
    argument: '<how>',
    help: 'needed: require only secrets that are sent',
    choices: ['needed'],
    group: 'connection',
  },
  freshness: {
    argument: '<time>',
    help: 'maximum age of a read: 30, 2m (default: 5)',
    about:
      'The maximum age of the last read before a write, in milliseconds, from 1,000 to 3,600,000. By default 5,000.',
    group: 'guards',
    ...read.freshness,
  },
  journal: {
    argument: '<file>',
    help: 'log each write to this file, for belfry show',
    about: 'A file to which each write is logged, for `belfry show`.',
  },
  smoke: {
    argument: '<file>...',
    help: 'after all changes, run this smoke suite',
    about: 'Smoke suites to run after all changes are applied.',
  },
  approved: {
    argument: '<file>',
    help: 'apply only changes that this plan contains',
    group: 'guards',
  },
  unapproved: {
    argument: '<what>',
    help: 'refuse: write nothing if more has changed',
    choices: ['refuse'],
    needs: ['approved'],
    group: 'guards',
  },
  approveSecrets: {
    argument: '<kind/name>...',
    help: 'with --approved, also send these secrets',
    needs: ['approved'],
    group: 'guards',
  },
} as const satisfies Flags

export const logFlags = { ...formatFlags, only: resourceFlags.only } as const satisfies Flags
export const failoverFlags = {
  ...toldFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: oneTargetFlag,
  fileRoots: manifestFlags.fileRoots,
  format: { ...toldFlags.format, choices: formatsFor('stdout', 'failover') },
  to: {
    argument: '<identifier>',
    help: 'standby to switch to (default: the standby with the lowest number)',
    about: 'The standby to switch to. By default the one with the lowest number.',
    conflicts: ['back'],
  },
  back: {
    help: 'return to the declared primary integration',
    about: 'Return to the declared primary integration.',
  },
  ifFailing: {
    argument: '<share/time>',
    help: 'switch only if the provider refuses this share of the messages, twice in a row, such as 20%/10m. Without --yes, report only',
    about:
      'Switch only if the provider refuses this share of the messages, twice in a row, such as `20%/10m`.',
    conflicts: ['back'],
    read: read.threshold,
  },
  reason: {
    argument: '<text>',
    help: 'reason to keep in the journal; required for protected targets',
    about: 'The reason, for the journal. Required for a protected target.',
  },
  journal: {
    argument: '<file>',
    help: 'log the run to this file (default: .belfry/failover.ndjson)',
    about: 'The file of the journal. By default `.belfry/failover.ndjson`.',
  },
  yes: { short: '-y', help: "don't ask for confirmation", group: 'guards' },
  unverified: {
    help: "with --yes: switch even if the service doesn't return the credentials of the integration",
    about: "Switch even if the service doesn't return the credentials of the integration.",
    group: 'guards',
  },
  smoke: {
    flag: 'no-smoke',
    help: 'switch without a smoke trigger',
    about: '`false`: switch without a smoke trigger.',
    group: 'guards',
  },
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
    about: 'Fail with exit code 2 if a finding has one of these rules; `*` matches any characters.',
    read: read.auditRule,
  },
} as const satisfies Flags

export type PlanFlags = FlagsOf<typeof planFlags>
export type DiffFlags = FlagsOf<typeof diffFlags>
export type ApplyFlags = FlagsOf<typeof applyFlags>
export type AuditFlags = FlagsOf<typeof auditFlags>
export type FailoverFlags = FlagsOf<typeof failoverFlags>
export type DoctorFlags = FlagsOf<typeof doctorFlags>

/** Which resources; of the two sides of a diff, too. */
export type SelectionRequest = Pick<PlanFlags, 'files' | 'only' | 'exclude' | 'full'>

/** What plan and apply have in common. */
export type ChangeRequest = ProjectRequest &
  ConnectionRequest &
  SelectionRequest &
  Pick<PlanFlags, 'resend' | 'checkCredentials' | 'maxChanges' | 'failback' | 'secrets'>

export type DiffRequest = ProjectRequest & SelectionRequest & Pick<DiffFlags, 'git' | 'base'>
