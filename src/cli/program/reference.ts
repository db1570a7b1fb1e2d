// What generated files are made from: commands, explanations, and the types of methods of the library. The scripts that write them
// import this entry; the package leaves it out.
import { z } from 'zod'
import { grouped } from '../../core/lists.ts'
import { spot } from '../../core/plan/shapes.ts'
import { delivery, explanation, judgement } from '../../core/delivery/delivery.ts'
import { plan } from '../../core/plan/plan-shape.ts'
import { capitalized } from '../../core/words.ts'
import { envelopes } from '../../report/json/envelope.ts'
import { runs, difference } from '../../report/json/diff-shape.ts'
import { outcome, problem } from '../../report/json/common-shapes.ts'
import { smokeShape } from '../../report/json/run-shapes.ts'
import { commands as table } from '../../library/commands/commands.ts'
import { methodRows } from '../../library/options/methods.ts'
import { allExplained } from '../../explain/explain.ts'
import { commandRows } from './command.ts'

export const commands = commandRows()
export const explained = allExplained(commands)

export { grouped }
export { headingOf } from '../../explain/explained.ts'
export { ruleGroups } from '../../explain/rules.ts'
export { publishedSchemas } from '../../library/schemas.ts'

const section = plan.shape.sections.element
const change = section.shape.changes.element

/** Types that several results share; all other types are written out where they are used. */
const shared = {
  Problem: problem,
  Position: spot,
  Plan: plan,
  Section: section,
  Change: change,
  FieldChange: change.shape.differences.element,
  ChangeOutcome: outcome,
  Difference: difference,
  SmokeCase: smokeShape.cases.unwrap().element,
  Delivery: delivery,
  Explanation: explanation,
  JournalRun: runs.element,
  Judgement: judgement,
} as const

/** By method, its commands: of `get`, several. */
const methods = grouped(
  [...table].flatMap(([command, { method, options }]) =>
    method === undefined ? [] : [{ command, method, options }],
  ),
  ({ method }) => method,
)

interface OptionType {
  readonly name: string
  readonly about: string
  readonly rows: ReturnType<typeof methodRows>
}

/** For the option types of each method: name, comment and rows. */
export function optionTypes(): readonly OptionType[] {
  const open = {
    name: 'ServiceOptions',
    about: 'How the service of a project is reached.',
    rows: methodRows('open'),
  }
  const own = [...methods].map(([method, all]): OptionType => {
    const more = all.flatMap(({ options = [] }) => options)
    return {
      name: `${capitalized(method)}Options`,
      about: [`The options of \`Project.${method}\`.`, ...more].join(' '),
      // The command with most options comes last.
      rows: Object.assign({}, ...all.map(({ command }) => methodRows(command)).toReversed()),
    }
  })
  return [open, ...own]
}

/** The result of each method; of `get`, of each command. */
const results = [...methods].flatMap(([method, all]) =>
  all.map(({ command }) => {
    const kind = all.length > 1 ? command.slice(method.length + 1) : undefined
    return {
      id: `${capitalized(kind ?? method)}Result`,
      schema: (envelopes as Readonly<Record<string, z.ZodType>>)[command] ?? z.never(),
      description: `The result of \`Project.${kind === undefined ? method : `${method}('${kind}')`}\`.`,
    }
  }),
)

/** By the name of the type, in an order in which types come before those that use them. */
export function resultSchemas(): Readonly<Record<string, object>> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id })
  for (const { id, schema } of results) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => id,
    override: ({ zodSchema, jsonSchema }) => {
      const description = z.globalRegistry.get(zodSchema as unknown as z.ZodType)?.description
      if (description !== undefined) jsonSchema.description = description
    },
  })
  const described = results.map(({ id, description }) => [id, { description, ...schemas[id] }] as const)
  return { ...schemas, ...Object.fromEntries(described) }
}
