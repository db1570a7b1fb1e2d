// One declared resource as JSON: references resolved, secrets closed, empty places noted.
import { holdsHidden } from '../core/hidden.ts'
import { Secret } from '../core/secret.ts'
import { mapOf, type Scalar, type Value } from '../core/value.ts'
import type { Kind } from '../kinds/kind.ts'
import { placeOf, type MapNode, type Node, type NodePath, type ScalarNode } from './node.ts'
import type { Field, Resolver } from './resolve.ts'
import type { Place } from './source.ts'
import { literal, originOf, valueOfText } from './text.ts'

export interface Converted {
  readonly value: Value
  /** Where null and '' stand. */
  readonly empty: readonly NodePath[]
  /** Where a secret stands. */
  readonly secrets: readonly NodePath[]
  /** Secrets that are written out. */
  readonly literals: readonly { readonly path: NodePath; readonly place: Place }[]
  /** Identity and routing fields in which a character hides. */
  readonly hidden: readonly NodePath[]
  /** False where the value is the same for every target. */
  readonly hasReferences: boolean
}

interface Walk {
  readonly kind: Pick<Kind, 'isSecret' | 'plainFields'>
  /** Undefined where references are not resolved. */
  readonly resolver: Resolver | undefined
  readonly path: (string | number)[]
  readonly keys: string[]
  readonly empty: NodePath[]
  readonly secrets: NodePath[]
  readonly literals: { path: NodePath; place: Place }[]
  readonly hidden: NodePath[]
  hasReferences: boolean
}

type Variable = NonNullable<Field['variable']>

export function convert(root: MapNode, kind: Walk['kind'], resolver: Resolver | undefined): Converted {
  const walk: Walk = {
    kind,
    resolver,
    path: [],
    keys: [],
    empty: [],
    secrets: [],
    literals: [],
    hidden: [],
    hasReferences: false,
  }
  const value = visit(root, walk, undefined)
  const { empty, secrets, literals, hidden, hasReferences } = walk
  return { value, empty, secrets, literals, hidden, hasReferences }
}

function visit(node: Node, walk: Walk, variable: Variable | undefined): Value {
  if (node.type === 'list')
    return node.items.map((item, index) => step(walk.path, index, () => visit(item, walk, variable)))
  if (node.type === 'scalar') return visitScalar(node, walk, variable)
  return mapOf(
    [...node.entries.values()].map(({ key, value }) => [
      key,
      step(walk.path, key, () => step(walk.keys, key, () => visit(value, walk, variable))),
    ]),
  )
}

function step<S, T>(path: S[], next: S, go: () => T): T {
  path.push(next)
  const result = go()
  path.pop()
  return result
}

function visitScalar(node: ScalarNode, walk: Walk, variable: Variable | undefined): Value {
  const { kind, resolver, keys } = walk
  const isSecret = kind.isSecret(keys)
  if (node.value === null || node.value === '') walk.empty.push([...walk.path])
  if (node.value === null) return null
  const isIdentity = kind.plainFields.includes(keys.join('.'))
  if (isIdentity && typeof node.value === 'string' && holdsHidden(node.value))
    walk.hidden.push([...walk.path])
  if (typeof node.value !== 'string' || resolver === undefined || !node.value.includes('${'))
    return visitPlain(node, node.value, isSecret, walk, variable)
  walk.hasReferences = true
  const field: Field = {
    isSecret,
    isIdentity,
    ...(variable && { variable }),
  }
  const found = resolver.resolve(node, node.value, field)
  if ('holds' in found) return visit(found.holds, walk, { name: found.variable, use: placeOf(node) })
  const text = found.text
  const value = valueOfText(
    variable !== undefined && text.secretOf.length === 0
      ? { ...text, variables: [...text.variables, variable.name] }
      : text,
    isSecret,
  )
  if (value === '') walk.empty.push([...walk.path])
  return note(value, walk)
}

function visitPlain(
  node: ScalarNode,
  value: Exclude<Scalar, null>,
  isSecret: boolean,
  walk: Walk,
  variable: Variable | undefined,
): Value {
  if (!isSecret || value === '') return value
  if (variable === undefined && typeof value !== 'boolean')
    walk.literals.push({ path: [...walk.path], place: placeOf(node) })
  if (typeof value === 'string')
    return note(
      valueOfText({ ...literal(value), variables: variable ? [variable.name] : [] }, isSecret),
      walk,
    )
  return note(Secret.of(value, originOf(variable ? [variable.name] : [])), walk)
}

function note(value: Value, walk: Walk): Value {
  if (value instanceof Secret) walk.secrets.push([...walk.path])
  return value
}
