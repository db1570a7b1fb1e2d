// The manifest entry of a resource: one for all targets that have it, with the fields that differ in each.
import { grouped } from '../../core/lists.ts'
import { visible } from '../../core/visible.ts'
import { isEqual } from '../../core/plan/compare-fields.ts'
import { listText } from '../../core/words.ts'
import { at, isMap, mapOf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { fieldsWith, listOf, rowOf, writtenFields } from '../../kinds/from-field-rows.ts'
import { resolved } from '../../kinds/form.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { InService, Live } from '../../kinds/resource.ts'
import { isRequired, schemaOf } from '../shape.ts'

export interface Entry {
  readonly kind: Kind
  readonly name: string
  /** In the manifest's language; the identity comes first. */
  readonly fields: ValueMap
  /** Undefined if every target of the project has it, or if it belongs to none. */
  readonly targets?: readonly string[]
  /** By target, in project order: the fields that differ there. */
  readonly perTarget: Readonly<Record<string, ValueMap>>
  /** What the service shows in each target; of a kind of the organisation under undefined. */
  readonly lives: ReadonlyMap<string | undefined, Live>
  /** The fields that aren't written, and why. */
  readonly notes: readonly Note[]
}

export interface Note {
  readonly field: string
  readonly why: string
}

export interface ResourceNote {
  /** `integration sendgrid-main` */
  readonly resource: string
  readonly note: string
}

export function notesOf({ kind, name, notes }: Entry): ResourceNote[] {
  return noteLines(notes).map((note) => ({ resource: `${kind.name} ${name}`, note }))
}

/** `color, dns: not returned by the service` */
export function noteLines(notes: readonly Note[]): string[] {
  return [...grouped(notes, ({ why }) => why)].map(([why, all]) =>
    visible(`${[...new Set(all.map(({ field }) => field))].join(', ')}: ${why}`),
  )
}

/** One entry for each identity. `allTargets` are those of the project, in its order, which is also that of `found`. */
export function entriesOf(kind: Kind, found: readonly InService[], allTargets: readonly string[]): Entry[] {
  const schema = schemaOf(kind, resolved)
  const sole = fieldsWith(kind.fields, 'soleWithin')
  const written = found.map((each) => ({ ...each, fields: writtenFields(kind, each.live) }))
  // Resources with one name and different providers are different resources.
  const groups = grouped(written, ({ live, fields }) => {
    const required = Object.keys(fields).filter((field) => isRequired(schema, [field]))
    return JSON.stringify([live.name, ...required.map((field) => textOf(fields[field]))])
  })
  return [...groups.values()].map((group) => {
    const targets = group.flatMap(({ target }) => target ?? [])
    const maps = group.map(({ fields }) => fields)
    const { base, own } = split(maps, (key) => rowOf(kind.fields, [key]).merge === 'key')
    const differing = targets.map((target, index) => [target, own[index] ?? {}] as const)
    return {
      kind,
      name: group[0]?.live.name ?? '',
      fields: base,
      ...(kind.scope === 'target' && targets.length < allTargets.length && { targets }),
      perTarget: filled(Object.fromEntries(differing)),
      lives: new Map(group.map(({ target, live }) => [target, live])),
      notes: sharedNotes(kind, sole, group),
    }
  })
}

/** Only the targets that have fields of their own. */
export function filled(perTarget: Entry['perTarget']): Entry['perTarget'] {
  return Object.fromEntries(Object.entries(perTarget).filter(([, own]) => Object.keys(own).length > 0))
}

/** Notes on fields such as `primary`, which a manifest can declare for one resource only, and several have in the service. */
function sharedNotes(kind: Kind, sole: readonly string[], group: readonly InService[]): Note[] {
  return sole.flatMap((field) => {
    // A string instead of true: `one of several`.
    const shared = group.filter(({ live }) => typeof live.fields[field] === 'string')
    const targets = listText(shared.flatMap(({ target }) => target ?? []))
    const within = rowOf(kind.fields, [field]).soleWithin ?? ''
    const why = `several ${listOf(kind)} of the same ${within} in ${targets} have this value`
    return shared.length === 0 ? [] : [{ field, why }]
  })
}

/** The fields that all maps have, and the other fields of each. */
function split(
  maps: readonly ValueMap[],
  isMerged: (key: string) => boolean,
): { readonly base: ValueMap; readonly own: readonly ValueMap[] } {
  const base: (readonly [string, Value])[] = []
  const own = maps.map((): (readonly [string, Value])[] => [])
  for (const key of new Set(maps.flatMap(Object.keys))) {
    const values = maps.map((map) => at(map, key))
    const [first] = values
    if (first !== undefined && (values.length === 1 || values.every((value) => isEqual(first, value))))
      base.push([key, first])
    else if (isMerged(key) && values.every((value) => isMap(value))) {
      const inner = split(values.filter(isMap), () => false)
      if (Object.keys(inner.base).length > 0) base.push([key, inner.base])
      inner.own.forEach((map, index) => Object.keys(map).length > 0 && own[index]?.push([key, map]))
    } else values.forEach((value, index) => value !== undefined && own[index]?.push([key, value]))
  }
  return { base: mapOf(base), own: own.map(mapOf) }
}
