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

function validatorOf(command: string): ValidateFunction {
  const path = new URL(`../../schemas/${nameOf(command)}.schema.json`, import.meta.url)
  const validate = known.get(command) ?? ajv.compile(JSON.parse(readFileSync(path, 'utf8')) as object)
  known.set(command, validate)
  return validate
}

/** What a smoke suite is has the command's name. */
function nameOf(command: string): string {
  return command === 'smoke' ? 'smoke-run' : command.replaceAll(' ', '-')
}
