// Which fields the manifests declare differently for two targets on purpose: with `perTarget`, or with a variable.
import { answerFor, isEqual } from '../../core/plan/compare.ts'
import { valueAt, type Value } from '../../core/value.ts'
import type { CompareRequest } from '../../engine/compare/compare.ts'
import { byName } from '../../engine/diff/as-written.ts'
import type { Side } from '../../engine/compare/sides.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Built } from '../../manifest/desired.ts'
import type { Loaded } from '../../manifest/load.ts'
import { isBad, parseReferences } from '../../manifest/references/syntax.ts'
import type { Node } from '../../manifest/text/node.ts'

/**
 * A field is meant to differ if the manifests declare two values for it, and each of the `sides` that were read has its
 * own of them. Two entries that declare one resource for different targets don't show what is meant, so only their
 * variables count.
 */
export function meantBetween(
  loaded: Loaded,
  from: string,
  to: string,
  sides: readonly Side[],
): CompareRequest['isMeant'] {
  const { collected } = loaded.written()
  const builtOf = (alias: string): ReadonlyMap<string, Built> =>
    new Map((collected.get(alias)?.objects ?? []).map((built) => [keyOf(built.desired), built]))
  const [ofFrom, ofTo] = [builtOf(from), builtOf(to)]
  const known = new Map<string, readonly string[]>()
  return (resource, path) => {
    const key = keyOf(resource)
    const [one, other] = [ofFrom.get(key), ofTo.get(key)]
    if (one === undefined || other === undefined) return false
    const paths =
      known.get(key) ?? meantPaths(one.root, other.root, placeOf(one.root) === placeOf(other.root))
    known.set(key, paths)
    if (!paths.some((each) => isWithin(each, path) || isWithin(path, each))) return false
    const [ofOne, ofOther] = [one, other].map(({ desired }) => valueAt(desired.declared, path.split('.')))
    return (
      !isEqual(byName(ofOne), byName(ofOther)) &&
      hasValue(sides, from, resource, path, ofOne) &&
      hasValue(sides, to, resource, path, ofOther)
    )
  }
}

/** What a manifest doesn't declare, or what isn't known, contradicts nothing. */
function hasValue(
  sides: readonly Side[],
  target: string,
  resource: Pick<Desired, 'kind' | 'name'>,
  path: string,
  declared: Value | undefined,
): boolean {
  const found = sides
    .find(({ alias }) => alias === target)
    ?.resources.find((each) => keyOf(each) === keyOf(resource))
  if (found === undefined || declared === undefined) return true
  return answerFor({ compare: 'value' }, declared, valueAt(found.declared, path.split('.'))) !== 'different'
}

function meantPaths(
  one: Node | undefined,
  other: Node | undefined,
  isOneEntry: boolean,
  path = '',
): string[] {
  if (one?.type === 'map' && other?.type === 'map')
    return [...new Set([...one.entries.keys(), ...other.entries.keys()])].flatMap((key) =>
      meantPaths(
        one.entries.get(key)?.value,
        other.entries.get(key)?.value,
        isOneEntry,
        path === '' ? key : `${path}.${key}`,
      ),
    )
  const isMeant = [one, other].some(hasVariable) || (isOneEntry && placeOf(one) !== placeOf(other))
  return isMeant ? [path] : []
}

function hasVariable(node: Node | undefined): boolean {
  if (node === undefined) return false
  if (node.type === 'list') return node.items.some(hasVariable)
  if (node.type === 'map') return [...node.entries.values()].some(({ value }) => hasVariable(value))
  return (
    typeof node.value === 'string' &&
    parseReferences(node.value).some(
      (part) => typeof part !== 'string' && !isBad(part) && (part.kind === 'var' || part.kind === 'target'),
    )
  )
}

function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`)
}

function placeOf(node: Node | undefined): string {
  return node === undefined ? '' : `${node.source.file}\0${node.range.join()}`
}

function keyOf({ kind, name }: Pick<Desired, 'kind' | 'name'>): string {
  return `${kind}/${name}`
}
