// All targets beside each other: each integration by its channel, where it is primary, and which fields differ.
import { isEqual } from '../../core/plan/compare.ts'
import { at, isMap, someLeaf, textOf, Unreadable, type Value, valueAt } from '../../core/value.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Grid, GridRow, GridState } from '../../core/plan/grid.ts'
import { byName } from '../diff/as-written.ts'
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
    const valuesAt = (path: readonly string[]) =>
      own.map(({ alias, each }) => ({ alias, value: valueAt(each.declared, path) ?? null }))
    const unequal = [...paths].flatMap(([text, path]) => {
      const values = valuesAt(path)
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
      unknown: [...paths].flatMap(([text, path]) =>
        own.length > 1 && valuesAt(path).some(({ value }) => isUnknown(value)) ? [text] : [],
      ),
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
  return differs.length > 0 || Object.values(states).includes('absent')
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

/** They name the integration. */
const names = new Set(['identifier', 'previously'])

function pathsOf({ declared }: Desired): (readonly string[])[] {
  return Object.keys(declared)
    .filter((key) => !names.has(key))
    .flatMap((key) => {
      const value = at(declared, key)
      return isMap(value) ? Object.keys(value).map((inner) => [key, inner]) : [[key]]
    })
}

function isDifferent(one: Value, other: Value): boolean {
  return !isUnknown(one) && !isUnknown(other) && !isEqual(byName(one), byName(other))
}

function isUnknown(value: Value): boolean {
  return someLeaf(value, (leaf) => leaf instanceof Unreadable)
}
