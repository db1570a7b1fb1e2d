// The options of the commands that check what is in the service, or switch it: doctor, audit and failover.
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  formatFlags,
  formatOf,
  manifestFlags,
  oneTargetFlag,
  pullRequestFlag,
  secretFlags,
  timeoutFlag,
  outputFlags,
} from './common.ts'
import { applyFlags } from './plan.ts'

export const doctorFlags = {
  ...formatFlags,
  ...manifestFlags,
  ...connectionFlags,
  ...secretFlags,
  timeout: timeoutFlag(30),
} as const satisfies Flags

export const auditFlags = {
  ...outputFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: manifestFlags.targets,
  fileRoots: manifestFlags.fileRoots,
  format: formatOf('audit'),
  failOn: {
    argument: '<rule>...',
    help: 'exit with code 2 if a finding has this rule; * matches any characters',
    about: 'Fail with exit code 2 if a finding has one of these rules; `*` matches any characters.',
    read: read.auditRule,
  },
} as const satisfies Flags

export const failoverFlags = {
  ...outputFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: oneTargetFlag,
  fileRoots: manifestFlags.fileRoots,
  format: formatOf('failover'),
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
    help: 'switch only if the provider refused this share of the messages in each of the last two periods: 20%/10m. Without --yes, report only',
    about:
      'Switch only if the provider refused this share of the messages in each of the last two periods: `20%/10m`.',
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

export type AuditFlags = FlagsOf<typeof auditFlags>
export type FailoverFlags = FlagsOf<typeof failoverFlags>
