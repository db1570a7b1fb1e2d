// The manifest as people write it, for the published JSON Schema that editors complete from.
import { z } from 'zod'
import { written } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'

export const targets = z
  .union([z.array(z.string()), z.string().regex(/^\$\{var:/)])
  .describe('Targets of the project file; every target where it is left out.')

export function manifestSchema(registry: readonly Kind[]): z.ZodType {
  const lists = registry.map((kind) => [kind.list, z.array(itemSchema(kind)).nullable().optional()] as const)
  return z
    .strictObject({ targets: targets.optional(), ...Object.fromEntries(lists) })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry manifest.')
}

function itemSchema(kind: Kind): z.ZodType {
  const fields = kind.schema(written)
  const isOfTarget = kind.scope === 'target'
  const resource = fields.extend({
    as: z.string().optional().describe('Another name for manifests to refer to it by.'),
    expectDropped: z
      .array(z.string())
      .optional()
      .describe("Declared fields that the service doesn't keep: that they are gone is no difference."),
    ...(isOfTarget && {
      targets: targets.optional(),
      perTarget: z
        .record(z.string(), fields.partial())
        .optional()
        .describe(`Fields that differ in a target.${mergeText(kind)}`),
    }),
  })
  const include = z.strictObject({
    include: z.string().describe('An NDJSON file: one JSON object a line.'),
    references: z.boolean().optional().describe('Whether references in it are resolved.'),
    ...(isOfTarget && { targets: targets.optional() }),
  })
  return z.union([resource, include])
}

function mergeText({ mergedMaps }: Kind): string {
  return mergedMaps.length === 0 ? '' : ` ${mergedMaps.join(' and ')} merge by key, all else replaces.`
}
