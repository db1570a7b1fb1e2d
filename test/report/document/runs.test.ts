// Journals, smoke cases and failovers as text: what no golden file shows.
import { expect, test } from 'vitest'
import type { SmokeAttempt, SmokeResult } from '../../../src/core/delivery/smoke.ts'
import type { JournalRun } from '../../../src/core/plan/journal-runs.ts'
import type { FailoverAccount } from '../../../src/report/account.ts'
import type { Node } from '../../../src/report/document/document-node.ts'
import { failoverNodes } from '../../../src/report/document/failover.ts'
import { journalNodes, logNodes } from '../../../src/report/document/journal.ts'
import { smokeReport } from '../../../src/report/document/smoke.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, position } from '../../support/sketched-change.ts'

const textOf = (nodes: readonly Node[]) => nodesText(nodes, plain)

const write = { run: 'a', id: 'x', target: 'EU', kind: 'topic', name: 'ops', action: 'update', operation: 'x', method: 'PUT', path: '/x', time: 'T2' } // prettier-ignore
const own = { run: 'a', line: 5, started: 'T1', outcomes: [] }
const outcome = { ...write, type: 'outcome', status: 'done', milliseconds: 3 } as const
const { target: _target, ...ofNone } = write
const sending = { ...ofNone, type: 'sending' } as const
const digest = '0123456789abcdef'
const runs: readonly JournalRun[] = [
  { ...own, by: 'ada', plan: digest, exit: 0, ended: 'T3', outcomes: [outcome], inFlight: [] },
  { ...own, commit: `c${digest}`, startMissing: true, inFlight: [sending] },
]

test('a journal: who started a run, what was sent, and lines that may contain what is missing', () => {
  const text = (
    lines: string,
    end: string,
    why: string,
  ) => `Apply a  T1  by ada, plan 0123456789ab  ended T3, exit 0
  done     EU            update topic ops   no reply, 3 ms

1 change sent: 1 done, 0 failed, 0 unknown, 0 without a result.

Run a  T1  commit c0123456789a  ${end}
  unknown  Organisation  update topic ops
           ${why}: PUT /x, sent T2

1 change sent: 0 done, 0 failed, 0 unknown, 1 without a result.
Next: once the run has ended, run belfry plan to list the missing changes.

2 lines of the journal can't be read (lines ${lines}).
`
  expect(textOf(journalNodes({ runs, damaged: [3, 4] }))).toBe(
    text(
      '3-4',
      'still running, or ended unexpectedly, for example because the process was killed',
      'no result in the journal',
    ),
  )
  expect(textOf(journalNodes({ runs, damaged: [4, 6] }))).toBe(
    text(
      '4 and 6',
      "its end is not known: lines of the journal can't be read",
      "the result may be in a line that can't be read",
    ),
  )
  expect(textOf(journalNodes({ runs: [], damaged: [3] }))).toBe(
    "1 line of the journal can't be read (line 3).\n",
  )
})

test('several journals: only lines of its own file may contain the result of a run', () => {
  const damaged = [2, 9].map((line) => ({ file: 'b', line }))
  const ofFiles = ['a', 'b'].map((file) => ({ ...own, file, inFlight: [] }))
  const lost = "2 lines of the journals can't be read:\n  b:2\n  b:9\n"
  const head = 'Apply a  T1  unknown user and commit  '
  expect(textOf(logNodes({ runs: ofFiles, damaged }))).toBe(
    `${head}still running, or ended unexpectedly, for example because the process was killed  (a)

${head}its end is not known: lines of the journal can't be read  (b)

${lost}`,
  )
  expect(textOf(logNodes({ runs: [], damaged }))).toBe(`No changes.\n\n${lost}`)
})

const tried = {
  transactionId: 't',
  milliseconds: 1,
  judgements: [],
  explanations: [],
  end: 'settled',
} as const
const judged = (seen: string, isMet: boolean) => ({ expected: 'email=sent', seen, isMet })
const late: SmokeAttempt = {
  ...tried,
  end: 'timeout',
  judgements: [judged('email=none', false), judged('email=sent', true)],
  appearedAfter: 6000,
}
const why = { recipient: '', channel: '', why: 'No key.', advice: '' }
const refused: SmokeAttempt = {
  ...tried,
  judgements: [judged('email=failed', false)],
  explanations: [why, { ...why, advice: 'Add it.', resource: 'integration ses', position }],
}
const unsent = { ...refused, transactionId: '', explanations: [why] }
const kase = { suite: 's', target: 'EU', tags: [], position, attempts: [], milliseconds: 1200 }

test('smoke cases: the attempts that failed before one succeeded, else the last one', () => {
  const results: readonly SmokeResult[] = [
    { ...kase, name: 'late', outcome: 'met', attempts: [late, tried] },
    { ...kase, name: 'fails', outcome: 'unmet', attempts: [late, refused] },
    { ...kase, name: 'skips', outcome: 'skipped' },
    { ...kase, name: 'stops', outcome: 'unknown', target: 'US' },
    { ...kase, name: 'unsent', outcome: 'unmet', target: 'US', attempts: [unsent] },
  ]
  expect(textOf(smokeReport({ results, milliseconds: 4000 }))).toBe(`s  EU
  ok       late    1.2 s  2 tries
           expected  email=sent
           seen      email=none
                     timed out before the notification was finished
           check     belfry events list --transaction-id t -t EU
  FAILED   fails   1.2 s  2 tries  belfry.yaml:7
           expected  email=sent
           seen      email=failed
           why       No key.
           why       No key.
           fix       Add it.
           see       integration ses  belfry.yaml:7
           check     belfry events list --transaction-id t -t EU
  skipped  skips

s  US
  UNKNOWN  stops   1.2 s  belfry.yaml:7
                     not started, because the run was interrupted or reached its time limit
  FAILED   unsent  1.2 s  belfry.yaml:7
           expected  email=sent
           seen      email=failed
           why       No key.

5 cases: 1 ok, 2 failed, 1 unknown, 1 skipped. 4.0 s. Events appear more than 6.0 s after the trigger; check the queue and the worker of the service
`)
})

test('failovers: what is primary, what was activated, and why nothing was switched', () => {
  const failover = { command: 'failover', exit: 0, problems: [], target: 'EU', channel: 'email', from: 'ses', to: 'old' } as const // prettier-ignore
  const window = { from: 0, to: 600_000, delivered: 3, refused: 1, isSample: true } as const
  const health = { verdict: 'healthy', windows: [window, { ...window, delivered: 0, refused: 0 }] } as const
  const outcomes = [{ status: 'done' }, { status: 'failed', reason: '' }] as const
  const results = outcomes.map((each) => ({
    change: changeOf({ name: 'old' }),
    outcome: each,
    milliseconds: 1,
  }))
  const accounts: readonly Partial<FailoverAccount>[] = [
    { state: 'switched', exit: 6 },
    { state: 'already' },
    { state: 'not switched', results },
    { state: 'unknown', exit: 6 },
    { state: 'left' },
    { state: 'left', health },
    { state: 'left', health, plan: planOf([]) },
  ]
  const of = 'the primary integration for email in EU'
  const sample = ', in the newest 1000 events'
  expect(accounts.map((more) => textOf(failoverNodes({ ...failover, ...more }))).join('')).toBe(
    `Switched: old is ${of}.
Not verified: the service accepted the requests, but a later read returned different values. Run the command again.
Nothing to do: old is ${of} already.
Not switched: belfry did not make old ${of}.
belfry activated old.
Not verified: belfry sent the request that makes old ${of}, but could not verify the result. To see which integration is primary, run belfry plan.
Nothing to do: the standby ses is ${of} already.
1970-01-01T00:00:00.000Z to 1970-01-01T00:10:00.000Z: 1 of 4 messages refused (25%)${sample}
1970-01-01T00:00:00.000Z to 1970-01-01T00:10:00.000Z: 0 of 0 messages refused${sample}
Result: healthy.
Nothing to do.
Nothing to do.
`,
  )
})
