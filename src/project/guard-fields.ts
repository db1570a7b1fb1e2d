// The fields of a project file that decide how its plans are judged, and a project file with those of another revision.
import { at, isMap, mapOf, type Value, type ValueMap } from '../core/value.ts'
import {
  noneHidden,
  plainValue,
  valueIn,
  type Entry,
  type MapNode,
  type Node,
} from '../manifest/text/node.ts'

/** `own`: if the other revision doesn't have the field, a project file keeps its own, which can only be stricter than none. */
const fields = {
  requires: 'own',
  service: { url: 'other' },
  owns: 'other',
  ignore: 'other',
  unmanaged: 'other',
  privacy: 'own',
  subscribers: 'other',
  smoke: { recipients: 'other' },
  rules: 'other',
}
const ofTarget = { url: 'other', unmanaged: 'other', protected: 'own', limits: 'own' }
const names = { environment: 'other', environmentId: 'other' }

/** The guards of a project file. A target or section without guards is an empty map. */
export function guardsIn(root: MapNode): ValueMap {
  const targets = [...entriesOf(valueIn(root, 'targets')).keys()]
  const own = mapOf(targets.map((alias) => [alias, { ...names, ...ofTarget }]))
  return picked(root, { ...fields, targets: own })
}

function picked(node: Node, guards: ValueMap): ValueMap {
  const found = [...entriesOf(node).values()].flatMap(({ key, value }): (readonly [string, Value])[] => {
    const guard = at(guards, key)
    if (guard === undefined) return []
    return [[key, isMap(guard) ? picked(value, guard) : plainValue(value)]]
  })
  return mapOf(found)
}

/** `root` with the guards of `other`. A target with another name in `other` keeps its environment. */
export function withGuardsOf(other: MapNode, root: MapNode): MapNode {
  const guarded = replaced(root, other, fields)
  const targets = guarded.entries.get('targets')
  if (targets === undefined) return guarded
  const theirs = entriesOf(valueIn(other, 'targets'))
  const entries = [...entriesOf(targets.value).values()].map((entry): [string, Entry] => {
    const named = theirs.get(entry.key)
    const found = named ?? [...theirs.values()].find((each) => isSameTarget(each, entry))
    const guards = named === undefined ? ofTarget : { ...names, ...ofTarget }
    return [entry.key, found ? { ...entry, value: replaced(entry.value, found.value, guards) } : entry]
  })
  const value = mapWith(targets.value, entries)
  return mapWith(guarded, [...guarded.entries, ['targets', { ...targets, value }]])
}

function replaced(own: Node, other: Node | undefined, guards: ValueMap): MapNode {
  const entries = new Map(entriesOf(own))
  for (const [key, guard] of Object.entries(guards)) {
    const [mine, theirs] = [entries.get(key), entriesOf(other).get(key)]
    const entry = theirs ?? mine
    if (isMap(guard) && entry !== undefined)
      entries.set(key, {
        ...entry,
        value: replaced(mine?.value ?? mapWith(entry.value, []), theirs?.value, guard),
      })
    else if (theirs !== undefined) entries.set(key, theirs)
    else if (guard === 'other') entries.delete(key)
  }
  return mapWith(own, entries)
}

/** Whether a target was only renamed: it has the environment or an API key of the other one. */
function isSameTarget(one: Entry, other: Entry): boolean {
  const own = identityOf(other)
  return identityOf(one).some((each) => own.includes(each))
}

function identityOf({ key, value }: Entry): readonly Value[] {
  const own = plainValue(mapWith(value, entriesOf(value))) as ValueMap
  const { environment = key, environmentId = [], apiKey = [] } = own
  return [environment, environmentId, apiKey].flat()
}

function entriesOf(node: Node | undefined): ReadonlyMap<string, Entry> {
  return node?.type === 'map' ? node.entries : new Map()
}

function mapWith({ source, range }: Node, entries: Iterable<readonly [string, Entry]>): MapNode {
  return { type: 'map', source, range, entries: new Map(entries), hidden: noneHidden }
}
