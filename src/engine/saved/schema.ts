// The file that a plan is saved in: zod states it, the published JSON Schema is made from it.
import { z } from 'zod'

/** 2 since changes may take several requests; 1 is read too. */
export const formatVersion = 2

const count = z.int().min(0)

const position = z
  .strictObject({ file: z.string(), line: z.int().min(1), column: z.int().min(1), length: count })
  .describe('Where it is declared; lines and columns count from 1.')

const value = z
  .json()
  .describe(
    'JSON, but for what is not stored: {"$secret": ORIGIN, "is": FINGERPRINT}, {"$live": FINGERPRINT}, {"$unreadable": …}, {"$idOf": [KIND, NAME]}; {"$map": {…}} holds a map with such keys of its own.',
  )

const fingerprints = z.record(z.string(), z.string())

const note = z.strictObject({ kind: z.string(), name: z.string(), position })

const path = z.array(z.string())

const field = z.strictObject({ path, after: value })

const operation = z.strictObject({
  id: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH']),
  path: z.string(),
})

const fields = z.record(z.string(), value)

const step = z.strictObject({
  operation,
  parameters: fields,
  onlyIf: fields.describe('What the service must show just before; else it is not sent.'),
  after: fields.describe('What the service shows once it has taken effect.'),
})

const change = z.strictObject({
  id: z.string(),
  target: z.string().optional(),
  via: z.string().describe('The target whose key sends it.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().optional(),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  preparation: step.optional().describe('A request that is sent before the main one, as part of the change.'),
  operation,
  parameters: fields,
  restoration: step
    .optional()
    .describe('A request that undoes the preparation, where the service does not do so by itself.'),
  fields: z.array(field).describe('What it changes, and to what.'),
  before: fields.nullable().describe('What live must show still.'),
  after: fields.describe('What live shows once it is done.'),
  details: z
    .array(
      z.strictObject({
        sign: z.enum(['+', '-', '~']),
        path: z.string(),
        before: value.optional(),
        after: value.optional(),
      }),
    )
    .describe('As people read it.'),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().optional(),
  position,
  declared: z
    .strictObject({ fields: fingerprints, secrets: fingerprints })
    .describe("Fingerprints of the resource's declared fields, by name, and of its secrets, by path."),
})

const standing = z.strictObject({ active: z.boolean(), primary: z.boolean(), conditional: z.boolean() })

const section = z.strictObject({
  target: z.string().optional().describe('Absent for what belongs to the organisation.'),
  url: z.string(),
  environment: z.strictObject({ id: z.string(), name: z.string() }).optional(),
  unchanged: count,
  resources: count,
  missing: z.array(note),
  unreadable: z
    .array(
      note.extend({
        paths: z.array(path),
        wanted: z.array(
          field.extend({
            before: z.json().optional().describe('Fingerprints of what the service shows.'),
          }),
        ),
      }),
    )
    .describe('Unverified: declared fields that could not be compared and are not sent.'),
  unmanaged: z.array(z.strictObject({ kind: z.string(), name: z.string() })),
  duplicates: z.array(
    z.strictObject({
      kind: z.string(),
      name: z.string(),
      ids: z.array(z.string()),
      position: position.optional(),
    }),
  ),
  waiting: z.array(note),
  waitsFor: z.string().optional(),
  ownKey: z
    .array(
      note.extend({
        fields: z.array(z.string()),
        target: z.string().optional().describe('The target that waits for the API key of the environment.'),
        apiKeyFrom: z.string().optional().describe('Where the API key of this target would come from.'),
      }),
    )
    .optional()
    .describe("Fields that are not sent: the service takes them only with the environment's own API key."),
  delivery: z
    .array(
      z.strictObject({
        name: z.string(),
        channel: z.string(),
        providerId: z.string(),
        before: standing.optional(),
        after: standing.optional(),
      }),
    )
    .optional()
    .describe('How its integrations stand before and after.'),
  changes: z.array(change).describe('In the order in which they are sent.'),
})

const seal = z.strictObject({
  url: z.string().describe("The service's origin."),
  environmentId: z.string().describe("The environment's _id."),
  keyFrom: z
    .enum(['BELFRY_FINGERPRINT_KEY', 'apiKey'])
    .describe('What the key of its fingerprints is made from.'),
  keyId: z.string(),
  mac: z.string().describe('HMAC-SHA256 over all that stands outside `seals`.'),
})

export const savedPlanSchema = z
  .strictObject({
    formatVersion: z.literal([1, formatVersion]),
    belfry: z.string().describe('The version that made it.'),
    madeAt: z.string().describe('ISO 8601.'),
    commit: z.string().optional().describe('Of the manifests, where they were in a git repository.'),
    secrets: z
      .enum(['compared', 'named'])
      .describe('named: made with --secrets=defer, for apply --approved only.'),
    requests: z.strictObject({ reads: count, writes: count, milliseconds: z.number().min(0) }),
    sections: z.array(section),
    // Without one anybody may have written it.
    seals: z
      .record(z.string(), seal)
      .refine((seals) => Object.keys(seals).length > 0)
      .describe('By target.'),
  })
  .describe('A saved plan: what belfry plan --out writes, and apply reads.')

export type SavedFile = z.infer<typeof savedPlanSchema>
export type SavedSection = SavedFile['sections'][number]
export type SavedChangeFile = SavedSection['changes'][number]
