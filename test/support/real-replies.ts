// Replies that a deployed service gave, and in what they differ from the contract's schemas.
import { readdirSync, readFileSync } from 'node:fs'
import { Ajv, type ErrorObject } from 'ajv'
import type { Value } from '../../src/core/value.ts'
import type { Method } from '../../src/service/transport.ts'
import { operations, type OperationSchemas } from './sandbox-schemas.ts'

export interface Seen {
  readonly op: string
  readonly request: { readonly method: Method; readonly path: string; readonly body?: Value }
  readonly status: number
  readonly headers: Record<string, string>
  readonly response: object
}

export const realReplies = JSON.parse(
  readFileSync(new URL('../fixtures/real-replies.json', import.meta.url), 'utf8'),
) as readonly Seen[]

export function operationOf({ request: { method, path } }: Seen): OperationSchemas {
  const bare = path.split('?')[0] ?? ''
  const found = operations.find(
    (each) =>
      each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(bare),
  )
  if (found === undefined) throw new Error(`no operation for ${method} ${path}`)
  return found
}

const folder = new URL('../../schemas/service/', import.meta.url)
const schemas = readdirSync(folder)
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as object)
  .filter((content) => !Array.isArray(content))
const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  formats: { uuid: true },
  schemas,
  verbose: true,
})

export function isSuccess({ status }: Seen): boolean {
  return status >= 200 && status < 300
}

export function isWrapped({ response }: Seen): boolean {
  return Object.keys(response).join() === 'data'
}

/** What comes out of the envelope. */
export function bodyOf(seen: Seen): unknown {
  return isWrapped(seen) ? (seen.response as { readonly data: unknown }).data : seen.response
}

/** ``createIntegration: the extra field `priority` ``, once each; of a refusal the contract shows no body. */
export function differencesOf(seen: Seen): string[] {
  if (!isSuccess(seen)) return []
  const { id, status, reply } = operationOf(seen)
  const validate = ajv.getSchema(reply)
  if (validate === undefined) throw new Error(`schemas/service has no ${reply}`)
  void validate(bodyOf(seen))
  const found = [
    ...(seen.status === status ? [] : [`status ${seen.status}, not ${status}`]),
    ...(isWrapped(seen) ? ['the reply is inside `{data}`'] : []),
    ...(validate.errors ?? []).map(wordsFor),
  ]
  return [...new Set(found)].map((text) => `${id}: ${text}`)
}

function wordsFor({ keyword, instancePath, params, message, data }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+/g, '[]').replaceAll('/', '.').replace(/^\./, '')
  const inside = (name: unknown): string => [place, String(name)].filter((part) => part !== '').join('.')
  const facts = params as Readonly<Record<string, unknown>>
  if (keyword === 'additionalProperties')
    return `the extra field ${code(inside(facts['additionalProperty']))}`
  if (keyword === 'required') return `${code(inside(facts['missingProperty']))} is missing`
  if (keyword === 'enum') return `${code(place)} is ${code(JSON.stringify(data))}`
  return `${code(place)} ${message ?? keyword}`
}

function code(text: string): string {
  return `\`${text}\``
}
