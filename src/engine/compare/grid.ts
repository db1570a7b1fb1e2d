// All targets beside each other: each integration by its channel, where it is primary, and which fields differ.
import { isEqual } from '../../core/plan/compare.ts'
import { at, isMap, mapLeaves, textOf, Unreadable, type Value, valueAt } from '../../core/value.ts'
import { Secret } from '../../core/secrets/secret.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Grid, GridRow, GridState } from '../../core/plan/grid.ts'
import type { CompareRequest } from './compare.ts'
import type { Side } from './sides.ts'

/** `meantBetween` is `isMeant` of two targets. */
export function gridOf(
  sides: readonly Side[],
  by: Grid['by'],
  selects: (resource: Desired) => boolean,
  meantBetween: (from: string, to: string) => CompareRequest['isMeant'],
): Grid {
  const all = sides.flatMap(({ alias, resources }) =>
    resources.filter((each) => each.kind === 'integration' && selects(each)).map((each) => ({ alias, each })),
  )
  const rows = [...new Set(all.map(({ each }) => each.name))].map((name): GridRow => {
    const own = all.filter(({ each }) => each.name === name)
    const of = new Map(own.map(({ alias, each }) => [alias, each.declared]))
    const paths = new Map(own.flatMap(({ each }) => pathsOf(each)).map((path) => [path.join('.'), path]))
    const unequal = [...paths].flatMap(([text, path]) => {
      const values = own.map(({ alias, each }) => ({ alias, value: valueAt(each.declared, path) ?? null }))
      const pairs = values.flatMap((one, index) =>
        values.slice(index + 1).map((other) => [one, other] as const),
      )
      const differing = pairs.filter(([one, other]) => isDifferent(one.value, other.value))
      if (differing.length === 0) return []
      const isMeant = differing.every(([one, other]) =>
        meantBetween(one.alias, other.alias)({ kind: 'integration', name }, text),
      )
      return [{ path: text, isMeant }]
    })
    return {
      channel: textOf(own[0]?.each.declared['channel']),
      name,
      states: Object.fromEntries(sides.map(({ alias }) => [alias, stateOf(of.get(alias))])),
      differs: unequal.filter(({ isMeant }) => !isMeant).map(({ path }) => path),
      meant: unequal.filter(({ isMeant }) => isMeant).map(({ path }) => path),
    }
  })
  return {
    by,
    targets: sides.map(({ alias }) => alias),
    integrations: rows.toSorted(
      (one, other) => compareTexts(one.channel, other.channel) || compareTexts(one.name, other.name),
    ),
  }
}

/** Whether targets differ in it, except on purpose. */
export function isUneven({ states, differs }: GridRow): boolean {
  return differs.length > 0 || new Set(Object.values(states)).size > 1
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function stateOf(declared: Desired['declared'] | undefined): GridState {
  if (declared === undefined) return 'absent'
  if (declared['active'] === false) return 'inactive'
  if (declared['primary'] === true) return 'primary'
  return declared['active'] === true ? 'active' : 'declared'
}

/** The states show whether it is active and primary. */
const inStates = new Set(['identifier', 'previously', 'active', 'primary'])

function pathsOf({ declared }: Desired): (readonly string[])[] {
  return Object.keys(declared)
    .filter((key) => !inStates.has(key))
    .flatMap((key) => {
      const value = at(declared, key)
      return isMap(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]]
    })
}

/** A value that a service doesn't show is not known to differ. */
function isDifferent(one: Value, other: Value): boolean {
  if (one instanceof Unreadable || other instanceof Unreadable) return false
  return !isEqual(byName(one), byName(other))
}

/** Secrets of manifests are compared by their references. */
function byName(value: Value): Value {
  return mapLeaves(value, (leaf) => (leaf instanceof Secret ? leaf.asWritten() : leaf))
}
