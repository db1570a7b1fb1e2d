// The options of the commands about triggers and their results: trigger, events, messages and smoke.
import type { FormatName } from '../../report/formats.ts'
import { inGroup, type Flags, type FlagsOf } from './flag.ts'
import * as read from './readers.ts'
import {
  connectionFlags,
  formatFlags,
  manifestFlags,
  parallelFlags,
  timeoutFlag,
  toldFlags,
} from './shared.ts'

/** Of commands that work on one target and read no manifests. */
export const targetFlags = {
  ...connectionFlags,
  format: formatFlags.format,
  'show-personal-data': toldFlags['show-personal-data'],
  'no-color': formatFlags['no-color'],
  target: { ...manifestFlags.target, help: 'the target, if the project has several' },
  config: manifestFlags.config,
  'file-root': {
    ...manifestFlags['file-root'],
    help: 'folder outside the project that ${file:…} may read',
  },
} as const satisfies Flags

export const triggerOwnFlags = inGroup('request', {
  to: {
    argument: '<recipient>...',
    help: 'subscriber ID, topic:KEY, key=value pairs, JSON object, or a list of these in @file or - (stdin)',
  },
  payload: { argument: '<json>', help: 'data for the workflow: JSON object, @file or -' },
  overrides: {
    argument: '<json>',
    help: 'provider settings for this trigger: JSON object, @file or -',
  },
  actor: { argument: '<who>', help: 'the user who causes it: subscriber ID, JSON object, @file or -' },
  tenant: { argument: '<tenant>', help: 'tenant: identifier, JSON object, @file or -' },
  context: {
    argument: '<key=value>...',
    help: 'context: pair, JSON object of strings, @file or -',
    empty: 'allowed',
  },
  'transaction-id': { argument: '<id>', help: 'ID of this trigger; an ID used before is refused' },
  'create-recipients': { help: 'create unknown recipients (permanent)' },
  'dry-run': { help: 'show the request without sending it' },
  wait: { help: 'wait for the result; explain failures', group: 'result' },
  'skip-delayed': {
    help: 'with --wait: treat steps that wait for a digest or a delay as done',
    group: 'result',
  },
  expect: {
    argument: '<what>...',
    help: 'expected result: email=sent, sms=failed:provider, within=30s; implies --wait',
    empty: 'allowed',
    group: 'result',
  },
})

export const triggerFlags = {
  ...triggerOwnFlags,
  ...targetFlags,
  timeout: timeoutFlag('300; with --wait 60, for the wait too'),
} as const satisfies Flags

export const pageFlags = inGroup('pages', {
  page: { argument: '<number>', help: 'number of the page, starting at 0', read: read.wholeNumber(0) },
  limit: {
    argument: '<number>',
    help: 'size of a page (default of the service: 10)',
    read: read.wholeNumber(1),
  },
  all: { help: 'all pages' },
  follow: { help: 'keep printing new entries and changes' },
  max: {
    argument: '<number>',
    help: 'with --all: at most this many (default: 10000); with --follow: stop after this many',
    read: read.wholeNumber(1),
  },
})

const listFlags = {
  ...pageFlags,
  ...targetFlags,
  format: { ...formatFlags.format, choices: ['text', 'json', 'ndjson'] },
} as const satisfies Flags

const eventFilterFlags = inGroup('filters', {
  channel: { argument: '<type>...', help: 'with a step of this type, such as email' },
  template: { argument: '<id>...', help: 'of the workflow with this ID (_id)' },
  email: { argument: '<address>...', help: 'to this address, or to a --subscriber' },
  subscriber: { argument: '<id>...', help: 'to this subscriber, or to an --email' },
  'transaction-id': { argument: '<id>', help: 'of this trigger' },
  topic: { argument: '<key>', help: 'of this topic' },
  after: { argument: '<time>', help: 'after this time: 2026-01-31T09:00:00Z', read: read.moment },
  before: { argument: '<time>', help: 'before this time: 2026-01-31T09:00:00Z', read: read.moment },
  search: {
    argument: '<text>',
    help: 'by subscriber or email; deprecated by the service, use the other filters',
  },
})

const { 'transaction-id': id, topic, after, before, ...others } = eventFilterFlags

/** In the order in which their problems are reported. */
export const checkedEventFlags = { ...others, 'transaction-id': id, topic, after, before }

export const listEventsFlags = {
  ...eventFilterFlags,
  ...listFlags,
  limit: { ...pageFlags.limit, read: read.wholeNumber(1, 50) },
} as const satisfies Flags

export const getEventFlags = {
  explain: { help: 'show why steps failed, with the integration and its line in the manifests' },
  ...targetFlags,
} as const satisfies Flags

/** A repeated filter matches any of its values. An empty --context-key asks for messages without a context. */
export const messageFilterFlags = inGroup('filters', {
  channel: { argument: '<channel>', help: 'of this channel, such as email' },
  subscriber: { argument: '<id>', help: 'to this subscriber' },
  'transaction-id': { argument: '<id>...', help: 'of this trigger' },
  'context-key': {
    argument: '<type:id>...',
    help: 'with exactly these context keys',
    empty: 'allowed',
  },
})

export const listMessagesFlags = { ...messageFilterFlags, ...listFlags } as const satisfies Flags

export const maxLookedFlags = {
  max: { ...pageFlags.max, help: 'search at most this many messages (default: 10000)' },
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
  filter: { argument: '<name>...', help: 'only cases named NAME, SUITE/NAME or tag:TAG', group: 'selection' },
  concurrency: { ...parallelFlags.concurrency, help: 'cases at the same time' },
  'file-root': {
    ...manifestFlags['file-root'],
    help: 'folder outside the project that may be read',
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
