// A change is plain data: everything that a reviewer needs to judge it and the sender needs to send it.
import type { Cause } from './shapes.ts'
import type { Detail, Difference } from './compare-fields.ts'
import { given } from '../given.ts'
import type { Position } from '../problem.ts'
import { mapEach, type FieldPath, type IdOf, type Value, type ValueMap } from '../value.ts'

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

/** A request of a change besides its main one. */
export interface Step {
  readonly call: Call
  /** What the service must show just before: else the request isn't sent. */
  readonly onlyIf: ValueMap
  /** The values that the service shows once it has taken effect. */
  readonly after: ValueMap
}

/** Changes of the same turn: the first is sent alone, because its result decides those of the others. */
export interface Turn {
  /** What they share, such as a channel. */
  readonly of: string
  /** `last`: never sent first; it waits for the first one. */
  readonly place: 'first' | 'any' | 'last'
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
  /** Sent before `call`, as a part of the same change. */
  readonly preparation?: Step
  /** Undoes the preparation, if the service doesn't do so by itself. */
  readonly restoration?: Step
  /** Values in the service that it replaces or depends on; null if the resource must not exist yet. */
  readonly before: ValueMap | null
  /** The values that the service shows once the call has taken effect. */
  readonly after: ValueMap
  /** What the reader sees, field by field. */
  readonly differences: readonly Difference[]
  /** Ids of the changes that it can't do without. */
  readonly needs: readonly string[]
  readonly sideEffects: readonly string[]
  /** The first-level fields whose values are masked. */
  readonly masked?: readonly string[]
  /** What the call does, if its fields don't show it, e.g. `becomes primary for email`. */
  readonly summary?: string
  /**
   * Why it is needed, all its details together; only in a plan with a base and in a comparison of two targets. Absent for a
   * resend of what the base declares too.
   */
  readonly cause?: Cause
  readonly position: Position
  /** Re-read its resource just before it is sent, because the body repeats live entries that may have moved. */
  readonly reread?: true
  /** Of the changes of one stage with the same turn, one is sent alone, and the service is read before the others go. */
  readonly turn?: Turn
}

/** All requests that it may take, in their order. */
export function callsOf({ preparation, call, restoration }: Change): readonly Call[] {
  return [...(preparation ? [preparation.call] : []), call, ...(restoration ? [restoration.call] : [])]
}

/** How many requests the changes take as planned: a restoration is for services that differ. */
export function writesOf(changes: readonly Change[]): number {
  return changes.reduce((total, { preparation }) => total + (preparation === undefined ? 1 : 2), 0)
}

/** Returns the replacement of a value; `field` is the first-level field of the resource that contains it. */
export type Replace = (value: Value, field: string) => Value

/** `before` and `after` of a difference, a detail or a note, as far as they are there. */
export function replacedSides<Sides extends { readonly before?: Value | undefined; readonly after?: Value }>(
  sides: Sides,
  field: string,
  replace: Replace,
): Sides {
  const { before, after } = sides
  return {
    ...sides,
    ...(before !== undefined && { before: replace(before, field) }),
    ...(after !== undefined && { after: replace(after, field) }),
  }
}

export function replacedDetail(detail: Detail, replace: Replace): Detail {
  return replacedSides(detail, detail.path.split('.')[0] ?? '', replace)
}

/** The same change with other values in its requests, their conditions and what is shown; `renamed` takes parameters. */
export function replacedValues(
  change: Change,
  replace: Replace,
  renamed = (parameter: string | IdOf): string | IdOf => parameter,
): Change {
  const fields = (map: ValueMap): ValueMap => mapEach(map, replace)
  const callOf = ({ operation, parameters, body }: Call): Call => ({
    operation,
    parameters: mapEach(parameters, renamed),
    ...given({ body: body && fields(body) }),
  })
  const stepOf = ({ call, onlyIf, after }: Step): Step => ({
    call: callOf(call),
    onlyIf: fields(onlyIf),
    after: fields(after),
  })
  const { preparation, call, restoration, before, after, differences } = change
  return {
    ...change,
    ...given({
      preparation: preparation && stepOf(preparation),
      restoration: restoration && stepOf(restoration),
    }),
    call: callOf(call),
    before: before && fields(before),
    after: fields(after),
    differences: differences.map((difference) => ({
      ...replacedSides(difference, difference.path[0] ?? '', replace),
      ...given({ display: difference.display?.map((detail) => replacedDetail(detail, replace)) }),
    })),
  }
}

/** The path with symbolic ids, as printed. */
export function pathOf(call: Call): string {
  return call.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(call.parameters[name] ?? `{${name}}`),
  )
}

export interface Subject {
  readonly target?: string | undefined
  readonly kind: string
  readonly name: string
  readonly part?: string | undefined
}

/** The same for all changes of one resource, and for what is declared of it. */
export function resourceKey({ target, kind, name }: Subject): string {
  return JSON.stringify([target, kind, name])
}

/** The same for all changes of one field. */
export function fieldKey(subject: Subject, path: FieldPath): string {
  return [resourceKey(subject), ...path].join('\0')
}

/** As options select it: `integration/ses-eu`. */
export function selectorOf({ kind, name }: Pick<Subject, 'kind' | 'name'>): string {
  return `${kind}/${name}`
}

/** `integration ses-eu`, with the part that has a request of its own. */
export function subjectOf({ kind, name, part }: Subject): string {
  return `${kind} ${name}${part === undefined ? '' : ` ${part}`}`
}

/** Whether it sets fields, so that what is visible doesn't show whether the rest was sent. */
export function setsFields({ action }: Change): boolean {
  return action === 'create' || action === 'update'
}

/** An update that switches an integration off. */
export function isDeactivation(change: Change): boolean {
  return change.action === 'update' && change.before?.['active'] === true && change.after['active'] === false
}

/** How many changes there are of each cause: `both` is in neither of the others. */
export function causeCounts(changes: readonly { readonly cause?: Cause }[]) {
  const countOf = (cause: Cause): number => changes.filter((change) => change.cause === cause).length
  return { branch: countOf('branch'), drift: countOf('drift'), both: countOf('both') }
}
