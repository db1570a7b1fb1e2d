// The flags of belfry trigger → the body that is sent.
import { randomUUID } from 'node:crypto'
import { hasErrors, type Problem } from '../core/problem.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../core/value.ts'
import { badFlag, emptyFlags } from './flag-problems.ts'
import type { TriggerFlags } from './flags.ts'
import type { Io } from './io.ts'
import { isJsonArgument, jsonArgument, objectArgument } from './json-argument.ts'

export interface TriggerRequest {
  readonly body: TriggerBody
  /** Who chose the transaction id. */
  readonly idFrom: 'caller' | 'belfry'
}

export interface TriggerBody {
  readonly name: string
  readonly to: readonly Value[] | string
  readonly payload?: ValueMap
  readonly overrides?: ValueMap
  readonly actor?: Value
  readonly tenant?: Value
  readonly context?: ValueMap
  /** Fixed here, before the first attempt: the same trigger is told by it ever after. */
  readonly transactionId: string
}

/** Undefined after an error; warnings may come with a request. */
export function triggerRequest(
  name: string,
  flags: TriggerFlags,
  io: Io,
  problems: Problem[],
): TriggerRequest | undefined {
  const { payload, overrides, actor, tenant, transactionId } = flags
  if (name === '') problems.push(badFlag('the workflow is empty', 'Name its trigger identifier.'))
  problems.push(
    ...emptyFlags({ to: flags.to, payload, overrides, actor, tenant, 'transaction-id': transactionId }),
  )
  if (flags.to.length === 0)
    problems.push(badFlag('there is no recipient', 'Name at least one with --to SUBSCRIBER.'))
  const to = flags.to.flatMap((text, index) => recipientsOf(text, index, io, problems))
  const body = {
    to: to.length === 1 && typeof to[0] === 'string' ? to[0] : to,
    payload: objectArgument('payload', payload, io, problems),
    overrides: objectArgument('overrides', overrides, io, problems),
    actor: identifierOrObject('actor', actor, io, problems),
    tenant: identifierOrObject('tenant', tenant, io, problems),
    context: contextOf(flags.context, io, problems),
  }
  if (hasErrors(problems)) return undefined
  const given = mapOf(
    Object.entries(body).filter((entry): entry is [string, Value] => entry[1] !== undefined),
  )
  return {
    body: {
      name,
      ...(given as Pick<TriggerBody, 'to'>),
      transactionId: transactionId ?? `belfry-${randomUUID()}`,
    },
    idFrom: transactionId === undefined ? 'belfry' : 'caller',
  }
}

const attributes = /^(?:subscriberId|email|firstName|lastName|phone|avatar|locale|timezone|data)=/

/** What deployed services take for an id: letters, digits and `_ : . -`, or an e-mail address. */
const identifier = /^(?:[\w:.-]+|[^\s@,;"']+@[^\s@,;"']+)$/

/** A subscriber that isn't there is made, and no operation of the contract takes it away again. */
function oddId(flag: string, text: string): Problem {
  return {
    rule: 'odd-subscriber-id',
    severity: 'warning',
    message: `--${flag} is one subscriber, whose id is ${JSON.stringify(text)}`,
    hint: 'Services make a subscriber of an id that they do not know. Several recipients: --to once for each.',
  }
}

/** A subscriber's id, `topic:KEY`, or JSON: an object, or a list of objects and ids. */
function recipientsOf(text: string, index: number, io: Io, problems: Problem[]): Value[] {
  const flag = `to (${index + 1})`
  const topicKey = /^topic:(.*)$/s.exec(text)?.[1]
  if (topicKey === '') problems.push(badFlag(`--${flag} topic: names no topic`))
  if (topicKey !== undefined) return [{ type: 'Topic', topicKey }]
  if (attributes.test(text))
    problems.push(
      badFlag(
        `--${flag} would be a subscriber whose id is all of its text`,
        'Write a recipient with attributes as JSON: --to \'{"subscriberId": "…", "email": "…"}\'.',
      ),
    )
  if (!isJsonArgument(text)) {
    if (!identifier.test(text) && !attributes.test(text) && text !== '') problems.push(oddId(flag, text))
    return [text]
  }
  const value = jsonArgument(flag, text, io, problems)
  const all: readonly Value[] = value === undefined ? [] : isList(value) ? value : [value]
  const isUsable = all.every((each) => isMap(each) || (typeof each === 'string' && each !== ''))
  if (!isUsable || (value !== undefined && all.length === 0))
    problems.push(badFlag(`--${flag} takes objects and subscriber ids`))
  if (all.some((each) => isMap(each) && !('subscriberId' in each) && !('topicKey' in each)))
    problems.push({
      rule: 'no-subscriber-id',
      severity: 'warning',
      message: `--${flag} has no subscriberId`,
      hint: 'Deployed services drop such a recipient without a word.',
    })
  return [...all]
}

function identifierOrObject(
  flag: string,
  text: string | undefined,
  io: Io,
  problems: Problem[],
): Value | undefined {
  return text === undefined || !isJsonArgument(text) ? text : objectArgument(flag, text, io, problems)
}

/** `key=value` pairs, or JSON objects of texts; a later one never silently replaces an earlier one. */
function contextOf(texts: readonly string[], io: Io, problems: Problem[]): ValueMap | undefined {
  if (texts.length === 0) return undefined
  const entries = texts.flatMap((text): (readonly [string, Value])[] => {
    if (isJsonArgument(text)) return Object.entries(objectArgument('context', text, io, problems) ?? {})
    const at = text.indexOf('=')
    if (at > 0) return [[text.slice(0, at), text.slice(at + 1)]]
    problems.push(badFlag('--context takes key=value'))
    return []
  })
  for (const [index, [key, value]] of entries.entries()) {
    if (typeof value !== 'string') problems.push(badFlag(`--context ${key} is no text`))
    if (entries.findIndex(([other]) => other === key) < index)
      problems.push(badFlag(`--context ${key} is there twice`))
  }
  return mapOf(entries)
}
