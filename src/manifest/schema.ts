// The manifest as people write it, for the published JSON Schema that editors complete from.
import { z } from 'zod'
import { written } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'

export const targets = z
  .union([z.array(z.string()), z.string().regex(/^\$\{var:/)])
  .describe(
    'The targets of this manifest, resource, include or suite: a list of names from the project file, or one reference ${var:NAME}. Default: all targets.',
  )

export function manifestSchema(registry: readonly Kind[]): z.ZodType {
  const lists = registry.map(
    (kind) =>
      [
        kind.list,
        z.array(itemSchema(kind)).nullable().optional().describe(`The list of ${kind.list} to manage.`),
      ] as const,
  )
  return z
    .strictObject({ targets: targets.optional(), ...Object.fromEntries(lists) })
    .meta({ patternProperties: { '^x-': {} } })
    .describe('A belfry manifest.')
}

function itemSchema(kind: Kind): z.ZodType {
  const fields = kind.schema(written)
  const isOfTarget = kind.scope === 'target'
  const resource = fields.extend({
    as: z
      .string()
      .optional()
      .describe('A second name for the resource. Manifests can refer to the resource by this name.'),
    expectDropped: z
      .array(z.string())
      .optional()
      .describe(
        'A list of declared fields that the service accepts but does not store. If the service does not return these fields, belfry treats the fields as up to date.',
      ),
    ...(isOfTarget && {
      targets: targets.optional(),
      perTarget: z
        .record(z.string(), fields.partial())
        .optional()
        .describe(
          `Values for individual targets: a map from the name of a target to fields.${mergeText(kind)}`,
        ),
    }),
  })
  const include = z.strictObject({
    include: z
      .string()
      .describe(
        'The path of an NDJSON file, relative to the manifest. Each line is one resource as a JSON object.',
      ),
    references: z
      .boolean()
      .optional()
      .describe(
        'Whether belfry replaces references such as ${env:NAME} in the included file: true or false. Default: false.',
      ),
    ...(isOfTarget && { targets: targets.optional() }),
  })
  return z.union([resource, include])
}

function mergeText({ mergedMaps }: Kind): string {
  return mergedMaps.length === 0
    ? ''
    : ` ${mergedMaps.join(' and ')} ${mergedMaps.length === 1 ? 'is' : 'are'} merged by key. Other fields replace the value of the resource.`
}
