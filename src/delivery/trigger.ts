// The body of a trigger.
import type { Filter } from '../core/secrecy/filter.ts'
import type { Secret } from '../core/secrecy/secret.ts'
import type { Value, ValueMap } from '../core/value.ts'
import type { Target } from '../engine/engine.ts'
import type { Client } from '../service/client.ts'

export interface TriggerRequest {
  readonly body: TriggerBody
  /** Who chose the transaction id. */
  readonly idFrom: 'caller' | 'belfry'
}

export interface TriggerBody {
  readonly name: string
  readonly to: readonly Value[] | string
  readonly payload?: ValueMap
  readonly overrides?: ValueMap
  readonly actor?: Value
  readonly tenant?: Value
  readonly context?: ValueMap
  /** Set before the first attempt: it identifies the trigger from then on. */
  readonly transactionId: string
}

/** A target with its client. */
export interface Connected {
  readonly target: Target
  readonly apiKey: Secret
  readonly client: Client
  readonly filter: Filter
}
