// What every engine function gets. The engine has no clock and no network of its own, and prints nothing.
import type { Call, Change } from '../core/plan/change.ts'
import type { Result } from '../core/plan/outcome.ts'
import type { Filter } from '../core/secrets/redact.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { Kind, ReadProgress } from '../kinds/kind.ts'
import type { Parallel } from '../core/lists.ts'
import type { PatienceOptions, Wait } from '../service/retry.ts'
import type { Transport } from '../service/transport.ts'
import type { Journal } from '../core/plan/journal-lines.ts'
import type { Ledger } from './journal-and-ledger/ledger.ts'

export interface Engine {
  readonly registry: readonly Kind[]
  readonly transport: Transport
  /** Milliseconds, from any origin. */
  readonly clock: () => number
  readonly parallel: Parallel
  /**
   * Milliseconds from the start of a read to the last moment at which a write may be based on it; default 5,000. A list is
   * read again sooner: see `StageReads.isFresh`.
   */
  readonly freshness?: number
  /** Once aborted no new change is sent; one whose first request was sent is completed, and reads end soon after. */
  readonly stop?: AbortSignal
  readonly on?: (event: EngineEvent) => void
  /** Gets a record before each write, which is sent only once that is saved, and then one of the change's result. */
  readonly journal?: Journal
  /** Fingerprints of applied values that the service may hide or drop: plans read them, applies add to them. */
  readonly ledger?: Ledger
  /** Gets the secrets of every change and request, and removes them from what reports quote of the service. */
  readonly filter?: Filter
  /** What fingerprints are keyed with instead of the targets' API keys. */
  readonly fingerprintSecret?: Secret
  /**
   * Waiting and chance; `budget` is in milliseconds, for a whole change. Without it, no request is repeated after a lost
   * reply, and no idempotency keys are made.
   */
  readonly patience?: Pick<PatienceOptions, 'sleep' | 'random' | 'budget'>
}

export type EngineEvent =
  /** With `read` while a long list is read, else when the reading of a target begins. */
  | { readonly type: 'reading'; readonly target: string; readonly read?: ReadProgress }
  /** Everything that a plan needs has been read. */
  | { readonly type: 'planning' }
  | { readonly type: 'planned'; readonly plan: Plan }
  /** Changes of a plan that begins to be applied. */
  | { readonly type: 'applying'; readonly changes: number }
  /** Of an audit, as soon as it is found. */
  | { readonly type: 'finding'; readonly finding: Problem }
  /**
   * Before each attempt of each request of a change; attempts are counted from 1. Again with the same number if what it was
   * based on grew too old while it waited for its turn.
   */
  | { readonly type: 'sending'; readonly change: Change; readonly call: Call; readonly attempt: number }
  /** Before an attempt is repeated that may have had an effect. */
  | { readonly type: 'waiting'; readonly change: Change; readonly wait: Wait }
  | { readonly type: 'outcome'; readonly result: Result }
  | { readonly type: 'verifying' }
