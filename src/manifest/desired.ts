// An item and a target → the declared resource, or all of its mistakes.
import type { z } from 'zod'
import { given } from '../core/given.ts'
import { Secret } from '../core/secrets/secret.ts'
import { valueAt, withValueAt, type ValueMap } from '../core/value.ts'
import { holdsHidden } from '../core/visible.ts'
import { controlFields, fieldsWith, isSecretAt, nameOf, personalFields } from '../kinds/from-field-rows.ts'
import { resolved, tolerant } from '../kinds/form.ts'
import { literalFound, type LiteralSecret, literalSecret } from './literal-secrets.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Desired } from '../kinds/resource.ts'
import { checkedWith, flagValuesAt, isRequired, schemaOf } from './shape.ts'
import { findingsOf, flagFromReference, type Finding, type Subject } from './issues.ts'
import { overlay, type Item } from './item.ts'
import { headOf, keep, nodeAt, lineAt, lineRange, positionOf } from './text/node.ts'
import type { MapNode, NodePath } from './text/node.ts'
import { fieldText, placeFor, placeKey, type Report } from './frames/reporter.ts'
import { placeholderFound, type Written } from './references/placeholder.ts'
import type { Missing } from './references/env-and-files.ts'
import type { Resolver } from './references/resolve.ts'
import { convert, type Converted, emptyFinding } from './convert.ts'

export interface Built {
  readonly desired: Desired
  /** Its fields as they are written: a new tree each time. */
  readonly root: () => MapNode
  /** False after an error: other resources may refer to it, but it isn't checked further. */
  readonly isSound: boolean
  /** Whether it is the same for every target. */
  readonly isShared: boolean
  /** References in it that have no value. */
  readonly missing?: readonly Missing[]
}

export interface BuildContext {
  readonly resolver: Resolver
  readonly report: Report
  /** Gets each string that problems show although its field is secret. */
  readonly showText: (text: string) => void
  /** Fields that the project ignores in all resources of the kind. */
  readonly ignoreOfKind: readonly string[] | undefined
  /** Reports a secret in plain text. A bulk file reports only its first. */
  readonly reportLiteral: (found: LiteralSecret) => void
}

export function buildDesired(
  item: Item,
  target: string | undefined,
  context: BuildContext,
): Built | undefined {
  const { kind } = item
  const root = target === undefined ? item.node : overlay(item, target)
  const converted = convert(root, kind, item.resolvesReferences ? context.resolver : undefined)
  const isShared = !converted.hasReferences && item.perTarget.size === 0
  const report: Report = (found) =>
    context.report({ ...found, ...(!isShared && item.targets.length > 1 && { target }) })
  const { declared, isValid } = validate(item, root, converted, report, context)
  for (const literal of converted.literals) {
    const found = literalSecret(literal, converted.value, item.resolvesReferences)
    if (found !== undefined) context.reportLiteral(found)
  }
  const isSound = isValid && declared !== undefined
  const isItsOwn = target !== undefined && item.perTarget.has(target)
  const again = isItsOwn ? keep(root) : item.again
  const desired = desiredOf(
    item,
    target,
    { root, again, ignoreOfKind: context.ignoreOfKind },
    // Other resources may refer to a broken one.
    declared ?? converted.value,
    isSound,
  )
  return desired && { desired, root: again, isSound, isShared, missing: converted.missing }
}

interface Validated {
  readonly declared: ValueMap | undefined
  /** False after an error that may cause others. */
  readonly isValid: boolean
}

function validate(
  { kind }: Item,
  root: MapNode,
  { value, empty, secrets, placeholders, hidden, referred }: Converted,
  report: Report,
  context: BuildContext,
): Validated {
  const isNoted = [empty, secrets, placeholders, hidden, referred].some(({ length }) => length > 0)
  const plain = isNoted ? undefined : kind.plain?.(value)
  if (plain !== undefined) return { declared: plain, isValid: true }
  const schema = schemaOf(kind, resolved)
  let isValid = true
  const reported = new Set<string>()
  const add = (finding: Finding): void => {
    const key = finding.path.join('\0')
    if (reported.has(key) && finding.rule !== 'unknown-field') return
    reported.add(key)
    const place = placeFor(finding.rule, root, finding.path)
    if (report({ ...finding, place }) === 'error') isValid = false
  }
  for (const path of empty) {
    const finding = emptyFinding(path, valueAt(value, path) === null ? null : '', kind)
    if (finding !== undefined)
      add({ ...finding, hint: commentHint(root, path) ?? valueHint(path, schema) ?? finding.hint })
  }
  for (const path of referred) {
    const values = flagValuesAt(schema, path)
    if (values !== undefined) add(flagFromReference(path, values))
  }
  const strict = checkedWith(schema, value)
  if (!strict.success) findingsOf(strict.error.issues, subjectOf(kind, schema, value, root)).forEach(add)
  const refused = placeholders
    .filter(({ isSecret, path }) => isSecret || !reported.has(path.join('\0')))
    .filter((written) => reportPlaceholder(written, value, report, context))
  const parsed = strict.success ? strict : schemaOf(kind, tolerant).safeParse(value)
  if (!parsed.success) return { declared: undefined, isValid }
  const declared = refused.reduce(withUnknown, parsed.data as ValueMap)
  const identity = nameOf(kind, declared)
  for (const path of hidden)
    if (valueAt(value, path) === identity)
      add({ rule: 'bad-character', path, ...identityFinding(path, identity, kind) })
  // To a schema a secret is an object, so it would accept a secret as an empty map.
  for (const path of secrets)
    if (!(valueAt(declared, path) instanceof Secret))
      add({ rule: 'wrong-type', path, message: `${fieldText(path)} must be a map, not a secret string` })
  return { declared, isValid }
}

function subjectOf(kind: Kind, schema: z.ZodType, value: ValueMap, root: MapNode): Subject {
  const readOnly = fieldsWith(kind.fields, 'readOnly')
  const isSecret: Subject['isSecret'] = (path) => isSecretAt(kind, path)
  const isPersonal: Subject['isPersonal'] = ([first = '']) => personalFields(kind).includes(first)
  return {
    noun: kind.name,
    schema,
    value,
    root,
    readOnly,
    control: controlFields(kind),
    isSecret,
    isPersonal,
  }
}

/** Returns whether the placeholder is an error instead of a secret: then the field is treated as unknown. */
function reportPlaceholder(
  written: Written,
  value: ValueMap,
  report: Report,
  { reportLiteral, showText }: BuildContext,
): boolean {
  const { isSecret, inVariable, variable, text } = written
  const severity = report(placeholderFound(written, value))
  if (severity !== 'off' && variable !== undefined) showText(text)
  if (severity === 'off' && isSecret && inVariable === undefined) reportLiteral(literalFound(written))
  return severity === 'error' && isSecret
}

/** Deployed services remove spaces only from the names of environments. */
function identityFinding(path: NodePath, identity: string, { scope }: Item['kind']) {
  if (holdsHidden(identity))
    return {
      message: `${fieldText(path)} contains an invisible character`,
      hint: 'Remove the character: two different identities could look the same.',
    }
  const message = `${fieldText(path)} begins or ends with a space: "${identity}"`
  const hint = 'Remove the spaces: the service finds only the exact string.'
  return scope === 'target' ? { message, hint, severity: 'warning' as const } : { message, hint: spaceHint }
}

const spaceHint =
  'Remove the spaces. Deployed services remove these spaces. The name in the service would then never be equal to the name in the manifest, and each apply would create a new environment.'

/** No other check reports a placeholder again, for example as a device token that two subscribers share. */
function withUnknown(declared: ValueMap, { path, place }: Written): ValueMap {
  return withValueAt(declared, path, Secret.named('placeholder', placeKey(place))) as ValueMap
}

/** The hint, if leaving the field out would be the next mistake. */
function valueHint(path: NodePath, schema: z.ZodType): string | undefined {
  if (typeof path.at(-1) === 'number') return 'Write a value, or remove the list item.'
  return isRequired(schema, path) ? 'Write a value.' : undefined
}

/** `color: #ff8800` has no value. */
function commentHint(root: MapNode, path: NodePath): string | undefined {
  const { node } = nodeAt(root, path)
  const [, to] = node.range
  const rest = node.source.text.slice(to, lineRange(node.source, lineAt(node.source, to))[1])
  return /^:?\s*#/.test(rest) && node.definition === undefined
    ? 'An unquoted # starts a comment; put the value in quotes.'
    : undefined
}

interface Origin extends Pick<BuildContext, 'ignoreOfKind'> {
  readonly root: MapNode
  /** The same nodes, parsed again. */
  readonly again: () => MapNode
}

/** Undefined if a resource with mistakes has no name. */
function desiredOf(
  { kind, alias, expectDropped, ignore }: Item,
  target: string | undefined,
  { root, again, ignoreOfKind }: Origin,
  declared: ValueMap,
  isSound: boolean,
): Desired | undefined {
  try {
    return {
      kind: kind.name,
      ...given({ target }),
      name: nameOf(kind, declared),
      ...given({ alias }),
      ...(expectDropped.length > 0 && { expectDropped }),
      ...(ignore.length > 0 && { ignore }),
      ...given({ ignoreOfKind }),
      declared,
      fields: isSound ? kind.fieldsOf(declared) : {},
      position: positionOf(headOf(root)),
      positionOf: (path) => positionOf(placeFor('', again(), path)),
    }
  } catch (error) {
    // The name of a resource with mistakes may be missing or of another type; the mistakes are reported.
    if (isSound) throw error
    return undefined
  }
}

/** The same resource in another target. */
export function forTarget(built: Built, target: string): Built {
  return { ...built, desired: { ...built.desired, target } }
}
