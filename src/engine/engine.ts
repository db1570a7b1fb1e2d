// What every engine function is handed: no clock, no network and no output of its own.
import type { Call, Change } from '../core/plan/change.ts'
import type { Result } from '../core/plan/outcome.ts'
import type { Filter } from '../core/secrets/redact.ts'
import type { Limits } from '../core/plan/limit.ts'
import type { Plan } from '../core/plan/plan.ts'
import type { Position, Problem } from '../core/problem.ts'
import type { Secret } from '../core/secrets/secret.ts'
import type { Kind, ReadProgress } from '../kinds/kind.ts'
import type { Parallel } from '../kinds/parallel.ts'
import type { PatienceOptions, Wait } from '../service/retry.ts'
import type { Transport } from '../service/transport.ts'
import type { Journal } from '../core/plan/journal.ts'
import type { Ledger } from './journal-and-ledger/ledger.ts'

export interface Engine {
  readonly registry: readonly Kind[]
  readonly transport: Transport
  /** Milliseconds, from any origin. */
  readonly clock: () => number
  readonly parallel: Parallel
  /** Milliseconds from the start of a read to the last moment at which a write may be based on it; default 5,000. */
  readonly freshness?: number
  /** Once aborted nothing new is started; what is in flight is waited for. */
  readonly stop?: AbortSignal
  readonly on?: (event: EngineEvent) => void
  /** Told of each write, and waited for before it goes out. */
  readonly journal?: Journal
  /** What was applied of what the service doesn't show: plans look into it, applies add to it. */
  readonly ledger?: Ledger
  /** Hears of the secrets of every change and request, and takes them out of what comes back. */
  readonly filter?: Filter
  /** What fingerprints are keyed with in place of the targets' API keys. */
  readonly fingerprintSecret?: Secret
  /**
   * Waiting and chance; `budget` is in milliseconds, for one change in all. Without it nothing is sent again whose
   * reply was lost, and no idempotency keys are made.
   */
  readonly patience?: Pick<PatienceOptions, 'sleep' | 'random' | 'budget'>
}

export type EngineEvent =
  /** With `read` while a long list is read, else when the reading of a target begins. */
  | { readonly type: 'reading'; readonly target: string; readonly read?: ReadProgress }
  /** Everything is read that a plan needs. */
  | { readonly type: 'planning' }
  | { readonly type: 'planned'; readonly plan: Plan }
  /** Changes of a plan that begins to be applied. */
  | { readonly type: 'applying'; readonly changes: number }
  /** Of an audit, as soon as it is found. */
  | { readonly type: 'finding'; readonly finding: Problem }
  /** Once for each attempt of each request of a change; attempts are counted from 1. */
  | { readonly type: 'sending'; readonly change: Change; readonly call: Call; readonly attempt: number }
  /** Before an attempt is repeated whose reply was lost. */
  | { readonly type: 'waiting'; readonly change: Change; readonly wait: Wait }
  | { readonly type: 'outcome'; readonly result: Result }
  | { readonly type: 'verifying' }

/** One environment of the service, reached with one key. */
export interface Target {
  readonly alias: string
  /** Its environment's name in the service; undefined where any will do. */
  readonly environment?: string
  readonly environmentId?: string
  /** The service's own name in enumerated values, such as `novu`; undefined if the replies of the service decide. */
  readonly vendor?: string
  readonly url: string
  /** True if the project file names the sandbox, not its URL. */
  readonly isSandbox?: boolean
  readonly apiKey?: Secret
  /** `env:NAME`, where the key would come from; undefined if the key must first be written in the project file. */
  readonly apiKeyFrom?: string
  /** What happens to resources that are live and in no manifest. */
  readonly unmanaged: 'report' | 'ignore' | 'deactivate' | 'fail'
  /** The line of the project file that says so. */
  readonly unmanagedAt?: Position
  /** Patterns of names: those that match are neither listed nor changed. */
  readonly unmanagedIgnore?: readonly string[]
  /** Present where it is protected, with the line that says so. */
  readonly protection?: { readonly position?: Position }
  readonly limits?: Limits
  /** Of its name in the project file. */
  readonly position?: Position
}
