// Which fields the manifests declare differently for two targets on purpose: with `perTarget`, or with a variable.
import { selectorOf } from '../../core/plan/change.ts'
import { answerFor, isEqual } from '../../core/plan/compare.ts'
import { someLeaf, valueAt, type Value } from '../../core/value.ts'
import type { CompareRequest } from '../../engine/compare/compare.ts'
import { byName } from '../../engine/diff/as-written.ts'
import type { Side } from '../../engine/compare/sides.ts'
import type { Desired } from '../../kinds/resource.ts'
import type { Loaded } from '../../manifest/load.ts'
import { isReference, parseReferences } from '../../manifest/references/syntax.ts'
import { nodeAt, plainValue, type Node } from '../../manifest/text/node.ts'

/**
 * A field is meant to differ if the manifests declare two values for it, and each of the `sides` that were read has its
 * own of them. Two entries that declare one resource for different targets don't show what is meant, so only their
 * variables count.
 */
export function meantIn(
  loaded: Loaded,
  sides: readonly Side[],
): (from: string, to: string) => CompareRequest['isMeant'] {
  const { collected } = loaded.written()
  // Each target is compared with each other one, and a root is read from the text each time.
  const written = new Map(
    [...collected].flatMap(([alias, { objects }]) =>
      alias === undefined
        ? []
        : [[alias, keyed(objects.map(({ desired, root }) => ({ ...desired, root: once(root) })))]],
    ),
  )
  const read = new Map(sides.map(({ alias, resources }) => [alias, keyed(resources)]))
  return (from, to) => (resource, path) => {
    const key = selectorOf(resource)
    const [one, other] = [written.get(from)?.get(key), written.get(to)?.get(key)]
    if (one === undefined || other === undefined) return false
    const keys = path.split('.')
    // One entry declares two values only with `perTarget` or with a variable.
    const roots = [one.root(), other.root()] as const
    const isOneEntry = placeOf(roots[0]) === placeOf(roots[1])
    if (!isOneEntry && !roots.some((root) => hasVariable(root, keys))) return false
    const [ofOne, ofOther] = [one, other].map(({ declared }) => valueAt(declared, keys))
    return (
      !isEqual(byName(ofOne), byName(ofOther)) &&
      hasValue(read.get(from)?.get(key), keys, ofOne) &&
      hasValue(read.get(to)?.get(key), keys, ofOther)
    )
  }
}

/** What a manifest doesn't declare, or what isn't known, contradicts nothing. */
function hasValue(found: Desired | undefined, path: readonly string[], declared: Value | undefined): boolean {
  if (found === undefined || declared === undefined) return true
  return answerFor({ compare: 'value' }, declared, valueAt(found.declared, path)) !== 'different'
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

function keyed<Each extends Pick<Desired, 'kind' | 'name'>>(all: readonly Each[]): ReadonlyMap<string, Each> {
  return new Map(all.map((each) => [selectorOf(each), each]))
}

function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}
