// The options of the commands about triggers and their results: trigger, events, messages and smoke.
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  formatFlags,
  formatOf,
  manifestFlags,
  oneTargetFlag,
  parallelFlags,
  timeoutFlag,
  pullRequestFlag,
  outputFlags,
} from './common.ts'

/** Of commands that work on one target, and read only manifests of the project file. */
export const targetFlags = {
  ...connectionFlags,
  format: formatFlags.format,
  showPersonalData: outputFlags.showPersonalData,
  color: formatFlags.color,
  targets: oneTargetFlag,
  config: manifestFlags.config,
  fileRoots: {
    ...manifestFlags.fileRoots,
    help: 'let ${file:…} also read from this folder outside the project',
  },
} as const satisfies Flags

const triggerOwnFlags = inGroup('request', {
  to: {
    argument: '<recipient>...',
    empty: 'allowed',
    help: 'subscriber ID, topic:KEY, key=value pairs or JSON object; @file reads a list of these from a file, - from stdin',
  },
  payload: { argument: '<json>', help: 'data for the workflow: JSON object, @file or -' },
  overrides: {
    argument: '<json>',
    help: 'provider settings for this trigger: JSON object, @file or -',
  },
  actor: {
    argument: '<who>',
    help: 'user who causes the notification: subscriber ID, JSON object, @file or -',
  },
  tenant: { argument: '<tenant>', help: 'tenant: identifier, JSON object, @file or -' },
  context: {
    argument: '<key=value>...',
    help: 'context: key=value pair, JSON object of strings, @file or -',
    empty: 'allowed',
  },
  transactionId: {
    argument: '<id>',
    help: 'transaction ID; refused if it was used before',
  },
  allowPullRequest: { help: pullRequestFlag.help, about: pullRequestFlag.about },
  createRecipients: {
    help: 'create unknown recipients (permanent)',
    about: 'Let the service create unknown recipients, permanently. By default they are refused.',
  },
  dryRun: {
    help: 'show the request without sending it',
    about: 'Return the request without sending it.',
    conflicts: ['wait', 'expect'],
  },
  wait: {
    help: 'wait for the result, and explain failures',
    about: 'Wait for the result, and explain failures.',
    group: 'result',
  },
  skipDelayed: {
    needs: ['wait', 'expect'],
    help: 'with --wait: treat steps that wait for a digest or a delay as done',
    about: 'Treat steps that wait for a digest or a delay as done.',
    group: 'result',
  },
  expect: {
    argument: '<what>...',
    help: 'expected result: email=sent, sms=failed:provider, within=30s; implies --wait',
    about: 'Expected results, such as `email=sent` or `within=30s`. They imply `wait`.',
    empty: 'allowed',
    group: 'result',
  },
})

export const triggerFlags = {
  ...triggerOwnFlags,
  ...targetFlags,
  timeout: {
    ...timeoutFlag(300),
    help: `${timeoutFlag(300).help}. With --wait, the time also limits the wait for the result (default with --wait: 60)`,
    about:
      'Milliseconds that `wait` takes at most, instead of 60,000 or the longest expected `within`. Also the `timeout` of each request.',
  },
} as const satisfies Flags

export const pageFlags = inGroup('pages', {
  page: {
    argument: '<number>',
    help: 'page number, starting at 0',
    about: 'The number of the page, from 0.',
    conflicts: ['all'],
    ...read.wholeNumber(0),
  },
  limit: {
    argument: '<number>',
    help: 'entries on a page (default of the service: 10)',
    about: 'Entries on a page. By default 10.',
    ...read.wholeNumber(1),
  },
  all: { help: 'print all pages', about: 'Read all pages.' },
  follow: { help: 'keep printing new entries and changes', conflicts: ['all', 'page'] },
  max: {
    argument: '<number>',
    needs: ['all', 'follow'],
    help: 'with --all or --follow: stop after this many entries (default with --all: 10000)',
    about: 'With `all`: read at most this many entries. By default 10,000.',
    ...read.wholeNumber(1),
  },
})

const listFlags = {
  ...pageFlags,
  ...targetFlags,
  format: formatOf('events list'),
} as const satisfies Flags

export const eventFilterFlags = inGroup('filters', {
  channel: {
    argument: '<type>...',
    help: 'only events with a step of this type, such as email',
    about: 'Only events with a step of one of these types, such as `email`.',
    selects: true,
  },
  template: {
    argument: '<id>...',
    help: 'only events of the workflow with this ID (_id)',
    about: 'Only events of the workflows with these IDs (`_id`).',
    selects: true,
  },
  email: {
    argument: '<address>...',
    help: 'only events to this email address; together with --subscriber, events that match one of the two options',
    about: 'Only events to these email addresses.',
    selects: true,
  },
  subscriber: {
    argument: '<id>...',
    help: 'only events to this subscriber; together with --email, events that match one of the two options',
    about: 'Only events to these subscribers; together with `email`, events that match one of the two.',
    selects: true,
  },
  transactionId: {
    argument: '<id>',
    help: 'only events with this transaction ID',
    about: 'Only events with this transaction ID.',
  },
  topic: { argument: '<key>', help: 'only events to this topic', about: 'Only events to this topic.' },
  after: {
    argument: '<time>',
    help: 'only events after this time, such as 2026-01-31T09:00:00Z',
    about: 'Only events after this time, in ISO 8601.',
    read: read.moment,
  },
  before: {
    argument: '<time>',
    help: 'only events before this time, such as 2026-01-31T09:00:00Z',
    about: 'Only events before this time, in ISO 8601.',
    read: read.moment,
  },
  search: {
    argument: '<text>',
    help: 'only events that match this subscriber or email address. The service deprecated this filter: use the other filters',
  },
})

export const listEventsFlags = {
  ...eventFilterFlags,
  ...listFlags,
  limit: { ...pageFlags.limit, ...read.wholeNumber(1, 50) },
} as const satisfies Flags

export const getEventFlags = {
  explain: { help: 'show why steps failed, and the manifest line that declares the integration' },
  ...targetFlags,
} as const satisfies Flags

/** A repeated --transaction-id matches any of its values. An empty --context-key asks for messages without a context. */
const messageFilterFlags = inGroup('filters', {
  channel: {
    argument: '<channel>',
    help: 'only messages of this channel, such as email',
    about: 'Only messages of this channel, such as `email`.',
  },
  subscriber: {
    argument: '<id>',
    help: 'only messages to this subscriber',
    about: 'Only messages to this subscriber.',
  },
  transactionId: {
    argument: '<id>...',
    help: 'only messages with this transaction ID',
    about: 'Only messages with one of these transaction IDs.',
    selects: true,
  },
  contextKey: {
    argument: '<type:id>...',
    help: 'only messages with exactly these context keys',
    about: 'Only messages with exactly these context keys, as `TYPE:ID`.',
    selects: true,
    empty: 'allowed',
  },
})

export const listMessagesFlags = { ...messageFilterFlags, ...listFlags } as const satisfies Flags

export const getMessageFlags = {
  max: { ...pageFlags.max, needs: undefined, help: 'search at most this many messages (default: 10000)' },
  ...messageFilterFlags,
  ...targetFlags,
} as const satisfies Flags

export const smokeFlags = {
  ...outputFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  targets: manifestFlags.targets,
  allowPullRequest: pullRequestFlag,
  filter: {
    argument: '<name>...',
    help: 'only cases named NAME, SUITE/NAME or tag:TAG',
    about: 'Only cases with these names, as `NAME`, `SUITE/NAME` or `tag:TAG`.',
    selects: true,
    group: 'selection',
  },
  concurrency: {
    ...parallelFlags.concurrency,
    help: 'maximum number of cases at the same time',
    default: '4',
  },
  fileRoots: manifestFlags.fileRoots,
} as const satisfies Flags

export type TriggerFlags = FlagsOf<typeof triggerFlags>
export type ListFlags = FlagsOf<typeof listFlags>
export type ListEventsFlags = FlagsOf<typeof listEventsFlags>
export type MessageFilterFlags = FlagsOf<typeof messageFilterFlags>
export type GetMessageFlags = FlagsOf<typeof getMessageFlags>
export type SmokeFlags = FlagsOf<typeof smokeFlags>
