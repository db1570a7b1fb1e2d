// What the rows of a kind's fields give: its schema, what is read, compared, masked and exported.
import { z } from 'zod'
import { optional } from '../core/given.ts'
import type { RuleOf, FieldRule } from '../core/plan/compare-fields.ts'
import { type FieldPath, isMap, mapOf, textOf, type Value, type ValueMap, isList } from '../core/value.ts'
import { notEmpty } from './checks.ts'
import type { AnyRow, Field, FieldRow, FieldRows, Reading, Rowed, RowsOf } from './field-row.ts'
import type { Form } from './form.ts'
import type { Desired, Live } from './resource.ts'
import type { Change } from '../core/plan/change.ts'

const nothing: AnyRow = {}

export function rowOf(fields: FieldRows, path: readonly string[]): AnyRow {
  return rowNamed(fields, path.length === 1 ? path[0] : path.join('.'))
}

function rowNamed(fields: FieldRows, name = ''): AnyRow {
  return Object.hasOwn(fields, name) ? (fields[name] ?? nothing) : nothing
}

export function fieldsWith(fields: FieldRows, fact: keyof AnyRow): string[] {
  return Object.keys(fields).filter((path) => rowNamed(fields, path)[fact] !== undefined)
}

export function sameRow<const Path extends string, Row extends FieldRow>(
  row: Row,
  ...paths: readonly Path[]
) {
  return Object.fromEntries(paths.map((path) => [path, row])) as Readonly<Record<Path, Row>>
}

/** A string that identifies or routes, so that it contains no secret. */
export function plainText(about: string) {
  return { form: (form: Form) => form.text(notEmpty), about, privacy: 'public', plain: true } as const
}

/** What manifests may declare, in the order in which people write it. */
function declarable(fields: FieldRows): (readonly [name: string, field: Field])[] {
  return Object.entries(fields).flatMap(([name, row]) => ('about' in row && row.form ? [[name, row]] : []))
}

export function schemaFrom({ fields }: Rowed, form: Form): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      declarable(fields).map(([name, { form: made, about, required }]) => [
        name,
        required ? made(form).describe(about) : optional(made(form), about),
      ]),
    ),
  )
}

/** The identity of a declared resource in its target. */
export function nameOf({ fields }: Rowed, declared: ValueMap): string {
  for (const name in fields) {
    const { identity } = rowNamed(fields, name)
    if (identity !== undefined) return identity === true ? textOf(declared[name]) : identity(declared)
  }
  return ''
}

/** Whether the value at a path of a declared resource (without list indexes) must not be shown. */
export function isSecretAt({ fields }: Rowed, path: FieldPath): boolean {
  // Called for each value of a hundred thousand lines, so without a check whether the name is the map's own key.
  const privacy = (fields[path[0] ?? ''] as AnyRow | undefined)?.privacy
  return typeof privacy === 'function' ? privacy(path) : privacy === 'secret'
}

/** Whether a kind describes persons; with `field`, whether this field does: all do that no row calls public. */
export function isPersonal({ fields }: Rowed, field?: string): boolean {
  const isAboutPersons = Object.values(fields).some((row: AnyRow) => row.privacy === 'personal')
  return isAboutPersons && (field === undefined || rowNamed(fields, field).privacy !== 'public')
}

/** The fields that describe a person, without the identity. */
export function personalFields({ fields }: Rowed): readonly string[] {
  return declarable(fields).flatMap(([name, { privacy, identity }]) =>
    privacy === 'personal' && !identity ? [name] : [],
  )
}

/** How each field of a resource is compared. */
export function rulesFor({ fields }: Rowed, desired: Desired | undefined): RuleOf {
  return (path) => {
    const { compare = byValue } = rowNamed(fields, path[0])
    return typeof compare === 'function' ? compare(path, desired) : compare
  }
}

export const byValue: FieldRule = { compare: 'value' }

/** Reads what the service shows of a resource. */
export function readerOf<Item extends object, Context>(
  fields: RowsOf<Item, Context>,
): (item: Item, context: Context) => Record<string, Value> {
  const readable: (readonly [name: string, read: Reading<Item, Context>['read']])[] = []
  for (const [name, { sent, nameOnly, read }] of declarable(fields))
    if (sent !== false && !nameOnly) readable.push([name, read as Reading<Item, Context>['read']])
  return (item, context) => {
    const found: Record<string, Value> = {}
    for (const [name, read] of readable)
      found[name] = read === undefined ? ((item as ValueMap)[name] ?? null) : read(item, context)
    return found
  }
}

/**
 * What a manifest says to declare a live resource as it is, in the order in which people write it; what isn't set is left
 * out.
 */
export function writtenFields({ fields }: Rowed, live: Live): ValueMap {
  return withoutUnset(
    Object.fromEntries(
      declarable(fields).map(([name, { nameOnly, write = () => live.fields[name] }]) => [
        name,
        nameOnly ? live.name : write(live),
      ]),
    ),
  )
}

/**
 * The fields of a resource that is switched off because no manifest declares it; undefined if there is nothing to switch
 * off.
 */
export function retiredFields({ fields }: Rowed, { isBuiltIn }: Live): ValueMap | undefined {
  const found: Record<string, Value> = {}
  for (const [name, { retired }] of declarable(fields)) if (retired !== undefined) found[name] = retired
  return Object.keys(found).length === 0 || isBuiltIn === true ? undefined : found
}

/** Those of the fields that are set: not null, not an empty map. */
export function withoutUnset(fields: Readonly<Record<string, Value | undefined>>): ValueMap {
  return mapOf(
    Object.entries(fields).flatMap(([key, value = null]): (readonly [string, Value])[] =>
      value === null || (isMap(value) && Object.keys(value).length === 0) ? [] : [[key, value]],
    ),
  )
}

/** `integrations`: the list of a kind in a manifest. */
export function listOf({ name }: { readonly name: string }): string {
  return `${name}s`
}

/** The other kinds that fields name, by the field of the first level. */
export function namedKinds({ name, fields }: Rowed & { readonly name: string }): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const path of fieldsWith(fields, 'names')) {
    const { names = '' } = rowNamed(fields, path)
    if (names !== name) found.set(path.split('.')[0] ?? '', names)
  }
  return found
}

/** The fields of an item that don't belong to its kind, such as `targets`. */
export function controlFields({ scope }: { readonly scope: 'organisation' | 'target' }): readonly string[] {
  return scope === 'target' ? ofTarget : everywhere
}

const everywhere = ['as', 'expectDropped', 'ignore']
const ofTarget = ['targets', 'perTarget', ...everywhere]

// Where a value of a resource is in a manifest, and in the body of a request.

/** Where a manifest declares what the body of a change has at a path. */
export function declaredPathOf(
  kind: Rowed,
  wire: FieldPath,
  { part }: Pick<Change, 'part'>,
  desired: Desired,
): FieldPath {
  const [first = '', ...rest] = wire
  if (part === undefined) {
    const renamed = fieldsWith(kind.fields, 'sent').find((name) => rowOf(kind.fields, [name]).sent === first)
    return [renamed ?? first, ...rest]
  }
  const [list = ''] = fieldsWith(kind.fields, 'parts')
  const { parts } = rowOf(kind.fields, [list])
  const items = desired.declared[list]
  const index = isList(items) ? items.findIndex((item) => isMap(item) && parts?.nameOf(item) === part) : -1
  if (index < 0) return wire
  // The entries of a set are not in the order of the manifest.
  const isInSet = rulesFor(kind, desired)([list, part, ...rest]).compare === 'set'
  return [list, String(index), ...(isInSet ? wire.slice(0, 2) : wire)]
}

/**
 * Where the body of a change has the value at a path of `fields`, if it has the field, and under the same name; undefined if
 * another request has it.
 */
export function bodyPathOf(
  { fields }: Rowed,
  path: FieldPath,
  { part }: Pick<Change, 'part'>,
): FieldPath | undefined {
  const [list] = fieldsWith(fields, 'parts')
  if (list === undefined) return path
  if (part === undefined) return path[0] === list ? undefined : path
  const body = rowOf(fields, [list]).parts?.body ?? ''
  return path[0] === list && path[1] === part ? [body, ...path.slice(2)] : undefined
}
