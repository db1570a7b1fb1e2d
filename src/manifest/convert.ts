// Converts the nodes of a declared resource to its value: resolves references, closes secrets and notes empty values.
import { append } from '../core/lists.ts'
import { resemblesAnother } from '../core/visible.ts'
import { Secret } from '../core/secrets/secret.ts'
import { mapOf, type Scalar, type Value, type ValueMap } from '../core/value.ts'
import { isSecretAt, rowOf } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'
import { placeOf, type MapNode, type Node, type NodePath, type ScalarNode } from './text/node.ts'
import { literal, originOf, valueOfText, type Resolver } from './references/resolve.ts'
import type { Field, Missing } from './references/env-and-files.ts'
import { isUnremarkable, placeholderIn, type Written } from './references/placeholder.ts'
import { isOnlyReferences } from './references/syntax.ts'
import { pathText } from './frames/frame.ts'
import { isLiteralSecret, type Literal } from './literal-secrets.ts'
import type { Finding } from './issues.ts'

export interface Converted {
  readonly value: ValueMap
  /** Where null and '' are. */
  readonly empty: readonly NodePath[]
  /** Where secrets are. */
  readonly secrets: readonly NodePath[]
  /** Placeholders that are written instead of a value. */
  readonly placeholders: readonly Written[]
  /** Secrets in plain text. */
  readonly literals: readonly Literal[]
  /** Identity and routing fields with an invisible character, or with a space at an end. */
  readonly hidden: readonly NodePath[]
  /** Where references gave plain strings. */
  readonly referred: readonly NodePath[]
  /** References that have no value. */
  readonly missing: readonly Missing[]
  /** If false, the value is the same for every target. */
  readonly hasReferences: boolean
}

type Noted = ReturnType<typeof nothingNoted>

function nothingNoted() {
  const empty: NodePath[] = []
  const secrets: NodePath[] = []
  const placeholders: Written[] = []
  const literals: Literal[] = []
  const hidden: NodePath[] = []
  const referred: NodePath[] = []
  const missing: Missing[] = []
  return { empty, secrets, placeholders, literals, hidden, referred, missing, hasReferences: false }
}

interface Walk {
  readonly kind: Pick<Kind, 'fields'>
  /** Undefined if references aren't resolved. */
  readonly resolver: Resolver | undefined
  readonly path: (string | number)[]
  readonly keys: string[]
  readonly noted: Noted
}

type Variable = NonNullable<Field['variable']>

export function convert(root: MapNode, kind: Walk['kind'], resolver: Resolver | undefined): Converted {
  const noted = nothingNoted()
  const value = visitMap(root, { kind, resolver, path: [], keys: [], noted }, undefined)
  return { value, ...noted }
}

function visit(node: Node, walk: Walk, variable: Variable | undefined): Value {
  if (node.type === 'scalar') return visitScalar(node, walk, variable)
  if (node.type === 'map') return visitMap(node, walk, variable)
  const { path } = walk
  return node.items.map((item, index) => {
    path.push(index)
    const value = visit(item, walk, variable)
    path.pop()
    return value
  })
}

function visitMap(map: MapNode, walk: Walk, variable: Variable | undefined): ValueMap {
  const { path, keys } = walk
  const entries: [string, Value][] = []
  for (const entry of map.entries.values()) {
    path.push(entry.key)
    keys.push(entry.key)
    entries.push([entry.key, visit(entry.value, walk, variable)])
    keys.pop()
    path.pop()
  }
  return mapOf(entries)
}

function visitScalar(node: ScalarNode, walk: Walk, variable: Variable | undefined): Value {
  const { kind, resolver, keys } = walk
  const isSecret = isSecretAt(kind, keys)
  if (node.value === null || node.value === '') walk.noted.empty.push([...walk.path])
  if (node.value === null) return null
  if (!isSecret && (typeof node.value !== 'string' || isUnremarkable(node.value))) return node.value
  const isIdentity = rowOf(kind.fields, keys).plain === true
  if (isIdentity && typeof node.value === 'string' && resemblesAnother(node.value))
    walk.noted.hidden.push([...walk.path])
  if (typeof node.value !== 'string' || resolver === undefined || !node.value.includes('${'))
    return visitPlain(node, node.value, isSecret, walk, variable)
  walk.noted.hasReferences = true
  const field: Field = { isSecret, isIdentity, ...(variable && { variable }) }
  const found = resolver.resolve(node, node.value, field)
  if ('holds' in found) return visit(found.holds, walk, { name: found.variable, use: placeOf(node) })
  const text = found.text
  append(walk.noted.missing, text.missing ?? [])
  // Only an escape, such as $${NAME}, gives a string without a reference in it.
  const isWritten = text.value !== undefined && text.sketch === text.value && text.variables.length === 0
  if (isWritten) notePlaceholder(node, text.value, isSecret, walk, variable)
  const value = valueOfText(
    variable !== undefined && text.secretOf.length === 0
      ? { ...text, variables: [...text.variables, variable.name] }
      : text,
    isSecret,
  )
  if (value === '') walk.noted.empty.push([...walk.path])
  // The sketch differs from the string if a part of it comes from outside the manifests.
  if (typeof value === 'string' && text.sketch !== value) walk.noted.referred.push([...walk.path])
  return noteSecret(value, walk)
}

function visitPlain(
  node: ScalarNode,
  value: Exclude<Scalar, null>,
  isSecret: boolean,
  walk: Walk,
  variable: Variable | undefined,
): Value {
  const isPlaceholder = typeof value === 'string' && notePlaceholder(node, value, isSecret, walk, variable)
  if (!isSecret || value === '') return value
  if (isLiteralSecret(value, variable !== undefined, isPlaceholder))
    walk.noted.literals.push({ path: [...walk.path], place: placeOf(node) })
  if (typeof value === 'string')
    return noteSecret(
      valueOfText({ ...literal(value), variables: variable ? [variable.name] : [] }, isSecret),
      walk,
    )
  return noteSecret(Secret.of(value, originOf(variable ? [variable.name] : [])), walk)
}

/** Returns whether the text is a placeholder. */
function notePlaceholder(
  node: ScalarNode,
  text: string,
  isSecret: boolean,
  walk: Walk,
  variable: Variable | undefined,
): boolean {
  const isUnresolved = walk.resolver === undefined && isOnlyReferences(text)
  const found = isUnresolved ? {} : placeholderIn(text)
  if (found === undefined || (!isSecret && !isUnresolved && isFree(walk))) return false
  walk.noted.placeholders.push({
    ...found,
    path: [...walk.path],
    place: placeOf(node),
    text,
    isSecret,
    ...(variable && { inVariable: variable.name }),
    ...(isUnresolved && { isUnresolved }),
  })
  return true
}

/** Whether the field may contain any string, such as a person's name. */
function isFree({ kind: { fields }, keys }: Walk): boolean {
  return keys.some((_, length) => rowOf(fields, keys.slice(0, length + 1)).free === true)
}

function noteSecret(value: Value, walk: Walk): Value {
  if (value instanceof Secret) walk.noted.secrets.push([...walk.path])
  return value
}

/** The problem of null (or '') at a path; undefined if it is allowed, or if another check decides. */
export function emptyFinding(
  path: NodePath,
  value: null | '',
  { fields }: Pick<Kind, 'fields'>,
): Finding | undefined {
  const keys = path.filter((step) => typeof step === 'string')
  const name = `"${pathText(path)}"`
  const { clears, filled } = rowOf(fields, keys.slice(0, 1))
  if (path.length > 1 && filled === true)
    return {
      rule: 'empty-value',
      path,
      message: `${name} is empty`,
      hint: 'Write a value, or leave the field out.',
    }
  if (value === '' || clears === 'all' || (clears === 'itself' && path.length === 1)) return undefined
  return {
    rule: 'cannot-clear',
    path,
    message: `${name} can't be cleared with null`,
    hint:
      keys[0] === 'standby'
        ? 'Leave the field out. To declare a standby in some targets only, use perTarget.'
        : 'Leave the field out to keep its value in the service.',
  }
}
