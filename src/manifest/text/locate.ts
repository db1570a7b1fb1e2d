// The YAML parser's tree → a located tree: aliases and merges resolved, keys unique, every value JSON.
import { append } from '../../core/lists.ts'
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Alias,
  type Node as YamlNode,
  type Pair,
  type Scalar,
} from 'yaml'
import type { InputLimits } from './read-text.ts'
import type { Entry, Node, Range, Source } from './node.ts'
import { show } from '../frames/frame.ts'
import type { Report } from '../frames/reporter.ts'
import { badCharacter, isBadKey, isExact } from './scalar.ts'

interface Walk {
  readonly source: Source
  readonly report: Report
  readonly limits: InputLimits
  readonly anchors: Map<string, YamlNode>
  /** The node of each alias, decided at the alias: an anchor may be set again later. */
  readonly targets: Map<Alias, YamlNode>
  readonly open: Set<YamlNode>
  repeated: number
}

class Refused extends Error {}

/** Undefined if the tree is refused as a whole, which has then been reported. */
export function locate(
  root: YamlNode,
  source: Source,
  report: Report,
  limits: InputLimits,
): Node | undefined {
  const walk: Walk = {
    source,
    report,
    limits,
    anchors: new Map(),
    targets: new Map(),
    open: new Set(),
    repeated: 0,
  }
  try {
    return visit(root, undefined, walk)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** `use`: the place of the alias or the merge through which the node is reached. `empty`: the position of a value that isn't written. */
function visit(node: YamlNode | null, use: Range | undefined, walk: Walk, empty?: Range): Node {
  const written = rangeOf(node, empty)
  if (isAlias(node)) return follow(node, use ?? written, walk, (target, at) => visit(target, at, walk))
  keepAnchor(node, use, walk)
  const most = walk.limits['max-nodes']
  if (use !== undefined && ++walk.repeated > most) {
    const why = `aliases repeat more than ${most} values (max-nodes); write the values without nested aliases`
    refuse(walk, use, 'max-nodes', why)
  }
  const place = {
    source: walk.source,
    range: use ?? written,
    ...(use !== undefined && { definition: written }),
  }
  if (isSeq<YamlNode | Pair>(node))
    return {
      type: 'list',
      ...place,
      items: inside(node, walk, () =>
        node.items.map((item) =>
          isPairItem(item)
            ? refuse(
                walk,
                use ?? written,
                'yaml-syntax',
                'a "key: value" pair in a list needs braces; write { key: value }',
              )
            : visit(item, use, walk, dashBefore(item, walk.source) ?? written),
        ),
      ),
    }
  if (isMap<YamlNode, YamlNode | null>(node))
    return { type: 'map', ...place, ...inside(node, walk, () => entriesOf(node.items, use, walk)) }
  return { type: 'scalar', ...place, ...scalarOf(node as Scalar | null, use ?? written, walk) }
}

function isPairItem(item: YamlNode | Pair): item is Pair {
  return 'key' in item && 'value' in item
}

function scalarOf(node: Scalar | null, range: Range, { source, report }: Walk) {
  const value = node?.value ?? null
  const text = node?.source ?? ''
  if (typeof value === 'string') checkCharacters(value, range, { source, report })
  const message = "this number can't be stored exactly; put it in quotes"
  if (typeof value === 'number' && !isExact(value))
    report({ rule: 'unsafe-number', place: { source, range }, message })
  return { value: value as string | number | boolean | null, text }
}

function checkCharacters(
  text: string,
  range: Range,
  { source, report }: Pick<Walk, 'source' | 'report'>,
): void {
  const found = badCharacter(text)
  if (found !== undefined)
    report({
      rule: 'bad-character',
      place: { source, range },
      message: `this string contains ${found}, which a service can't store`,
    })
}

/** So many keys of one map are reported as written twice. */
const mostRepeats = 101

function entriesOf(pairs: readonly Pair<YamlNode, YamlNode | null>[], use: Range | undefined, walk: Walk) {
  const entries = new Map<string, Entry>()
  const hidden: Entry[] = []
  const merged: Entry[] = []
  for (const { key, value } of pairs) {
    const keyRange = use ?? rangeOf(key)
    if (isScalar(key) && key.value === '<<' && key.type === 'PLAIN') {
      append(merged, mergedFrom(value, use, walk))
      continue
    }
    keepAnchor(key, use, walk)
    const name = keyText(key, keyRange, walk)
    const entry = { key: name, keyRange, value: visit(value, use, walk, keyRange) }
    const earlier = entries.get(name)
    if (earlier === undefined) entries.set(name, entry)
    else {
      hidden.push(entry)
      // A file of a few MiB can repeat a key a million times.
      if (hidden.length > mostRepeats) continue
      const message = `the key ${show(name)} occurs twice in one map; remove one of the two`
      walk.report({ rule: 'duplicate-key', place: { source: walk.source, range: keyRange }, message })
    }
  }
  for (const entry of merged)
    if (entries.has(entry.key)) hidden.push(entry)
    else entries.set(entry.key, entry)
  return { entries, hidden }
}

/** `<<: *base`, `<<: [*one, *two]`: of several, the first that has a key gives its value. */
function mergedFrom(value: YamlNode | null, use: Range | undefined, walk: Walk): readonly Entry[] {
  const written = rangeOf(value)
  const found = visit(value, use, walk, written)
  const maps = found.type === 'list' ? found.items : [found]
  const place = { source: walk.source, range: use ?? written }
  if (maps.some(({ type }) => type !== 'map'))
    walk.report({ rule: 'wrong-type', place, message: '"<<" must be a map or a list of maps' })
  return maps
    .filter((map) => map.type === 'map')
    .flatMap(({ entries, hidden }) => [...entries.values(), ...hidden])
}

function keyText(key: YamlNode, range: Range, walk: Walk): string {
  if (isAlias(key)) return follow(key, range, walk, (target, at) => keyText(target, at, walk))
  if (!isScalar(key)) {
    const isTemplate = walk.source.text.slice(range[0] - 1, range[0] + 1) === '{{'
    const why = isTemplate
      ? "belfry doesn't expand {{ }}; write a reference such as ${env:NAME} or ${var:NAME}"
      : 'a key must be a string, not a list or a map'
    return refuse(walk, range, 'wrong-type', why)
  }
  const name = typeof key.value === 'string' ? key.value : (key.source ?? '')
  checkCharacters(name, range, walk)
  if (isBadKey(name))
    walk.report({
      rule: 'unknown-field',
      place: { source: walk.source, range },
      message: name === '' ? 'a key is missing' : `${show(name)} can't be a key`,
    })
  return name
}

/** Each anchor counts where it is written, not where an alias repeats its node. */
function keepAnchor(node: YamlNode | null, use: Range | undefined, { anchors }: Walk): void {
  if (use === undefined && node !== null && 'anchor' in node && node.anchor !== undefined)
    anchors.set(node.anchor, node)
}

/** Visits the node of an alias. */
function follow<T>(alias: Alias, range: Range, walk: Walk, go: (target: YamlNode, at: Range) => T): T {
  const target = walk.targets.get(alias) ?? walk.anchors.get(alias.source)
  if (target === undefined) {
    const why =
      'unknown alias: no anchor above this line has this name; put a string that begins with * in quotes'
    return refuse(walk, range, 'yaml-syntax', why)
  }
  walk.targets.set(alias, target)
  if (walk.open.has(target)) {
    const why = 'this alias refers to a value that contains the alias; remove the alias'
    return refuse(walk, range, 'yaml-syntax', why)
  }
  return go(target, range)
}

/** Visits what is inside a node; an alias to the node itself is then found. */
function inside<T>(node: YamlNode, walk: Walk, go: () => T): T {
  walk.open.add(node)
  const result = go()
  walk.open.delete(node)
  return result
}

/** A value that isn't written has the position of its key or list. */
function rangeOf(node: YamlNode | null, empty?: Range): Range {
  const [from, to] = node?.range ?? [0, 0]
  return from === to && empty !== undefined ? empty : [from, to]
}

/** An item that isn't written has the position of its dash. */
function dashBefore(item: YamlNode, { text }: Source): Range | undefined {
  let at = (item.range?.[0] ?? 0) - 1
  while (at > 0 && /\s/.test(text[at] ?? '')) at--
  return text[at] === '-' ? [at, at + 1] : undefined
}

function refuse(walk: Walk, range: Range, rule: string, message: string): never {
  walk.report({ rule, place: { source: walk.source, range }, message })
  throw new Refused()
}
