// A trigger as it is sent.
import { randomUUID } from 'node:crypto'
import { textOf, type Value, type ValueMap } from '../core/value.ts'

/** What a trigger says, in the service's fields. */
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
  /** Who chose the transaction ID. */
  readonly idFrom: 'caller' | 'belfry'
}

/** With a new transaction ID, such as `belfry-6b0e…`, if the body has none. */
export function identified(body: TriggerBody, prefix = 'belfry'): TriggerRequest {
  const given = textOf(body.transactionId)
  const transactionId = given === '' ? `${prefix}-${randomUUID()}` : given
  return { body: { ...body, transactionId }, idFrom: given === '' ? 'belfry' : 'caller' }
}
