// Gives a target what another target declares: `targets` and `perTarget` of the manifests' entries change, and nothing else.
import { option } from '../../core/shell.ts'
import { isMap as isYamlMap, isSeq } from 'yaml'
import { grouped } from '../../core/lists.ts'
import { mapLeaves, type Leaf, type Value } from '../../core/value.ts'
import { rowOf } from '../../kinds/from-field-rows.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Built } from '../desired.ts'
import type { Loaded } from '../load-manifests.ts'
import type { Reference } from '../references/syntax.ts'
import { nodeAt, plainValue, type Place } from '../text/node.ts'
import { labelOf } from './edits.ts'
import { foreignSecretsIn, holdsSecret, missingVariables, newVariable } from './promoted-secrets.ts'
import type { ProjectVariables } from './promoted-secrets.ts'
import { inserted, putAt, splicedFiles, type Additions, type Splice } from './splice.ts'
import { openPage, type Page } from './value-ranges.ts'

export interface PromoteRequest {
  readonly from: string
  readonly to: string
  readonly kinds: readonly Kind[]
  /** The resources of `from` to promote. */
  readonly chosen: readonly Built[]
  /** Paths such as `credentials.from`; if the list is empty, all fields. */
  readonly fields: readonly string[]
  /** Whether both targets may use the secret of a reference. */
  readonly isShared: (reference: Reference) => boolean
  readonly project: ProjectVariables
}

interface Named {
  /** `integration ses-eu` */
  readonly resource: string
  readonly field: string
}

export interface Promotion {
  readonly texts: ReadonlyMap<string, string>
  /** Fields as manifests have them, and `targets`. */
  readonly changes: readonly (Named & { readonly value: Value })[]
  /** Variables that the target must define. */
  readonly variables: readonly (Named & { readonly name: string })[]
  readonly left: readonly (Named & { readonly why: string })[]
}

/** The names of the fields of a resource that can be promoted alone. */
export function fieldsIn(built: Built, kind: Kind): readonly string[] {
  return pathsIn(built, kind).map((path) => path.join('.'))
}

export function promote(loaded: Loaded, request: PromoteRequest): Promotion {
  const { to, kinds, chosen, project } = request
  const { collected, sources } = loaded.written()
  const pages = new Map<string, Page>()
  const pageOf = (file: string): Page | undefined => {
    const source = sources.find((each) => each.file === file)
    if (source !== undefined && !pages.has(file)) pages.set(file, openPage(source))
    return pages.get(file)
  }
  const ofTarget = collected.get(to)
  const usersOf = new Map<string, Set<string>>()
  for (const [alias, { objects }] of collected)
    for (const key of objects.map((each) => entryKey(each.root())))
      if (alias !== undefined) usersOf.set(key, (usersOf.get(key) ?? new Set()).add(alias))
  const taken = new Set(
    [project.variables, ...project.targetVariables.values()].flatMap((all) => [...all.keys()]),
  )
  const parts = chosen.flatMap((built) => {
    const kind = kinds.find(({ name }) => name === built.desired.kind)
    const other = ofTarget?.builtOf(built.desired)
    const entry = other ?? built
    const place = entry.root()
    const page = pageOf(place.source.file)
    const users = inOrder(
      [...(usersOf.get(entryKey(place)) ?? [])],
      page?.values.get(place.range.join())?.node,
    )
    return kind === undefined ? [] : partOf({ built, other, kind, place, users, page, taken }, request)
  })
  const variables = parts.flatMap((part) => part.variables)
  return {
    texts: splicedFiles(
      parts.flatMap((part) => part.splices),
      pages,
    ),
    changes: parts.flatMap((part) => part.changes),
    variables: [...grouped(variables, ({ name }) => name).values()].flatMap(([first]) => first ?? []),
    left: parts.flatMap((part) => part.left),
  }
}

/** As the entry lists them. */
function inOrder(targets: readonly string[], entry: unknown): readonly string[] {
  const listed = isYamlMap(entry) ? entry.get('targets') : undefined
  const order = isSeq(listed) ? listed.items.map(String) : []
  return targets.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
}

/** The promotion of one resource. */
type Part = Omit<Promotion, 'texts'> & {
  readonly splices: readonly { readonly file: string; readonly splices: readonly Splice[] }[]
}

interface Promoted {
  readonly built: Built
  /** The same resource in the target to which it is promoted. */
  readonly other: Built | undefined
  readonly kind: Kind
  /** The entry that changes. */
  readonly place: Place
  /** The targets of the entry. */
  readonly users: readonly string[]
  /** Undefined if the entry is in an included file. */
  readonly page: Page | undefined
  /** Names that a new variable can't have; its own is added. */
  readonly taken: Set<string>
}

const nothing = { changes: [], variables: [], splices: [] }

function partOf({ built, other, kind, place, users, page, taken }: Promoted, request: PromoteRequest): Part {
  const { from, to, fields, isShared, project } = request
  const resource = labelOf(built)
  const without = (why: string): Part => ({ ...nothing, left: [{ resource, field: '', why }] })
  // Without the other fields, the target would share the secrets of the entry.
  if (other === undefined && fields.length > 0)
    return without(
      `target ${to} doesn't have the resource, so it can only be promoted without ${option('fields')}`,
    )
  const inEntry = (all: Additions): readonly Splice[] | string =>
    page === undefined ? 'the resource is in an included file' : inserted(place.range, all, page)
  const destination = { ...project, to, kind }
  const forTarget = (leaf: Leaf, path: readonly string[]): Leaf =>
    foreignSecretsIn(leaf, path, destination).every((each) => each !== 'written out' && isShared(each))
      ? leaf
      : newVariable([built.desired.name, ...path.slice(1)], taken)
  const changes: Promotion['changes'][number][] = []
  const variables: Promotion['variables'][number][] = []
  const left: Promotion['left'][number][] = []
  const additions: Additions = new Map(other === undefined ? [['targets', [...users, to]]] : [])
  for (const path of pathsIn(built, kind).filter((each) => isIncluded(each, fields))) {
    const field = path.join('.')
    const promoted = declaredAt(built, path) ?? null
    const current = other && declaredAt(other, path)
    if (JSON.stringify(promoted) === JSON.stringify(current)) continue
    const value = mapLeaves(promoted, forTarget, path)
    const missing = missingVariables(value, destination)
    const isOwnEntry = users.length === 1 && users[0] === to && !isOfTarget(other ?? built, to, path, page)
    const keys = isOwnEntry ? path : ['perTarget', to, ...path]
    const isKept = current !== undefined && missing.length > 0 && holdsSecret(current, path, destination)
    // A resource that the target doesn't have is promoted with all fields: for a field that is left out, it would use the entry's secret.
    const placed = isKept
      ? `the value is a secret, and target ${to} has its own`
      : other && inEntry(putAt(new Map(), keys, value))
    if (typeof placed === 'string') {
      left.push({ resource, field, why: placed })
      continue
    }
    for (const name of missing) variables.push({ name, resource, field })
    // The entry itself declares the field, and will also declare it for the new target.
    const isAsDeclared = JSON.stringify(value) === JSON.stringify(promoted)
    if (other === undefined && isAsDeclared && !isOfTarget(built, from, path, page)) continue
    changes.push({ resource, field, value })
    putAt(additions, keys, value)
  }
  if (other === undefined) changes.push({ resource, field: 'targets', value: [...users, to] })
  const found = additions.size === 0 ? [] : inEntry(additions)
  if (typeof found === 'string') return without(found)
  const splices = found.length === 0 ? [] : [{ file: place.source.file, splices: found }]
  return { changes, variables, left, splices }
}

/** A field, or a key of a map that `perTarget` merges. */
function pathsIn(built: Built, kind: Kind): string[][] {
  return [...built.root().entries.values()].flatMap(({ key, value }) =>
    rowOf(kind.fields, [key]).merge === 'key' && value.type === 'map'
      ? [...value.entries.keys()].map((inner) => [key, inner])
      : [[key]],
  )
}

/** Whether a field, or one that contains it, is in `fields`; true if the list is empty. */
function isIncluded(path: readonly string[], fields: readonly string[]): boolean {
  return fields.length === 0 || fields.some((each) => `${path.join('.')}.`.startsWith(`${each}.`))
}

/** The value as it is written. */
function declaredAt(built: Built, path: readonly string[]): Value | undefined {
  const { node, depth } = nodeAt(built.root(), path)
  return depth === path.length ? plainValue(node) : undefined
}

/** One for each entry of a file. */
function entryKey({ source, range: [from] }: Place): string {
  return `${source.file}\0${from}`
}

/** Whether `perTarget` of its entry has the field for a target. */
function isOfTarget(built: Built, target: string, path: readonly string[], page: Page | undefined): boolean {
  const entry = page?.values.get(built.root().range.join())?.node
  return isYamlMap(entry) && entry.hasIn(['perTarget', target, ...path])
}
