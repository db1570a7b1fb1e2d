// The page of a large plan: no piece of it grows with the number of changes, and it can be read again.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { Account } from '../../../src/report/account.ts'
import { accountHtml } from '../../../src/report/html/account-html.ts'
import { piecesOf } from '../../support/golden.ts'
import { accountOf, context } from '../../support/html-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const differs = (index: number): Change => {
  const difference = {
    path: ['email'],
    answer: 'different',
    before: `a${index}`,
    after: `b${index}`,
  } as const
  return changeOf({ id: `id-${index}`, kind: 'subscriber', name: `user-${index}`, differences: [difference] })
}
const isAlike = (index: number): Change => ({ ...differs(0), id: `id-${index}`, name: `user-${index}` })

function planned(count: number, change: (index: number) => Change): Account {
  return accountOf([sectionWith({ changes: Array.from({ length: count }, (_, index) => change(index)) })])
}

function applied(count: number, change: (index: number) => Change): Account {
  const results = Array.from({ length: count }, (_, index) => ({
    change: change(index),
    outcome: { status: 'done' as const },
    milliseconds: 1,
  }))
  return { command: 'apply', exit: 0, problems: [], results }
}

/** The style and the script are in every page. */
const shared = new Set(piecesOf(accountHtml(planned(0, differs), context)))

test.each([
  ['a plan of changes that differ', planned, differs],
  ['a plan of changes that are alike', planned, isAlike],
  ['an apply', applied, isAlike],
] as const)('%s', (_, accountWith, change) => {
  const page = accountHtml(accountWith(3000, change), context)
  const pieces = piecesOf(page)
  const own = pieces.filter((piece) => !shared.has(piece)).map(({ length }) => length)
  expect(own.length).toBeGreaterThan(3000)
  expect(Math.max(...own)).toBeLessThan(1000)
  expect(piecesOf(page)).toEqual(pieces)
})
