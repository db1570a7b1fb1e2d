// Makes the TypeScript types of what the library returns from the schemas of `--format json`, which the bundle has. They
// are written before the types are built, because the library is built of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import { format } from 'prettier'

const banner = '// Made from the schemas of `--format json` by `npm run generate`; do not edit.'
const style = {
  parser: 'typescript',
  ...JSON.parse(readFileSync(new URL('../.prettierrc.json', import.meta.url), 'utf8')),
}

/** Types that several results share: what isn't described in a schema, because it is the same in each. */
const about = {
  Problem: 'An error or a warning.',
  Position: 'A place in a file.',
  Plan: 'What would change in the service.',
  Section: 'The changes of one target, or of the organisation.',
  Change: 'One change of a resource: the request that makes it, and the fields that change.',
  FieldChange: 'The change of one field.',
  ChangeOutcome: 'The result of a change.',
  Difference: 'What changes between two versions of the manifests.',
  SmokeCase: 'The result of a case of a smoke suite.',
  Delivery: 'The result of a trigger for one recipient.',
  Explanation: 'Why a result is not as it should be, and what to do.',
  JournalRun: 'One run of a journal: an apply or a failover.',
  Judgement: 'An expectation, and whether it is met.',
}

const aboutGot = 'The results of `Project.get`, by what is read.'

const aboutResult =
  'What a method of a project returns: the same data as the command of that name prints with `--format json`.'

const json =
  'export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }'

/** The text of src/library/results.ts; `schemas` are by the name of their type. */
async function libraryTypes(schemas) {
  const types = [`/** A JSON value. */\n${json}`, base]
  const results = Object.keys(schemas).filter((name) => name.endsWith('Result'))
  for (const name of [...Object.keys(about), ...results]) {
    const text = await compile({ description: about[name], ...typed(schemas[name]), title: name }, name, {
      bannerComment: '',
      format: false,
      unknownAny: true,
    })
    types.push(withBase(readOnly(text.trim())))
  }
  const got = results
    .map((name) => [name, schemas[name].properties.command.const])
    .filter(([, command]) => command.startsWith('get '))
    .map(([name, command]) => `readonly ${command.slice('get '.length)}: ${name}`)
  types.push(`/** ${aboutGot} */\nexport interface GetResults {\n${got.join('\n')}\n}`)
  types.push(`/** ${aboutResult} */\nexport type Result = ${results.join(' | ')}`)
  return format([banner, ...types].join('\n\n'), style)
}

/** The schema with references written out as types, so that no type is made twice. */
function typed(schema) {
  const { $ref, $schema: _schema, $id: _id, properties, items, anyOf, ...rest } = schema
  // Shared definitions are values of any type.
  if ($ref !== undefined) return { ...rest, tsType: $ref.startsWith('__shared') ? 'Json' : $ref }
  const { minimum: _least, maximum: _most, ...more } = rest
  return {
    ...more,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, part]) => [key, typed(part)])),
    }),
    ...(items && { items: typed(items) }),
    ...(anyOf && { anyOf: anyOf.map(typed) }),
    ...(typeof more.additionalProperties === 'object' && {
      additionalProperties: typed(more.additionalProperties),
    }),
  }
}

/** Each result has it, so it is written once. */
const base = `/** What every result has. */
export interface CommonResult<Command extends string> {
  /** The version of the format. */
  readonly formatVersion: 1
  /** The command of the method. */
  readonly command: Command
  /** The exit code of the command. */
  readonly exit: number
  readonly problems: Problem[]
}`

function withBase(text) {
  return text.replace(
    / \{\s*readonly formatVersion: 1;?\s*readonly command: ('[^']+'|"[^"]+");?\s*readonly exit: number;?\s*readonly problems: Problem\[\];?/,
    ' extends CommonResult<$1> {',
  )
}

/** Results are read-only, and a short comment takes one line. */
function readOnly(text) {
  return text
    .replaceAll(/^(\s*)((?:\w+|"[^"]*"|\[k: string\])\??: )/gm, '$1readonly $2')
    .replaceAll(/\/\*\*\n\s*\* ([^\n]*)\n\s*\*\//g, '/** $1 */')
}

/** The text of src/library/results.ts. */
export async function resultTypes() {
  const { resultSchemas } = await import('../dist/reference.js')
  return libraryTypes(resultSchemas())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('../src/library/results.ts', import.meta.url), await resultTypes())
