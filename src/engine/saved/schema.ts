// The file that a plan is saved in: zod states it, the published JSON Schema is made from it.
import { z } from 'zod'
import type { Inferred } from '../../core/given.ts'
import {
  cause,
  changeFields,
  detailsWith,
  note,
  origin,
  requests,
  sectionFields,
} from '../../core/plan/shapes.ts'

/** Only plans of this format are read. */
export const formatVersion = 5

const value = z
  .json()
  .describe(
    'A JSON value. If the value itself is not stored, the file contains one of these objects instead: {"$secret": ORIGIN, "is": FINGERPRINT}, {"$live": FINGERPRINT}, {"$unreadable": …}, {"$idOf": [KIND, NAME]}. If the value itself is stored, and is an object with a key that begins with $, the file contains {"$map": OBJECT} instead of OBJECT.',
  )

const fingerprints = z.record(z.string(), z.string())

const path = z.array(z.string())

const field = z.strictObject({ path, after: value })

const fields = z.record(z.string(), value)

const details = z.array(detailsWith(value).element.extend({ cause }))

const call = z.strictObject({
  operation: z.strictObject({
    id: z.string(),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH']),
    path: z.string(),
  }),
  parameters: fields,
})

const step = z.strictObject({
  call,
  onlyIf: fields.describe(
    'The values that the service is expected to return just before belfry sends the request. If a value differs, belfry does not send the request.',
  ),
  after: fields.describe('The values that belfry expects in the service after the request.'),
})

export const savedChangeSchema = z.strictObject({
  ...changeFields,
  preparation: step
    .exactOptional()
    .describe('A request that belfry sends before the main request of this change.'),
  call,
  restoration: step
    .exactOptional()
    .describe(
      "A request that undoes `preparation`. belfry sends this request only if the main request doesn't undo the preparation.",
    ),
  before: fields
    .nullable()
    .describe(
      'The values of the resource before the change. If the service returns different values when the plan is applied, belfry does not send the change.',
    ),
  after: fields.describe('The values that belfry expects in the service after the change.'),
  differences: z
    .array(
      field.extend({
        details: details.describe('The form that reports print: each part with its old and new value.'),
      }),
    )
    .describe('The changed fields and their new values.'),
  declared: z
    .strictObject({ fields: fingerprints, secrets: fingerprints })
    .describe(
      "Fingerprints of the resource's declared fields, by field name, and of the resource's secrets, by path.",
    ),
})

const section = z.strictObject({
  ...sectionFields,
  unreadable: z
    .array(
      note.extend({
        paths: z.array(path),
        heldBy: z
          .array(path)
          .exactOptional()
          .describe(
            "Ignored fields that the service doesn't return, and that keep belfry from sending the fields.",
          ),
        wanted: z.array(
          field.extend({
            before: z
              .json()
              .exactOptional()
              .describe('Fingerprints of the value that the service returned for this field.'),
          }),
        ),
      }),
    )
    .describe('Declared fields that belfry could not compare and does not send.'),
  changes: z
    .array(savedChangeSchema)
    .describe('The changes, in the order in which belfry sends the changes.'),
})

const seal = z.strictObject({
  url: z.string().describe('The scheme, host and port of the service URL.'),
  environmentId: z.string().describe('The `_id` of the environment.'),
  keyFrom: z
    .enum(['BELFRY_FINGERPRINT_KEY', 'apiKey'])
    .describe('The source of the key for the fingerprints.'),
  keyId: z.string(),
  mac: z.string().describe('The signature: HMAC-SHA256 of the SHA-256 of the content outside `seals`.'),
})

export const savedPlanSchema = z
  .strictObject({
    formatVersion: z.literal(formatVersion),
    ...origin,
    requests,
    declaredSince: z
      .strictObject({
        base: z.string(),
        changes: z.array(note.extend({ target: z.string().exactOptional(), details })),
      })
      .exactOptional()
      .describe(
        "Fields whose declared values changed since the base revision, and that can't be compared with the service. Present only if the plan was made with --diff-base.",
      ),
    sections: z.array(section),
    // Without a seal, anyone may have written it.
    seals: z
      .record(z.string(), seal)
      .refine((seals) => Object.keys(seals).length > 0)
      .describe('The signatures: a map from target name to signature.'),
  })
  .describe('A saved plan. belfry plan --out writes this file, and belfry apply reads this file.')

export type SavedFile = Inferred<typeof savedPlanSchema>
export type SavedSeal = Inferred<typeof seal>
export type SavedSection = Inferred<typeof section>
export type SavedChange = Inferred<typeof savedChangeSchema>
export type SavedDetail = Inferred<typeof details>[number]
