// One case of a suite and a target → what is triggered there and expected of it, or all that is wrong with it.
import { Secret } from '../../core/secret.ts'
import type { SmokeCase, WrittenExpectation } from '../../core/suite.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../../core/value.ts'
import { headOf, type MapNode } from '../node.ts'
import { placeFor } from '../reporter.ts'
import { positionOf } from '../source.ts'
import { checked, type CheckContext } from './check.ts'
import { withRecipientMaps } from './recipients.ts'
import { caseSchema, expected, millisecondsOf } from './schema.ts'

const defaultTimeout = 60_000

/** `node` has all of its suite's fields too. Undefined after a problem. */
export function caseOf(
  node: MapNode,
  suite: string,
  target: string,
  context: CheckContext,
): SmokeCase | undefined {
  const root = withRecipientMaps(node)
  const fields = checked(root, { noun: 'case', schema: caseSchema, plainFields }, context)
  if (fields === undefined) return undefined
  const to = recipientsOf(fields['to'])
  for (const [index, each] of to.entries())
    if (each === undefined)
      context.report({
        rule: 'missing-field',
        place: placeFor('missing-field', root, ['to', index]),
        message: 'a recipient has either a subscriberId or a topic',
      })
  const expect = expectationsOf(fields['expect'], root)
  if (expect.length === 0)
    context.report({
      rule: 'empty-value',
      place: placeFor('', root, ['expect']),
      message: '"expect" is empty: the case would prove nothing',
      hint: 'Write what is to become of it, such as `email: sent`.',
    })
  const { name, workflow, timeout, retries, tags, skip } = fields
  const recipients = to.filter((each) => each !== undefined)
  if (recipients.length < to.length || expect.length === 0) return undefined
  return {
    suite,
    name: text(name),
    target,
    body: { ...optional(fields), name: text(workflow), to: recipients },
    expect,
    timeout: timeout === undefined ? defaultTimeout : (millisecondsOf(text(timeout)) ?? defaultTimeout),
    retries: typeof retries === 'number' ? retries : 0,
    tags: isList(tags) ? tags.map(text) : [],
    createRecipients: fields['createRecipients'] === true,
    only: fields['only'] === true,
    ...(skip !== undefined && { skip: text(skip) }),
    position: positionOf(headOf(node)),
  }
}

/** What is printed, and says where it goes. */
const plainFields = [
  ...['name', 'workflow', 'to.subscriberId', 'to.topic', 'to.exclude', 'timeout', 'tags', 'skip'],
  ...expected.map((key) => `expect.${key}`),
]

function optional(fields: ValueMap): ValueMap {
  const names = ['payload', 'overrides', 'actor', 'tenant', 'context']
  return mapOf(Object.entries(fields).filter(([name]) => names.includes(name)))
}

/** As the body of a trigger has them; undefined for what names nobody, or two. */
function recipientsOf(to: Value | undefined): (Value | undefined)[] {
  return (isList(to) ? to : []).filter(isMap).map((each) => {
    const { topic, exclude, ...subscriber } = each
    if ((topic === undefined) === (subscriber['subscriberId'] === undefined)) return undefined
    if (topic === undefined) return Object.keys(subscriber).length === 1 ? subscriber['subscriberId'] : subscriber
    return { type: 'Topic', topicKey: topic, ...(exclude !== undefined && { exclude }) }
  })
}

function expectationsOf(expect: Value | undefined, root: MapNode): WrittenExpectation[] {
  return Object.entries(isMap(expect) ? expect : {}).map(([key, value]) => ({
    text: `${key}=${text(value)}`,
    position: positionOf(placeFor('', root, ['expect', key])),
  }))
}

function text(value: Value | undefined): string {
  return value instanceof Secret || value === undefined || value === null ? '' : String(value)
}
