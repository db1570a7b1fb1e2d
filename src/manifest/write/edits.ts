// Which declared values differ from the service.
import { answerFor, compare, isOnlyNamed } from '../../core/plan/compare-fields.ts'
import { at, isList, isMap, someLeaf, valueAt, type Value } from '../../core/value.ts'
import { rowOf, rulesFor, writtenFields } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { placeFor } from '../frames/reporter.ts'
import { nodeAt, type Node, type NodePath, positionOf } from '../text/node.ts'

/** A declared resource of a target, in the service's words, and the one in the service. */
export interface Declared {
  readonly kind: Kind
  /** Undefined for a kind of the organisation. */
  readonly target: string | undefined
  readonly desired: Desired
  readonly live?: Live | undefined
  /** A field that is as a failover left it. */
  readonly failedOver?: string | undefined
}

export interface Rooted {
  readonly owner: Declared
  /** Its entry in a manifest. */
  readonly root: Node
}

/** A value that differs. `node` is absent if the manifest doesn't contain it as one value. */
export interface Edit extends Rooted {
  readonly path: NodePath
  readonly node?: Node
  readonly file: string
  readonly line: number
  readonly before: Value
  readonly after: Value
}

/** `integration sendgrid-main`, the same in all targets. */
export function labelOf({ desired: { kind, name } }: Pick<Declared, 'desired'>): string {
  return `${kind} ${name}`
}

/** All values of a resource that differ. */
export function editsOf({ owner, root }: Rooted): Edit[] {
  const { kind, desired, live } = owner
  if (live === undefined || live.duplicates !== undefined) return [edit(owner, root, [], null, null)]
  const rules = rulesFor(kind, desired)
  const shown = writtenFields(kind, live)
  return compare(desired.fields, live.fields, rules).flatMap(({ answer, path }) => {
    if (answer !== 'different' || path[0] === owner.failedOver) return []
    const [wanted, after] = [valueAt(desired.fields, path) ?? null, valueAt(shown, path) ?? null]
    const { node, depth } = nodeAt(root, path)
    const isWhole =
      rules(path).compare === 'whole' && rowOf(kind.fields, path.slice(0, 1)).merge === undefined
    if (depth < path.length) return [edit(owner, root, path, wanted, after)]
    // In a manifest, an empty list declares that there are none.
    const given = isWhole && after === null && isList(wanted) ? [] : after
    return isWhole ? [edit(owner, root, path, wanted, given, node)] : leaves(owner, root, path, wanted, after)
  })
}

/** Whether a secret without a value here has one in the service, so that they can't be compared. */
export function isUncompared(wanted: Value | undefined, shown: Value | undefined): boolean {
  if (!isMap(wanted)) return (shown ?? null) !== null && someLeaf(wanted, isOnlyNamed)
  const inService = (key: string) => (isMap(shown) ? at(shown, key) : shown)
  return Object.keys(wanted).some((key) => isUncompared(wanted[key], inService(key)))
}

function leaves(owner: Declared, root: Node, path: NodePath, wanted: Value, after: Value): Edit[] {
  if (answerFor({ compare: 'value' }, wanted, after) !== 'different') return []
  const { node, depth } = nodeAt(root, path)
  const isThere = depth === path.length
  if (isThere && node.type === 'map' && isMap(wanted) && isMap(after))
    return [...new Set([...Object.keys(wanted), ...Object.keys(after)])].flatMap((key) =>
      leaves(owner, root, [...path, key], at(wanted, key) ?? null, at(after, key) ?? null),
    )
  const isPlain = isThere && node.type === 'scalar' && !isMap(after) && !isList(after)
  return [edit(owner, root, path, wanted, after, isPlain ? node : undefined)]
}

function edit(owner: Declared, root: Node, path: NodePath, before: Value, after: Value, node?: Node): Edit {
  const { file, line } = positionOf(placeFor('', root, path))
  return { owner, path, file, line, before, after, root, ...(node && { node }) }
}

/** Edits for resources that now have the value that others lose, such as `primary: true`. */
export function gainsOf(lost: readonly Edit[], all: readonly Rooted[]): Edit[] {
  return lost.filter(isSole).flatMap(({ owner: { kind, target, desired }, path: [field = ''] }) => {
    const within = rowOf(kind.fields, [String(field)]).soleWithin ?? ''
    const gains = ({ owner }: Rooted): boolean =>
      owner.target === target &&
      owner.desired.fields[within] === desired.fields[within] &&
      owner.live?.fields[field] === true
    return all.filter(gains).map(({ owner, root }) => edit(owner, root, [field], null, true))
  })
}

/** Whether the service clears the field when it gets another such field. */
export function isCoupled({ owner: { kind }, path }: Edit): boolean {
  return rowOf(kind.fields, path.map(String)).coupled !== undefined
}

export function isSole({ owner: { kind }, path }: Edit): boolean {
  return rowOf(kind.fields, path.map(String)).soleWithin !== undefined
}
