// A trigger as it is sent, with its recipients and the service's own name in it; and the request to wait for it: what waiting
// needs, such as a clock, and which failed reads are repeated until the timeout.
import { randomUUID } from 'node:crypto'
import { textOf, type Value, type ValueMap, isMap, mapOf, at, isList } from '../core/value.ts'
import { containsVendor, respelled, respelledAt, vendorIn } from '../core/vendor.ts'
import type { Delivery } from '../core/delivery/delivery.ts'
import type { Client } from '../service/client.ts'
import { ReplyError, ServiceError, TransportError } from '../service/errors.ts'

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
/** Maps of which each key is a provider. */
const keyed = [['overrides'], ['overrides', 'providers']]

/** An event or a message with the name as the project says it. */
export function respelledItem(item: ValueMap, vendor: string | undefined): ValueMap {
  return vendor === undefined ? item : (respelledAt(item, shown, vendor) as ValueMap)
}

/** Whether a trigger's body contains the name at all. */
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

export interface Recipients {
  /** Subscribers by the id that the application gives them, each once, in the order in which the trigger names them. */
  readonly subscribers: readonly string[]
  /** The number of recipients without an ID: some services reach them, deployed ones drop them. */
  readonly unnamed: number
  /** Keys of topics; only the service knows their subscribers. */
  readonly topics: readonly string[]
}

/** `to` is the field of a trigger's body: a string, an object, or a list of them. */
export function recipientsOf(to: Value): Recipients {
  const all = isList(to) ? to : [to]
  const topics = all.map(topicOf).filter((key) => key !== '')
  const ids = all.filter((item) => topicOf(item) === '').map(idOf)
  return {
    subscribers: [...new Set(ids)].filter((id) => id !== ''),
    unnamed: ids.filter((id) => id === '').length,
    topics: [...new Set(topics)],
  }
}

function idOf(item: Value): string {
  return isMap(item) ? textOf(at(item, 'subscriberId')) : typeof item === 'string' ? item : ''
}

function topicOf(item: Value): string {
  return isMap(item) && at(item, 'type') === 'Topic' ? textOf(at(item, 'topicKey')) : ''
}

/** The attributes that a trigger can set for a subscriber. */
export const subscriberAttributes: readonly string[] = [
  'subscriberId',
  'email',
  'firstName',
  'lastName',
  'phone',
  'avatar',
  'locale',
  'timezone',
  'data',
  'channels',
]

/** Whether a recipient is both a topic and a subscriber: services differ in which of the two they notify. */
export function hasMixedRecipient(to: Value): boolean {
  return (isList(to) ? to : [to]).some(
    (item) =>
      isMap(item) &&
      (at(item, 'type') === 'Topic' || at(item, 'topicKey') !== undefined) &&
      subscriberAttributes.some((attribute) => at(item, attribute) !== undefined),
  )
}

/** The IDs in a trigger: its recipients, and an actor that is an object, because it is stored as a subscriber too. */
export function subscribersIn({ to, actor }: { readonly to: Value; readonly actor?: Value }): string[] {
  const own = isMap(actor) ? idOf(actor) : ''
  return [...new Set([...recipientsOf(to).subscribers, ...(own === '' ? [] : [own])])]
}

/** The field of a subscriber with the address for a channel. Chat and push have their addresses in `channels`. */
export const addresses: Readonly<Record<string, { readonly field: string; readonly noun: string }>> = {
  email: { field: 'email', noun: 'an email address' },
  sms: { field: 'phone', noun: 'a phone number' },
}

export interface WaitRequest {
  /** It only reads. */
  readonly client: Client
  readonly transactionId: string
  readonly recipients: Recipients
  /** Milliseconds. */
  readonly timeout: number
  /** When the trigger was sent, by the clock of the waiting. */
  readonly sentAt?: number
  /** Milliseconds after the trigger at which belfry reads in any case, to know what is done by then. */
  readonly checksAt?: readonly number[]
  /** Ends at the first event, not when all steps are finished. */
  readonly upTo?: 'event'
  /** For steps that the workflow delays: wait for them, or treat them as done. */
  readonly delayed: 'wait' | 'skip'
  /** What the service answered, without its secrets. */
  readonly shown: (item: object) => ValueMap
}

/** Milliseconds; `clock` has any origin, `random` is from 0 to 1. */
export interface Waiting {
  readonly clock: () => number
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  readonly random: () => number
  readonly signal?: AbortSignal
  readonly on?: (progress: Progress) => void
}

/** After each read. */
export interface Progress {
  readonly deliveries: readonly Delivery[]
  /** Since the waiting began. */
  readonly milliseconds: number
}

/** Whether a repeat may succeed. Throws errors that only a bug causes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof TransportError) return !['INVALID_KEY', 'ABORTED'].includes(error.code)
  if (error instanceof ServiceError) return error.status >= 500 || [408, 409, 429].includes(error.status)
  if (error instanceof ReplyError) return true
  throw error
}
