// Which fields the manifests declare differently for two targets on purpose: with `perTarget`, or with a variable.
import { answerFor, isEqual } from '../../core/plan/compare.ts'
import { someLeaf, valueAt, type Value } from '../../core/value.ts'
import type { CompareRequest } from '../../engine/compare/compare.ts'
import { byName } from '../../engine/diff/as-written.ts'
import type { Side } from '../../engine/compare/sides.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Built } from '../../manifest/desired.ts'
import type { Loaded } from '../../manifest/load.ts'
import { isReference, parseReferences } from '../../manifest/references/syntax.ts'
import { nodeAt, plainValue, type Node } from '../../manifest/text/node.ts'

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
  return (resource, path) => {
    const key = keyOf(resource)
    const [one, other] = [ofFrom.get(key), ofTo.get(key)]
    if (one === undefined || other === undefined) return false
    // One entry declares two values only with `perTarget` or with a variable.
    const roots = [one.root(), other.root()] as const
    const isOneEntry = placeOf(roots[0]) === placeOf(roots[1])
    if (!isOneEntry && !roots.some((root) => hasVariable(root, path.split('.')))) return false
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

function hasVariable(root: Node, path: readonly string[]): boolean {
  const { node, depth } = nodeAt(root, path)
  // A variable may hold all of a map.
  if (depth < path.length && node.type !== 'scalar') return false
  return someLeaf(
    plainValue(node),
    (leaf) =>
      typeof leaf === 'string' &&
      parseReferences(leaf).some((part) => isReference(part) && ['var', 'target'].includes(part.kind)),
  )
}

function placeOf(node: Node): string {
  return `${node.source.file}\0${node.range.join()}`
}

function keyOf({ kind, name }: Pick<Desired, 'kind' | 'name'>): string {
  return `${kind}/${name}`
}
