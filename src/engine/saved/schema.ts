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
    'JSON. Values that are not stored are written as {"$secret": ORIGIN, "is": FINGERPRINT}, {"$live": FINGERPRINT}, {"$unreadable": …}, {"$idOf": [KIND, NAME]}. {"$map": {…}} is an object whose own keys begin with $.',
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
  onlyIf: fields.describe(
    'What the service must show just before the request. Otherwise the request is not sent.',
  ),
  after: fields.describe('What the service shows after the request took effect.'),
})

const change = z.strictObject({
  id: z.string(),
  target: z.string().exactOptional(),
  via: z.string().describe('The target whose API key sends the change.'),
  kind: z.string(),
  name: z.string(),
  part: z.string().exactOptional(),
  action: z.enum(['create', 'update', 'set-primary', 'resend']),
  stage: z.string(),
  preparation: step
    .exactOptional()
    .describe('A request that is sent before the main request, as part of the change.'),
  operation,
  parameters: fields,
  restoration: step
    .exactOptional()
    .describe('A request that undoes the preparation if the service does not undo it.'),
  fields: z.array(field).describe('The changed fields and their new values.'),
  before: fields.nullable().describe('What the service must still show.'),
  after: fields.describe('What the service shows when the change is done.'),
  details: detailsWith(value).describe('The change as reports show it.'),
  needs: z.array(z.string()),
  sideEffects: z.array(z.string()),
  summary: z.string().exactOptional(),
  position,
  declared: z
    .strictObject({ fields: fingerprints, secrets: fingerprints })
    .describe("Fingerprints of the resource's declared fields by name, and of its secrets by path."),
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
  delivery: z
    .array(standing)
    .exactOptional()
    .describe('The state of its integrations before and after the plan.'),
  changes: z.array(change).describe('In the order in which they are sent.'),
})

const seal = z.strictObject({
  url: z.string().describe("The service's origin."),
  environmentId: z.string().describe("The environment's `_id`."),
  keyFrom: z
    .enum(['BELFRY_FINGERPRINT_KEY', 'apiKey'])
    .describe('What the key for the fingerprints is derived from.'),
  keyId: z.string(),
  mac: z.string().describe('HMAC-SHA256 of everything outside `seals`.'),
})

export const savedPlanSchema = z
  .strictObject({
    formatVersion: z.literal([1, formatVersion]),
    ...origin,
    requests,
    sections: z.array(section),
    // Without a seal, anyone may have written it.
    seals: z
      .record(z.string(), seal)
      .refine((seals) => Object.keys(seals).length > 0)
      .describe('By target.'),
  })
  .describe('A saved plan. belfry plan --out writes it, and belfry apply reads it.')

export type SavedFile = z.infer<typeof savedPlanSchema>
export type SavedSection = SavedFile['sections'][number]
export type SavedChangeFile = SavedSection['changes'][number]
