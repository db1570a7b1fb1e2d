// What sending one change is done with.
import type { Call } from '../../core/plan/change.ts'
import type { IdOf, Value } from '../../core/value.ts'
import type { Client, Exchange } from '../../service/client.ts'
import type { Ground } from '../plan/request.ts'
import type { Sourced } from '../failure.ts'
import type { Glance } from './freshness.ts'
import type { KeyOf } from './section-context.ts'
import type { Pursuit } from './retry.ts'
import type { Shown, StageReads } from './stage-reads.ts'

export interface Sending extends Sourced {
  readonly client: Client
  readonly harms?: Ground['harms']
  /** What it may be based on now, or why that can't be read. */
  readonly look: () => Promise<Glance | Unread>
  /** What the service shows of its resource right now. */
  readonly reread: () => Promise<Shown>
  readonly isFresh: StageReads['isFresh']
  /** Waits until no other change holds the turn; returns what gives it back. */
  readonly takeTurn: () => Promise<() => void>
  /** Throws where the id isn't known. */
  readonly idOf: (id: IdOf) => string
  /** Awaited before each attempt, counted from 1, with its body; where it rejects nothing is sent. */
  readonly onSend: (attempt: number, body: Value | undefined, call: Call) => Promise<void>
  /** The attempt was not sent after all. */
  readonly onUnsent: () => void
  readonly onExchange: (exchange: Exchange) => void
  /** How long and how often a write is tried. */
  readonly pursuit: Pursuit
  readonly keyOf: KeyOf
  /** Whether the run was interrupted. */
  readonly isStopped: () => boolean
  /** Whether a request of the same change was sent before: then this one goes out also once the run was interrupted. */
  readonly isBegun?: true
}

export interface Unread {
  readonly why: string
}
