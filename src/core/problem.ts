// A problem is data: collected, sorted and printed by others; only what stops a run is thrown.
import { given } from './given.ts'
import { whyUnusable } from './system-failure.ts'

/** A place in a file. Lines and columns count from 1; `length` is in characters of that line. */
export interface Position {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly length: number
}

/** A line of source around a position, with values of secret fields already masked. */
export interface FrameLine {
  readonly number: number
  readonly text: string
  /** On the problem's own line: its place in the text as shown. */
  readonly mark?: { readonly column: number; readonly length: number }
  /** Whether it contains a value of a resource that describes a person. */
  readonly isPersonal?: true
}

export type Severity = 'error' | 'warning'

/** Exit codes of problems: the service failed, a mistake, a refusal; and of a warning that an apply can't resolve. */
export const exits = { failure: 1, mistake: 3, refusal: 4, unsettled: 6 } as const

export interface Problem {
  /** A stable id such as `unknown-field`; `rules:` of the project file sets severities by it. */
  readonly rule: string
  readonly severity: Severity
  readonly message: string
  readonly position?: Position
  readonly frame?: readonly FrameLine[]
  /** `integration ses-eu`, if the problem belongs to one resource. */
  readonly resource?: string
  readonly target?: string
  /** What to do next. */
  readonly hint?: string
  /**
   * How a text report describes all problems that are equal but for their resource, after their number: `subscribers
   * can't …`.
   */
  readonly alike?: string
  /** Names it among problems that are alike, instead of the resource. More than three are then described together. */
  readonly subject?: string
  /** Texts that quote a person, and what is shown instead where personal data is masked. */
  readonly personal?: readonly (readonly [text: string, shown: string])[]
  /** How many findings it represents; one by default. */
  readonly findings?: number
  /** Whether it is in a file as the base of --diff-base has it. */
  readonly isOld?: true
  /** The exit code that it leads to; by default an error leads to that of a mistake, and a warning to none. */
  readonly exit?: (typeof exits)[keyof typeof exits]
}

/** What else is known of a problem; without a value it is left out. */
type About = {
  readonly [Name in Exclude<keyof Problem, 'rule' | 'severity' | 'message' | 'hint'>]?:
    Problem[Name] | undefined
}

/** Its exit code is that of the rule, if `about` has none. */
export function errorOf(rule: string, message: string, hint?: string, about: About = {}): Problem {
  const exit = about.exit ?? (isRefusal(rule) ? exits.refusal : undefined)
  return { rule, severity: 'error', message, ...given({ hint, ...about, exit }) }
}

export function warningOf(rule: string, message: string, hint?: string, about: About = {}): Problem {
  return { rule, severity: 'warning', message, ...given({ hint, ...about }) }
}

/** For functions that return a problem if they can't return a value. */
export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'rule' in value
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((problem) => problem.severity === 'error')
}

export function severityCount(problems: readonly Problem[], severity: Severity): number {
  return findingsIn(problems.filter((problem) => problem.severity === severity))
}

export function findingsIn(problems: readonly Problem[]): number {
  return problems.reduce((total, { findings = 1 }) => total + findings, 0)
}

/** What keeps an apply from being verified, though a plan isn't refused for it. */
export function unsettledWarnings(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ severity, exit }) => severity === 'warning' && exit === exits.unsettled)
}

/**
 * By file, line and column; problems without a position come last. In a file, keys that occur twice come first: other
 * problems may follow from them.
 */
export function inReadingOrder(problems: readonly Problem[]): Problem[] {
  const precedence = ({ rule }: Problem): number => Number(rule === 'duplicate-key')
  return [...problems].sort((left, right) => {
    const a = left.position
    const b = right.position
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    if (a.file !== b.file) return a.file < b.file ? -1 : 1
    return precedence(right) - precedence(left) || a.line - b.line || a.column - b.column
  })
}

// Rules whose errors are refusals, unless a problem has an exit code of its own.

const refusals = new Set([
  // What a plan would change
  'limit',
  'missing',
  'unmanaged',
  'nothing-declared',
  'both-live',
  'outside-effect',
  'ignored-field',
  'failed-over',
  'not-ready',
  // Where it would be changed
  'unknown-environment',
  'wrong-environment',
  'same-environment',
  'protected',
  'pull-request',
  'read-only',
  // Who has read and allowed it
  'not-confirmed',
  'unverified-credentials',
  'file-exists',
  'file-changed',
  'not-approved',
  'stale-plan',
  'deferred-plan',
  'foreign-plan',
  'newer-plan',
  'older-plan',
  'corrupt-plan',
  'edited-plan',
  'other-key',
  // Whom a trigger would reach
  'protected-recipient',
  'unknown-recipient',
  'transaction-id-used',
])

/** All other rules are about mistakes. */
export function isRefusal(rule: string): boolean {
  return refusals.has(rule)
}

export function badFlag(message: string, hint?: string): Problem {
  return errorOf('bad-flag', message, hint)
}

export function unwritableFile(what: string, error: unknown): Problem {
  return errorOf(
    'file-unwritable',
    `${what}: ${whyUnusable(error)}`,
    'Give a file in a folder that exists and that you can write to.',
  )
}
