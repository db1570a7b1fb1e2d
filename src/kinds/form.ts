// Gives each field its two forms: as written (values or references; published as JSON Schema) and as resolved.
import { z } from 'zod'
import { Secret, type SecretValue } from '../core/secrets/secret.ts'
import { isMap, textOf, type Value } from '../core/value.ts'

/** A check on a text, with the rule that it answers for. `test` never sees more than one value. */
export interface TextCheck {
  readonly rule: string
  readonly test: (text: string) => boolean
  /** Completes `NAME …`, e.g. `is not a valid email address`. */
  readonly message: string
  readonly hint?: string
}

/** What an issue of a resolved form carries in `params`; the manifest layer makes problems of it. */
export interface IssueParams {
  readonly rule: string
  readonly expected?: 'text' | 'flag' | 'number' | 'list' | 'map'
  readonly message?: string
  readonly hint?: string
  /** The possible values, if there are only a few. */
  readonly values?: readonly string[]
  readonly similar?: OneOfOptions['similar']
}

/** How a value outside of those that are known is judged. */
interface OneOfOptions {
  /** The rule for a value that is only in the wrong case. */
  readonly caseRule?: string
  /** The rule for a value that resembles a known one, and other names of known values, in lower case. */
  readonly similar?: { readonly rule: string; readonly otherNames: Readonly<Record<string, string>> }
}

/** Values, and what each means: editors show it. */
type Meanings = Readonly<Record<string, string>>

/** The builders that a kind's schema is written with. One schema function serves both forms. */
export interface Form {
  /** A map with these fields. Other fields are refused unless `others` says what they can be. */
  map(fields: z.core.$ZodLooseShape, others?: z.ZodType): z.ZodObject
  list(item: z.ZodType): z.ZodArray
  text(check?: TextCheck): z.ZodType
  /** A text that may be written as a number, such as a port. */
  textOrNumber(): z.ZodType
  flag(): z.ZodType
  /** A boolean that is true or left out. */
  onlyTrue(): z.ZodType
  whole(least: number, most: number): z.ZodType
  /** One of the contract's values; a value outside is `rule` (an error or a warning, as the rule says). */
  oneOf(values: Meanings, rule: string, options?: OneOfOptions): z.ZodType
  /** Free-form data: any JSON map. */
  json(): z.ZodType
  anything(): z.ZodType
}

const reference = /\$\{/
const variable = /^\$\{var:[^}]+\}$/

/** The form that people write and editors complete. A value of any type can be in a variable of the project file. */
export const written: Form = {
  map: (fields, others) => orVariable(mapOf(fields, others), 'object'),
  list: (item) => orVariable(z.array(item), 'array'),
  text: () => z.string(),
  textOrNumber: () => z.union([z.string(), z.number()]),
  flag: () => flagOrText(z.boolean(), 'true or false', /^(?:true|false|\$\{var:[^}]+\})$/),
  onlyTrue: () => flagOrText(z.literal(true), 'true', variable),
  whole: (least, most) => orVariable(z.int().min(least).max(most), 'integer'),
  oneOf: (values, rule) =>
    rule === 'wrong-value' ? z.union([choice(values), z.string().regex(reference)]) : suggested(values),
  json: () => orVariable(z.record(z.string(), z.unknown()), 'object'),
  anything: () => z.unknown(),
}

function mapOf(fields: z.core.$ZodLooseShape, others: z.ZodType = z.never()): z.ZodObject {
  return z.object(fields).catchall(others)
}

/** Editors show what each value means. */
export function choice<const Name extends string>(values: Readonly<Record<Name, string>>) {
  const names = Object.keys(values) as [Name, ...Name[]]
  return z.enum(names).meta({ enumDescriptions: Object.values(values) })
}

/** Editors complete these values, and accept others. As examples, all of them would be in the text that describes the field. */
export function suggested(values: Meanings): z.ZodString {
  const snippets = Object.entries(values).map(([label, description]) => ({ label, description, body: label }))
  return z.string().meta({ defaultSnippets: snippets })
}

/** In JSON Schema a pattern checks strings only. With a union, editors would not complete a map or a list in the field. */
function orVariable<Schema extends z.ZodType>(schema: Schema, type: string): Schema {
  return schema.meta({ type: [type, 'string'], pattern: variable.source })
}

type FlagValues = 'true or false' | 'true'

function flagOrText(value: z.ZodType, values: FlagValues, text: RegExp): z.ZodType {
  const errorMessage = `Write ${values}. Or write \${var:NAME} if the value of the variable is ${values}. Other references are not allowed, because their values are strings.`
  return z.union([value.meta({ errorMessage }), z.string().regex(text).meta({ errorMessage })])
}

/** By definition: a copy of a schema, such as one with a description, has the same definition. */
const flags = new WeakMap<object, FlagValues>()

/** The values of a boolean; undefined if `resolved` didn't make the schema as a boolean. */
export function flagValuesOf(schema: z.core.$ZodType): FlagValues | undefined {
  return flags.get(schema._zod.def)
}

/** Most texts need no check, and share one schema: making a schema takes as long as checking ten texts. */
let anyText: z.ZodType<Value> | undefined

/** The form after references are resolved; secrets stay closed while they are checked. */
export const resolved: Form = {
  map: mapOf,
  list: (item) => z.array(item),
  text: (check) => {
    anyText ??= textLeaf(isText)
    if (check === undefined) return anyText
    return anyText.superRefine((value, context) => {
      if (isAllowed(value, check.test)) return
      context.addIssue({
        code: 'custom',
        params: { rule: check.rule, message: check.message, hint: check.hint } satisfies Loose<IssueParams>,
      })
    })
  },
  textOrNumber: () =>
    textLeaf((value) => typeof value === 'string' || typeof value === 'number').transform((value) =>
      value instanceof Secret ? value.map(String) : textOf(value),
    ),
  // It decides what is sent in which order, so a reference to something outside, which gives a string, is refused.
  flag: () =>
    flag('true or false', (value) => typeof value === 'boolean' || value === 'true' || value === 'false', {
      rule: 'wrong-type',
      expected: 'flag',
    }),
  onlyTrue: () =>
    flag('true', (value) => value === true, { rule: 'wrong-value', expected: 'flag', values: ['true'] }),
  whole: (least, most) =>
    z.custom<Value>(
      (value) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most,
      { params: { rule: 'wrong-value', message: `is not a whole number from ${least} to ${most}` } },
    ),
  oneOf: (meanings, rule, { caseRule, similar } = {}) => {
    const values = Object.keys(meanings)
    return textLeaf(isText).superRefine((value, context) => {
      if (isAllowed(value, (text) => values.includes(text))) return
      const upper = new Set(values.map((each) => each.toUpperCase()))
      const isCase = caseRule !== undefined && isAllowed(value, (text) => upper.has(text.toUpperCase()))
      const params = { rule: isCase ? caseRule : rule, values, ...(similar && { similar }) }
      context.addIssue({ code: 'custom', params: params satisfies IssueParams })
    })
  },
  json: () =>
    z.custom<Value>((value) => isMap(value as Value), { params: { rule: 'wrong-type', expected: 'map' } }),
  anything: () => z.custom<Value>(),
}

/** The resolved form for a value whose problems are all warnings: it is sent as written. */
export const tolerant: Form = {
  ...resolved,
  text: () => resolved.text(),
  oneOf: (values, rule) => (rule === 'wrong-value' ? resolved.oneOf(values, rule) : resolved.text()),
}

function flag(values: FlagValues, accepts: (value: unknown) => boolean, params: IssueParams): z.ZodType {
  const schema = z
    .custom<Value>((value) => accepts(value) || isFailed(value as Value), { params: { ...params } })
    .transform((value) => (value instanceof Secret ? value : value === true || value === 'true'))
  flags.set(schema._zod.def, values)
  return schema
}

const isText = (value: unknown): boolean => typeof value === 'string'

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined }

function textLeaf(accepts: (value: SecretValue) => boolean): z.ZodType<Value> {
  return z.custom<Value>(
    (value) => (value instanceof Secret ? value.passes(accepts) : accepts(value as SecretValue)),
    { params: { rule: 'wrong-type', expected: 'text' } },
  )
}

/** Whether it replaces a reference that was reported already. */
function isFailed(value: Value): boolean {
  return value instanceof Secret && value.origin.startsWith('${')
}

function isAllowed(value: Value, test: (text: string) => boolean): boolean {
  const accepts = (text: SecretValue): boolean => typeof text !== 'string' || test(text)
  return value instanceof Secret ? value.passes(accepts) : accepts(value as SecretValue)
}

export type JsonSchema = Readonly<Record<string, unknown>>

/** The keywords of a condition in the published JSON Schema. */
export function conditional(condition: JsonSchema, yes: JsonSchema, no?: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: yes, ...(no && { else: no }) }
}
