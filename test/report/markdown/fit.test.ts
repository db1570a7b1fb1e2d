// A comment within its limit: what fits is complete, and the rest is counted.
import { expect, test } from 'vitest'
import { fitted } from '../../../src/report/markdown/fit.ts'

test('a page that fits is complete, although one item less and its notice would not fit', () => {
  const items = ['a'.repeat(300), 'b'].map((text, rank) => ({ rank, text }))
  const page = {
    head: [],
    body: [{ items, noun: 'change', frame: (texts: readonly string[]) => texts.join('\n') }],
    whole: '',
  }
  const complete = `${'a'.repeat(300)}\nb\n`
  expect(fitted(page, complete.length)).toBe(complete)
  expect(fitted(page, complete.length - 1)).toContain('2 changes')
})
