// Fields that are not compared. Ignored fields are sent only with the service's own value, if a request replaces several
// fields. Fields that the service is expected to drop can't be compared.
import { alternatives, matchesName } from '../core/glob.ts'
import {
  at,
  type FieldPath,
  isMap,
  mapOf,
  someLeaf,
  Unreadable,
  type Value,
  valueAt,
  type ValueMap,
} from '../core/value.ts'
import { fieldsWith, isSecretAt, listOf, rowOf, rulesFor, bodyPathOf } from './from-field-rows.ts'
import type { Draft, Kind, Refusal } from './kind.ts'
import type { Desired, Kept, Observed } from './resource.ts'
import { append } from '../core/lists.ts'
import { pathsText } from '../core/words.ts'

/** Whether a pattern is the name of a field that identifies the resource or is fixed. Patterns with wildcards skip such fields. */
export function namesFixedField(pattern: string, { fields }: Kind): boolean {
  const { identity, fixed } = rowOf(fields, [pattern])
  return identity !== undefined || fixed === true
}

/** Where the values are that a pattern such as `data.last*` names; what can't be read ends the path. */
function keptIn(map: ValueMap, pattern: string): Kept[] {
  return Object.entries(map).flatMap(([key, value]) =>
    restsOf(pattern, key).flatMap((rest): Kept[] => {
      if (rest === undefined) return [{ path: [key], value }]
      if (value instanceof Unreadable) return [{ path: [key, rest], value }]
      return isMap(value) ? keptIn(value, rest).map((each) => ({ ...each, path: [key, ...each.path] })) : []
    }),
  )
}

/** The rest of a pattern below a key that it begins with; undefined if it ends there. Keys may contain dots. */
function restsOf(pattern: string, key: string): (string | undefined)[] {
  return alternatives(pattern).flatMap((each) => {
    const ends = [...each.matchAll(/\./g)].map(({ index }) => index)
    const rests = ends.filter((end) => matchesName(key, each.slice(0, end))).map((end) => each.slice(end + 1))
    return matchesName(key, each) ? [undefined, ...rests] : rests
  })
}

export function patternsOf({ ignore = [], ignoreOfKind = [] }: Desired): readonly string[] {
  return ignore.length + ignoreOfKind.length === 0 ? [] : [...ignore, ...ignoreOfKind]
}

/** Whether a pattern can match a compared field. A field that is compared whole may have more keys in the service. */
export function couldMatch(pattern: string, desired: Desired, kind: Kind): boolean {
  const ruleOf = rulesFor(kind, desired)
  const walk = (map: ValueMap, rest: string, path: FieldPath): boolean =>
    Object.entries(map).some(([key, value]) => {
      const here = [...path, key]
      const isOpen = ruleOf(here).compare !== 'keys'
      return restsOf(rest, key).some(
        (more) => more === undefined || (isMap(value) && (isOpen || walk(value, more, here))),
      )
    })
  return (
    fieldsWith(kind.fields, 'affected').some((field) => matchesName(field, pattern)) ||
    walk(desired.fields, pattern, [])
  )
}

/** The error for a pattern that `namesFixedField`. */
export function fixedIgnore(pattern: string, kind: Kind) {
  return {
    rule: 'wrong-value',
    message: `the field "${pattern}" of ${listOf(kind)} can't be ignored`,
    hint: 'Remove it from ignore.',
  }
}

/** The warning for a pattern of a resource, or of all of a kind. */
export function idleIgnore(pattern: string, { kind, name }: Pick<Desired, 'kind'> & Partial<Desired>) {
  return {
    rule: 'idle-ignore',
    message:
      name === undefined
        ? `"${pattern}" in ignore.${kind} matches no field of any declared ${kind}`
        : `"${pattern}" in ignore matches no field of ${kind} ${name}`,
    hint: 'Correct the name of the field, or remove it from ignore. Write a path such as data.lastLogin.',
    ...(name !== undefined && { resource: `${kind} ${name}` }),
  }
}

/** Whether a change of this field, or of something in it, is to be left to others. */
export function ignoresField(desired: Desired, field: string): boolean {
  return patternsOf(desired).some((pattern) => matchesName(field, pattern))
}

/**
 * Both sides without ignored values, so that they are never a difference. A resource that isn't in the service yet is
 * created as it is declared.
 */
export function withoutIgnored<Seen extends Observed>(observed: Seen, kind: Kind): Seen {
  const { desired, live } = observed
  const patterns = desired === undefined ? [] : patternsOf(desired)
  if (desired === undefined || patterns.length === 0) return observed
  if (live === undefined) {
    const { ignore: _ignore, ignoreOfKind: _ignoreOfKind, ...whole } = desired
    return { ...observed, desired: whole }
  }
  const own = patterns.flatMap((pattern) => keptIn(desired.fields, pattern))
  const kept = patterns
    .flatMap((pattern) => keptIn(live.fields, pattern))
    .filter(({ path }) => path.length > 1)
  const managed = own.filter(({ path: [first = ''] }) => !namesFixedField(first, kind))
  const idle = (desired.ignore ?? []).filter(
    (pattern) =>
      keptIn(desired.fields, pattern).length + keptIn(live.fields, pattern).length === 0 &&
      couldMatch(pattern, desired, kind),
  )
  const warnings = idle.map((pattern) => ({
    ...idleIgnore(pattern, desired),
    resource: `${desired.kind} ${desired.name}`,
    position: desired.position,
  }))
  const fields = without(
    desired.fields,
    managed.map(({ path }) => path),
  )
  // A field that is ignored as a whole stays: the plan reads from it what a change clears.
  const rest = without(
    live.fields,
    kept.map(({ path }) => path),
  )
  const filled = patterns.reduce((map, pattern) => withoutEmpty(map, pattern, {}), rest)
  const shown = withHidden(filled, live.fields, kind)
  const wanted = patterns.reduce((map, pattern) => withoutEmpty(map, pattern, shown), fields)
  const uncreated = uncreatedIn(live.fields, managed, fields)
  return {
    ...observed,
    desired: { ...desired, fields: wanted },
    live: { ...live, fields: shown, kept, ...(uncreated.length > 0 && { uncreated }) },
    warnings: [...(observed.warnings ?? []), ...warnings],
  }
}

/** Declared objects, such as a channel, that the service doesn't have and of which all fields are ignored. */
function uncreatedIn(live: ValueMap, managed: readonly Kept[], rest: ValueMap): readonly string[] {
  const objects = managed.map(({ path, value }) => (isMap(value) ? path : path.slice(0, -1)))
  const gone = objects.filter(
    (path) => valueAt(rest, path) === undefined && (valueAt(live, path) ?? null) === null,
  )
  return [...new Set(gone.map((path) => path.join('.')))]
}

/** If the service shows nothing else of a field, it may not show the field at all. */
function withHidden(rest: ValueMap, whole: ValueMap, { fields }: Kind): ValueMap {
  const hidden = fieldsWith(fields, 'concealable').filter(
    (field) =>
      isMap(at(whole, field)) &&
      !someLeaf(at(rest, field), (leaf) => !(leaf instanceof Unreadable)) &&
      rest[field] !== whole[field],
  )
  return { ...rest, ...mapOf(hidden.map((field) => [field, new Unreadable(true)])) }
}

/**
 * Without the maps that a pattern leads into, and that are empty and not on the other side: whether the service has them may
 * depend on what is ignored.
 */
function withoutEmpty(map: ValueMap, pattern: string, other: ValueMap): ValueMap {
  return mapOf(
    Object.entries(map).flatMap(([key, value]): (readonly [string, Value])[] => {
      const rests = restsOf(pattern, key).filter((rest) => rest !== undefined)
      if (rests.length === 0 || !isMap(value)) return [[key, value]]
      const there = at(other, key) ?? null
      const inner = rests.reduce((left, rest) => withoutEmpty(left, rest, isMap(there) ? there : {}), value)
      const isEmpty = there === null && Object.values(inner).every((each) => each === null)
      return isEmpty ? [] : [[key, inner]]
    }),
  )
}

/** Maps that become empty are removed too. */
function without(map: ValueMap, paths: readonly FieldPath[]): ValueMap {
  if (paths.length === 0) return map
  return mapOf(
    Object.entries(map).flatMap(([key, value]): (readonly [string, Value])[] => {
      const own = paths.filter(([first]) => first === key)
      if (own.some(({ length }) => length === 1)) return []
      if (own.length === 0 || !isMap(value)) return [[key, value]]
      const rest = without(
        value,
        own.map((path) => path.slice(1)),
      )
      return Object.keys(rest).length === 0 ? [] : [[key, rest]]
    }),
  )
}

/** The body of a change with the ignored values that the service has in what the request replaces. */
export function withKept(
  body: ValueMap,
  kept: readonly Kept[],
  kind: Kind,
  change: Pick<Draft, 'part'>,
): { readonly body: ValueMap; readonly hidden: readonly FieldPath[] } {
  const placed = kept.flatMap(({ path, value }) => {
    const place = bodyPathOf(kind, path, change)
    return place !== undefined && Object.hasOwn(body, place[0] ?? '') ? [{ path, place, value }] : []
  })
  return {
    body: placed
      .filter(({ value }) => !(value instanceof Unreadable))
      .reduce((whole, { place, value }) => withValue(whole, place, value), body),
    hidden: placed.flatMap(({ path, value }) => (value instanceof Unreadable ? [path] : [])),
  }
}

/** Where the manifest declares a string, nothing can be kept in it. */
function withValue(map: ValueMap, [first = '', ...rest]: FieldPath, value: Value): ValueMap {
  if (rest.length === 0) return { ...map, [first]: value }
  const inner = at(map, first) ?? {}
  return isMap(inner) ? { ...map, [first]: withValue(inner, rest, value) } : map
}

/** The fields of `expectDropped` as unreadable: the service doesn't show whether they were ever sent. */
export function withoutDropped<Seen extends Observed>(observed: Seen, kind: Kind): Seen {
  const { desired, live } = observed
  if (desired?.expectDropped === undefined || live === undefined) return observed
  const fields = covered(desired.fields, live.fields, { keys: new Set(desired.expectDropped), kind })
  return { ...observed, live: { ...live, fields } }
}

/**
 * `live` with `Unreadable` under those keys that are declared and that it lacks, at any depth; maps that it lacks aren't
 * made.
 */
function covered(
  declared: ValueMap,
  live: ValueMap,
  dropped: { readonly keys: ReadonlySet<string>; readonly kind: Kind },
  path: FieldPath = [],
): ValueMap {
  const { keys, kind } = dropped
  const entries = Object.entries(declared).flatMap(([key, wanted]): (readonly [string, Value])[] => {
    const shown = at(live, key) ?? null
    const here = [...path, key]
    if (shown === null)
      return keys.has(key) && wanted !== null ? [[key, new Unreadable(isSecretAt(kind, here))]] : []
    return isMap(wanted) && isMap(shown) ? [[key, covered(wanted, shown, dropped, here)]] : []
  })
  return mapOf([...new Map([...Object.entries(live), ...entries])])
}

/** The requests with the current values of ignored fields; `hidden` are those that the service doesn't return. */
export function withKeptValues(drafts: readonly Draft[], kept: readonly Kept[], kind: Kind) {
  const hidden: FieldPath[] = []
  const filled = drafts.map((draft): Draft => {
    const { body } = draft.call
    if (body === undefined || kept.length === 0) return draft
    const found = withKept(body, kept, kind, draft)
    append(hidden, found.hidden)
    return { ...draft, call: { ...draft.call, body: found.body } }
  })
  return { drafts: filled, hidden }
}

export function hiddenRefusal({ kind, name }: Desired, hidden: readonly FieldPath[]): Refusal {
  const paths = pathsText(hidden)
  return {
    rule: 'ignored-field',
    path: ['ignore'],
    message: `${kind} ${name}: the request replaces ${paths}, which the project ignores, and the service doesn't return the current value`,
    hint: `Remove ${paths} from ignore. Or, in the manifest, remove the changed fields of the object that contains ${paths}.`,
  }
}
