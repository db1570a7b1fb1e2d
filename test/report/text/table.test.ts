// Rows → lines that fit.
import { describe, expect, test } from 'vitest'
import type { AnyAccount } from '../../../src/report/account.ts'
import { accountAside, listText } from '../../../src/report/text/list-text.ts'
import { plain } from '../../../src/report/text/style.ts'
import { cut, tableLines, type Column } from '../../../src/report/text/table.ts'
import { widthOf } from '../../../src/report/text/layout.ts'

const columns: readonly Column[] = [
  { title: 'ID' },
  { title: 'NAME', least: 4 },
  { title: 'NOTE', least: 6, optional: true },
]
const rows = [
  ['1', 'Ada', 'first'],
  ['22', 'Konstantinopel am Bosporus', 'x'.repeat(30)],
]

function lines(width: number): string[] {
  return tableLines(columns, rows, { ...plain, terminal: true, columns: width })
}

test('as wide as what stands in it, where there is room', () => {
  expect(lines(100)).toEqual([
    'ID  NAME                        NOTE',
    '1   Ada                         first',
    '22  Konstantinopel am Bosporus  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ])
})

test('what can be cut is cut, the widest first', () => {
  expect(lines(44)).toEqual([
    'ID  NAME                 NOTE',
    '1   Ada                  first',
    '22  Konstantinopel am …  xxxxxxxxxxxxxxxxxx…',
  ])
})

test('what can be left out is left out before the rest is cut to pieces', () => {
  expect(lines(25)).toEqual(['ID  NAME', '1   Ada', '22  Konstantinopel am Bo…'])
})

test('the last optional column is left out first', () => {
  const all: readonly Column[] = ['A', 'B'].map((title) => ({ title, least: 5, optional: true }))
  const style = { ...plain, terminal: true, columns: 10 } as const
  expect(tableLines(all, [['a'.repeat(30), 'b'.repeat(30)]], style)[0]).toBe('A')
})

test('ids are never cut, however narrow it is', () => {
  expect(lines(3)).toEqual(['ID  NAME', '1   Ada', '22  Kon…'])
})

test('in a pipe nothing is cut or left out, and padding has a limit', () => {
  const long = 'x'.repeat(150)
  expect(
    tableLines(
      columns,
      [
        ['1', long, 'first'],
        ['2', 'Ada', long],
      ],
      plain,
    ),
  ).toEqual([`ID  ${'NAME'.padEnd(100)}  NOTE`, `1   ${long}  first`, `2   ${'Ada'.padEnd(100)}  ${long}`])
})

describe('cut', () => {
  test.each([
    ['abcdef', 6, 'abcdef'],
    ['abcdef', 5, 'abcd…'],
    ['日本語です', 7, '日本語…'],
    ['👍👍👍', 5, '👍👍…'],
  ])('%s to %i', (text, width, shown) => {
    expect(cut(text, width, plain)).toBe(shown)
    expect(widthOf(shown)).toBeLessThanOrEqual(width)
  })

  test('in ASCII', () => {
    expect(cut('abcdef', 5, { unicode: 'no' })).toBe('abcd~')
  })
})

test('a cell can not act, nor break its line', () => {
  const evil = 'a\u001B[31m\nb\u202E'
  expect(tableLines([{ title: 'X' }], [[evil]], plain)).toEqual(['X', String.raw`a\u{1b}[31m\nb\u{202e}`])
})

test('a colour takes no width', () => {
  const table = [{ title: 'A' }, { title: 'B' }]
  expect(tableLines(table, [[{ text: 'x', color: 'red' }, 'y']], { ...plain, color: 'yes' })[1]).toBe(
    '\u001B[31mx\u001B[39m  y',
  )
})

test('on a narrow terminal identifiers of resources are whole', () => {
  const narrow = { ...plain, terminal: true, columns: 30 } as const
  const name = 'sendgrid-main-for-all-customers'
  const integration = { identifier: name, name: 'Mail', channel: 'email', providerId: 'sendgrid' }
  expect(listText('get integrations', [integration], narrow)).toContain(name)
  expect(listText('get subscribers', [{ subscriberId: name, email: name }], narrow)).toContain(name)
})

test('a list without records on its page, one whose records are partly managed, and the pages around it', () => {
  expect(listText('get subscribers', [], plain, 1)).toBe(
    'No subscribers on page 1. The first page is page 0.\n',
  )
  const managed = [{ identifier: 'a', managed: true }, { identifier: 'b' }]
  expect(listText('get integrations', managed, plain)).toMatch(/MANAGED/)
  const cursors = { next: 'n', previous: 'p', totalCount: 50_000, totalCountCapped: true }
  expect(accountAside({ command: 'get subscribers', cursors } as unknown as AnyAccount, plain))
    .toBe(`There are more subscribers, more than 50000 in total. All of them: --all, without --after and --before.
Next page: --after n
Previous page: --before p
`)
})
