// What a command has to tell, in one shape for every format: each format is one function of it.
import type { ApplyResult } from '../core/outcome.ts'
import type { Origin, Plan } from '../core/plan.ts'
import type { Problem } from '../core/problem.ts'

interface Told {
  /** The exit code that the process ends with. */
  readonly exit: number
  /** All of them, in reading order; those of plans included. */
  readonly problems: readonly Problem[]
}

export interface ValidateAccount extends Told {
  readonly command: 'validate'
  readonly files: number
  /** Absent where an error kept them from being counted. */
  readonly resources?: number
  readonly targets?: number
}

/** What plan, show and diff tell: a plan, or why there is none. */
export interface PlanAccount extends Told {
  readonly command: 'plan' | 'show' | 'diff'
  readonly plan?: Plan
  /** Of a saved plan. */
  readonly origin?: Origin
  /** The command line that comes next. */
  readonly next?: string
}

export interface ApplyAccount extends Told {
  readonly command: 'apply'
  /** The plan where nothing was carried out. */
  readonly plan?: Plan
  readonly result?: ApplyResult
}

export type Account = ValidateAccount | PlanAccount | ApplyAccount
