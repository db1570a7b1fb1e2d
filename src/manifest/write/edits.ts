// Which declared values differ from the service, and which of them can be replaced in their manifest.
import { answerFor, compare } from '../../core/plan/compare.ts'
import { append } from '../../core/append.ts'
import { grouped } from '../../core/grouped.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { at, isList, isMap, someLeaf, Unreadable, valueAt, type Value } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Desired, Live } from '../../kinds/resource.ts'
import { placeFor } from '../frames/reporter.ts'
import type { Collected } from '../bulk/declarations.ts'
import { nodeAt, type Node, type NodePath } from '../text/node.ts'
import { positionOf } from '../text/source.ts'
import { isUnstorable, manifestValue } from './references.ts'
import { inserted, putAt, replacing, type Additions, type Page, type Splice } from './splice.ts'

/** A declared resource of a target, in the service's words, and what the service shows of it. */
export interface Declared {
  readonly kind: Kind
  /** Undefined for a kind of the organisation. */
  readonly target: string | undefined
  readonly desired: Desired
  readonly live: Live | undefined
}

/** A value that differs. Without `node` it isn't written as one value. */
export interface Edit {
  readonly owner: Declared
  readonly path: NodePath
  readonly node?: Node
  readonly file: string
  readonly line: number
  readonly before: Value
  readonly after: Value
  /** Of the resource's entry. */
  readonly root: Node
}

/** One place of a file and what it becomes, for all that use it. */
export interface Replacement {
  readonly file: string
  readonly splices: readonly Splice[]
  readonly edits: readonly Edit[]
}

export interface Left {
  readonly edit: Edit
  readonly why: string
}

/** `integration sendgrid-main`, of one target or of all. */
export function nameOf({ desired: { kind, name } }: Pick<Declared, 'desired'>): string {
  return `${kind} ${name}`
}

/** All that differ. */
export function editsOf(owner: Declared, root: Node): Edit[] {
  const { kind, desired, live } = owner
  if (live === undefined || live.duplicates !== undefined) return [edit(owner, root, [], null, null)]
  const rules = kind.rulesFor(desired)
  const shown = kind.written(live)
  return compare(desired.fields, live.fields, rules).flatMap(({ answer, path }) => {
    if (answer !== 'different') return []
    const [wanted, after] = [valueAt(desired.fields, path) ?? null, valueAt(shown, path) ?? null]
    const { node, depth } = nodeAt(root, path)
    const isWhole = rules(path).compare === 'whole' && !kind.mergedMaps.includes(path[0] ?? '')
    if (depth < path.length) return [edit(owner, root, path, wanted, after)]
    // An empty list is how a manifest says that there are none.
    const given = isWhole && after === null && isList(wanted) ? [] : after
    return isWhole ? [edit(owner, root, path, wanted, given, node)] : leaves(owner, root, path, wanted, after)
  })
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

/** Edits of one place become one replacement, if every target that uses the place shows the same; else one for each target. */
export function replacementsOf(
  edits: readonly Edit[],
  pages: ReadonlyMap<string, Page>,
  collected: Collected,
  holdsSecret: (value: Value) => boolean,
): { readonly replacements: readonly Replacement[]; readonly left: readonly Left[] } {
  const left: Left[] = []
  const apart: Left[] = []
  const places = new Map<string, { edit: Edit; splice: Splice }[]>()
  for (const each of edits) {
    const found = spliceOf(each, pages, holdsSecret)
    if (typeof found === 'string') left.push({ edit: each, why: found })
    else places.set(found.key, [...(places.get(found.key) ?? []), { edit: each, splice: found.splice }])
  }
  const users = usersOf(collected, new Set(places.keys()))
  const replacements: Replacement[] = []
  for (const [key, all] of places) {
    const [
      {
        edit: { file },
        splice,
      },
    ] = all as [(typeof all)[number]]
    const others = (users.get(key) ?? 0) - all.length
    const why =
      others > 0
        ? "the declared value also belongs to other targets, and some of these targets don't have the new value in the service"
        : all.some((other) => other.splice.text !== splice.text)
          ? 'the declared value belongs to several targets, and the service has a different value for each target'
          : undefined
    if (why === undefined) replacements.push({ file, splices: [splice], edits: all.map((each) => each.edit) })
    else all.forEach((each) => apart.push({ edit: each.edit, why }))
  }
  for (const own of grouped(apart, ({ edit: { root } }) => keyOf(root)).values()) {
    const found = inOwnTargets(own, pages)
    if (typeof found === 'string') append(left, own)
    else replacements.push(found)
  }
  return { replacements, left }
}

/** `perTarget` of an entry, with what its targets show; or why it can't have that. */
function inOwnTargets(all: readonly Left[], pages: ReadonlyMap<string, Page>): Replacement | string {
  const additions: Additions = new Map()
  for (const {
    edit: { owner, path, after },
    why,
  } of all) {
    const [field = '', ...keys] = path.map(String)
    // All other maps are replaced as a whole.
    const isOwn = keys.length === 0 || (keys.length === 1 && owner.kind.mergedMaps.includes(field))
    if (owner.target === undefined || !isOwn) return why
    putAt(additions, ['perTarget', owner.target, field, ...keys], manifestValue(after))
  }
  const edits = all.map((each) => each.edit)
  const [{ file, root }] = edits as [Edit]
  const page = pages.get(file)
  const splices = page === undefined ? '' : inserted(root.range, additions, page)
  return typeof splices === 'string' ? splices : { file, splices, edits }
}

function spliceOf(
  { owner: { kind, live }, path, node, after, before }: Edit,
  pages: ReadonlyMap<string, Page>,
  holdsSecret: (value: Value) => boolean,
): { readonly key: string; readonly splice: Splice } | string {
  if (live === undefined) return 'the resource is not in the service'
  if (live.duplicates !== undefined) return `the resource is in the service ${live.duplicates.length} times`
  const keys = path.filter((step) => typeof step === 'string')
  const isClosed = [before, after].some((value) => someLeaf(value, isHidden))
  if (kind.isSecret(keys) || isClosed) return 'the value is a secret or may be a secret'
  if (node === undefined) return 'the manifest contains no separate value for this field'
  const page = pages.get(node.source.file)
  if (page === undefined) return 'the resource is in an included file'
  if (isUnstorable(after)) return "a file can't store the new value exactly"
  if (holdsSecret(after)) return 'the new value contains a secret of another field'
  const splice = replacing(node.range, after, page)
  return typeof splice === 'string' ? splice : { key: keyOf(node), splice }
}

function isHidden(leaf: unknown): boolean {
  return leaf instanceof Secret || leaf instanceof Unreadable
}

function keyOf({ source, range }: Node): string {
  return `${source.file}\0${range.join()}`
}

/** How many resources of targets, selected or not, use each of these places. */
function usersOf(collected: Collected, places: ReadonlySet<string>): ReadonlyMap<string, number> {
  const users = new Map<string, number>()
  const count = (node: Node): void => {
    const key = keyOf(node)
    if (places.has(key)) users.set(key, (users.get(key) ?? 0) + 1)
    else if (node.type === 'map') for (const { value } of node.entries.values()) count(value)
    else if (node.type === 'list') node.items.forEach(count)
  }
  if (places.size > 0) for (const all of collected.values()) for (const built of all) count(built.root())
  return users
}
