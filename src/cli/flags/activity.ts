// The options of the commands about triggers and their results: trigger, events, messages and smoke.
import type { FormatName } from '../../report/formats.ts'
import type { Flags, FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  timeoutFlag,
  toldFlags,
} from './shared.ts'

/** Of commands that work on one target and take no manifests. */
export const targetFlags = {
  ...connectionFlags,
  format: formatFlags.format,
  'show-personal-data': { help: 'mask nothing for being about a person, whatever `privacy` says' },
  'no-color': formatFlags['no-color'],
  target: { ...manifestFlags.target, help: 'which target, where the project has several' },
  config: manifestFlags.config,
  'file-root': {
    ...manifestFlags['file-root'],
    help: 'a folder outside the project that ${file:…} may read; repeatable',
  },
} as const satisfies Flags

export const triggerOwnFlags = {
  to: {
    argument: '<recipient>...',
    help: 'a subscriber id, topic:KEY, key=value pairs, a JSON object, @file or - with several of these; repeatable',
  },
  payload: { argument: '<json>', help: 'data for the workflow: a JSON object, @file or -' },
  overrides: {
    argument: '<json>',
    help: 'settings of providers for this trigger: a JSON object, @file or -',
  },
  actor: { argument: '<who>', help: 'who causes it: a subscriber id, a JSON object, @file or -' },
  tenant: { argument: '<tenant>', help: 'its tenant: an identifier, a JSON object, @file or -' },
  context: {
    argument: '<key=value>...',
    help: 'its context: a pair, a JSON object of texts, @file or -; repeatable',
    empty: 'allowed',
  },
  'transaction-id': { argument: '<id>', help: 'what it is known by; one that was used before is refused' },
  'create-recipients': { help: "let the service create recipients that it doesn't know, for good" },
  'dry-run': { help: 'show the request, and send nothing' },
  wait: { help: 'wait for what becomes of it, and say why where something went wrong' },
  'skip-delayed': { help: 'with --wait: take steps for done that a digest or a delay holds back' },
  expect: {
    argument: '<what>...',
    help: 'what is to become of it, such as email=sent, sms=failed:provider or within=30s; waits; repeatable',
    empty: 'allowed',
  },
} as const satisfies Flags

export const triggerFlags = {
  ...triggerOwnFlags,
  ...targetFlags,
  timeout: timeoutFlag('300; with --wait 60, and it limits the waiting too'),
} as const satisfies Flags

export const pageFlags = {
  page: { argument: '<number>', help: 'which page, counted from 0', read: read.wholeNumber(0) },
  limit: {
    argument: '<number>',
    help: "how many on a page; the service's default is 10",
    read: read.wholeNumber(1),
  },
  all: { help: 'all pages' },
  follow: { help: 'go on with what is new and what changes, until it is interrupted' },
  max: {
    argument: '<number>',
    help: 'with --all or --follow: how many at most (default: 10000, or no end)',
    read: read.wholeNumber(1),
  },
} as const satisfies Flags

const listFlags = {
  ...pageFlags,
  ...targetFlags,
  format: { ...formatFlags.format, choices: ['text', 'json', 'ndjson'] },
} as const satisfies Flags

const eventFilterFlags = {
  channel: { argument: '<type>...', help: 'with a step of this type, such as email; repeatable' },
  template: { argument: '<id>...', help: "of this workflow, by the service's own id; repeatable" },
  email: { argument: '<address>...', help: 'to this address, or to a --subscriber; repeatable' },
  subscriber: { argument: '<id>...', help: 'to this subscriber, or to an --email; repeatable' },
  'transaction-id': { argument: '<id>', help: 'of this trigger' },
  topic: { argument: '<key>', help: 'of this topic' },
  after: { argument: '<time>', help: 'later than this, in ISO 8601', read: read.moment },
  before: { argument: '<time>', help: 'earlier than this, in ISO 8601', read: read.moment },
  search: {
    argument: '<text>',
    help: 'deprecated by the service: by subscriber or email; use the filters above',
  },
} as const satisfies Flags

const { 'transaction-id': id, topic, after, before, ...others } = eventFilterFlags

/** In the order in which their problems are reported. */
export const checkedEventFlags = { ...others, 'transaction-id': id, topic, after, before }

export const listEventsFlags = {
  ...eventFilterFlags,
  ...listFlags,
  limit: { ...pageFlags.limit, read: read.wholeNumber(1, 50) },
} as const satisfies Flags

export const getEventFlags = {
  explain: { help: 'say why steps are not done, with the integration and its line in the manifests' },
  ...targetFlags,
} as const satisfies Flags

/** A repeated filter matches any of its values. An empty --context-key asks for messages without a context. */
export const messageFilterFlags = {
  channel: { argument: '<channel>', help: 'of this channel, such as email' },
  subscriber: { argument: '<id>', help: 'to this subscriber' },
  'transaction-id': { argument: '<id>...', help: 'of this trigger; repeatable' },
  'context-key': {
    argument: '<type:id>...',
    help: 'with exactly these context keys; repeatable',
    empty: 'allowed',
  },
} as const satisfies Flags

export const listMessagesFlags = { ...messageFilterFlags, ...listFlags } as const satisfies Flags

export const maxLookedFlags = {
  max: { ...pageFlags.max, help: 'how many messages to look through (default: 10000)' },
} as const satisfies Flags

export const getMessageFlags = {
  ...maxLookedFlags,
  ...messageFilterFlags,
  ...targetFlags,
} as const satisfies Flags

export const smokeFlags = {
  ...toldFlags,
  ...connectionFlags,
  config: manifestFlags.config,
  target: manifestFlags.target,
  filter: { argument: '<name>...', help: 'only cases of this name, SUITE/NAME, or tag:TAG; repeatable' },
  concurrency: { ...parallelFlags.concurrency, help: 'how many cases may be under way at once' },
  'file-root': {
    ...manifestFlags['file-root'],
    help: 'a folder outside the project that suites and ${file:…} may read; repeatable',
  },
} as const satisfies Flags

export type TargetFlags = FlagsOf<typeof targetFlags>
export type TriggerFlags = FlagsOf<typeof triggerFlags>
export type ListFlags = Omit<FlagsOf<typeof listFlags>, 'format'> & { readonly format: FormatName }
export type ListEventsFlags = FlagsOf<typeof listEventsFlags>
export type GetEventFlags = FlagsOf<typeof getEventFlags>
export type MessageFilterFlags = FlagsOf<typeof messageFilterFlags>
export type ListMessagesFlags = FlagsOf<typeof listMessagesFlags>
export type GetMessageFlags = FlagsOf<typeof getMessageFlags>
export type SmokeFlags = FlagsOf<typeof smokeFlags>
