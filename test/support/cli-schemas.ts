// The published schemas as a judge of what `--format json` prints.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { 'date-time': true } })
const known = new Map<string, ValidateFunction>()

export interface Envelope {
  readonly formatVersion: number
  readonly command: string
  readonly exit: number
  readonly problems: readonly {
    readonly rule: string
    readonly severity: 'error' | 'warning'
    readonly message: string
  }[]
}

/** The one JSON value that a text is. Throws where it isn't, or where its own command's schema says otherwise. */
export function envelopeIn(text: string): Envelope {
  const value = JSON.parse(text) as Envelope
  const violations = violationsOf(value, value.command)
  if (violations.length > 0) throw new Error(JSON.stringify(violations, null, 2))
  return value
}

/** What a published schema has against a value. */
export function violationsOf(value: unknown, schema: string): readonly object[] {
  const validate = validatorOf(schema)
  return validate(value) ? [] : (validate.errors ?? [])
}

/** What JSON and NDJSON must have of each record of a list, if the published schema says it. */
export function requiredOfRecords(command: string): readonly string[] | undefined {
  const { properties } = schemaOf(command) as {
    readonly properties: { readonly data?: { readonly items: { readonly required?: readonly string[] } } }
  }
  return properties.data?.items.required
}

function validatorOf(command: string): ValidateFunction {
  const validate = known.get(command) ?? ajv.compile(schemaOf(command))
  known.set(command, validate)
  return validate
}

function schemaOf(command: string): object {
  const path = new URL(`../../schemas/${nameOf(command)}.schema.json`, import.meta.url)
  return JSON.parse(readFileSync(path, 'utf8')) as object
}

/** What a smoke suite is has the command's name. */
function nameOf(command: string): string {
  return command === 'smoke' ? 'smoke-run' : command.replaceAll(' ', '-')
}
