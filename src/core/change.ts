// A change is the call: everything a reviewer needs to judge it and the sender needs to make it, as plain data.
import type { Difference } from './compare.ts'
import type { Position } from './problem.ts'
import type { IdOf, ValueMap } from './value.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'

/** An operation of the service; `path` is its template, such as `/v1/integrations/{integrationId}`. */
export interface Operation {
  readonly id: string
  readonly method: Method
  readonly path: string
}

export interface Call {
  readonly operation: Operation
  /** Values for the template; an `IdOf` is filled in just before the call is sent. */
  readonly parameters: Readonly<Record<string, string | IdOf>>
  readonly body?: ValueMap
}

export type Action = 'create' | 'update' | 'set-primary' | 'resend'

export interface Change {
  /** Unique in a plan, e.g. `Production/integration/ses-eu/create`. */
  readonly id: string
  /** The target it belongs to; undefined for what belongs to the organisation. */
  readonly target?: string
  /** The target whose key sends it. */
  readonly via: string
  readonly kind: string
  readonly name: string
  /** A part of the resource with a call of its own, e.g. `slack@slack-ops` of a subscriber. */
  readonly part?: string
  readonly action: Action
  /** One of the kind's stages; changes of one stage may be sent in parallel. */
  readonly stage: string
  readonly call: Call
  /** Live values that it replaces or depends on; null where the resource must not exist yet. */
  readonly before: ValueMap | null
  /** The values that live shows once the call has taken effect. */
  readonly after: ValueMap
  /** What the reader sees, field by field. */
  readonly differences: readonly Difference[]
  /** Ids of the changes without which this one makes no sense. */
  readonly needs: readonly string[]
  readonly sideEffects: readonly string[]
  /** What the call means where its fields don't say it, e.g. `becomes primary for email`. */
  readonly summary?: string
  readonly position: Position
  /** Re-read its resource just before it is sent, because the body repeats live entries that may have moved. */
  readonly reread?: true
}

/** The path with symbolic ids, as printed. */
export function pathOf(call: Call): string {
  return call.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(call.parameters[name] ?? `{${name}}`),
  )
}
