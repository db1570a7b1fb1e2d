// Which fields the manifests declare differently for two targets on purpose: with `perTarget`, or with a variable.
import type { CompareRequest } from '../../engine/compare/compare.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Loaded } from '../../manifest/load.ts'
import { isBad, parseReferences } from '../../manifest/references/syntax.ts'
import type { MapNode, Node } from '../../manifest/text/node.ts'

/** Two entries that declare one resource for different targets don't show what is meant, so only their variables count. */
export function meantBetween(loaded: Loaded, from: string, to: string): CompareRequest['isMeant'] {
  const { collected } = loaded.written()
  const rootsOf = (alias: string): ReadonlyMap<string, MapNode> =>
    new Map((collected.get(alias)?.objects ?? []).map(({ desired, root }) => [keyOf(desired), root]))
  const [ofFrom, ofTo] = [rootsOf(from), rootsOf(to)]
  const known = new Map<string, readonly string[]>()
  return (resource, path) => {
    const key = keyOf(resource)
    const [one, other] = [ofFrom.get(key), ofTo.get(key)]
    if (one === undefined || other === undefined) return false
    const paths = known.get(key) ?? meantPaths(one, other, placeOf(one) === placeOf(other))
    known.set(key, paths)
    return paths.some((each) => isWithin(each, path) || isWithin(path, each))
  }
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
