// The text of a large plan: its pieces are whole lines, few changes each, and can be read again.
import { expect, test } from 'vitest'
import type { PlanAccount } from '../../../src/report/account.ts'
import { accountPieces, accountText } from '../../../src/report/text/text.ts'
import { plain } from '../../../src/report/text/style.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const changes = Array.from({ length: 3000 }, (_, index) => {
  const id = `Production/subscriber/user-${index}/update`
  const difference = {
    path: ['email'],
    answer: 'different',
    before: `a${index}`,
    after: `b${index}`,
  } as const
  return changeOf({ id, kind: 'subscriber', name: `user-${index}`, differences: [difference] })
})
const account: PlanAccount = {
  command: 'plan',
  exit: 0,
  problems: [],
  plan: planOf([sectionWith({ changes })]),
}

test.each(['usual', 'full'] as const)('no piece has more than a few changes: %s', (extent) => {
  const context = { style: plain, extent }
  const pieces = accountPieces(account, context)
  const lengths = [...pieces].map(({ length }) => length)
  expect(Math.max(...lengths)).toBeLessThan(1000)
  expect([...pieces].every((piece) => piece.endsWith('\n'))).toBe(true)
  expect([...pieces].join('')).toBe(accountText(account, context))
})
