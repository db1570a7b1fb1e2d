// The options of plan and apply, and the problems of those that change a limit for one run or allow what a guard refuses.
import { option } from '../../core/shell.ts'
import { type Problem, badFlag } from '../../core/problem.ts'
import { didYouMean } from '../../core/did-you-mean.ts'
import { kindNames } from '../../kinds/kind.ts'
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  extentFlags,
  manifestFlags,
  parallelFlags,
  pullRequestFlag,
  secretFlags,
  type ConnectionRequest,
  type ProjectRequest,
} from './common.ts'
import { resourceFlags, type SelectionRequest } from './manifests.ts'

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
    help: 'switch back after a failover',
    about:
      'Undo a failover: make the declared primary integration primary again. By default the standby stays primary.',
    group: 'guards',
    repeat: 'limits',
  },
} as const satisfies Flags

export const planFlags = {
  ...changeFlags,
  detailedExitcode: {
    help: 'exit with code 2 if changes are pending, the API key of a new environment is missing, a resource is in the service twice, or a failover is too old or not in the journal',
    group: 'output',
  },
  out: { argument: '<file>', help: 'save the plan in this file, for show and apply' },
  secrets: {
    argument: '<how>',
    help: 'compare secrets only by name (defer), or require only secrets that are sent (needed)',
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
    help: 'judge the plan by the guards of this revision; limits and protected that it lacks stay as in the project file',
    group: 'guards',
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
    repeat: 'run',
  },
  allowPullRequest: { ...pullRequestFlag, repeat: 'run' },
  keepGoing: {
    help: 'continue with the next target after a failure',
    about: 'Continue with the next target after a failure.',
    repeat: 'run',
  },
  secrets: {
    argument: '<how>',
    help: 'require only secrets that are sent (needed)',
    choices: ['needed'],
    group: 'connection',
    repeat: 'run',
  },
  freshness: {
    argument: '<time>',
    help: 'maximum age of a read: 30s, 2m (default: 5s)',
    about:
      'The maximum age of the last read before a write, in milliseconds, from 1,000 to 3,600,000. By default 5,000.',
    group: 'guards',
    ...read.freshness,
    repeat: 'run',
  },
  journal: {
    argument: '<file>',
    help: 'log each write to this file, for belfry show',
    about: 'A file to which each write is logged, for `belfry show`.',
    repeat: 'run',
  },
  smoke: {
    argument: '<file>...',
    help: 'after all changes, run this smoke suite',
    about: 'Smoke suites to run after all changes are applied.',
    repeat: 'run',
  },
  approved: {
    argument: '<file>',
    help: 'apply only changes that this plan contains',
    group: 'guards',
    repeat: 'run',
  },
  unapproved: {
    argument: '<what>',
    help: 'refuse: if other changes exist, write nothing',
    choices: ['refuse'],
    needs: ['approved'],
    group: 'guards',
    repeat: 'run',
  },
  approveSecrets: {
    argument: '<kind/name>...',
    help: 'with --approved, also send these secrets',
    needs: ['approved'],
    group: 'guards',
    repeat: 'run',
  },
} as const satisfies Flags

export type PlanFlags = FlagsOf<typeof planFlags>
export type ApplyFlags = FlagsOf<typeof applyFlags>

/** What plan and apply have in common. */
export type ChangeRequest = ProjectRequest &
  ConnectionRequest &
  SelectionRequest &
  Pick<PlanFlags, 'resend' | 'checkCredentials' | 'maxChanges' | 'failback' | 'secrets'>

/** A kind that doesn't exist can't be limited: a typo must not pass as a limit. */
export function maxChangesProblems(maxChanges: ChangeRequest['maxChanges'] = {}): Problem[] {
  return Object.entries(maxChanges)
    .filter(([kind]) => !kindNames.includes(kind))
    .map(([kind, { most, unit }]) =>
      badFlag(
        `${option('maxChanges', { [kind]: unit === 'percent' ? `${most}%` : most })}: unknown kind "${kind}"${didYouMean(kind, kindNames)}`,
        `The kinds are ${kindNames.join(', ')}.`,
      ),
    )
}

/** A target that doesn't exist can't be allowed: a typo must not pass as a permission. */
export function allowProtectedProblems(
  allowProtected: readonly string[],
  aliases: readonly string[],
): Problem[] {
  return allowProtected
    .filter((name) => !aliases.includes(name))
    .map((name) => badFlag(`${option('allowProtected')} ${name}: unknown target${didYouMean(name, aliases)}`))
}
