// Gives a target what another target declares: `targets` and `perTarget` of the manifests' entries change, and nothing else.
import { isMap as isYamlMap } from 'yaml'
import { append } from '../../core/append.ts'
import { grouped } from '../../core/grouped.ts'
import { mapLeaves, type Value } from '../../core/value.ts'
import type { Kind } from '../../kinds/kind.ts'
import type { Built } from '../desired.ts'
import type { Loaded } from '../load.ts'
import type { Reference } from '../references/syntax.ts'
import { nodeAt, plainValue } from '../text/node.ts'
import type { Place } from '../text/source.ts'
import {
  foreignSecretsIn,
  holdsSecret,
  missingVariables,
  type Destination,
  type Variables,
} from './promoted-secrets.ts'
import { inserted, openPage, spliced, type Additions, type Page, type Splice } from './splice.ts'

export interface PromoteRequest {
  readonly from: string
  readonly to: string
  readonly kinds: readonly Kind[]
  readonly selects: (built: Built) => boolean
  /** Dotted paths; none for all fields. */
  readonly fields: readonly string[]
  /** Whether both targets may use the secret of a reference. */
  readonly isShared: (reference: Reference) => boolean
  readonly project: Variables
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
  const { from, to, kinds, selects, project } = request
  const { collected, sources } = loaded.written()
  const pages = new Map(sources.map((source) => [source.file, openPage(source)]))
  const there = new Map((collected.get(to)?.objects ?? []).map((built) => [nameOf(built), built]))
  const changes: Promotion['changes'][number][] = []
  const variables = new Map<string, Promotion['variables'][number]>()
  const taken = new Set(
    [project.variables, ...project.targetVariables.values()].flatMap((all) => [...all.keys()]),
  )
  const left: Promotion['left'][number][] = []
  const splices: { file: string; splice: Splice }[] = []
  for (const built of (collected.get(from)?.objects ?? []).filter(selects)) {
    const kind = kinds.find(({ name }) => name === built.desired.kind)
    if (kind === undefined) continue
    const resource = nameOf(built)
    const other = there.get(resource)
    // Without the other fields, the target would share the secrets of the entry.
    if (other === undefined && request.fields.length > 0) {
      left.push({
        resource,
        field: '',
        why: `target ${to} doesn't have the resource, so it can only be promoted without --field`,
      })
      continue
    }
    const entry = other ?? built
    const { source, range } = entry.root()
    const users = [...collected]
      .filter(([, all]) => all.objects.some((each) => isSameEntry(each, { source, range })))
      .flatMap(([alias]) => alias ?? [])
    const page = pages.get(source.file)
    const inEntry = (all: Additions): readonly Splice[] | string =>
      page === undefined ? 'the resource is in an included file' : inserted(range, all, page)
    const destination = { ...project, to, kind }
    const additions: Additions = new Map()
    if (other === undefined) additions.set('targets', [...users, to])
    for (const path of pathsIn(built, kind)) {
      const field = path.join('.')
      if (
        request.fields.length > 0 &&
        !request.fields.some((each) => field === each || field.startsWith(`${each}.`))
      )
        continue
      const raw = rawAt(built, path) ?? null
      const now = other && rawAt(other, path)
      if (JSON.stringify(raw) === JSON.stringify(now)) continue
      const value = withoutSecrets(raw, path, destination, request.isShared, (last) => {
        const name = variableFor(built.desired.name, [...path.slice(1), ...last], taken)
        taken.add(name)
        return name
      })
      const missing = missingVariables(value, destination)
      if (now !== undefined && missing.length > 0 && holdsSecret(now, path, destination)) {
        left.push({ resource, field, why: `the value is a secret, and target ${to} has its own` })
        continue
      }
      const isOwnEntry = users.length === 1 && users[0] === to && !isOfTarget(entry, to, path, page)
      const keys = isOwnEntry ? path : ['perTarget', to, ...path]
      // A resource that is new to the target is promoted whole: the entry's secret would stand for a field that is left.
      const found = other && inEntry(put(new Map(), keys, value))
      if (typeof found === 'string') {
        left.push({ resource, field, why: found })
        continue
      }
      for (const name of missing) if (!variables.has(name)) variables.set(name, { name, resource, field })
      // What the entry itself says of the field is then also said for the new target.
      if (other === undefined && value === raw && !isOfTarget(built, from, path, page)) continue
      changes.push({ resource, field, value })
      put(additions, keys, value)
    }
    if (additions.size === 0) continue
    if (other === undefined) changes.push({ resource, field: 'targets', value: [...users, to] })
    const found = inEntry(additions)
    if (typeof found === 'string') left.push({ resource, field: '', why: found })
    else
      append(
        splices,
        found.map((splice) => ({ file: source.file, splice })),
      )
  }
  const isLeft = ({ resource }: Named): boolean =>
    left.some((each) => each.resource === resource && each.field === '')
  return {
    texts: new Map(
      [...grouped(splices, ({ file }) => file)].map(([file, all]) => [
        file,
        spliced(
          pages.get(file)?.source.text ?? '',
          all.map(({ splice }) => splice),
        ),
      ]),
    ),
    changes: changes.filter((each) => !isLeft(each)),
    variables: [...variables.values()].filter((each) => !isLeft(each)),
    left,
  }
}

/** A field, or a key of a map that `perTarget` merges. */
function pathsIn(built: Built, kind: Kind): string[][] {
  return [...built.root().entries.values()].flatMap(({ key, value }) =>
    kind.mergedMaps.includes(key) && value.type === 'map'
      ? [...value.entries.keys()].map((inner) => [key, inner])
      : [[key]],
  )
}

function rawAt(built: Built, path: readonly string[]): Value | undefined {
  const { node, depth } = nodeAt(built.root(), path)
  return depth === path.length ? plainValue(node) : undefined
}

function isSameEntry(built: Built, { source, range }: Place): boolean {
  const root = built.root()
  return root.source === source && root.range[0] === range[0]
}

/** Whether `perTarget` of its entry has the field for a target. */
function isOfTarget(built: Built, target: string, path: readonly string[], page: Page | undefined): boolean {
  const entry = page?.values.get(built.root().range.join())?.node
  return isYamlMap(entry) && entry.hasIn(['perTarget', target, ...path])
}

function put(additions: Additions, [key = '', ...rest]: readonly string[], value: Value): Additions {
  if (rest.length === 0) return additions.set(key, value)
  const known = additions.get(key)
  return additions.set(key, put(known instanceof Map ? known : new Map(), rest, value))
}

/** The value as it is written, but with a variable in place of each one that holds a secret; itself if none does. */
function withoutSecrets(
  raw: Value,
  path: readonly string[],
  destination: Destination,
  isShared: PromoteRequest['isShared'],
  variable: (last: readonly string[]) => string,
): Value {
  return mapLeaves(
    raw,
    (leaf, full) =>
      foreignSecretsIn(leaf, full, destination).every((each) => each !== 'written out' && isShared(each))
        ? leaf
        : `\${var:${variable(full.slice(path.length))}}`,
    path,
  )
}

/** `sesEuApiKey` */
function variableFor(resource: string, path: readonly string[], taken: ReadonlySet<string>): string {
  const words = [resource, ...path]
    .join(' ')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
  const plain = words
    .map((word, index) => (index === 0 ? word[0]?.toLowerCase() : word[0]?.toUpperCase()) + word.slice(1))
    .join('')
  const base = /^[A-Za-z]/.test(plain) ? plain : `secret${plain}`
  let unique = base
  for (let count = 2; taken.has(unique); count += 1) unique = `${base}${count}`
  return unique
}

function nameOf({ desired: { kind, name } }: Built): string {
  return `${kind} ${name}`
}
