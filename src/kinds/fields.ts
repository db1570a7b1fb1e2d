// What is true of the fields of a kind: one row for each field that has more to say than its schema.
import { isMap, mapOf, type Value, type ValueMap } from '../core/value.ts'

interface FieldRow {
  /** It names the resource; only one field does. */
  readonly identity?: true
  /** It says what the resource is and can't be changed, so it can't be ignored either. */
  readonly fixed?: true
  /** Only plain variables may be referred to in it, because it identifies or routes. */
  readonly plain?: true
  /** It and all below it are any strings, such as a person's name, in which `todo` is not a placeholder. */
  readonly free?: true
  /** Its value may hold the service's own name. */
  readonly vendor?: true
  /** What `null` clears: the field, or the field and all below it. Only of first-level fields. */
  readonly clears?: 'itself' | 'all'
  /** Below it, null and '' are `empty-value`. Only of first-level fields. */
  readonly filled?: true
  /** `perTarget` merges the map by key. Else it replaces the value. */
  readonly merge?: 'key'
  /** True for one of all resources with the same value of this other field; others are without it. */
  readonly soleWithin?: string
  /** Some services don't show it; a ledger remembers it. */
  readonly concealable?: true
  /** Of a personal kind and of its calls: it says nothing of the person. */
  readonly impersonal?: true
  /** It may also change by effects, where no manifest declares it. */
  readonly affected?: true
  /** Only the service writes it; a manifest that has it gets a message of its own. */
  readonly readOnly?: true
}

/** By path without list indexes, such as `channels.providerId`. */
export type FieldRows = Readonly<Record<string, FieldRow>>

export function rowOf(fields: FieldRows, path: readonly string[]): FieldRow {
  const name = path.length === 1 ? (path[0] ?? '') : path.join('.')
  return Object.hasOwn(fields, name) ? (fields[name] ?? {}) : {}
}

export function fieldsWith(fields: FieldRows, fact: keyof FieldRow): string[] {
  return Object.keys(fields).filter((path) => fields[path]?.[fact] !== undefined)
}

export function rows(row: FieldRow, ...paths: readonly string[]): FieldRows {
  return Object.fromEntries(paths.map((path) => [path, row]))
}

/** Those of the fields that are set: not null, not an empty map. */
export function set(fields: Readonly<Record<string, Value | undefined>>): ValueMap {
  return mapOf(
    Object.entries(fields).flatMap(([key, value = null]): (readonly [string, Value])[] =>
      value === null || (isMap(value) && Object.keys(value).length === 0) ? [] : [[key, value]],
    ),
  )
}

/** The fields of an item that aren't its kind's. */
export function controlFields({ scope }: { readonly scope: 'organisation' | 'target' }): readonly string[] {
  return scope === 'target' ? ofTarget : everywhere
}

const everywhere = ['as', 'expectDropped', 'ignore']
const ofTarget = ['targets', 'perTarget', ...everywhere]
