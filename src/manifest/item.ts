// One entry of a manifest's list: the resource's own fields apart from those that say where it belongs.
import { given } from '../core/given.ts'
import { controlFields, rowOf } from '../kinds/from-field-rows.ts'
import type { Kind } from '../kinds/kind.ts'
import { headOf, keyPlace, placeOf, type Entry, type MapNode, type Node } from './text/node.ts'
import type { Report } from './frames/reporter.ts'
import { withArticle, show } from './frames/frame.ts'
import { readTargets, unknownTarget, type TargetList } from './target-list.ts'
import { fixedIgnore, namesFixedField } from '../kinds/ignored.ts'
import { hasTooManyChoices, tooManyChoices } from '../core/glob.ts'
import { didYouMean } from '../core/did-you-mean.ts'

export interface Item {
  readonly kind: Kind
  /** The resource's own fields. */
  readonly node: MapNode
  /** Parses the nodes again. */
  readonly again: () => MapNode
  /** Every target it belongs to, selected or not; empty for a kind of the organisation. */
  readonly targets: readonly string[]
  /** By target: the fields that differ there. */
  readonly perTarget: ReadonlyMap<string, MapNode>
  readonly alias?: string
  readonly expectDropped: readonly string[]
  readonly ignore: readonly string[]
  /** False in bulk files, unless they ask for it. */
  readonly resolvesReferences: boolean
}

export interface ItemContext {
  readonly kind: Kind
  /** The targets of the document or of the include. */
  readonly targets: readonly string[]
  readonly list: TargetList
  readonly resolvesReferences: boolean
  readonly report: Report
  /** As of `Parsed`. */
  readonly again: (map: MapNode) => () => MapNode
}

/** Undefined after a problem. */
export function readItem(node: Node, context: ItemContext): Item | undefined {
  const { kind, report } = context
  if (node.type !== 'map') {
    report({
      rule: 'wrong-type',
      place: placeOf(node),
      message: `${withArticle(kind.name)} must be a map of fields`,
      hint: isJoined(node) ? 'Write a space after each colon.' : undefined,
    })
    return undefined
  }
  const fields = ownFields(node, kind)
  const targets =
    kind.scope === 'organisation'
      ? []
      : readTargets(node.entries.get('targets')?.value, context.targets, context.list)
  const perTarget = kind.scope === 'organisation' ? undefined : node.entries.get('perTarget')
  const overrides = perTarget === undefined ? noOverrides : readOverrides(perTarget, targets, context)
  const alias = node.entries.get('as')?.value
  const dropped = node.entries.get('expectDropped')?.value
  const ignored = node.entries.get('ignore')?.value
  return {
    kind,
    node: fields,
    again: fieldsAgain(context.again(node), kind),
    targets,
    perTarget: overrides,
    ...given({ alias: alias && readAlias(alias, report) }),
    expectDropped: dropped
      ? readExpectDropped(dropped, [fields, ...overrides.values()], kind.name, report)
      : [],
    ignore: ignored ? readIgnore(ignored, kind, report) : [],
    resolvesReferences: context.resolvesReferences,
  }
}

/** The closure must not refer to the node, which would keep the whole document in memory. */
function fieldsAgain(again: () => MapNode, kind: Kind): () => MapNode {
  return () => ownFields(again(), kind)
}

function ownFields(node: MapNode, kind: Kind): MapNode {
  const control = controlFields(kind)
  // Most items have no control fields: they need no copy.
  const hasControl = control.some((key) => node.entries.has(key))
  return hasControl
    ? { ...node, entries: new Map([...node.entries].filter(([key]) => !control.includes(key))) }
    : node
}

/** In YAML, `name:value` is one string. */
function isJoined(node: Node): boolean {
  return node.type === 'scalar' && typeof node.value === 'string' && /^\w+:\S/.test(node.value)
}

/** One map for the many items that repeat no field. */
const noOverrides: ReadonlyMap<string, MapNode> = new Map()

function readAlias(node: Node, report: Report): string | undefined {
  if (node.type === 'scalar' && typeof node.value === 'string' && node.value.trim() !== '') {
    if (!node.value.includes('${')) return node.value
    report({
      rule: 'reference-in-identity',
      place: placeOf(node),
      message: '"as" can\'t contain a reference; write a name without ${…}',
    })
  } else
    report({ rule: 'wrong-type', place: placeOf(node), message: '"as" must be a string that is not empty' })
  return undefined
}

function readOverrides(entry: Entry, targets: readonly string[], context: ItemContext): Map<string, MapNode> {
  const { report, list } = context
  const found = new Map<string, MapNode>()
  const node = entry.value
  if (node.type !== 'map') {
    report({
      rule: 'wrong-type',
      place: placeOf(node),
      message: '"perTarget" must be a map from the name of a target to fields',
      hint: 'Write for example perTarget: { TARGET: { FIELD: VALUE } }.',
    })
    return found
  }
  for (const override of node.entries.values()) {
    const { key, value } = override
    const place = keyPlace(node, override)
    if (!list.all.includes(key)) report({ rule: 'unknown-target', place, message: unknownTarget(key, list) })
    else if (!targets.includes(key))
      report({
        rule: 'unused-override',
        place,
        message: `"perTarget.${key}" has no effect, because this ${context.kind.name} does not belong to target ${key}`,
        hint: 'Add the target to "targets", or remove the section.',
      })
    else if (value.type !== 'map')
      report({
        rule: 'wrong-type',
        place: headOf(value),
        message: `"perTarget.${key}" must be a map of fields`,
      })
    else found.set(key, value)
  }
  return found
}

/** The fields of a target: maps that merge do so by key, everything else is replaced. */
export function overlay(item: Item, target: string): MapNode {
  const over = item.perTarget.get(target)
  if (over === undefined) return item.node
  const entries = new Map(item.node.entries)
  for (const [key, entry] of over.entries) {
    const base = entries.get(key)?.value
    const merges = rowOf(item.kind.fields, [key]).merge === 'key'
    const value =
      merges && base?.type === 'map' && entry.value.type === 'map'
        ? { ...base, entries: new Map([...base.entries, ...entry.value.entries]) }
        : entry.value
    entries.set(key, { ...entry, value })
  }
  return { ...item.node, entries }
}

/** Declared fields that the service accepts but doesn't store, so that they aren't differences. Each must be in `roots`, which contain the fields of all targets. */
function readExpectDropped(
  node: Node,
  roots: readonly MapNode[],
  noun: string,
  report: Report,
): readonly string[] {
  if (node.type !== 'list') return notAList(node, 'expectDropped', '[alertUid]', report)
  const declared = [...new Set(roots.flatMap(keysIn))]
  return node.items.flatMap((item) => {
    const name = item.type === 'scalar' && typeof item.value === 'string' ? item.value : undefined
    if (name !== undefined && declared.includes(name)) return [name]
    report(
      name === undefined
        ? {
            rule: 'wrong-type',
            place: placeOf(item),
            message: 'an entry of "expectDropped" must be the name of a field',
          }
        : {
            rule: 'wrong-value',
            place: placeOf(item),
            message: `unknown field ${show(name)} in "expectDropped": the ${noun} does not declare this field${didYouMean(name, declared)}`,
            hint: name.includes('.')
              ? 'Write only the last key of the path, for example alertUid.'
              : undefined,
          },
    )
    return []
  })
}

function keysIn(node: Node): string[] {
  if (node.type === 'list') return node.items.flatMap(keysIn)
  if (node.type === 'scalar') return []
  return [...node.entries.values()].flatMap(({ key, value }) => [key, ...keysIn(value)])
}

/** Patterns of fields that are left as the service has them. */
function readIgnore(node: Node, kind: Kind, report: Report): readonly string[] {
  const items = node.type === 'list' ? node.items : []
  const found = items.flatMap((item) =>
    item.type === 'scalar' && typeof item.value === 'string' && item.value !== '' ? [item.value] : [],
  )
  if (node.type !== 'list' || found.length < items.length)
    return notAList(node, 'ignore', '[data.lastLogin, primary]', report)
  for (const [index, pattern] of found.entries()) {
    const place = placeOf(items[index] ?? node)
    if (hasTooManyChoices(pattern))
      report({ rule: 'wrong-value', place, message: `${show(pattern)} ${tooManyChoices}` })
    if (namesFixedField(pattern, kind)) report({ ...fixedIgnore(pattern, kind), place })
  }
  return found
}

function notAList(node: Node, name: string, example: string, report: Report): readonly string[] {
  report({
    rule: 'wrong-type',
    place: placeOf(node),
    message: `"${name}" must be a list of field names`,
    hint: `Write for example ${name}: ${example}.`,
  })
  return []
}
