// The file that a plan is saved in: zod states it, the published JSON Schema is made from it.
import { z } from 'zod'
import {
  count,
  detailsWith,
  duplicateNote,
  note,
  origin,
  ownKeyNotes,
  place,
  position,
  requests,
  standing,
  unmanagedNote,
} from '../../core/plan/shapes.ts'

/** 2 since changes may take several requests; 1 is read too. */
export const formatVersion = 2

const value = z
  .json()
  .describe(
    'JSON, but for what is not stored: {"$secret": ORIGIN, "is": FINGERPRINT}, {"$live": FINGERPRINT}, {"$unreadable": …}, {"$idOf": [KIND, NAME]}; {"$map": {…}} holds a map with such keys of its own.',
  )

const fingerprints = z.record(z.string(), z.string())

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
  target: z.string().exactOptional(),
  via: z.string().describe('The target whose key sends it.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().exactOptional(),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  preparation: step
    .exactOptional()
    .describe('A request that is sent before the main one, as part of the change.'),
  operation,
  parameters: fields,
  restoration: step
    .exactOptional()
    .describe('A request that undoes the preparation, where the service does not do so by itself.'),
  fields: z.array(field).describe('What it changes, and to what.'),
  before: fields.nullable().describe('What live must show still.'),
  after: fields.describe('What live shows once it is done.'),
  details: detailsWith(value).describe('As people read it.'),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().exactOptional(),
  position,
  declared: z
    .strictObject({ fields: fingerprints, secrets: fingerprints })
    .describe("Fingerprints of the resource's declared fields, by name, and of its secrets, by path."),
})

const section = z.strictObject({
  ...place,
  unchanged: count,
  resources: count,
  missing: z.array(note),
  unreadable: z
    .array(
      note.extend({
        paths: z.array(path),
        wanted: z.array(
          field.extend({
            before: z.json().exactOptional().describe('Fingerprints of what the service shows.'),
          }),
        ),
      }),
    )
    .describe('Unverified: declared fields that could not be compared and are not sent.'),
  unmanaged: z.array(unmanagedNote),
  duplicates: z.array(duplicateNote),
  waiting: z.array(note),
  waitsFor: z.string().exactOptional(),
  ownKey: ownKeyNotes,
  delivery: z.array(standing).exactOptional().describe('How its integrations stand before and after.'),
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
    ...origin,
    requests,
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
