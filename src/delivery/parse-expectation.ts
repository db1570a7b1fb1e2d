// Reads expectations: `email=sent` on a command line, or a map in a suite.
import { causes, type Cause } from '../core/delivery/cause.ts'
import {
  type Expectation,
  mostEvents,
  type Outcome,
  outcomes,
  stepTypes,
  textFields,
} from '../core/delivery/expectation.ts'
import { millisecondsOf, listText } from '../core/words.ts'
import { didYouMean, mostSimilar } from '../core/did-you-mean.ts'
import { isMap, textOf, type Value, type ValueMap } from '../core/value.ts'
import type { TriggerStatus } from '../wire/generated.ts'

interface Mistake {
  /** In the map. */
  readonly path: readonly string[]
  readonly message: string
  readonly hint: string
}

type Parsed = { readonly expectation: Expectation } | { readonly mistake: Omit<Mistake, 'path'> }

const outcomeNames = Object.keys(outcomes) as readonly Outcome[]
const causeNames = Object.keys(causes) as readonly Cause[]
const facts = ['within', 'status', 'events']
/** Of the contract; a service may have others. */
const statuses: readonly TriggerStatus[] = [
  'error',
  'trigger_not_active',
  'no_workflow_active_steps_defined',
  'no_workflow_steps_defined',
  'processed',
  'no_tenant_found',
  'invalid_recipients',
]

const forms =
  'CHANNEL=OUTCOME, CHANNEL=failed:CAUSE, provider=ID, integration=IDENTIFIER, subject=TEXT, content~=PART, within=30s, status=STATUS or events=N'

/** `email=sent`, `sms=failed:provider`, `email.subject=…`, `content~="Order 17"`, `within=30s`, … */
export function parseExpectation(written: string): Parsed {
  const [head = '', key = '', sign = ''] = /^([\w.-]+)\s*(~?=)/.exec(written) ?? []
  const rest = written.slice(head.length).trimStart()
  if (key === '')
    return wrong(`${JSON.stringify(written)} is not a valid expectation`, `Write one of ${forms}.`)
  const value = /^"(.*)"$/s.exec(rest)?.[1] ?? rest
  if (value === '') return wrong(`${key}${sign} has no value`, `Write the expected value after ${sign}.`)
  return read({ key, sign: sign === '~=' ? 'contains' : 'is', value, written })
}

/**
 * Of a valid map, such as `{email: sent, subject: Hello, content: {contains: "Order 17"}, sms: {outcome: failed, cause:
 * provider}}`.
 */
export function expectationsIn(data: ValueMap): {
  readonly expectations: readonly Expectation[]
  readonly mistakes: readonly Mistake[]
} {
  const expectations: Expectation[] = []
  const mistakes: Mistake[] = []
  for (const [path, value] of Object.entries(data).flatMap(valuesIn)) {
    const parsed = expectationAt(path.join('.'), value)
    if ('expectation' in parsed) expectations.push(parsed.expectation)
    else mistakes.push({ path, ...parsed.mistake })
  }
  return { expectations, mistakes }
}

/** The values of a field by their paths. The outcome and the cause of a step are one value. */
function valuesIn([key, value]: readonly [string, Value]): [path: string[], value: Value][] {
  if (!stepTypes.includes(key) || !isMap(value)) return [[[key], value]]
  const { outcome, cause, ...texts } = value
  const result = cause === undefined ? outcome : `${textOf(outcome ?? 'failed')}:${textOf(cause)}`
  const ofTexts = Object.entries(texts).map(([field, text]): [string[], Value] => [[key, field], text])
  return result === undefined ? ofTexts : [[[key], result], ...ofTexts]
}

function expectationAt(key: string, value: Value): Parsed {
  if (!isMap(value))
    return read({ key, sign: 'is', value: textOf(value), written: `${key}=${textOf(value)}` })
  const { contains, ...others } = value
  if (contains === undefined || Object.keys(others).length > 0)
    return wrong(`${key} must have either "is" or "contains"`, 'Write a string, or {contains: TEXT}.')
  return read({ key, sign: 'contains', value: textOf(contains), written: `${key}~=${textOf(contains)}` })
}

interface Written {
  readonly key: string
  readonly sign: 'is' | 'contains'
  readonly value: string
  readonly written: string
}

function read({ key, sign, value, written }: Written): Parsed {
  const [head = '', field, ...more] = key.split('.')
  const name = field ?? head
  if (more.length === 0 && isField(name) && (field === undefined || stepTypes.includes(head)))
    return {
      expectation: {
        about: 'text',
        field: name,
        ...(field !== undefined && { channel: head }),
        how: sign,
        text: value,
        written,
      },
    }
  const known =
    field === undefined
      ? [...stepTypes, ...textFields, ...facts]
      : stepTypes.flatMap((type) => textFields.map((each) => `${type}.${each}`))
  if (!known.includes(key)) {
    return wrong(`unknown expectation "${key}"${didYouMean(key, known)}`, `Write one of ${forms}.`)
  }
  if (sign === 'contains')
    return wrong(
      `${key} can't be compared with ~=`,
      `Use ~= only with ${textFields.join(', ')}. Write ${key}=… instead.`,
    )
  if (key === 'within') return within(value, written)
  if (key === 'status') return status(value, written)
  if (key === 'events')
    return /^\d+$/.test(value) && Number(value) <= mostEvents
      ? { expectation: { about: 'events', count: Number(value), written } }
      : wrong(
          `events=${value} is not a whole number from 0 to ${mostEvents}`,
          'Write the number of recipients that get an event, for example events=2.',
        )
  return outcomeOf(key, value, written)
}

/** A service may have other statuses, so only a value that resembles a status of the contract is refused. */
function status(value: string, written: string): Parsed {
  const meant = mostSimilar(value, statuses) ?? statuses.find((each) => each.includes(value))
  return statuses.includes(value) || meant === undefined
    ? { expectation: { about: 'status', status: value, written } }
    : wrong(`unknown status "${value}"; did you mean "${meant}"?`, `Write one of ${listText(statuses)}.`)
}

function outcomeOf(channel: string, value: string, written: string): Parsed {
  const [word = '', ...rest] = value.split(':')
  const outcome = outcomeNames.find((each) => each === word)
  if (outcome === undefined) {
    return wrong(
      `unknown outcome "${word}" for ${channel}${didYouMean(word, outcomeNames)}`,
      word.includes(',')
        ? "A comma doesn't separate expectations. Write each expectation by itself."
        : `Write one of ${outcomeNames.join(', ')}.`,
    )
  }
  if (rest.length === 0) return { expectation: { about: 'step', channel, outcome, written } }
  const reason = rest.join(':')
  const cause = causeNames.find((each) => each === reason)
  const takesCause = ['failed', 'skipped', 'canceled', 'any'].includes(outcome)
  return cause === undefined || !takesCause
    ? wrong(
        `${channel}=${value}: ${cause === undefined ? `unknown cause "${reason}"` : `the outcome ${outcome} can't have a cause`}`,
        `Write a cause only after "failed", "skipped", "canceled" or "any", for example "failed:provider". The causes are ${causeNames.join(', ')}.`,
      )
    : { expectation: { about: 'step', channel, outcome, cause, written } }
}

function within(value: string, written: string): Parsed {
  const milliseconds = millisecondsOf(value) ?? 0
  return milliseconds > 0
    ? { expectation: { about: 'within', milliseconds, written } }
    : wrong(
        `within=${value} is not a valid duration`,
        'Write a number above 0 with a unit: 500ms, 30s, 5m or 1h.',
      )
}

function isField(name: string): name is (typeof textFields)[number] {
  return textFields.some((field) => field === name)
}

function wrong(message: string, hint: string): Parsed {
  return { mistake: { message, hint } }
}
