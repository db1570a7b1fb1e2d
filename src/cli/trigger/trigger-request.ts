// The options of belfry trigger → the trigger, and the expected result.
import { hasErrors, type Problem, warningOf, badFlag } from '../../core/problem.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../../core/value.ts'
import {
  checkRecipient,
  deliveryOf,
  type DeliveryRequest,
  pairAttributes,
  type TriggerBody,
  unknownAttributes,
} from '../../library/trigger/delivery-request.ts'
import { emptyOption } from '../../library/options/flag.ts'
import type { TriggerFlags } from '../../library/options/activity.ts'
import {
  type Inputs,
  inputsFor,
  isJsonArgument,
  objectArgument,
  parsedJson,
  placeOf,
  textOfArgument,
} from '../options/json-argument.ts'
import type { Io } from '../terminal/io.ts'
import { given } from '../../core/given.ts'
import { append } from '../../core/lists.ts'
import { didYouMean } from '../../core/did-you-mean.ts'

/** No request after an error; warnings may come with a request. */
export async function triggerRequest(
  workflow: string,
  flags: TriggerFlags,
  io: Io,
): Promise<{ readonly delivery: DeliveryRequest | undefined; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const body = await bodyOf(workflow, flags, io, problems)
  return { delivery: deliveryOf(body, flags, flags.timeout, problems), problems }
}

/** Undefined after an error. */
async function bodyOf(
  name: string,
  flags: TriggerFlags,
  io: Io,
  problems: Problem[],
): Promise<TriggerBody | undefined> {
  const { payload, overrides, actor, tenant, transactionId } = flags
  const texts = [...flags.to, payload, overrides, actor, tenant, ...flags.context]
  const inputs = await inputsFor(texts, flags.apiKeyFile, io, problems)
  if (name === '')
    problems.push(badFlag('the workflow is empty', 'Write the trigger identifier of the workflow.'))
  if (flags.to.includes('')) problems.push(emptyOption('--to'))
  if (flags.to.length === 0)
    problems.push(badFlag('no recipient is given', 'Add a recipient, for example --to SUBSCRIBER.'))
  const to = flags.to.flatMap((text, index) => recipientsIn(text, index, inputs, problems))
  const body = {
    to: to.length === 1 && typeof to[0] === 'string' ? to[0] : to,
    payload: objectArgument('payload', payload, inputs, problems),
    overrides: objectArgument('overrides', overrides, inputs, problems),
    actor: identifierOrObject('actor', actor, inputs, problems),
    tenant: identifierOrObject('tenant', tenant, inputs, problems),
    context: contextOf(flags.context, inputs, problems),
  }
  if (hasErrors(problems)) return undefined
  return { name, ...given({ ...body, transactionId }) }
}

function identifierOrObject(
  flag: string,
  text: string | undefined,
  inputs: Inputs,
  problems: Problem[],
): Value | undefined {
  return text === undefined || !isJsonArgument(text) ? text : objectArgument(flag, text, inputs, problems)
}

/** `key=value` pairs, or JSON objects of strings; a later one never silently replaces an earlier one. */
function contextOf(texts: readonly string[], inputs: Inputs, problems: Problem[]): ValueMap | undefined {
  if (texts.length === 0) return undefined
  const entries = texts.flatMap((text): (readonly [string, Value])[] => {
    if (isJsonArgument(text)) return Object.entries(objectArgument('context', text, inputs, problems) ?? {})
    const at = text.indexOf('=')
    if (at > 0) return [[text.slice(0, at), text.slice(at + 1)]]
    problems.push(badFlag('--context must be key=value or a JSON object'))
    return []
  })
  for (const [index, [key, value]] of entries.entries()) {
    if (typeof value !== 'string') problems.push(badFlag(`--context ${key} must be a string`))
    if (entries.findIndex(([other]) => other === key) < index)
      problems.push(badFlag(`--context ${key} is given twice`))
  }
  return mapOf(entries)
}

/** What deployed services accept as an id: letters, digits and `_ : . -`, or an e-mail address. */
const identifier = /^(?:[\w:.-]+|[^\s@,;"'=]+@[^\s@,;"'=]+)$/

/** The recipients of one `--to`; after a problem, those that could be read. */
function recipientsIn(text: string, index: number, inputs: Inputs, problems: Problem[]): Value[] {
  const flag = `to (${index + 1})`
  if (!isJsonArgument(text)) return recipientOf(text, `--${flag}`, problems)
  const where = placeOf(flag, text)
  const content = textOfArgument(flag, text, inputs, problems)
  if (content === undefined) return []
  if (!/^\s*[[{]/.test(content)) return listed(content, where, problems)
  const value = parsedJson(content, where, problems)
  const all: readonly Value[] = value === undefined ? [] : isList(value) ? value : [value]
  const isUsable = all.every((each) => isMap(each) || (typeof each === 'string' && each !== ''))
  if (!isUsable || (value !== undefined && all.length === 0))
    problems.push(badFlag(`${where} needs at least one recipient: subscriber IDs or JSON objects`))
  for (const each of all)
    if (isMap(each)) {
      append(problems, unknownAttributes(each, where))
      checkRecipient(each, where, problems)
    }
  return [...all]
}

/** The lines of a file, each in the format of `--to`. */
function listed(content: string, where: string, problems: Problem[]): Value[] {
  const lines = content.split(/\r?\n/).map((line) => line.trim())
  const found = lines.flatMap((line, number) =>
    line === '' ? [] : recipientOf(line, `${where}, line ${number + 1},`, problems),
  )
  if (found.length === 0)
    problems.push(
      badFlag(`${where} contains no recipient`, 'Write one recipient per line, for example a subscriber ID.'),
    )
  return found
}

/** An ID, `topic:KEY` or `key=value` pairs; none for an empty string, which is reported elsewhere. */
function recipientOf(text: string, where: string, problems: Problem[]): Value[] {
  const topicKey = /^topic:(.*)$/s.exec(text)?.[1]
  if (topicKey === '')
    problems.push(
      badFlag(`${where} contains "topic:" without a topic key`, 'Write topic:KEY, for example topic:staff.'),
    )
  if (topicKey !== undefined) return [{ type: 'Topic', topicKey }]
  if (/^[A-Za-z]+(?:\.[\w-]+)?=/.test(text)) return [fromPairs(text, where, problems)]
  if (!identifier.test(text) && text !== '')
    problems.push(
      warningOf(
        'odd-subscriber-id',
        `${where} is sent as a single subscriber ID: ${JSON.stringify(text)}`,
        'The service creates a subscriber for an unknown ID. For several recipients, repeat --to.',
      ),
    )
  return text === '' ? [] : [text]
}

/** `subscriberId=ada,email=ada@acme.example,data.team=platform`; a value may contain commas, unless `word=` follows. */
function fromPairs(text: string, where: string, problems: Problem[]): ValueMap {
  const pairs = text.split(/,(?=[\w.-]+=)/).map((pair): [string, string] => {
    const sign = pair.indexOf('=')
    return [pair.slice(0, sign), pair.slice(sign + 1)]
  })
  const fields = new Map<string, Value>()
  const data = new Map<string, Value>()
  for (const [key, value] of pairs) {
    const inData = /^data\.([\w-]+)$/.exec(key)?.[1]
    const target = inData === undefined ? fields : data
    const name = inData ?? key
    if (inData === undefined && !pairAttributes.includes(key))
      problems.push(
        badFlag(
          `${where} has the unknown recipient attribute "${key}"${didYouMean(key, pairAttributes)}`,
          `Write ${pairAttributes.join(', ')} or data.KEY. Channels can be written only in JSON.`,
        ),
      )
    else if (value === '') problems.push(badFlag(`${where} has an empty ${key}`))
    else if (target.has(name)) problems.push(badFlag(`${where} has ${key} twice`))
    target.set(name, value)
  }
  const recipient = mapOf([...fields, ...(data.size === 0 ? [] : [['data', mapOf(data)] as const])])
  checkRecipient(recipient, where, problems)
  return recipient
}
