// A trigger as it is sent, with the service's own name in it.
import { randomUUID } from 'node:crypto'
import { textOf, type Value, type ValueMap, isMap, mapOf } from '../core/value.ts'
import { containsVendor, respelled, respelledAt, vendorIn } from '../core/vendor.ts'

export interface TriggerBody {
  readonly name: string
  readonly to: readonly Value[] | string
  readonly payload?: ValueMap
  readonly overrides?: ValueMap
  readonly actor?: Value
  readonly tenant?: Value
  readonly context?: ValueMap
  /** Absent: belfry makes one. */
  readonly transactionId?: string
}

export type IdentifiedBody = TriggerBody & { readonly transactionId: string }

export interface TriggerRequest {
  /** The transaction ID is set before the first attempt: it identifies the trigger from then on. */
  readonly body: IdentifiedBody
  readonly idFrom: 'caller' | 'belfry'
}

/** With a new transaction ID, such as `belfry-6b0e…`, if the body has none. */
export function identified(body: TriggerBody, prefix = 'belfry'): TriggerRequest {
  const given = textOf(body.transactionId)
  const transactionId = given === '' ? `${prefix}-${randomUUID()}` : given
  return { body: { ...body, transactionId }, idFrom: given === '' ? 'belfry' : 'caller' }
}

/**
 * Where the service writes enumerated values into events, messages and subscribers; all other fields may have values of
 * its callers.
 */
const shown = [
  'providerId',
  'jobs.providerId',
  'jobs.executionDetails.providerId',
  'template.origin',
  'channels.providerId',
]
/** Where a trigger's body names providers: its keys do so too, see `mapKeys`. */
const sent = ['to.channels.providerId', 'actor.channels.providerId']
/** Maps whose keys may be providers. */
const keyed = [['overrides'], ['overrides', 'providers']]

/** An event, a message or a subscriber with the service's own name as the project writes it. */
export function respelledItem(item: ValueMap, vendor: string | undefined): ValueMap {
  return vendor === undefined ? item : (respelledAt(item, shown, vendor) as ValueMap)
}

/** Whether a trigger's body contains the service's own name. */
export function namesVendor(body: TriggerBody): boolean {
  const value = body as unknown as ValueMap
  const keys = keyed.flatMap((path) => keysAt(value, path))
  return containsVendor(value, sent) || keys.some((key) => vendorIn(key) !== undefined)
}

export function respelledBody(body: IdentifiedBody, vendor: string | undefined): IdentifiedBody {
  const speak = (text: string): string => respelled(text, vendor)
  const value = respelledAt(body as unknown as ValueMap, sent, vendor)
  return keyed.reduce<Value>((each, path) => mapKeys(each, path, speak), value) as unknown as IdentifiedBody
}

function keysAt(value: Value | undefined, [key, ...rest]: readonly string[]): string[] {
  if (!isMap(value)) return []
  return key === undefined ? Object.keys(value) : keysAt(value[key], rest)
}

function mapKeys(value: Value, [key, ...rest]: readonly string[], change: (text: string) => string): Value {
  if (!isMap(value)) return value
  if (key === undefined) return mapOf(Object.entries(value).map(([name, each]) => [change(name), each]))
  const inside = value[key]
  return inside === undefined ? value : { ...value, [key]: mapKeys(inside, rest, change) }
}
