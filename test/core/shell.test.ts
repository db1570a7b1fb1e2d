// Words of commands that a reader copies: only what every shell takes as one word stands without quotes.
import { expect, test } from 'vitest'
import { option, quoted } from '../../src/core/shell.ts'

test.each([
  ['plan.json', 'plan.json'],
  ['user@acme.example', 'user@acme.example'],
  // PowerShell makes a list of it.
  ['a,b.json', "'a,b.json'"],
  ['two words', "'two words'"],
  ["it's", String.raw`'it'\''s'`],
  ['', "''"],
])('%s', (word, expected) => {
  expect(quoted(word)).toBe(expected)
})

test.each([
  [['integration/main'], "resend: ['integration/main']"],
  [["integration/bob's"], String.raw`resend: ['integration/bob\'s']`],
  [[String.raw`integration/a\b`], String.raw`resend: ['integration/a\\b']`],
])('an option of a program: %j', (value, expected) => {
  expect(option('resend', value)).toBe(expected)
  expect(option('vars', { 'a-b': 1, c: 'x' })).toBe("vars: { 'a-b': 1, c: 'x' }")
})
