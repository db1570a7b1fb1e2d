// The nodes of a document on a terminal.
import { expect, test } from 'vitest'
import { itemLines, nodesText } from '../../../src/report/text/nodes.ts'
import { diff, plain } from '../../../src/report/text/style.ts'

// A spread of so many widths would overflow the stack.
test('a story of 150,000 writes is printed, with its names aligned', () => {
  const step = { sign: '+', label: 'done', text: 'update' } as const
  const items = Array.from({ length: 150_000 }, (_, index) => ({
    ...step,
    name: index === 0 ? 'Eu' : 'Prod',
  }))
  const lines = nodesText([{ is: 'story', noun: 'write', items }], plain).split('\n')
  expect(lines).toHaveLength(150_001)
  expect(lines.slice(0, 2)).toEqual(['done     Eu    update', 'done     Prod  update'])
})

test('titles are bold but for their facts, names are aligned up to 48 columns, and details have no truncation in full', () => {
  const step = { sign: '-', label: 'failed', text: 'x' } as const
  const items = ['n'.repeat(50), 'a\n'].map((name) => ({ ...step, name }))
  const title = ['T', { fact: 'f' }, { strong: 's' }]
  const nodes = [{ is: 'group', title, nodes: [{ is: 'story', noun: 'write', items }] }] as const
  const text = nodesText(nodes, { ...plain, color: 'yes' })
  expect(text.replaceAll('\u001B', '^')).toBe(`^[1mT^[22m  f^[1ms^[22m
  ^[31mfailed  ^[39m ${'n'.repeat(50)}  x
  ^[31mfailed  ^[39m a\\n${' '.repeat(47)}x
`)
  const details = [{ sign: '+', path: 'x', after: 'v'.repeat(301) }] as const
  const item = { symbol: '?', subject: 's', details, below: ['b\n'] }
  expect(itemLines({ is: 'differing', noun: 'x', items: [item] }, diff, 'full')).toEqual([
    ['! s', `+     x  ${'v'.repeat(301)}`, String.raw`      b\n`],
  ])
})
