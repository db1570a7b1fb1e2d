// Nodes of a document on the page: what a reviewer must see is open, however much it is.
import { expect, test } from 'vitest'
import type { List } from '../../../src/report/document/document-node.ts'
import { printed } from '../../../src/report/html/account-html.ts'

const items = Array.from({ length: 300 }, (_, index) => ({ rank: 0, text: `item ${index}` }))

test.each<[isOpen: boolean, list: Pick<List, 'style' | 'noun'>]>([
  [true, { style: 'important', noun: 'guard' }],
  [true, { style: 'error', noun: 'error' }],
  [true, { style: 'warning', noun: 'channel' }],
  [true, { style: 'points', noun: 'target' }],
  [false, { style: 'warning', noun: 'warning' }],
  [false, { style: 'note', noun: 'note' }],
])('300 items are open: %s for %o', (isOpen, list) => {
  const page = [...printed([{ is: 'list', items, ...list }], new Map())].join('')
  expect(page.includes('<details')).toBe(!isOpen)
  expect(page.includes('item 299')).toBe(list.noun !== 'note')
})
