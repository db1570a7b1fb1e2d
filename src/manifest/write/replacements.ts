// How manifests are changed to match the service: a value that all its targets share is replaced, others go to `perTarget`.
import { isMap as isMapNode } from 'yaml'
import { append, grouped } from '../../core/lists.ts'
import { isEqual } from '../../core/plan/compare-fields.ts'
import { Secret } from '../../core/secrets/secret.ts'
import { isList, isMap, someLeaf, Unreadable, type Value } from '../../core/value.ts'
import type { Collected } from '../bulk/declarations.ts'
import type { Node } from '../text/node.ts'
import { isCoupled, isSole, type Edit } from './edits.ts'
import { isUnstorable, manifestValue } from './references.ts'
import { inserted, putAt, replacing, type Additions, type Splice } from './splice.ts'
import type { Page } from './value-ranges.ts'
import { isSecretAt, rowOf } from '../../kinds/from-field-rows.ts'

/** One place of a file and its new value, for all resources that use it. */
export interface Replacement {
  readonly file: string
  readonly splices: readonly Splice[]
  readonly edits: readonly Edit[]
}

export interface Left {
  readonly edit: Edit
  readonly why: string
}

/** Edits of one place become one replacement, if every target that uses the place shows the same; else one for each target. */
export function replacementsOf(
  edits: readonly Edit[],
  pages: ReadonlyMap<string, Page>,
  collected: Collected,
  holdsSecret: (value: Value) => boolean,
): { readonly replacements: readonly Replacement[]; readonly left: readonly Left[] } {
  const left: Left[] = []
  const apart: Edit[] = []
  const places = new Map<string, { edit: Edit; splice: Splice }[]>()
  const coupled = grouped(edits.filter(isCoupled), ({ owner }) => owner)
  for (const each of edits) {
    const others = isCoupled(each) ? (coupled.get(each.owner) ?? []).filter((other) => other !== each) : []
    const find = (edit: Edit) => spliceOf(edit, pages, holdsSecret, others.length > 0)
    const found = find(each)
    const unwritten = others.find((other) => typeof find(other) === 'string')
    if (typeof found === 'string') left.push({ edit: each, why: found })
    else if (unwritten) left.push({ edit: each, why: writtenWith(unwritten) })
    else if (found === undefined || others.length > 0) apart.push(each)
    else places.set(found.key, [...(places.get(found.key) ?? []), { edit: each, splice: found.splice }])
  }
  const users = usersOf(collected, new Set(places.keys()))
  const replacements: Replacement[] = []
  for (const [key, all] of places) {
    const [{ edit, splice }] = all as [(typeof all)[number]]
    const own = all.map((each) => each.edit)
    if (users.get(key) === all.length && all.every((each) => each.splice.text === splice.text))
      replacements.push({ file: edit.file, splices: [splice], edits: own })
    // A field, or a key of a map that `perTarget` merges, such as `credentials`; `rules` is edited only as a whole field.
    else if (edit.path.length < 3) append(apart, own)
    else for (const each of own) left.push({ edit: each, why: sharedByTargets })
  }
  for (const own of grouped(apart, ({ root }) => keyOf(root)).values()) {
    const found = inEntry(own, pages, collected)
    if (typeof found !== 'string') replacements.push(found)
    else for (const edit of own) left.push({ edit, why: found })
  }
  return { replacements, left }
}

const sharedByTargets =
  'the declared value belongs to several targets, which have different values in the service; perTarget would replace the whole map'

/** Why a value is left if a coupled one is. */
export function writtenWith({ path: [field = ''] }: Edit): string {
  return `it can be written only together with ${field}, which is left as it is`
}

/** An entry changed to what its targets show; or why that is impossible. */
function inEntry(
  edits: readonly Edit[],
  pages: ReadonlyMap<string, Page>,
  collected: Collected,
): Replacement | string {
  const [{ root }] = edits as [Edit]
  const { file } = root.source
  const page = pages.get(file)
  if (page === undefined) return 'the resource is in an included file'
  const users = usersOf(collected, new Set([keyOf(root)])).get(keyOf(root))
  const additions = solesIn(edits.filter(isSole), root, page, collected)
  const others = grouped(
    edits.filter((each) => !isSole(each)),
    ({ path }) => path.join('\0'),
  )
  for (const own of others.values())
    for (const each of own) {
      const path = each.path.map(String)
      const inTarget = ['perTarget', each.owner.target ?? '', ...path]
      const value = manifestValue(each.after)
      if (own.length < (users ?? 0) || !own.every(({ after }) => isEqual(after, each.after)))
        putAt(additions, inTarget, value)
      else if (value !== null && !isEqual(value, [])) putAt(additions, path, value)
      else for (const cleared of [path, inTarget]) removeAt(additions, cleared, root, page)
    }
  const splices = inserted(root.range, additions, page)
  return typeof splices === 'string' ? splices : { file, splices, edits }
}

function removeAt(additions: Additions, path: readonly string[], root: Node, page: Page): void {
  const entry = page.values.get(root.range.join())?.node
  if (isMapNode(entry) && entry.hasIn(path)) putAt(additions, path)
}

/** Where `primary: true` is written: in the entry itself if all its targets show it, otherwise in `perTarget`. */
function solesIn(edits: readonly Edit[], root: Node, page: Page, collected: Collected): Additions {
  const additions: Additions = new Map()
  const [field] = edits[0]?.path ?? []
  if (typeof field !== 'string') return additions
  const shown = new Map(edits.map(({ owner, after }) => [owner.target, after === true]))
  const users = [...collected].flatMap(([target = '', { objects }]) =>
    objects
      .filter((built) => keyOf(built.root()) === keyOf(root))
      .map(({ desired }) => [target, shown.get(target) ?? desired.fields[field] === true] as const),
  )
  const isAll = users.every(([, has]) => has)
  const set = (path: readonly string[], has: boolean): void => {
    if (has) putAt(additions, path, true)
    else removeAt(additions, path, root, page)
  }
  set([field], isAll)
  for (const [target, has] of users) set(['perTarget', target, field], has && !isAll)
  return additions
}

/**
 * How a value is replaced, with a key for its place; as a string why that is impossible; undefined for a value such as `primary`,
 * which is changed in its entry.
 */
function spliceOf(
  edit: Edit,
  pages: ReadonlyMap<string, Page>,
  holdsSecret: (value: Value) => boolean,
  isTogether: boolean,
): { readonly key: string; readonly splice: Splice } | string | undefined {
  const { owner, path, node, after, before } = edit
  const { kind, live } = owner
  if (live === undefined) return 'the resource is not in the service'
  if (live.duplicates !== undefined) return `the resource is in the service ${live.duplicates.length} times`
  const keys = path.filter((step) => typeof step === 'string')
  if (live.keptName !== undefined && rowOf(kind.fields, keys).identity !== undefined)
    return 'the manifest renames the resource'
  if (isSole(edit))
    // A string instead of true: `one of several`.
    return typeof live.fields[keys[0] ?? ''] === 'string'
      ? 'several resources in the service have this value'
      : undefined
  const isClosed = [before, after].some((value) => someLeaf(value, isHidden))
  if (isSecretAt(kind, keys) || isClosed) return 'the value is a secret or may be a secret'
  if (node === undefined && !isTogether)
    return before !== null && [before, after].some((value) => isList(value) || isMap(value))
      ? "belfry doesn't replace lists and maps in this field"
      : 'the manifest contains no separate value for this field'
  const page = pages.get(edit.file)
  if (page === undefined) return 'the resource is in an included file'
  if (isUnstorable(after)) return "a file can't store the new value exactly"
  if (holdsSecret(after)) return 'the new value contains a secret of another field'
  if (node === undefined) return undefined
  const splice = replacing(node.range, after, page)
  return typeof splice === 'string' ? splice : { key: keyOf(node), splice }
}

function isHidden(leaf: unknown): boolean {
  return leaf instanceof Secret || leaf instanceof Unreadable
}

function keyOf({ source, range }: Node): string {
  return `${source.file}\0${range.join()}`
}

/** How many resources of targets, selected or not, use each of these places. Lines of included files have none. */
function usersOf(collected: Collected, places: ReadonlySet<string>): ReadonlyMap<string, number> {
  const users = new Map<string, number>()
  const count = (node: Node): void => {
    const key = keyOf(node)
    if (places.has(key)) users.set(key, (users.get(key) ?? 0) + 1)
    else if (node.type === 'map') for (const { value } of node.entries.values()) count(value)
  }
  if (places.size > 0)
    for (const { objects } of collected.values()) for (const built of objects) count(built.root())
  return users
}
