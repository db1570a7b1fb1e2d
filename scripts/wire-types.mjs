// Makes the TypeScript types of the wire from schemas/service: open for replies, closed for requests. They are written
// before the bundle, which needs no types: a tree that doesn't compile yet is generated too.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import { format } from 'prettier'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const banner = '// Made from schemas/service by `npm run generate`; do not edit.'
const style = { parser: 'typescript', ...JSON.parse(read('.prettierrc.json')) }

/**
 * The text of src/wire/generated.ts. A definition of schemas/service is a type of the same name; one that
 * enumerates values and stands in requests and replies alike is a second type, `NameInput`, in requests.
 */
export async function wireTypes() {
  const operations = JSON.parse(read('schemas/service/operations.json'))
  const definitions = serviceDefinitions()
  const asked = operations.flatMap(({ params, query, body }) => [params, query, body]).filter(Boolean)
  const requests = reachable(definitions, [...asked.map(nameOf), 'RequestHeaders'])
  const replies = reachable(definitions, [...operations.map(({ reply }) => nameOf(reply)), 'ErrorBody'])
  const shared = new Set([...requests].filter((name) => replies.has(name) && hasWords(definitions, name)))
  const types = []
  for (const [name, schema] of definitions) {
    if (replies.has(name)) types.push(await typeOf(name, schema, { open: true, rename: (other) => other }))
    const rename = (other) => (shared.has(other) ? `${other}Input` : other)
    if (shared.has(name) || !replies.has(name)) {
      types.push(await typeOf(rename(name), schema, { open: false, rename }))
    }
  }
  return format([banner, ...types, operationTypes(operations)].join('\n\n'), style)
}

/** All definitions of all files by title, which is unique over the folder. */
function serviceDefinitions() {
  const files = readdirSync(new URL('schemas/service/', root)).filter((file) => file !== 'operations.json')
  const entries = files.flatMap((file) => Object.entries(JSON.parse(read(`schemas/service/${file}`)).$defs))
  const definitions = new Map(entries)
  if (definitions.size < entries.length)
    throw new Error('two definitions in schemas/service have the same name')
  return definitions
}

const nameOf = (reference) => reference.slice(reference.lastIndexOf('/') + 1)

function reachable(definitions, names, found = new Set()) {
  for (const name of names.filter((each) => !found.has(each))) {
    if (!definitions.has(name)) throw new Error(`schemas/service has no definition ${name}`)
    found.add(name)
    reachable(definitions, references(definitions.get(name)), found)
  }
  return found
}

function references(schema) {
  if (schema.$ref !== undefined) return [nameOf(schema.$ref)]
  return parts(schema).flatMap(references)
}

function parts({ properties = {}, items, anyOf = [], additionalProperties }) {
  return [...Object.values(properties), items, ...anyOf, additionalProperties].filter(
    (part) => typeof part === 'object',
  )
}

/** Whether a definition or one that it refers to enumerates its values: open and closed then differ. */
function hasWords(definitions, name) {
  const own = (schema) => schema.enum !== undefined || parts(schema).some(own)
  return [...reachable(definitions, [name])].some((each) => own(definitions.get(each)))
}

async function typeOf(name, schema, options) {
  const text = await compile({ ...typed(schema, options), title: name }, name, {
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
  })
  return text.trim()
}

/** The schema with references and enumerations written out as types, so that no type is made twice. */
function typed(schema, options) {
  const { title: _title, description, ...rest } = schema
  const about = description === undefined ? {} : { description }
  if (schema.$ref !== undefined) return { ...about, tsType: options.rename(nameOf(schema.$ref)) }
  if (schema.enum !== undefined) return { ...about, tsType: words(schema, options) }
  const each = (part) => typed(part, options)
  if (schema.properties !== undefined) {
    rest.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, part]) => [key, each(part)]),
    )
  }
  if (schema.items !== undefined) rest.items = each(schema.items)
  if (schema.anyOf !== undefined) rest.anyOf = schema.anyOf.map(each)
  if (typeof schema.additionalProperties === 'object')
    rest.additionalProperties = each(schema.additionalProperties)
  return { ...about, ...rest }
}

/** Replies are open, because services are newer than this list; requests say what the contract takes. */
function words(schema, { open }) {
  const known = schema.enum.filter((value) => value !== null).map((value) => JSON.stringify(value))
  const nothing = schema.enum.includes(null) ? ['null'] : []
  return `(${[...known, ...(open ? ['(string & {})'] : []), ...nothing].join(' | ')})`
}

function operationTypes(operations) {
  const rows = operations.map(({ id, method, path, status, params, query, body, reply }) => {
    const types = Object.entries({ params, query, body, reply }).filter(
      ([, reference]) => reference !== undefined,
    )
    const fields = types.map(([key, reference]) => `${key}: ${nameOf(reference)}`)
    return `${id}: { method: '${method}'; path: '${path}'; status: ${status}; ${fields.join('; ')} }`
  })
  const note = '/** The operations of the contract, in its order. */'
  return `${note}\nexport interface Operations { ${rows.join('\n')} }\n\nexport type OperationId = keyof Operations`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('src/wire/generated.ts', root), await wireTypes())
