// The common part of the methods of a project: options, results, events, and the error that they throw.
import type { Problem, Result } from './results.ts'

/** The options that every method has. */
export interface MethodOptions {
  /**
   * Ends the method. Before the first write, the method rejects with the reason of the signal. After it, belfry sends
   * no new writes, waits for those in progress, and throws a `BelfryError` with exit code 130 whose result shows
   * what was done. After a lost reply belfry reads the result for at most 5 seconds; it makes no new plan to check the result.
   */
  readonly signal?: AbortSignal
  /**
   * Is called while the method works, and may return a promise: the method waits for it at its end. If it throws or
   * rejects, the method goes on, and at its end throws a `BelfryError` with the result and, as `cause`, the first error.
   */
  readonly onEvent?: (event: ProgressEvent) => unknown
  /** `false`: return the result even if it has errors. By default the method throws a `BelfryError`. */
  readonly throwOnErrors?: boolean
}

/** A result; without `throwOnErrors: false` the named fields are there, because a method throws if it has none. */
export type Returned<Account, Fields extends keyof Account, Options> = Options extends {
  readonly throwOnErrors: false
}
  ? Account
  : Account & Required<Pick<Account, Fields>>

/** What happens while a method works. Names are as in a result; secrets are labels. */
export type ProgressEvent =
  | {
      /** A target is being read; `done` of `total` entries of a long list are read. */
      readonly type: 'reading'
      readonly target: string
      readonly what?: string
      readonly done?: number
      readonly total?: number
    }
  /** A change is being sent, for the first or a later time. */
  | { readonly type: 'sending'; readonly change: string; readonly attempt: number }
  | {
      /** A change has an outcome. */
      readonly type: 'outcome'
      readonly change: string
      readonly status: 'done' | 'failed' | 'skipped' | 'unknown' | 'stale' | 'waiting'
    }
  /** belfry waits before a request: `429` and the like, `no reply`, or `limit`, to stay within a rate limit. */
  | { readonly type: 'waiting'; readonly milliseconds: number; readonly reason: string }
  /** All changes are sent, and a new plan is being made. */
  | { readonly type: 'verifying' }
  /** Of `total` smoke cases, `done` have a result. */
  | { readonly type: 'cases'; readonly done: number; readonly total: number }
  /** A trigger was accepted, and belfry waits for its result. */
  | { readonly type: 'accepted'; readonly transactionId: string }
  /** Something went wrong that doesn't change the result, such as a journal that could not be written to its end. */
  | { readonly type: 'warning'; readonly message: string }

/**
 * A method did not succeed: there are errors, or changes, cases or expectations failed, or `onEvent` threw the `cause`.
 * What was done until then is in `result`. The message names the first error with its place and rule, or what failed first and why.
 */
export class BelfryError extends Error {
  override readonly name = 'BelfryError'
  /** The errors and warnings, as in the result. */
  readonly problems: readonly Problem[]
  /** The exit code of the command: 1 service, 2 findings of an audit, 3 mistake, 4 refusal, 5 partly applied, 6 not as declared, 7 delivery, 130 ended by the signal; 0 if only `onEvent` failed. */
  readonly exit: number
  /** What the method would have returned with `throwOnErrors: false`. */
  declare readonly result: Result

  /** @internal */
  constructor(message: string, result: Result, options?: ErrorOptions) {
    super(message, options)
    this.problems = result.problems
    this.exit = result.exit
    // Node prints the properties of an error that no one catches: the problems are enough.
    Object.defineProperty(this, 'result', { value: result })
  }
}
