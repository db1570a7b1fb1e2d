// The few things that a reply must hold for the tool to work; all else may be missing, new or odd.
import type { OperationId } from '../wire/generated.ts'
import { ReplyError } from './errors.ts'

type Fields = Readonly<Record<string, 'string' | 'number'>>

/** The fields that must be there: of a page's items, of a list's items, or of the reply itself. */
interface Needs {
  readonly data?: Fields
  readonly items?: Fields
  readonly reply?: Fields
}

const needs = {
  searchSubscribers: { data: { subscriberId: 'string' }, reply: { totalCount: 'number' } },
  listMessages: { data: { _id: 'string' } },
  listIntegrations: { items: { _id: 'string', identifier: 'string' } },
  listEnvironments: { items: { _id: 'string', name: 'string' } },
  listEvents: { data: {} },
  retrieveEvent: { reply: { _id: 'string' } },
  triggerEvent: { reply: { status: 'string' } },
} satisfies Partial<Record<OperationId, Needs>>

export type CheckedOperation = keyof typeof needs

/** Throws a `ReplyError` if a required field is missing; nothing else is promised. */
export function checkReply(operation: CheckedOperation, body: unknown): void {
  const { data, items, reply } = needs[operation] as Needs
  if (data !== undefined) {
    requireFields(operation, body, {}, '')
    requireList(operation, at(body as object, 'data'), data, 'data')
  }
  if (items !== undefined) requireList(operation, body, items, '')
  if (reply !== undefined) requireFields(operation, body, reply, '')
}

function requireFields(operation: string, value: unknown, fields: Fields, place: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ReplyError(operation, place === '' ? 'the body' : place, nameOf(value))
  }
  for (const [field, type] of Object.entries(fields)) {
    const came = at(value, field)
    if (typeof came !== type)
      throw new ReplyError(operation, place === '' ? field : `${place}.${field}`, nameOf(came))
  }
  requireLists(operation, value, ['apiKeys', 'channels', 'conditions', 'jobs'], place)
}

/** Lists that are there, and those in their items, without holes: all that is read without another check. */
function requireLists(operation: string, value: object, names: readonly string[], place: string): void {
  for (const name of names) {
    const came = at(value, name)
    if (came === undefined || came === null) continue
    const where = place === '' ? name : `${place}.${name}`
    if (!Array.isArray(came)) throw new ReplyError(operation, where, nameOf(came))
    for (const [index, item] of (came as readonly unknown[]).entries()) {
      if (item === null) throw new ReplyError(operation, `${where}[${index}]`, nameOf(item))
      if (typeof item === 'object') requireLists(operation, item, inner[name] ?? [], `${where}[${index}]`)
    }
  }
}

/** Lists in the items of a list. */
const inner: Readonly<Record<string, readonly string[]>> = {
  conditions: ['children'],
  jobs: ['executionDetails'],
}

function requireList(operation: string, value: unknown, fields: Fields, place: string): void {
  if (!Array.isArray(value)) throw new ReplyError(operation, place === '' ? 'the body' : place, nameOf(value))
  for (const [index, item] of value.entries()) requireFields(operation, item, fields, `${place}[${index}]`)
}

function at(value: object, field: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[field]
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`
}
