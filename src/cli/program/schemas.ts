// The published JSON Schemas, made from the schemas that the program itself checks with.
import { z } from 'zod'
import { journalEntry } from '../../core/plan/journal.ts'
import { ledgerSchema } from '../../engine/memory/ledger-file.ts'
import { savedPlanSchema } from '../../engine/saved/schema.ts'
import { registry } from '../../kinds/registry.ts'
import { manifestSchema } from '../../manifest/schema.ts'
import { suiteSchema } from '../../manifest/suite/schema.ts'
import { projectSchema } from '../../project/schema.ts'
import { envelopes } from '../../report/json/envelope.ts'

/** Whole file texts by file name, e.g. `manifest.schema.json`. */
export function publishedSchemas(): Readonly<Record<string, string>> {
  const titled: Readonly<
    Record<string, readonly [title: string, schema: z.ZodType, io: 'input' | 'output']>
  > = {
    'manifest.schema.json': ['A belfry manifest', manifestSchema(registry), 'input'],
    'smoke.schema.json': ['A belfry smoke suite', suiteSchema(), 'input'],
    'ledger.schema.json': ['The belfry ledger, .belfry/ledger.json', ledgerSchema, 'output'],
    'journal.schema.json': ['A line of a journal that belfry apply --journal writes', journalEntry, 'output'],
    'saved-plan.schema.json': ['A saved plan that belfry plan --out writes', savedPlanSchema, 'output'],
    'project.schema.json': ['A belfry project file (belfry.yaml)', projectSchema, 'input'],
    ...Object.fromEntries(
      Object.entries(envelopes).map(([command, schema]) => [
        // smoke.schema.json is the schema of suites.
        `${command === 'smoke' ? 'smoke-run' : command.replaceAll(' ', '-')}.schema.json`,
        [`The output of belfry ${command} --format json`, schema, 'output'] as const,
      ]),
    ),
  }
  return Object.fromEntries(
    Object.entries(titled).map(([file, [title, schema, io]]) => {
      const { $schema, ...rest } = z.toJSONSchema(schema, { io })
      return [file, `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`]
    }),
  )
}
