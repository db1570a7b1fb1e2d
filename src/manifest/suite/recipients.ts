// Recipients may be written in short; what checks them knows one form only: a list of maps.
import type { Entry, MapNode, Node } from '../node.ts'

/** `to: ada` and `to: topic:operations` as what they stand for. */
export function withRecipientMaps(root: MapNode): MapNode {
  const entry = root.entries.get('to')
  if (entry === undefined) return root
  const { value } = entry
  const items = (value.type === 'list' ? value.items : [value]).map(mapFor)
  const list: Node = { ...placed(value), type: 'list', items }
  return { ...root, entries: new Map([...root.entries, ['to', { ...entry, value: list }]]) }
}

function mapFor(node: Node): Node {
  if (node.type !== 'scalar') return node
  const topic = typeof node.value === 'string' ? /^topic:(.*)$/s.exec(node.value)?.[1] : undefined
  const key = topic === undefined ? 'subscriberId' : 'topic'
  const value: Node = topic === undefined ? node : { ...node, value: topic, text: topic }
  const entry: Entry = { key, keyRange: node.range, value }
  return { ...placed(node), type: 'map', entries: new Map([[key, entry]]), hidden: [] }
}

function placed({ source, range }: Node): Pick<Node, 'source' | 'range'> {
  return { source, range }
}
