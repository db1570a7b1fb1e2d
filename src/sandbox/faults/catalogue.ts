// What can go wrong with a request, by name: each fault as one plain object.
import type { OperationId } from '../../wire/generated.ts'
import type { Operation } from '../profile.ts'
import type { Quirk } from '../setting.ts'

/** How a reply is broken: an error 500 in its place, a cut connection, silence, half of it, or a web page. */
export type Manner = 'error' | 'reset' | 'hang' | 'half' | 'html'

export type Doing =
  | { readonly does: 'delay' | 'late' | 'stale' | 'prune' | 'race' | 'overlap' | 'lag' }
  | { readonly does: 'refuse'; readonly status: 409 | 429; readonly message: string }
  | { readonly does: 'break'; readonly manner: Manner; readonly when: 'before' | 'after' }
  | { readonly does: 'bend'; readonly quirk: Quirk }

/** Milliseconds of a duration, the number of a status, or of a `Retry-After` in seconds; `date` writes it as a date. */
export type Amount = number | 'date'

export interface FaultKind {
  readonly doing: Doing
  readonly summary: string
  /** What may follow `=`; without it nothing may. */
  readonly amount?: 'duration' | 'retry-after' | 'status'
  /** Of a fault that takes an amount; without it one must be given. */
  readonly usually?: Amount
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
  doing: { does: 'break', manner, when },
  summary,
  hits: all,
})
const page = { amount: 'status', usually: 200 } as const

export const catalogue: Readonly<Record<string, FaultKind>> = {
  latency: { doing: { does: 'delay' }, summary: 'answers later', amount: 'duration', hits: all },
  '429': {
    doing: { does: 'refuse', status: 429, message: 'API rate limit exceeded' },
    summary: 'refuses with Retry-After: seconds (default 1, also 0), or date',
    amount: 'retry-after',
    usually: 1,
    hits: all,
  },
  '409': {
    doing: {
      does: 'refuse',
      status: 409,
      message: 'Request with the same idempotency key is currently being processed',
    },
    summary: 'the same write is said to be in progress, with Retry-After',
    amount: 'retry-after',
    usually: 1,
    hits: writes,
  },
  '500-before': broken('error', 'before', 'fails without an effect'),
  '500-after': broken('error', 'after', 'takes effect, then fails'),
  'reset-before': broken('reset', 'before', 'cuts the connection, without an effect'),
  'reset-after': broken('reset', 'after', 'takes effect, then cuts the connection'),
  'hang-before': broken('hang', 'before', 'never answers, without an effect'),
  'hang-after': broken('hang', 'after', 'takes effect and never answers'),
  'half-before': broken('half', 'before', 'half of an error 500, without an effect'),
  'half-after': broken('half', 'after', 'takes effect, then sends half of the reply'),
  'html-before': { ...broken('html', 'before', 'a web page (=STATUS), without an effect'), ...page },
  'html-after': { ...broken('html', 'after', 'takes effect, then sends a web page (=STATUS)'), ...page },
  late: {
    doing: { does: 'late' },
    summary: 'takes effect so long after the client gave up (default 100ms)',
    amount: 'duration',
    usually: 100,
    hits: writes,
  },
  'race-create': {
    doing: { does: 'race' },
    summary: 'creates of one identifier within this time (default 100ms) all succeed',
    amount: 'duration',
    usually: 100,
    hits: only('createIntegration'),
  },
  race: {
    doing: { does: 'overlap' },
    summary:
      "a channel's creates, and triggers of one id, within this time (default 100ms) don't see each other",
    amount: 'duration',
    usually: 100,
    hits: ({ id }) => id === 'createIntegration' || id === 'triggerEvent',
  },
  lag: {
    doing: { does: 'lag' },
    summary: "a trigger's events come later (default 25s), and until then the service accepts its id again",
    amount: 'duration',
    usually: 25_000,
    hits: only('triggerEvent'),
  },
  stale: {
    doing: { does: 'stale' },
    summary: 'a read so soon after a write (default 1s) shows the state before it',
    amount: 'duration',
    usually: 1000,
    hits: reads,
  },
  'vanished-cursor': {
    doing: { does: 'bend', quirk: 'vanished-cursor' },
    summary: "a page's cursor is unknown: the page is empty",
    hits: only('searchSubscribers'),
    parameters: ['after', 'before'],
  },
  'substring-ids': {
    doing: { does: 'bend', quirk: 'substring-ids' },
    summary: 'a subscriberId finds all that contain it',
    hits: only('searchSubscribers'),
    parameters: ['subscriberId'],
  },
  'dropped-trigger': {
    doing: { does: 'bend', quirk: 'dropped-trigger' },
    summary: 'is processed, and never comes to anything',
    hits: only('triggerEvent'),
  },
  'pruned-tokens': {
    doing: { does: 'prune' },
    summary: 'each channel loses its first device token before the request',
    hits: all,
  },
}
