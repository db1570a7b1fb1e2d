// Where a value of a resource is in a manifest, and in the body of a request.
import type { Change } from '../core/plan/change.ts'
import { type FieldPath, isList, isMap } from '../core/value.ts'
import { fieldsWith, rowOf, rulesFor } from './fields.ts'
import type { Rowed } from './field-row.ts'
import type { Desired } from './resource.ts'

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

/** Where the body of a change has the value at a path of `fields`; undefined if nowhere. */
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
