// The recipients of a trigger as people write them: an id, `topic:KEY`, `key=value` pairs, JSON, a file of them, or stdin.
import { append } from '../../core/append.ts'
import { type Problem, warningOf } from '../../core/problem.ts'
import { didYouMean } from '../../core/similar.ts'
import { isList, isMap, mapOf, type Value, type ValueMap } from '../../core/value.ts'
import { check, pairAttributes, unknownAttributes } from '../../library/trigger/request.ts'
import { badFlag } from '../../library/problems.ts'
import { isJsonArgument, parsedJson, placeOf, textOfArgument, type Inputs } from '../options/json.ts'

/** What deployed services take for an id: letters, digits and `_ : . -`, or an e-mail address. */
const identifier = /^(?:[\w:.-]+|[^\s@,;"'=]+@[^\s@,;"'=]+)$/

/** The recipients of one `--to`; after a problem, those that could be read. */
export function recipientsIn(text: string, index: number, inputs: Inputs, problems: Problem[]): Value[] {
  const flag = `to (${index + 1})`
  if (!isJsonArgument(text)) return [recipientOf(text, `--${flag}`, problems)].flat()
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
      check(each, where, problems)
    }
  return [...all]
}

/** The lines of a file, each in the format of `--to`. */
function listed(content: string, where: string, problems: Problem[]): Value[] {
  const lines = content.split(/\r?\n/).map((line) => line.trim())
  const found = lines.flatMap((line, number) =>
    line === '' ? [] : [recipientOf(line, `${where}, line ${number + 1},`, problems)].flat(),
  )
  if (found.length === 0)
    problems.push(
      badFlag(`${where} contains no recipient`, 'Write one recipient per line, for example a subscriber ID.'),
    )
  return found
}

function recipientOf(text: string, where: string, problems: Problem[]): Value | [] {
  const topicKey = /^topic:(.*)$/s.exec(text)?.[1]
  if (topicKey === '')
    problems.push(
      badFlag(`${where} contains "topic:" without a topic key`, 'Write topic:KEY, for example topic:staff.'),
    )
  if (topicKey !== undefined) return { type: 'Topic', topicKey }
  if (/^[A-Za-z]+(?:\.[\w-]+)?=/.test(text)) return fromPairs(text, where, problems)
  if (!identifier.test(text) && text !== '')
    problems.push(
      warningOf(
        'odd-subscriber-id',
        `${where} is sent as a single subscriber ID: ${JSON.stringify(text)}`,
        'The service creates a subscriber for an unknown ID. For several recipients, repeat --to.',
      ),
    )
  return text === '' ? [] : text
}

/** `subscriberId=ada,email=ada@acme.example,data.team=platform`; a value may hold commas, unless `word=` follows. */
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
  check(recipient, where, problems)
  return recipient
}
