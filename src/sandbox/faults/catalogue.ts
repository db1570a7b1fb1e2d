// The faults that can hit a request, by name: each is one plain object.
import type { OperationId } from '../../wire/generated.ts'
import type { Operation } from '../profile.ts'
import type { Quirk } from '../setting.ts'

/** How a reply is broken: an error 500 in its place, a cut connection, silence, half of it, or a web page. */
export type Manner = 'error' | 'reset' | 'hang' | 'half' | 'html'

/** What a fault does to a request. */
export type Effect =
  | { readonly type: 'delay' | 'late' | 'stale' | 'prune' | 'race' | 'overlap' | 'lag' }
  | { readonly type: 'refuse'; readonly status: 409 | 429; readonly message: string }
  | { readonly type: 'break'; readonly manner: Manner; readonly when: 'before' | 'after' }
  | { readonly type: 'quirk'; readonly quirk: Quirk }

/** A duration in milliseconds, an HTTP status, or the seconds of `Retry-After`; `date` sends `Retry-After` as a date. */
export type Amount = number | 'date'

export interface FaultKind {
  readonly effect: Effect
  readonly summary: string
  /** What may follow `=`; absent if nothing may. */
  readonly amount?: 'duration' | 'retry-after' | 'status'
  /** The default amount of a fault that takes one; if absent, an amount is required. */
  readonly defaultAmount?: Amount
  readonly hits: (operation: Pick<Operation, 'id' | 'method'>) => boolean
  /** Query parameters one of which a request must have. */
  readonly parameters?: readonly string[]
}

type Hits = FaultKind['hits']
const all: Hits = () => true
const reads: Hits = ({ method }) => method === 'GET'
const writes: Hits = ({ method }) => method !== 'GET'
const only =
  (wanted: OperationId): Hits =>
  ({ id }) =>
    id === wanted

const broken = (manner: Manner, when: 'before' | 'after', summary: string): FaultKind => ({
  effect: { type: 'break', manner, when },
  summary,
  hits: all,
})
const pageStatus = { amount: 'status', defaultAmount: 200 } as const

export const catalogue: Readonly<Record<string, FaultKind>> = {
  latency: { effect: { type: 'delay' }, summary: 'delays each reply', amount: 'duration', hits: all },
  '429': {
    effect: { type: 'refuse', status: 429, message: 'API rate limit exceeded' },
    summary:
      'replies 429 with Retry-After: "429=5" sends 5 seconds (default 1, can be 0), and "429=date" sends an HTTP date',
    amount: 'retry-after',
    defaultAmount: 1,
    hits: all,
  },
  '409': {
    effect: {
      type: 'refuse',
      status: 409,
      message: 'Request with the same idempotency key is currently being processed',
    },
    summary: 'replies 409 with Retry-After, as if the same write were still in progress',
    amount: 'retry-after',
    defaultAmount: 1,
    hits: writes,
  },
  '500-before': broken('error', 'before', 'replies 500 and changes nothing'),
  '500-after': broken('error', 'after', 'makes the change, then replies 500'),
  'reset-before': broken('reset', 'before', 'closes the connection and changes nothing'),
  'reset-after': broken('reset', 'after', 'makes the change, then closes the connection'),
  'hang-before': broken('hang', 'before', 'never replies and changes nothing'),
  'hang-after': broken('hang', 'after', 'makes the change and never replies'),
  'half-before': broken('half', 'before', 'sends half of a reply with status 500 and changes nothing'),
  'half-after': broken('half', 'after', 'makes the change, then sends half of the reply'),
  'html-before': {
    ...broken(
      'html',
      'before',
      'sends a web page with the HTTP status STATUS (default: 200) and changes nothing',
    ),
    ...pageStatus,
  },
  'html-after': {
    ...broken(
      'html',
      'after',
      'makes the change, then sends a web page with the HTTP status STATUS (default: 200)',
    ),
    ...pageStatus,
  },
  late: {
    effect: { type: 'late' },
    summary:
      'waits for this time after the client closes the connection (default 100ms), then makes the change',
    amount: 'duration',
    defaultAmount: 100,
    hits: writes,
  },
  'race-create': {
    effect: { type: 'race' },
    summary:
      'if several requests create an integration with the same identifier within this time (default 100ms), accepts all of them, not only the first',
    amount: 'duration',
    defaultAmount: 100,
    hits: only('createIntegration'),
  },
  race: {
    effect: { type: 'overlap' },
    summary:
      'if several requests arrive within this time (default 100ms), handles each as if it were the only one. Affects requests that create integrations for the same channel, and triggers with the same transaction ID',
    amount: 'duration',
    defaultAmount: 100,
    hits: ({ id }) => id === 'createIntegration' || id === 'triggerEvent',
  },
  lag: {
    effect: { type: 'lag' },
    summary:
      'events of a trigger appear after this time (default 25s). Until then, the service accepts a second trigger with the same transaction ID',
    amount: 'duration',
    defaultAmount: 25_000,
    hits: only('triggerEvent'),
  },
  stale: {
    effect: { type: 'stale' },
    summary: 'a read within this time after a write (default 1s) returns the state before the write',
    amount: 'duration',
    defaultAmount: 1000,
    hits: reads,
  },
  'vanished-cursor': {
    effect: { type: 'quirk', quirk: 'vanished-cursor' },
    summary: 'the service treats the cursor of a page as unknown and returns an empty page',
    hits: only('searchSubscribers'),
    parameters: ['after', 'before'],
  },
  'substring-ids': {
    effect: { type: 'quirk', quirk: 'substring-ids' },
    summary: 'a search for a subscriberId finds all subscribers whose ID contains this text',
    hits: only('searchSubscribers'),
    parameters: ['subscriberId'],
  },
  'dropped-trigger': {
    effect: { type: 'quirk', quirk: 'dropped-trigger' },
    summary: "replies with the status processed, but doesn't create an event",
    hits: only('triggerEvent'),
  },
  'pruned-tokens': {
    effect: { type: 'prune' },
    summary: 'removes the first device token of each channel before the service handles the request',
    hits: all,
  },
}
