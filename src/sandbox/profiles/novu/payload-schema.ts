// What deployed services say of a trigger whose payload isn't as its workflow demands.
import { z } from 'zod'
import { Refusal } from '../../http/errors.ts'
import type { WorkflowRecord } from '../../store/records.ts'

type Json = Readonly<Record<string, unknown>>

/** Throws where the workflow has a schema of its payload, and the payload is otherwise. */
export function checkPayload({ payloadSchema }: WorkflowRecord, payload: Json): void {
  if (payloadSchema === undefined) return
  const read = z.fromJSONSchema(payloadSchema).safeParse(payload)
  if (read.success) return
  const errors = read.error.issues.map((issue) => complaint(issue, payload))
  const more = { type: 'PAYLOAD_VALIDATION_ERROR', schema: payloadSchema }
  throw new Refusal(400, 'Payload validation failed', errors, more)
}

function complaint(issue: z.core.$ZodIssue, payload: Json): Json {
  const path = issue.path.map(String)
  const value = path.reduce<unknown>((found, key) => (found as Json | undefined)?.[key], payload)
  const name = path.at(-1) ?? ''
  const isMissing = issue.code === 'invalid_type' && value === undefined && name !== ''
  const owner = isMissing ? path.slice(0, -1) : path
  const keyword = isMissing ? 'required' : issue.code === 'invalid_type' ? 'type' : issue.code
  return {
    field: path.join('.'),
    message: isMissing ? `must have required property '${name}'` : demand(issue),
    ...(value !== undefined && { value }),
    schemaPath: ['#', ...owner.flatMap((key) => ['properties', key]), keyword].join('/'),
  }
}

function demand(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? `must be ${issue.expected}` : issue.message
}
