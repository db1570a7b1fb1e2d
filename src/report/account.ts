// What a command has to tell, in one shape for every format: each format is one function of it.
import type { JournalRead } from '../core/plan/journal.ts'
import type { ApplyResult, Result } from '../core/plan/outcome.ts'
import type { Origin, Plan } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { SmokeRun } from '../core/delivery/smoke.ts'

interface Told {
  /** The exit code that the process ends with. */
  readonly exit: number
  /** All of them, in reading order; those of plans included. */
  readonly problems: readonly Problem[]
}

/** A file or folder that a pattern reaches and that is not read, because of its name. */
export interface Ignored {
  readonly name: string
  readonly reason: 'hidden' | 'node_modules' | 'ending' | 'folder' | 'project file'
}

export interface ValidateAccount extends Told {
  readonly command: 'validate'
  readonly files: number
  /** Absent where an error kept it from being known. */
  readonly ignored?: readonly Ignored[]
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
  /** Of a diff: what was compared with what. */
  readonly sides?: readonly [from: string, to: string]
  /** Of a diff whose later side isn't what is checked out: its files are not where a reader would look. */
  readonly isElsewhere?: true
  /** The command lines that come next, one after the other. */
  readonly next?: readonly string[]
}

export interface ApplyAccount extends Told {
  readonly command: 'apply'
  /** The plan, where no whole result of it is known: it was refused, needed nothing, or was left at once. */
  readonly plan?: Plan
  /** What is known beside that plan: what was done before, or until it was left. */
  readonly results?: readonly Result[]
  readonly result?: ApplyResult
  /** Of the suites that were to prove it; absent where they weren't run. */
  readonly smoke?: SmokeRun
}

/** What show tells of a journal. */
export interface JournalAccount extends Told {
  readonly command: 'journal'
  readonly journal: JournalRead
}

export interface SmokeAccount extends Told {
  readonly command: 'smoke'
  /** Absent where nothing was run. */
  readonly run?: SmokeRun
}

export type Account = ValidateAccount | PlanAccount | ApplyAccount | JournalAccount | SmokeAccount

/** The smoke suites that were run. */
export function smokeOf(account: Account): SmokeRun | undefined {
  if (account.command === 'smoke') return account.run
  return account.command === 'apply' ? account.smoke : undefined
}

/** The plan that was made, or those that were applied. */
export function plansOf(account: Account): readonly Plan[] {
  if (account.command === 'apply' && account.result !== undefined) return account.result.plans
  return 'plan' in account && account.plan !== undefined ? [account.plan] : []
}

/** What became of the changes, as far as it is known. */
export function resultsOf(account: Account): readonly Result[] {
  return account.command === 'apply' ? (account.result?.results ?? account.results ?? []) : []
}
