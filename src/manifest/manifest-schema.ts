// The manifest as people write it, for the published JSON Schema that editors complete from.
import { z } from 'zod'
import { given, optional } from '../core/given.ts'
import { fieldsWith, listOf } from '../kinds/from-field-rows.ts'
import { conditional, written } from '../kinds/form.ts'
import type { Kind } from '../kinds/kind.ts'
import { columnsSchema } from './bulk/csv-columns.ts'
import { isRequired, schemaOf } from './shape.ts'

export function targets(): z.ZodType {
  return z
    .union([z.array(z.string()), z.string().regex(/^\$\{var:/)])
    .describe(
      'The targets of this manifest, resource, include or suite: a list of names from the project file, or one reference ${var:NAME}. Default: all targets.',
    )
}

export function manifestSchema(registry: readonly Kind[]): z.ZodType {
  const lists = registry.map(
    (kind) =>
      [
        listOf(kind),
        optional(z.array(itemSchema(kind)).nullable(), `The list of ${listOf(kind)} to manage.`),
      ] as const,
  )
  return z
    .strictObject({ targets: targets().optional(), ...Object.fromEntries(lists) })
    .meta({ patternProperties: { '^x-': {} }, ...definitionsOf(registry) })
    .describe('A belfry manifest.')
}

function definitionsOf(registry: readonly Kind[]): object {
  const definitions = registry.flatMap((kind) => Object.entries(kind.editorChecks?.().definitions ?? {}))
  return definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }
}

function itemSchema(kind: Kind): z.ZodType {
  const fields = schemaOf(kind, written)
  const isOfTarget = kind.scope === 'target'
  const required = Object.keys(fields.shape).filter((field) => isRequired(fields, [field]))
  const resource = fields.partial().extend({
    as: optional(
      z.string(),
      'A second name for the resource. Manifests can refer to the resource by this name.',
    ),
    expectDropped: optional(
      z.array(z.string()),
      'A list of declared fields that the service accepts but does not store. If the service does not return these fields, belfry treats the fields as up to date.',
    ),
    ignore: optional(
      z.array(z.string()),
      'Fields that belfry leaves as they are in the service: a list of paths such as data.lastLogin, credentials.from or primary. * matches any characters. belfry does not compare or change these fields. A new resource gets the declared values.',
    ),
    ...(isOfTarget && {
      targets: targets().optional(),
      perTarget: optional(
        z.record(z.string(), fields.partial()),
        `Values for individual targets: a map from the name of a target to fields.${mergeText(kind)}`,
      ),
    }),
  })
  // Required fields can also be declared for each target.
  const complete = conditional({ not: { required: ['perTarget'] } }, { required })
  return z.union([
    resource.meta({ title: kind.name, ...complete, ...given({ allOf: kind.editorChecks?.().checks }) }),
    includeSchema(kind).meta({ title: 'include' }),
  ])
}

function includeSchema(kind: Kind): z.ZodObject {
  return z.strictObject({
    include: z
      .string()
      .describe(
        'The path of an NDJSON or CSV file, relative to the manifest. Each line of NDJSON is one resource as a JSON object. The header of CSV contains the names of fields.',
      ),
    references: optional(
      z.boolean(),
      'Whether belfry replaces references such as ${env:NAME} in the included file: true or false. Default: false.',
    ),
    ...(kind.all !== undefined && {
      optional: optional(
        z.boolean(),
        'Whether the file may be missing, for example because git ignores the file: true or false. If the file is missing, the include declares nothing. Default: false.',
      ),
    }),
    columns: optional(
      columnsSchema,
      'For a CSV file: the field of each column whose header is not the name of a field, such as email, data.KEY or channels.PROVIDER@INTEGRATION.CREDENTIAL, and the type of cells that are not strings. null ignores the column.',
    ),
    ...(kind.scope === 'target' && { targets: targets().optional() }),
  })
}

function mergeText({ fields }: Kind): string {
  const merged = fieldsWith(fields, 'merge')
  return merged.length === 0
    ? ''
    : ` ${merged.join(' and ')} ${merged.length === 1 ? 'is' : 'are'} merged by key. Other fields replace the value of the resource.`
}
