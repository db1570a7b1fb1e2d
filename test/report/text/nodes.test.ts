// The nodes of a document on a terminal.
import { expect, test } from 'vitest'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'

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
