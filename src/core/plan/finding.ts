// What doctor and audit found, as plain data.
import { z } from 'zod'
import { given, type Inferred, optional } from '../given.ts'
import type { Problem } from '../problem.ts'
import type { AuditRule } from '../rules.ts'
import { count } from './shapes.ts'

const finding = z.strictObject({
  check: z.string().describe('The name of the check, such as key.'),
  status: z
    .enum(['ok', 'note', 'problem'])
    .describe('The result of the check. If the status is "problem", belfry apply would stop.'),
  message: z.string(),
  hint: z.string().optional(),
})

export const examination = {
  project: optional(z.array(finding), 'The findings that apply to the project and not to a single target.'),
  targets: z
    .array(
      z.strictObject({
        target: z.string(),
        url: z.string().describe('The service URL.'),
        environment: optional(
          z.strictObject({
            id: z.string(),
            name: z.string(),
            evidence: z.enum(['hash', 'key', 'subscriber', 'event', 'environmentId', 'name']),
          }),
          "The environment that the API key belongs to. Absent if belfry can't determine the environment.",
        ),
        organisation: z.string().optional(),
        findings: z.array(finding),
      }),
    )
    .optional(),
}

export const auditedTarget = z.strictObject({
  target: z.string(),
  integrations: count,
  subscribers: count,
  unchecked: optional(
    z.literal('credentials'),
    'What belfry did not check, because the service does not return it.',
  ),
})

export const unreadTarget = z.strictObject({
  target: z.string(),
  kinds: z.array(z.enum(['integration', 'subscriber'])),
})

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
