// The schema of a plan's file: the plan of --format json, and fields that only the file has. The published JSON Schema is made
// from this zod schema.
import { z } from 'zod'
import type { Inferred } from '../../core/given.ts'
import { change, plan, section, unreadable } from '../../core/plan/plan-shape.ts'
import { savedFormatVersion } from '../../core/plan/plan-json.ts'
import { origin } from '../../core/plan/shapes.ts'

const fields = z.record(z.string(), z.json())

const fingerprints = z.record(z.string(), z.string())

const field = z.strictObject({ path: z.array(z.string()), after: z.json() })

const sealed = z
  .strictObject({
    before: fields
      .nullable()
      .describe(
        'The values of the resource before the change. If the service returns different values when the plan is applied, belfry does not send the change.',
      ),
    after: fields.describe('The values that belfry expects in the service after the change.'),
    prepared: fields
      .exactOptional()
      .describe('The values that belfry expects after the first of several requests.'),
    restored: fields
      .exactOptional()
      .describe('The values that belfry expects after the last of three requests.'),
    fields: z
      .array(field.extend({ lines: z.int().min(0).describe('The number of its entries in `differences`.') }))
      .describe('The changed fields and their new values, in the order of `differences`.'),
    declared: z
      .strictObject({ fields: fingerprints, secrets: fingerprints })
      .describe(
        "Fingerprints of the resource's declared fields, by field name, and of the resource's secrets, by path.",
      ),
  })
  .describe('What belfry compares when the plan is applied. Present only in a saved plan.')

export const savedChangeSchema = change.omit({ body: true }).extend({ sealed })

const seal = z.strictObject({
  url: z.string().describe('The service URL.'),
  environmentId: z.string().describe('The `_id` of the environment.'),
  keyFrom: z
    .enum(['BELFRY_FINGERPRINT_KEY', 'apiKey'])
    .describe('The source of the key for the fingerprints.'),
  keyId: z.string(),
  mac: z.string().describe('The signature: HMAC-SHA256 of the SHA-256 of the content outside `seals`.'),
})

export const savedPlanSchema = z
  .strictObject({
    formatVersion: z.literal(savedFormatVersion),
    ...origin,
    ...plan.shape,
    sections: z.array(
      section.extend({
        unreadable: z.array(
          unreadable.extend({
            wanted: z
              .array(
                field.extend({
                  before: z
                    .json()
                    .exactOptional()
                    .describe('Fingerprints of the value that the service returned for this field.'),
                }),
              )
              .describe('The fields and their declared values.'),
          }),
        ),
        changes: z
          .array(savedChangeSchema)
          .describe('The changes, in the order in which belfry sends the changes.'),
      }),
    ),
    // Without a seal, anyone may have written it.
    seals: z
      .record(z.string(), seal)
      .refine((seals) => Object.keys(seals).length > 0)
      .describe('The signatures: a map from target name to signature.'),
  })
  .describe(
    'A saved plan. belfry plan --out writes this file, and belfry apply reads this file. It contains the plan of belfry plan --format json, and the values with which belfry compares the service. If a value is not stored, the file contains one of these objects instead: {"$secret": ORIGIN, "is": FINGERPRINT}, {"$live": FINGERPRINT or null}, {"$unreadable": …}, {"$idOf": [KIND, NAME]}. If a value is stored, and is an object with a key that begins with $, the file contains {"$map": OBJECT} instead of OBJECT.',
  )

export type SavedSeal = Inferred<typeof seal>
export type SavedChange = Inferred<typeof savedChangeSchema>
export type SavedSection = Inferred<typeof savedPlanSchema>['sections'][number]
