// The wire's schemas are valid. `scripts/generate.mjs --check` finds types that are older than they are.
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'

interface Row {
  readonly id: string
  readonly number: number
  readonly path: string
  readonly params?: string
  readonly query?: string
  readonly body?: string
  readonly reply: string
}
interface Schema {
  readonly $id: string
  readonly $defs: Readonly<Record<string, { readonly title: string }>>
}

const folder = new URL('../../schemas/service/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
const files = readdirSync(folder).filter((file) => file !== 'operations.json')
const schemas = files.map((file) => read(file) as Schema)
const operations = read('operations.json') as readonly Row[]

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const ajv = new Ajv({ strict: true, allErrors: true, schemas, formats: { uuid } })

describe.each(schemas)('$$id', ({ $id, $defs }) => {
  test.each(Object.keys($defs))('%s compiles, and its key is its title', (name) => {
    expect(ajv.getSchema(`${$id}#/$defs/${name}`)).toBeTypeOf('function')
    expect($defs[name]?.title).toBe(name)
  })
})

test('every name is given once', () => {
  const names = schemas.flatMap(({ $defs }) => Object.keys($defs))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

describe.each(operations)('$number $id', ({ id, number, path, params, query, body, reply }) => {
  test('stands in its place', () => expect(operations[number - 1]?.id).toBe(id))

  test('names schemas that are there', () => {
    const pascal = id.charAt(0).toUpperCase() + id.slice(1)
    for (const [kind, reference] of Object.entries({
      Params: params,
      Query: query,
      Body: body,
      Reply: reply,
    })) {
      if (reference === undefined) continue
      expect(reference).toMatch(new RegExp(`/${pascal}${kind}$`))
      expect(ajv.getSchema(reference)).toBeTypeOf('function')
    }
  })

  test('has a schema for its path', () => expect(path.includes('{')).toBe(params !== undefined))
})

test.each([
  ['an unknown field', 'integration', 'UpdateIntegrationBody', { actve: true }],
  [
    'an unknown value',
    'subscriber',
    'UpsertSubscriberCredentialsBody',
    { providerId: 'sms', credentials: {} },
  ],
  ['a list of what only a create shows', 'integration', 'ListedCredentials', { appSid: 'a' }],
  ['a throttle in a list', 'event', 'StepType', 'throttle'],
  [
    'a condition without its parts',
    'common',
    'StepFilter',
    { isNegated: false, type: 'GROUP', value: 'AND' },
  ],
  [
    'an id that is no uuid',
    'integration',
    'CreateIntegrationBody',
    { providerId: 'ses', channel: 'email', _environmentId: 'x' },
  ],
])('%s is refused', (_what, file, name, value) => {
  expect(ajv.validate(`service/${file}.json#/$defs/${name}`, value)).toBe(false)
})

test.each([
  [
    'a free-form payload',
    'trigger',
    'TriggerEventBody',
    { name: 'n', to: 's', payload: { a: [1, { b: null }] } },
  ],
  [
    'a topic beside a subscriber',
    'trigger',
    'TriggerEventBody',
    { name: 'n', to: ['s', { subscriberId: 's' }, { topicKey: 't' }] },
  ],
  ['a throttle in a retrieved event', 'event', 'RetrievedStepType', 'throttle'],
  [
    'an environment without a type',
    'environment',
    'Environment',
    { _id: 'i', name: 'n', _organizationId: 'o', identifier: 'd', type: null },
  ],
  ['an observed error', 'error', 'ErrorBody', { statusCode: 400, message: ['a', 'b'], ctx: {}, more: 1 }],
])('%s is accepted', (_what, file, name, value) => {
  expect(ajv.validate(`service/${file}.json#/$defs/${name}`, value)).toBe(true)
})
