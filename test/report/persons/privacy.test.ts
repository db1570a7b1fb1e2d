// What is masked is still told: two values that look alike without what is personal are a difference all the same.
import { expect, test } from 'vitest'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import { withoutPersonalData } from '../../../src/report/persons/account.ts'
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
  const account = withoutPersonalData(accountOf([sectionWith({ changes: [change] })]), {
    isPersonalKind: (kind) => kind === 'subscriber',
    isPersonal: () => true,
  })
  const [shown] = ('plan' in account && account.plan?.sections[0]?.changes) || []
  expect(shown?.differences.flatMap(detailsOf)).toEqual([
    { sign: '~', path: 'data.pager', before: '***', after: '***' },
  ])
})
