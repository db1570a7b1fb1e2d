// The common part of a project's methods: options, results and events.

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
export type Returned<Result, Fields extends keyof Result, Options> = Options extends {
  readonly throwOnErrors: false
}
  ? Result
  : Result & Required<Pick<Result, Fields>>

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
