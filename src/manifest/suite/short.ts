// What may be written in short in a case, as what it stands for: who checks it knows one form only.
import type { Entry, MapNode, Node, ScalarNode } from '../text/node.ts'

/** `to: ada`, `email: failed:provider` and `subject: Hello` as a list of maps, and as maps. */
export function spelledOut(root: MapNode): MapNode {
  return withEntry(withEntry(root, 'to', recipients), 'expect', expectations)
}

function withEntry(root: MapNode, key: string, spell: (node: Node) => Node): MapNode {
  const entry = root.entries.get(key)
  if (entry === undefined) return root
  return { ...root, entries: new Map([...root.entries, [key, { ...entry, value: spell(entry.value) }]]) }
}

function recipients(node: Node): Node {
  const items = (node.type === 'list' ? node.items : [node]).map(recipient)
  return { ...placed(node), type: 'list', items }
}

/** `ada`, or `topic:operations`. */
function recipient(node: Node): Node {
  if (node.type !== 'scalar') return node
  const topic = typeof node.value === 'string' ? /^topic:(.*)$/s.exec(node.value)?.[1] : undefined
  return topic === undefined
    ? mapWith(node, { subscriberId: node })
    : mapWith(node, { topic: textNode(node, topic) })
}

/** What is compared with a text, and what ends in an outcome. */
const texts = new Set(['provider', 'integration', 'subject', 'title', 'content'])
const facts = new Set(['within', 'status', 'events'])

function expectations(node: Node): Node {
  return within(node, (key, value) =>
    facts.has(key)
      ? value
      : texts.has(key)
        ? comparison(value)
        : within(outcome(ofStatus(value)), (field, text) => (texts.has(field) ? comparison(text) : text)),
  )
}

function within(node: Node, spell: (key: string, value: Node) => Node): Node {
  if (node.type !== 'map') return node
  const entries = [...node.entries].map(
    ([key, entry]) => [key, { ...entry, value: spell(key, entry.value) }] as const,
  )
  return { ...node, entries: new Map(entries) }
}

/** `{ status: sent, … }` says `{ outcome: sent, … }`. */
function ofStatus(node: Node): Node {
  if (node.type !== 'map' || node.entries.has('outcome')) return node
  const entries = [...node.entries].flatMap(([key, entry]) => {
    const said = key === 'status' ? outcome(entry.value) : undefined
    return said?.type === 'map'
      ? [...said.entries].map(([name, each]) => [name, { ...entry, key: name, value: each.value }] as const)
      : [[key, entry] as const]
  })
  return { ...node, entries: new Map(entries) }
}

/** `sent`, or `failed:provider`. */
function outcome(node: Node): Node {
  if (node.type !== 'scalar') return node
  const [, word, cause] = typeof node.value === 'string' ? (/^(\w+):(\w*)$/.exec(node.value) ?? []) : []
  return word === undefined || cause === undefined
    ? mapWith(node, { outcome: node })
    : mapWith(node, { outcome: textNode(node, word), cause: textNode(node, cause) })
}

function comparison(node: Node): Node {
  return node.type === 'scalar' ? mapWith(node, { is: node }) : node
}

function textNode(node: ScalarNode, value: string): ScalarNode {
  return { ...node, value, text: value }
}

function mapWith(node: Node, values: Readonly<Record<string, Node>>): MapNode {
  const entries = Object.entries(values).map(([key, value]): [string, Entry] => [
    key,
    { key, keyRange: node.range, value },
  ])
  return { ...placed(node), type: 'map', entries: new Map(entries), hidden: [] }
}

function placed({ source, range }: Node): Pick<Node, 'source' | 'range'> {
  return { source, range }
}
