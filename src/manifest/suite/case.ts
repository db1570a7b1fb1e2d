// One case of a suite and a target → what is triggered and expected, or everything that is wrong with it.
import { given } from '../../core/given.ts'
import { textFields } from '../../core/delivery/expectation.ts'
import type { SmokeCase } from '../../core/delivery/smoke.ts'
import { isList, isMap, mapOf, textOf, type Value, type ValueMap } from '../../core/value.ts'
import { millisecondsOf } from '../../core/words.ts'
import { headOf, type MapNode, type Entry, type Node, type ScalarNode, positionOf } from '../text/node.ts'
import { placeFor, type Report } from '../frames/reporter.ts'
import { checked, type CheckContext } from './check-fields.ts'
import { checkedCase } from './suite-schema.ts'
import { placesIn } from '../shape.ts'
import { sameRow } from '../../kinds/from-field-rows.ts'

/** In milliseconds. */
const defaultTimeout = 60_000

/** `node` has all of its suite's fields too. Undefined after a problem. */
export function caseOf(node: MapNode, suite: string, context: CheckContext): SmokeCase | undefined {
  // The long form of `to: ada`, `email: failed:provider` and `subject: Hello`: a list of maps, and maps.
  const root = withEntry(withEntry(node, 'to', recipientList), 'expect', expectations)
  const plain = sameRow({ plain: true }, ...placesIn(checkedCase(), 'expect'), ...plainFields)
  const fields = checked(root, { noun: 'case', schema: checkedCase, fields: plain }, context)
  if (fields === undefined) return undefined
  const to = recipientsOf(fields['to'])
  reportRecipients(to, fields['to'], root, context.report)
  const expect = expectationsOf(fields['expect'], root)
  const empty = [
    ...(isEmpty(expect) ? [['expect']] : []),
    ...Object.keys(expect).flatMap((key) => (isEmpty(expect[key]) && !isText(key) ? [['expect', key]] : [])),
  ]
  for (const path of empty)
    context.report({
      rule: 'empty-value',
      place: placeFor('', root, path),
      message: `"${path.join('.')}" is empty, so the case would check nothing${path.length > 1 ? ' there' : ''}`,
      hint: 'Write the expected result, such as `email: sent`.',
    })
  const { name, workflow, timeout, retries, tags, skip } = fields
  const recipients = to.filter((each) => each !== undefined)
  if (to.length === 0 || recipients.length < to.length || empty.length > 0) return undefined
  return {
    suite,
    name: textOf(name),
    target: context.target,
    body: {
      ...mapOf(Object.entries(fields).filter(([field]) => optionalFields.has(field))),
      name: textOf(workflow),
      to: recipients,
    },
    expect,
    positionOf: (path) => positionOf(placeFor('', root, path)),
    timeout: millisecondsOf(textOf(timeout)) ?? defaultTimeout,
    retries: typeof retries === 'number' ? retries : 0,
    tags: isList(tags) ? tags.map(textOf) : [],
    createRecipients: fields['createRecipients'] === true,
    only: fields['only'] === true,
    ...(skip !== undefined && { skip: textOf(skip) }),
    position: positionOf(headOf(node)),
  }
}

function isEmpty(value: Value | undefined): boolean {
  return isMap(value) && Object.keys(value).length === 0
}

/** `written` are the recipients in the form of the manifest. */
function reportRecipients(
  to: readonly (Value | undefined)[],
  written: Value | undefined,
  root: MapNode,
  report: Report,
): void {
  for (const [index, each] of to.entries())
    if (each === undefined)
      report({
        rule: 'missing-field',
        place: placeFor('missing-field', root, ['to', index]),
        message: 'a recipient must have either "subscriberId" or "topic"',
      })
  for (const [path, message] of foreignFields(written))
    report({ rule: 'unknown-field', place: placeFor('unknown-field', root, ['to', ...path]), message })
  if (to.length === 0)
    report({
      rule: 'empty-value',
      place: placeFor('', root, ['to']),
      message: '"to" is empty, so the case would send nothing',
      hint: 'Write at least one recipient, such as a subscriber ID.',
    })
}

/** Fields without secrets: they are printed, or select the recipients. */
const plainFields = [
  'name',
  'workflow',
  'to.subscriberId',
  'to.topic',
  'to.exclude',
  'timeout',
  'tags',
  'skip',
  'transactionId',
]

/** Fields that are sent as they are written. */
const optionalFields = new Set(['payload', 'overrides', 'actor', 'tenant', 'context', 'transactionId'])

/** In the form of a trigger's body; undefined for an entry with neither or both of `subscriberId` and `topic`. */
function recipientsOf(to: Value | undefined): (Value | undefined)[] {
  return (isList(to) ? to : []).filter(isMap).map((each) => {
    const { topic, exclude, ...subscriber } = each
    if ((topic === undefined) === (subscriber['subscriberId'] === undefined)) return undefined
    if (topic === undefined)
      return Object.keys(subscriber).length === 1 ? subscriber['subscriberId'] : subscriber
    return { type: 'Topic', topicKey: topic, ...given({ exclude }) }
  })
}

/** Fields of a subscriber beside `topic`, and of a topic beside `subscriberId`: the trigger would not contain them. */
function foreignFields(to: Value | undefined): [path: (string | number)[], message: string][] {
  return (isList(to) ? to : []).filter(isMap).flatMap((each, index) => {
    const { topic, subscriberId, ...others } = each
    if ((topic === undefined) === (subscriberId === undefined)) return []
    const by = topic === undefined ? 'subscriberId' : 'topic'
    // `exclude` belongs to a topic, all other fields to a subscriber.
    return Object.keys(others)
      .filter((key) => (key === 'exclude' ? by !== 'topic' : by === 'topic'))
      .map((key) => [[index, key], `"${key}" isn't a field of a recipient with "${by}"`])
  })
}

/** `{ is: Hello }` becomes `Hello` again; with another comparison beside it, it stays, and is refused later. */
function expectationsOf(expect: Value | undefined, root: MapNode): ValueMap {
  const plain = (value: Value): Value => {
    if (!isMap(value)) return value
    const { is, ...others } = value
    return is !== undefined && Object.keys(others).length === 0
      ? is
      : mapOf(Object.entries(value).map(([key, each]) => [key, plain(each)]))
  }
  const node = root.entries.get('expect')?.value
  // In the order of the manifest, not of the schema.
  const keys = node?.type === 'map' ? [...node.entries.keys()] : []
  return mapOf(
    keys.flatMap((key) =>
      isMap(expect) && expect[key] !== undefined ? [[key, plain(expect[key])] as const] : [],
    ),
  )
}

function withEntry(root: MapNode, key: string, convert: (node: Node) => Node): MapNode {
  const entry = root.entries.get(key)
  if (entry === undefined) return root
  return { ...root, entries: new Map([...root.entries, [key, { ...entry, value: convert(entry.value) }]]) }
}

function recipientList(node: Node): Node {
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

/** Expectations of the trigger as a whole, not of a step or a text. */
const ofTrigger = new Set(['within', 'status', 'events'])

function expectations(node: Node): Node {
  return within(node, (key, value) => {
    if (ofTrigger.has(key)) return value
    if (isText(key)) return comparison(value)
    const step = outcome(withOutcome(value))
    return within(step, (field, text) => (isText(field) ? comparison(text) : text))
  })
}

function isText(field: string): boolean {
  return textFields.some((text) => text === field)
}

function within(node: Node, convert: (key: string, value: Node) => Node): Node {
  if (node.type !== 'map') return node
  const entries = [...node.entries].map(
    ([key, entry]) => [key, { ...entry, value: convert(key, entry.value) }] as const,
  )
  return { ...node, entries: new Map(entries) }
}

/** `{ status: sent, … }` means `{ outcome: sent, … }`. Beside a `cause`, `status` contains no cause: `failed:provider` is invalid. */
function withOutcome(node: Node): Node {
  if (node.type !== 'map' || node.entries.has('outcome')) return node
  const entries = [...node.entries].flatMap(([key, entry]) => {
    const status = node.entries.has('cause') ? outcomeAlone(entry.value) : outcome(entry.value)
    return key === 'status' && status.type === 'map'
      ? [...status.entries].map(([name, each]) => [name, { ...entry, key: name, value: each.value }] as const)
      : [[key, entry] as const]
  })
  return { ...node, entries: new Map(entries) }
}

/** `sent`, or `failed:provider`. */
function outcome(node: Node): Node {
  const text = node.type === 'scalar' && typeof node.value === 'string' ? node.value : ''
  const [, word, cause] = /^(\w+):(\w*)$/.exec(text) ?? []
  return node.type !== 'scalar' || word === undefined || cause === undefined
    ? outcomeAlone(node)
    : mapWith(node, { outcome: textNode(node, word), cause: textNode(node, cause) })
}

function outcomeAlone(node: Node): Node {
  return node.type === 'scalar' ? mapWith(node, { outcome: node }) : node
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
