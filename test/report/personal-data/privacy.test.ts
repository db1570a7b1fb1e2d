// What is masked is still told: two values that look alike without what is personal are a difference all the same.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import { withoutPersonalData } from '../../../src/report/personal-data/mask-account.ts'
import { accountOf } from '../../support/html-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

test('a field whose values are masked alike stays among the differences', () => {
  const change = changeOf({
    kind: 'subscriber',
    name: 'ops-oncall',
    differences: [
      {
        path: ['data'],
        answer: 'different',
        before: { pager: 1, team: 'platform' },
        after: { pager: 2, team: 'platform' },
      },
    ],
  })
  const shown = masked(change)
  expect(shown?.differences.flatMap(detailsOf)).toEqual([
    { sign: '~', path: 'data.pager', before: '***', after: '***' },
  ])
})

test('what is masked keeps its cause', () => {
  const display = [
    { sign: '+', path: 'email', after: 'ada@acme.example', cause: 'branch' },
    { sign: '~', path: 'phone', before: '+491', after: '+492', cause: 'drift' },
  ] as const
  const differences = [
    { path: ['email'], answer: 'different', before: undefined, after: 'ada@acme.example', display },
  ] as const
  const shown = masked(changeOf({ kind: 'subscriber', name: 'ada', cause: 'both', differences }))
  expect(shown?.cause).toBe('both')
  expect(shown?.differences.flatMap(detailsOf)).toEqual([
    { sign: '+', path: 'email', after: 'a***@acme.example', cause: 'branch' },
    { sign: '~', path: 'phone', before: '+***', after: '+***', cause: 'drift' },
  ])
})

function masked(change: Change): Change | undefined {
  const account = withoutPersonalData(accountOf([sectionWith({ changes: [change] })]), {
    isPersonalKind: (kind) => kind === 'subscriber',
    isPersonal: () => true,
    isProvider: () => true,
  })
  return 'plan' in account ? account.plan?.sections[0]?.changes[0] : undefined
}
