// The published JSON Schemas, made from the schemas with which the program checks, and their copies for editors.
import { z } from 'zod'
import { journalEntry } from '../core/plan/journal-lines.ts'
import { ledgerSchema } from './apply/ledger-file.ts'
import { savedPlanSchema } from '../engine/saved/saved-plan-schema.ts'
import { registry } from '../kinds/registry.ts'
import { manifestSchema } from '../manifest/manifest-schema.ts'
import { suiteSchema } from '../manifest/suite/suite-schema.ts'
import { projectSchema } from '../project/project-schema.ts'
import { didYouMean } from '../core/did-you-mean.ts'
import type { ResultAccount } from '../report/account.ts'
import { envelopes } from '../report/json/envelope.ts'
import { address, version } from '../service/package.ts'
import { refused, type OperationEnd } from './operation-end.ts'
import { badFlag } from '../core/problem.ts'
import { posix, sep } from 'node:path'

interface PublishedSchema {
  readonly title: string
  readonly schema: () => Readonly<Record<string, unknown>>
}

/** By name, such as `manifest`. */
export function published(): ReadonlyMap<string, PublishedSchema> {
  const commands = Object.entries(envelopes).map(([command, schema]) => {
    // `smoke` is the schema of suites.
    const name = command === 'smoke' ? 'smoke-run' : command.replaceAll(' ', '-')
    return entry(
      name,
      command === 'belfry'
        ? 'The output of belfry --format json without a command'
        : `The output of belfry ${command} --format json`,
      () => schema,
      'output',
    )
  })
  return new Map([
    entry('manifest', 'A belfry manifest', () => manifestSchema(registry), 'input'),
    entry('project', 'A belfry project file (belfry.yaml)', () => projectSchema, 'input'),
    entry('smoke', 'A belfry smoke suite', suiteSchema, 'input'),
    entry('saved-plan', 'A saved plan that belfry plan --out writes', () => savedPlanSchema, 'output'),
    entry('journal', 'A line of a journal that belfry apply --journal writes', () => journalEntry, 'output'),
    entry('ledger', 'The belfry ledger, .belfry/ledger.json', () => ledgerSchema, 'output'),
    ...commands,
  ])
}

function entry(
  name: string,
  title: string,
  make: () => z.ZodType,
  io: 'input' | 'output',
): readonly [string, PublishedSchema] {
  const schema = () => {
    const { $schema, ...rest } = z.toJSONSchema(make(), { io })
    return { $schema, $id: idOf(name), title, ...rest }
  }
  return [name, { title, schema }]
}

/** While the project has no address, a name that editors don't try to load. */
function idOf(name: string): string {
  return address === undefined
    ? `urn:belfry:schema:${name}`
    : `${address}/raw/v${version}/schemas/${fileOf(name)}`
}

/** In the folder `schemas` of the package. */
function fileOf(name: string): string {
  return `${name}.schema.json`
}

/** Whole file texts by file name, e.g. `manifest.schema.json`. */
export function publishedSchemas(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...published()].map(([name, { schema }]) => [fileOf(name), `${JSON.stringify(schema(), null, 2)}\n`]),
  )
}

/** A schema, or the names of all. It reads no files and sends nothing. */
export async function schemaNamed({
  name,
}: {
  readonly name?: string | undefined
}): Promise<OperationEnd<ResultAccount<'schema'>>> {
  const all = published()
  const found = all.get(name ?? '')
  if (name !== undefined && found === undefined) {
    const message = `unknown schema "${name}"${didYouMean(name, [...all.keys()])}`
    const problem = badFlag(message, 'To list the schemas, run belfry schema.')
    return refused('schema', { problems: [problem] }, 'Nothing was printed.')
  }
  const schemas = [...all].map(([each, { title }]) => ({ name: each, about: title }))
  const result = found === undefined ? { schemas } : { schema: found.schema() }
  return { account: { command: 'schema', exit: 0, problems: [], result }, closing: '' }
}

type Name = 'project' | 'manifest'

/** Relative to the project's folder, and the text without spaces: no one reads it. */
export function schemaCopy(name: Name): { readonly name: string; readonly text: string } {
  return { name: pathOf(name), text: `${JSON.stringify(published().get(name)?.schema())}\n` }
}

/** `file` is relative to the project's folder. */
export function schemaLine(name: Name, file: string): string {
  const path = posix.relative(posix.dirname(file.replaceAll(sep, '/')), pathOf(name))
  return `# yaml-language-server: $schema=${path}\n`
}

function pathOf(name: Name): string {
  return `.belfry/schemas/${name}.schema.json`
}
