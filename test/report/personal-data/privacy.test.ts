// What is masked is still told: two values that look alike without what is personal are a difference all the same.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { detailsOf } from '../../../src/core/plan/detail.ts'
import { noteText } from '../../../src/core/plan/notes.ts'
import { notesFrom } from '../../../src/core/plan/plan-json.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { withoutPersonalData } from '../../../src/report/personal-data/mask-account.ts'
import { unreadableNotes } from '../../../src/report/words/uncompared.ts'
import { accountOf } from '../../support/html-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

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

test('names in what an approved plan left out are masked', () => {
  const left = [{ kind: 'subscriber', name: 'ada@acme.example', fields: [] }]
  const account = accountOf([])
  const plan = account.plan && { ...account.plan, left: { differences: left, secrets: left } }
  const shown = withoutPersonalData({ ...account, ...(plan && { plan }) }, privacy)
  const names = [{ kind: 'subscriber', name: 'a***@acme.example', fields: [] }]
  expect('plan' in shown && shown.plan?.left).toEqual({ differences: names, secrets: names })
})

const field = 'channels.slack@slack-ops.webhookUrl'

test('names of the fields of channels stay', () => {
  const message = `the service accepted ${field} of subscriber ada@acme.example`
  expect(maskedProblem({ message }).message).toBe(
    `the service accepted ${field} of subscriber a***@acme.example`,
  )
  const outcome = { status: 'stale', reason: `${field} of ada@acme.example changed` } as const
  const change = changeOf({ kind: 'subscriber', name: 'ada@acme.example' })
  const results = [{ change, outcome, milliseconds: 1 }]
  const shown = withoutPersonalData({ command: 'apply', exit: 5, problems: [], results }, privacy)
  expect('results' in shown && shown.results?.[0]?.outcome).toMatchObject({
    reason: `${field} of a***@acme.example changed`,
  })
})

test.each([
  ['--approve-secrets subscriber/ada@acme.example.', '--approve-secrets subscriber/MASKED_ID.'],
  ['--only subscriber/+4915112345612 --full', '--only subscriber/MASKED_ID --full'],
  ["--only 'subscriber/ada@acme.example'", "--only 'subscriber/MASKED_ID'"],
  ['--transaction-id ada@acme.example -t Production', '--transaction-id MASKED_ID -t Production'],
  ['Ask ada@acme.example.', 'Ask a***@acme.example.'],
])('a hint with %s', (hint, shown) => {
  expect(maskedProblem({ message: '', hint }).hint).toBe(shown)
})

test.each(['ada@acme.example', '+4915112345612'])('no command to copy has the masked ID of %s', (name) => {
  const note = { kind: 'subscriber', name, position }
  const notes = notesFrom({
    pruned: [{ ...note, path: 'channels.fcm@fcm.deviceTokens', count: 1 }],
    unreadable: [{ ...note, paths: ['channels'], wanted: [] }],
  })
  const shown = withoutPersonalData(accountOf([sectionWith({ notes })]), privacy)
  const plan = 'plan' in shown ? shown.plan : undefined
  expect(plan?.sections[0]?.notes.map((each) => noteText(each)).join('\n')).toContain(
    'only with --resend subscriber/MASKED_ID',
  )
  expect(plan && unreadableNotes(plan).map(({ once }) => once)).toEqual([
    ['belfry apply --resend subscriber/MASKED_ID'],
  ])
})

const privacy = {
  isPersonalKind: (kind: string) => kind === 'subscriber',
  isPersonal: () => true,
  isProvider: () => true,
}

function maskedProblem(problem: Pick<Problem, 'message' | 'hint'>): Partial<Problem> {
  const problems: Problem[] = [{ rule: 'not-kept', severity: 'warning', ...problem }]
  return withoutPersonalData({ command: 'plan', exit: 0, problems }, privacy).problems[0] ?? {}
}

function masked(change: Change): Change | undefined {
  const account = withoutPersonalData(accountOf([sectionWith({ changes: [change] })]), privacy)
  return 'plan' in account ? account.plan?.sections[0]?.changes[0] : undefined
}
