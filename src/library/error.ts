// The error that methods of the library throw.
import type { Problem, Result } from './results.ts'

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
