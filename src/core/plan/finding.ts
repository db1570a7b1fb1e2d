// What doctor and audit found, as plain data.
import type { z } from 'zod'
import { given, type Inferred } from '../given.ts'
import type { Problem } from '../problem.ts'
import type { AuditRule } from '../rules.ts'
import type { auditedTarget, examination, unreadTarget } from './shapes.ts'

/** The findings of each target; those in `project` apply to the project and not to a single target. */
export type Examination = Required<Inferred<z.ZodObject<typeof examination>>>

/** The results for one target. If the target could not be read, there are only findings. */
export type Diagnosis = Examination['targets'][number]

/** `problem`: an apply would stop at it. `note`: worth knowing before one. */
export type Finding = Diagnosis['findings'][number]

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
export interface AuditFinding extends Pick<Problem, 'message' | 'resource' | 'alike'> {
  readonly rule: AuditRule
  readonly hint: string
  /** The rule of a finding that says the same. */
  readonly saidBy?: AuditRule
}

/** A target that an audit read completely. */
export type AuditedTarget = Inferred<typeof auditedTarget>

/** What an audit could not read, in part or at all. */
export type UnreadTarget = Inferred<typeof unreadTarget>
