// The JSON of commands with only text and JSON, as zod schemas.
import { z } from 'zod'
import { optional, type Inferred } from '../../core/given.ts'
import type { Plan } from '../../core/plan/plan.ts'
import { plan } from '../../core/plan/plan-shape.ts'
import { sorts } from '../../explain/explained.ts'
import { runs } from './diff-shape.ts'

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
  uncompared: optional(z.record(z.string(), z.int()), 'By kind: resources with uncompared secrets.'),
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

const sort = z.enum(sorts)

const explained = z.strictObject({
  sort,
  name: z.string(),
  summary: z.string(),
  facts: z
    .record(z.string(), z.string())
    .describe('The facts about the subject, by label, such as Severity or Type.'),
  text: z.array(z.string()).describe('The paragraphs of the explanation.'),
  fix: optional(z.string(), 'How to fix the problem.'),
  examples: z.array(
    z.strictObject({
      kind: z
        .enum(['bad', 'good', 'fix'])
        .describe(
          'The kind of the example. If the kind is "fix", the example is a command that fixes the problem.',
        ),
      language: z.string(),
      file: optional(
        z.string(),
        'The file in which to write the example. Absent if the example belongs in a manifest.',
      ),
      text: z.string(),
    }),
  ),
  parts: z
    .array(
      z.strictObject({
        title: z.string(),
        entries: z.array(
          z.strictObject({ name: z.string(), summary: z.string(), notes: z.array(z.string()).optional() }),
        ),
      }),
    )
    .describe('Lists that are part of the explanation, for example the credentials of a provider.'),
})

/** @internal */
export const resultShapes = {
  init: {
    files: optional(
      z.array(
        z.strictObject({ name: z.string(), result: z.enum(['created', 'extended', 'kept', 'not written']) }),
      ),
      'The files and the result of each file. Absent if the command was refused.',
    ),
    next: optional(z.array(z.string()), 'The commands to run next.'),
  },
  sandbox: {
    url: z.string().optional(),
    service: optional(
      z.string(),
      'What a project file writes instead of `sandbox`, if the keys are those of a seed.',
    ),
    environments: z.array(z.strictObject({ name: z.string(), apiKey: z.string() })).optional(),
  },
  export: exportShape,
  log: {
    runs: optional(runs, 'The runs, newest first.'),
    damaged: optional(
      z.array(z.strictObject({ file: z.string(), line: z.int().min(1) })),
      'The lines that are not valid entries, such as a truncated line.',
    ),
  },
  promote: promoteShape,
  explain: {
    subject: optional(explained, 'The explanation of the subject. Absent if no subject is given.'),
    groups: optional(
      z.array(z.strictObject({ sort, count: z.int(), about: z.string(), example: z.string() })),
      'The groups of subjects that belfry can explain. Present only if no subject is given.',
    ),
  },
  schema: {
    schemas: optional(
      z.array(z.strictObject({ name: z.string(), about: z.string() })),
      'The schemas that belfry can print. Present only if no name is given.',
    ),
    schema: optional(
      z.record(z.string(), z.json()),
      'The JSON Schema with the given name. Absent if no name is given.',
    ),
  },
}
