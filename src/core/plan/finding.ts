// What a look at the surroundings found, one fact a line: plain data, made without a single write.
import { given } from '../given.ts'
import type { AuditRule } from '../rules.ts'

/** `problem`: an apply would stop at it. `note`: worth knowing before one. */
export type FindingStatus = 'ok' | 'note' | 'problem'

export interface Finding {
  /** What was looked at, in a word or two: `key`, `credentials`. */
  readonly check: string
  readonly status: FindingStatus
  readonly message: string
  /** What to do, as one sentence. */
  readonly hint?: string
}

/** What was found of one target. */
export interface Diagnosis {
  readonly target: string
  readonly url: string
  /** The environment that the key belongs to, where that is proven. */
  readonly environment?: { readonly id: string; readonly name: string; readonly toldBy: string }
  /** The service's id of the organisation that its environments belong to. */
  readonly organisation?: string
  /** Absent where nothing could be read. */
  readonly deployment?: Deployment
  readonly findings: readonly Finding[]
}

/** What a service is like, from replies to reads alone. What only a write would show is `unknown`. */
export interface Deployment {
  /** Whether replies stand in an envelope `{data}`. */
  readonly replies: 'bare' | 'wrapped' | 'unknown'
  /** The service's own word in `svc-slack` and the like, as its integrations spell it. */
  readonly vendor?: string
  readonly credentials: 'readable' | 'masked' | 'withheld' | 'unknown'
  /** What a list of integrations spans. */
  readonly integrations: 'organisation' | 'environment' | 'unknown'
  /** Whose API keys the list of environments shows. */
  readonly apiKeys: 'all' | 'own' | 'none'
  readonly deviceTokens: 'unknown'
  readonly idempotency: 'unknown'
  readonly limits: readonly RateLimit[]
  /** Milliseconds by which the service's clock is ahead of this machine's, to about a second. */
  readonly clockSkew?: number
}

export interface RateLimit {
  readonly category: string
  /** Requests in one window of so many milliseconds, and at most at once. */
  readonly limit: number
  readonly window: number
  readonly burst: number
}

export interface Examination {
  /** What belongs to no target of its own. */
  readonly project: readonly Finding[]
  readonly targets: readonly Diagnosis[]
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message }
}

export function note(check: string, message: string, hint: string): Finding {
  return { check, status: 'note', message, hint }
}

export function problem(check: string, message: string, hint?: string): Finding {
  return { check, status: 'problem', message, ...given({ hint }) }
}

export function findingsOf({ project, targets }: Examination): readonly Finding[] {
  return [...project, ...targets.flatMap(({ findings }) => findings)]
}

/** What an audit found: the rule, and what in the service breaks it. */
export interface AuditFinding {
  readonly rule: AuditRule
  readonly message: string
  readonly hint: string
  /** `integration ses-eu`; only if the message is about no other resource. */
  readonly resource?: string
}

/** A target that an audit read completely. */
export interface AuditedTarget {
  readonly target: string
  readonly integrations: number
  readonly subscribers: number
  /** What was not checked, because the service doesn't return it. */
  readonly unchecked?: 'credentials'
}

/** What an audit could not read, in part or at all. */
export interface UnreadTarget {
  readonly target: string
  readonly kinds: readonly ('integration' | 'subscriber')[]
}
