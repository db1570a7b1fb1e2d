// Sentences from every shape of error body that services of several ages send.
import { expect, test } from 'vitest'
import { fieldIn, messagesOf } from '../../src/service/reply-messages.ts'

test.each<[string, unknown, readonly string[]]>([
  ['a sentence', { statusCode: 409, message: 'taken', error: 'Conflict' }, ['taken']],
  ['a list of sentences', { message: ['a is wrong', 'b is wrong'] }, ['a is wrong', 'b is wrong']],
  ['a sentence in an object', { message: { message: 'inner', cause: {} } }, ['inner']],
  [
    'fields with messages and values',
    { message: 'Validation Error', errors: { limit: { messages: ['too large'], value: 'the-value' } } },
    ['Validation Error', 'limit: too large'],
  ],
  [
    'general messages',
    {
      message: 'Validation Error',
      errors: { general: { messages: ['x must be a string'], value: 'No Value Recorded' } },
    },
    ['Validation Error', 'x must be a string'],
  ],
  ['fields with lists', { errors: { email: ['bad'], phone: 'worse' } }, ['email: bad', 'phone: worse']],
  ['paths', { errors: [{ path: ['to', 0, 'email'], message: 'bad' }] }, ['to.0.email: bad']],
  [
    'payload fields',
    {
      type: 'PAYLOAD_VALIDATION_ERROR',
      message: 'no',
      errors: [{ field: 'n', message: 'bad', value: 'the-value' }],
    },
    ['no', 'n: bad'],
  ],
  [
    'a field that its message only resembles',
    { errors: { name: ['names are odd'] } },
    ['name: names are odd'],
  ],
  ['a field that its message names', { errors: { name: ['name is empty'] } }, ['name is empty']],
  [
    'a sentence that only repeats those of the fields',
    {
      message: 'Validation failed for UpdateEnvironmentCommand: color must be a hexadecimal color',
      errors: { color: { messages: ['color must be a hexadecimal color'], value: 'red' } },
    },
    ['color must be a hexadecimal color'],
  ],
  ['only the text of the status', { error: 'Bad Request', statusCode: 400 }, ['Bad Request']],
  ['a text', 'API rate limit exceeded', ['API rate limit exceeded']],
  ['the same twice', { message: 'no', errors: ['no'] }, ['no']],
  ['nothing of use', { statusCode: 500, message: null, ctx: { message: 'x' } }, []],
  ['a number', 7, []],
])('%s', (_, body, messages) => {
  expect(messagesOf(JSON.stringify(body))).toEqual(messages)
})

test.each([
  ['', []],
  ['upstream timed out\n', ['upstream timed out']],
  ['<html><title> 502 Bad Gateway </title></html>', ['a web page, not JSON: 502 Bad Gateway']],
  ['\n<!doctype html><p>no', ['a web page, not JSON']],
])('the text %j', (body, messages) => expect(messagesOf(body)).toEqual(messages))

test('a message is cut at 500 characters', () => {
  const [message] = messagesOf(JSON.stringify({ message: 'x'.repeat(10_000) }))
  expect(message).toBe(`${'x'.repeat(499)}…`)
})

test('no more than 20 messages are kept', () => {
  expect(
    messagesOf(JSON.stringify({ message: Array.from({ length: 1000 }, (_, n) => `m${n}`) })),
  ).toHaveLength(20)
})

test('a body nested without end does no harm', () => {
  const deep = `${'{"message":'.repeat(20_000)}1${'}'.repeat(20_000)}`
  expect(messagesOf(deep)).toEqual([])
})

test.each([
  ['name must be a string', ['name']],
  ['credentials.apiKey: is empty', ['credentials', 'apiKey']],
  ['conditions[0].children[1].on is odd', ['conditions', '0', 'children', '1', 'on']],
  ['each value in deviceTokens must be a string', ['deviceTokens']],
  ['body.name: Required', ['name']],
  ['data.pager-2: bad', ['data', 'pager-2']],
  ['Integration with identifier already exists', ['Integration']],
  ['"name" is wrong', []],
  ['taken', []],
  ['', []],
])('%j starts with %j', (message, path) => expect(fieldIn(message)).toEqual(path))
