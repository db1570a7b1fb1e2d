// Which text comes first for a question.
import { expect, test } from 'vitest'
import { ranked } from '../../src/cli/help-search.ts'

/** Each with its name as title. */
function bestOf(question: string, texts: Readonly<Record<string, string>>): readonly string[] {
  const all = Object.entries(texts).map(([title, text]) => ({ title, text }))
  return ranked(question, all).map(({ title }) => title)
}

test('a text without any of the words is left out, and so are words that say nothing', () => {
  const texts = { one: 'a plan', two: 'how to apply' }
  expect(bestOf('plan', texts)).toEqual(['one'])
  expect(bestOf('How do I?', texts)).toEqual([])
  expect(bestOf('xylophone', texts)).toEqual([])
})

test('a rare word counts more than a common one', () => {
  const texts = { one: 'plan', two: 'plan', three: 'plan', four: 'vault' }
  expect(bestOf('plan vault', texts)[0]).toBe('four')
})

test('a word of the title counts more than one of the text', () => {
  expect(bestOf('limits', { other: 'limits and plans', Limits: 'of plans' })).toEqual(['Limits', 'other'])
})

test('a text with all words goes before one that repeats one of them', () => {
  const texts = {
    one: 'plan plan plan plan plan',
    two: 'a plan, and a vault in many other words',
    three: 'vault',
  }
  expect(bestOf('plan vault', texts)[0]).toBe('two')
})

test('of two texts with the same words, the shorter one comes first', () => {
  const texts = { long: `vault ${'word '.repeat(50)}`, short: 'vault word' }
  expect(bestOf('vault', texts)).toEqual(['short', 'long'])
})

test.each([
  ['deployments', 'deploy'],
  ['deploying', 'deployed'],
  ['stopped', 'stop'],
  ['policies', 'policy'],
  ['organisations', 'organisation'],
  ['approval', 'approve'],
  ['Keys', 'apiKey'],
  ['APIKEY', 'apiKey'],
  ['größe', 'Größe'],
])('%s is found in %s', (word, text) => {
  expect(bestOf(word, { one: text, two: 'others' })).toEqual(['one'])
})

test.each([
  ['status', 'statu'],
  ['process', 'proce'],
  ['red', 'r'],
])('%s is not the same as %s', (word, text) => {
  expect(bestOf(word, { one: text })).toEqual([])
})
