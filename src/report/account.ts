// The result of a command, in one shape for every format: each format is one function of it.
import type { Delivery, Ending, Explanation, Judgement } from '../core/delivery/delivery.ts'
import type { Health } from '../core/delivery/health.ts'
import type { Triggered } from '../core/delivery/triggered.ts'
import type { AuditedTarget, Examination, UnreadTarget } from '../core/plan/finding.ts'
import type { JournalRead } from '../core/plan/journal-runs.ts'
import type { ApplyResult, Result } from '../core/plan/outcome.ts'
import type { Origin, Plan, Section } from '../core/plan/plan.ts'
import type { Problem } from '../core/problem.ts'
import type { SmokeRun } from '../core/delivery/smoke.ts'
import type { ValueMap } from '../core/value.ts'
import { listRows, type ListCommand } from './list-rows.ts'
import type { Results } from './results.ts'

interface CommandEnd {
  /** The exit code that the process ends with. */
  readonly exit: number
  /** All of them, in reading order; those of plans included. */
  readonly problems: readonly Problem[]
}

/** A file or folder that a pattern reaches and that is not read, because of its name. */
export interface Ignored {
  readonly name: string
  readonly reason: 'hidden' | 'node_modules' | 'ending' | 'folder' | 'project file' | 'not named'
}

export interface ValidateAccount extends CommandEnd {
  readonly command: 'validate'
  readonly files: number
  /** Absent if it isn't known because of an error. */
  readonly ignored?: readonly Ignored[]
  /** Absent if they weren't counted because of an error. */
  readonly resources?: number
  readonly targets?: number
}

/** The result of plan, show, diff and compare: a plan, or the problems that prevented it. */
export interface PlanAccount extends CommandEnd {
  readonly command: 'plan' | 'show' | 'diff' | 'compare'
  readonly plan?: Plan
  /** Of a saved plan. */
  readonly origin?: Origin
  /** Of a diff: what was compared with what. */
  readonly sides?: readonly [from: string, to: string]
  /** If the later side of a diff isn't checked out: then links to its files would lead to other contents. */
  readonly isElsewhere?: true
  /** Waits before requests: of a plan that was just made. */
  readonly waits?: { readonly count: number; readonly milliseconds: number }
  /** The command lines that come next, one after the other. */
  readonly next?: readonly string[]
}

export interface ApplyAccount extends CommandEnd {
  readonly command: 'apply'
  /** The plan if there is no complete result of it: it was refused, needed nothing, or was interrupted at once. */
  readonly plan?: Plan
  /** What is known besides that plan: what was done before, or before the interruption. */
  readonly results?: readonly Result[]
  readonly result?: ApplyResult
  /** The suites that verify the apply; absent if they weren't run. */
  readonly smoke?: SmokeRun
}

/** The result of failover. */
export interface FailoverAccount extends CommandEnd {
  readonly command: 'failover'
  readonly target?: string
  readonly channel?: string
  /** The integration that was primary before; absent if there was none, or if it is not known. */
  readonly from?: string
  /** The integration that is to be primary. */
  readonly to?: string
  /** The words of the command that deactivates `to` again; absent if it is declared active. */
  readonly undo?: string
  /** With --if-failing: the options that a switch lacks. */
  readonly lacking?: readonly string[]
  /** Whether `to` is primary now. Absent if the command was refused. */
  readonly state?: FailoverState
  /** With --if-failing. */
  readonly health?: Health
  readonly plan?: Plan
  readonly results?: readonly Result[]
  /** Of the smoke trigger; absent if none was sent. */
  readonly smoke?: SmokeRun
}

/** `unknown`: requested, but not verified. `left`: --if-failing found no reason to switch, or only reports. */
export type FailoverState = 'switched' | 'already' | 'not switched' | 'unknown' | 'left'

/** The result of show for a journal. */
export interface JournalAccount extends CommandEnd {
  readonly command: 'journal'
  readonly journal: JournalRead
}

export interface SmokeAccount extends CommandEnd {
  readonly command: 'smoke'
  /** Absent if nothing was run. */
  readonly run?: SmokeRun
}

export interface DoctorAccount extends CommandEnd {
  readonly command: 'doctor'
  /** Absent if nothing was examined. */
  readonly examination?: Examination
  /** The project file's name. */
  readonly file?: string
}

export interface AuditAccount extends CommandEnd {
  readonly command: 'audit'
  /** The targets that were read completely. Absent if nothing was read. */
  readonly targets?: readonly AuditedTarget[]
  /** The other targets; the problems say why. Absent if every target was read completely. */
  readonly unread?: readonly UnreadTarget[]
  /** How many; `problems` lists the first of each rule and target. Absent if nothing was read. */
  readonly findings?: number
}

/** The cursors of a page of subscribers, as the service returns them; null if there is no further page. */
export interface Cursors {
  readonly next: string | null
  readonly previous: string | null
  readonly totalCount: number
  readonly totalCountCapped: boolean
}

/** Records as the service returned them, or resources in the words of manifests; without their secrets. */
export interface ListAccount extends CommandEnd {
  readonly command: ListCommand
  readonly target?: string
  /** With `--all` the first one. */
  readonly page?: number
  readonly pageSize?: number
  readonly hasMore?: boolean
  /** Absent if they were written as they were read, or could not be read. */
  readonly data?: readonly ValueMap[]
  readonly cursors?: Cursors
  /** The same as a manifest, with `--format yaml`. */
  readonly manifest?: string
  /** With `--all`: how many are read at most. */
  readonly max?: number
}

export interface GetAccount extends CommandEnd {
  readonly command: 'events get' | 'messages get'
  readonly target?: string
  /** As the service answered it, without its secrets. */
  readonly item?: ValueMap
  /** How many were searched, if the service can't return one by its id. */
  readonly searched?: number
  /** With `--explain`. */
  readonly explanations?: readonly Explanation[]
  /** What explanations may quote of persons. */
  readonly quotable?: readonly string[]
}

export interface TriggerAccount extends CommandEnd {
  readonly command: 'trigger'
  readonly target?: string
  readonly workflow?: string
  /** With `--dry-run`: what would be sent, with labels instead of secrets. */
  readonly request?: { readonly method: string; readonly url: string; readonly body: ValueMap }
  /** With `--dry-run`: how the command without it differs from what is usual. */
  readonly withoutDryRun?: {
    readonly refusal: string | undefined
    readonly createsRecipients: boolean
    readonly looksUpId: boolean
  }
  readonly answer?: Triggered
  /** Present if it was sent, or may have been. */
  readonly transactionId?: string
  /** What was waited for. */
  readonly waited?: Ending & { readonly deliveries: readonly Delivery[] }
  readonly explanations?: readonly Explanation[]
  /** Absent if nothing was expected, nor waited for. */
  readonly judgements?: readonly Judgement[]
  /** What explanations and judgements may quote of persons. */
  readonly quotable?: readonly string[]
}

/** The result of a command that prints only text and JSON. */
export type ResultAccount<Command extends keyof Results = keyof Results> = {
  readonly [Each in Command]: CommandEnd & {
    readonly command: Each
    /** Absent if there is no result. */
    readonly result?: Results[Each]
  }
}[Command]

/** The results that Markdown and most reports for pipelines are made of. */
export type Account = ValidateAccount | PlanAccount | ApplyAccount | JournalAccount | SmokeAccount

/** The results that have a title and a document. */
export type PageAccount = Account | AuditAccount

/** What text and JSON can be made of. */
export type AnyAccount =
  PageAccount | FailoverAccount | DoctorAccount | ListAccount | GetAccount | TriggerAccount | ResultAccount

export type AccountCommand = AnyAccount['command']

export function isListed(account: AnyAccount): account is ListAccount {
  return Object.hasOwn(listRows, account.command)
}

/** The smoke suites that were run. */
export function smokeOf(account: Account): SmokeRun | undefined {
  if (account.command === 'smoke') return account.run
  return account.command === 'apply' ? account.smoke : undefined
}

/** The plan that was made, or those that were applied: a target that stopped waiting is in a later one. */
export function plansOf(account: PageAccount): readonly Plan[] {
  if (account.command === 'apply' && account.result !== undefined) {
    const { plans, keyed } = account.result
    const isSettled = ({ target, waitsFor }: Section): boolean =>
      waitsFor !== undefined && keyed.some((each) => each.target === target)
    return plans.map((plan) => ({ ...plan, sections: plan.sections.filter((each) => !isSettled(each)) }))
  }
  return 'plan' in account && account.plan !== undefined ? [account.plan] : []
}

/** The results of the changes, as far as they are known. */
export function resultsOf(account: Account): readonly Result[] {
  return account.command === 'apply' ? (account.result?.results ?? account.results ?? []) : []
}
