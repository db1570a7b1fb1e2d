// The definitions of schemas/service as zod shapes and closed lists of words, so that the facts of a field are only there.
import { z } from 'zod'
import type {
  OperationId,
  Operations,
  ChannelInput,
  Credentials,
  ListedCredentials,
} from '../../wire/generated.ts'
import common from '../../../schemas/service/common.json?raw'
import environment from '../../../schemas/service/environment.json?raw'
import event from '../../../schemas/service/event.json?raw'
import integration from '../../../schemas/service/integration.json?raw'
import message from '../../../schemas/service/message.json?raw'
import operations from '../../../schemas/service/operations.json?raw'
import subscriber from '../../../schemas/service/subscriber.json?raw'
import trigger from '../../../schemas/service/trigger.json?raw'
import workflow from '../../../schemas/service/workflow.json?raw'
import { flag, freeForm, maybe, number, text } from './request-values.ts'

interface Schema {
  readonly $ref?: string
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly (string | null)[]
  readonly type?: Type | 'array' | readonly [Type, 'null']
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
}
type Type = keyof typeof plain

const plain = { string: text, boolean: flag, number, object: freeForm }

const definitions = new Map(
  [common, environment, event, integration, message, subscriber, trigger, workflow].flatMap((file) =>
    Object.entries((JSON.parse(file) as { readonly $defs: Readonly<Record<string, Schema>> }).$defs),
  ),
)

function definition(name: string): Schema {
  const found = definitions.get(name)
  if (found === undefined) throw new Error(`schemas/service has no definition ${name}`)
  return found
}

type Head = Pick<Operations[OperationId], 'method' | 'path' | 'status'>
const heads = JSON.parse(operations) as readonly (Head & { readonly id: OperationId })[]

/** The request line of an operation, and the status of its reply. */
export function headOf(id: OperationId): Head {
  const head = heads.find((each) => each.id === id)
  if (head === undefined) throw new Error(`schemas/service has no operation ${id}`)
  const { method, path, status } = head
  return { method, path, status }
}

/** The values that a definition enumerates. */
function wordsOf(name: string): readonly string[] {
  return definition(name).enum?.filter((word) => word !== null) ?? []
}

/** The names of a definition's fields. */
function namesOf(name: string): readonly string[] {
  return Object.keys(definition(name).properties ?? {})
}

type RequiredKey<Item> = {
  [Key in keyof Item]-?: Partial<Pick<Item, Key>> extends Pick<Item, Key> ? never : Key
}[keyof Item]
type Field<Value, IsRequired> = IsRequired extends true
  ? z.ZodType<Exclude<Value, undefined>>
  : z.ZodExactOptional<z.ZodType<Exclude<Value, undefined>>>

/** The shapes of a definition's fields; `required` replaces the contract's required fields. */
export function fieldsOf<Item, Required extends keyof Item = RequiredKey<Item>>(
  name: string,
  required?: readonly Required[],
): { -readonly [Key in keyof Item]-?: Field<Item[Key], Key extends Required ? true : false> } {
  const schema = definition(name)
  return shapesIn({ ...schema, ...(required && { required: required.map(String) }) }) as ReturnType<
    typeof fieldsOf<Item, Required>
  >
}

/** Keys that a definition doesn't have are dropped. */
function read(schema: Schema): z.ZodType {
  const { $ref, anyOf, type, items, properties, additionalProperties } = schema
  if ($ref !== undefined) return named($ref.slice($ref.lastIndexOf('/') + 1))
  if (anyOf !== undefined) return z.union(anyOf.map(read))
  if (typeof type === 'object') return read({ ...schema, type: type[0] }).nullable()
  if (schema.enum !== undefined) return z.enum(schema.enum.filter((word) => word !== null))
  if (items !== undefined) return z.array(read(items))
  if (properties !== undefined) return z.object(shapesIn(schema))
  if (typeof additionalProperties === 'object') return z.record(text, read(additionalProperties))
  return plain[type as Type]
}

const shapes = new Map<string, z.ZodType>()

/** Made when it is first used: a step's variants are steps too. */
function named(name: string): z.ZodType {
  const shape = shapes.get(name) ?? z.lazy(() => read(definition(name)))
  shapes.set(name, shape)
  return shape
}

function shapesIn({ properties = {}, required = [] }: Schema): Record<string, z.ZodType> {
  const fields = Object.entries(properties).map(([key, field]): [string, z.ZodType] => {
    const shape = read(field)
    return [key, required.includes(key) ? shape : maybe(shape)]
  })
  return Object.fromEntries(fields)
}

/** The contract's closed lists of words, and what some of its replies leave out. */
export const channels = wordsOf('Channel') as readonly ChannelInput[]
/** Channels that are sent through one integration, by default the primary. */
export const hasPrimary = (channel: string): boolean => channel === 'email' || channel === 'sms'
export const stepTypes = wordsOf('RetrievedStepType')
/** Providers that a subscriber can have credentials for. */
export const subscriberProviders = wordsOf('SubscriberProviderId')
/** Providers of jobs and execution details. */
export const jobProviders = wordsOf('RetrievedJobProviderId')

/** Step types and providers that only the reply of retrieve-event names. */
export const stepTypesHiddenByList = left(stepTypes, wordsOf('StepType'))
export const jobProvidersHiddenByList = left(jobProviders, wordsOf('JobProviderId'))
/** Providers that the reply of update-subscriber can't name. */
export const providersHiddenByUpdate = left(subscriberProviders, wordsOf('UpdatedSubscriberProviderId'))
/** Credential keys that the list of integrations leaves out. */
export const credentialsHiddenByList = left(namesOf('Credentials'), namesOf('ListedCredentials')) as Exclude<
  keyof Credentials,
  keyof ListedCredentials
>[]

function left(words: readonly string[], shown: readonly string[]): string[] {
  return words.filter((word) => !shown.includes(word))
}
