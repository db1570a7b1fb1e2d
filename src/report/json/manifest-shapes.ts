// The JSON of commands that write manifests, as zod schemas.
import { z } from 'zod'
import { optional, type Inferred } from '../../core/given.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { plan } from '../../core/plan/plan-shape.ts'

const changedField = z.strictObject({
  file: z.string(),
  line: z.int(),
  resource: z.string(),
  target: z.string().optional(),
  field: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
})

const promotedField = z.strictObject({ resource: z.string(), field: z.string() })

export const exportShape = {
  out: z.string().optional(),
  files: z.array(z.strictObject({ file: z.string(), holds: z.string() })).optional(),
  variables: z
    .array(
      z.strictObject({
        name: z.string(),
        resource: z.string(),
        field: z.string(),
        target: z.string().optional(),
      }),
    )
    .optional(),
  left: z
    .array(
      z.strictObject({
        kind: z.string(),
        name: z.string(),
        target: z.string().optional(),
        why: z.string(),
      }),
    )
    .optional(),
  notes: z.array(z.strictObject({ resource: z.string(), note: z.string() })).optional(),
  channels: z.int().optional(),
  isWritten: z.boolean().optional(),
  changes: z.array(changedField).optional(),
  appended: z.array(z.strictObject({ file: z.string(), resource: z.string() })).optional(),
  leftAlone: z.array(changedField.extend({ why: z.string() })).optional(),
  diff: z.string().optional(),
}

export const promoteShape = {
  from: z.string().optional(),
  to: z.string().optional(),
  files: z.array(z.string()).optional(),
  changes: optional(
    z.array(promotedField.extend({ value: z.string().optional() })),
    'The fields that the manifests declare for `to`, with their values as JSON.',
  ),
  variables: optional(
    z.array(promotedField.extend({ name: z.string() })),
    'The variables that the target `to` must define in the project file.',
  ),
  left: optional(
    z.array(promotedField.extend({ why: z.string() })),
    'The fields that belfry does not promote. `field` is empty for a whole resource.',
  ),
  diff: z.string().optional(),
  isWritten: z.boolean().optional(),
  plan: optional(
    plan,
    'What a plan of `to` shows with the changed manifests. Absent if belfry could not make a plan.',
  ),
}

/** Some fields are always present, except if the command was refused. */
type Filled<Shape extends z.ZodRawShape, Always extends string> = Omit<Fields<Shape>, Always> &
  Required<Pick<Fields<Shape>, Always & keyof Fields<Shape>>>

type Fields<Shape extends z.ZodRawShape> = Inferred<z.ZodObject<Shape>>

export type ExportResult = Filled<typeof exportShape, 'files' | 'variables' | 'left' | 'notes' | 'channels'>

export type PromoteResult = Omit<
  Filled<typeof promoteShape, 'from' | 'to' | 'files' | 'changes' | 'variables' | 'left' | 'isWritten'>,
  'plan'
> & { readonly plan?: Plan }

/** A value in a manifest: `before` and `after` are JSON, and absent if they are secret. */
export type ChangedField = Inferred<typeof changedField>
