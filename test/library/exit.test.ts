// Two results in one run → the exit code that pipelines see.
import { expect, test } from 'vitest'
import { exitOfLost } from '../../src/cli/terminal/streams.ts'
import type { SmokeResult } from '../../src/core/delivery/smoke.ts'
import type { ApplyResult, Outcome } from '../../src/core/plan/outcome.ts'
import type { Plan } from '../../src/core/plan/plan.ts'
import { notesFrom } from '../../src/core/plan/plan-json.ts'
import type { Triggered } from '../../src/core/delivery/triggered.ts'
import type { Outcome as DeliveryOutcome } from '../../src/delivery/trigger-outcome.ts'
import type { Failed } from '../../src/delivery/send-trigger.ts'
import {
  exitOfApply,
  exitOfAudit,
  exitOfCompare,
  exitOfDiff,
  exitOfIdle,
  exitOfPlan,
  exitOfProblems,
  exitOfSmoke,
  exitOfTrigger,
  worstExit,
} from '../../src/library/exit.ts'
import { changeOf, position, sectionWith } from '../support/sketched-change.ts'

test.each([
  [130, 143],
  [143, 5],
  [5, 6],
  [6, 7],
  [7, 4],
  [4, 3],
  [3, 1],
  [1, 2],
  [2, 0],
])('%i is used, not %i', (used, other) => {
  expect([worstExit([used, other]), worstExit([other, used])]).toEqual([used, used])
})

const requests = { reads: 0, writes: 0, milliseconds: 0 }
const planOf = (more: Partial<Plan> = {}): Plan => ({ sections: [], problems: [], requests, ...more })
const error = { rule: 'no-reply', severity: 'error', message: 'no reply' } as const
const outcomes: Readonly<Record<Outcome['status'], Outcome>> = {
  done: { status: 'done' },
  failed: { status: 'failed', reason: '' },
  skipped: { status: 'skipped', reason: '' },
  unknown: { status: 'unknown', reason: '' },
  waiting: { status: 'waiting', reason: '' },
  stale: { status: 'stale', reason: '' },
}
const pending = sectionWith({ changes: [changeOf({ name: 'ses' })] })

function applied(statuses: readonly Outcome['status'][], more: Partial<ApplyResult> = {}): ApplyResult {
  const results = statuses.map((status) => ({
    change: changeOf({ name: status }),
    outcome: outcomes[status],
    ...(['done', 'failed', 'unknown'].includes(status) && { startedAt: 0 }),
    milliseconds: 0,
  }))
  return { plans: [planOf()], results, problems: [], waiting: [], keyed: [], requests, ...more }
}

function unsent({ results, ...rest }: ApplyResult): ApplyResult {
  return { ...rest, results: results.map(({ startedAt: _startedAt, ...result }) => result) }
}

const rows: readonly (readonly [what: string, result: ApplyResult, exit: number])[] = [
  ['all is done', applied(['done'], { after: planOf() }), 0],
  ['a change waits for a key that no target has', applied(['done', 'waiting']), 0],
  ['a target waits', applied(['done'], { waiting: [{ target: 'Staging', steps: [] }] }), 5],
  ['only stale', applied(['stale']), 4],
  ['stale and skipped', applied(['stale', 'skipped']), 4],
  ['stale and already in effect', unsent(applied(['stale', 'done'])), 4],
  ['stale and failed before it was sent', unsent(applied(['stale', 'failed'])), 5],
  ['only skipped', applied(['skipped']), 5],
  ['stale and done', applied(['stale', 'done']), 5],
  ['stale and failed', applied(['stale', 'failed']), 5],
  ['stale and unknown', applied(['stale', 'unknown']), 5],
  ['the second plan has a change', applied(['done'], { after: planOf({ sections: [pending] }) }), 6],
  ['the second plan has an error', applied(['done'], { after: planOf({ problems: [error] }) }), 6],
  ['something is unsettled', applied(['done'], { after: planOf(), unsettled: [error] }), 6],
  ['one failed, something is unsettled', applied(['failed'], { unsettled: [error] }), 5],
]

test.each(rows)('apply: %s', (_, result, exit) => {
  expect(exitOfApply(result, undefined)).toBe(exit)
  expect(exitOfApply(result, 143)).toBe(143)
})

const noted = (notes: Parameters<typeof notesFrom>[0]): Plan =>
  planOf({ sections: [sectionWith({ notes: notesFrom(notes) })] })
const subject = { kind: 'integration', name: 'ses', position }
const twice = noted({ duplicates: [{ kind: 'integration', name: 'ses', ids: ['1', '2'] }] })
const left = { ...error, severity: 'warning', exit: 6 } as const

/** Each difference alone ends a plan, a diff or a compare with 2. */
test.each<[what: string, exit: number, expected: number]>([
  ['plan: nothing', exitOfPlan(planOf()), 0],
  ['plan: a change', exitOfPlan(planOf({ sections: [pending] })), 2],
  ['plan: a target waits', exitOfPlan(planOf({ sections: [sectionWith({ waitsFor: 'a key' })] })), 2],
  ['plan: duplicates', exitOfPlan(twice), 2],
  ['plan: a change and an error', exitOfPlan(planOf({ sections: [pending], problems: [error] })), 3],
  ['idle: nothing', exitOfIdle(planOf()), 0],
  ['idle: duplicates', exitOfIdle(twice), 6],
  ['idle: a warning about what is left', exitOfIdle(planOf({ problems: [left] })), 6],
  ['diff: released', exitOfDiff(noted({ released: [subject] }), true), 2],
  [
    'diff: a target that one side lacks',
    exitOfDiff(planOf({ sections: [sectionWith({ targetChange: 'added' })] }), true),
    2,
  ],
  [
    'compare: absent',
    exitOfCompare(noted({ absent: [{ kind: 'integration', name: 'ses', from: 'Staging' }] }), true),
    2,
  ],
])('%s', (_, exit, expected) => {
  expect(exit).toBe(expected)
})

const answer = {
  workflow: 'welcome',
  acknowledged: true,
  status: 'processed',
  error: [],
} as unknown as Triggered
const ended = (verdict: DeliveryOutcome['verdict'], end: DeliveryOutcome['end']): DeliveryOutcome =>
  ({ verdict, end }) as DeliveryOutcome
const lost = (mayBeSent: Failed['mayBeSent']): Failed => ({
  mayBeSent,
  problems: [{ ...error, exit: 1 }],
})

test.each<[what: string, exit: number, expected: number]>([
  ['met', exitOfTrigger(answer, ended('met', 'settled'), false), 0],
  ['unmet', exitOfTrigger(answer, ended('unmet', 'settled'), false), 7],
  ['not finished', exitOfTrigger(answer, ended('unmet', 'timeout'), false), 7],
  ['ended by --run-timeout', exitOfTrigger(answer, ended('unmet', 'interrupted'), false), 5],
  ['another status', exitOfTrigger({ ...answer, status: 'trigger_not_active' }, undefined, false), 7],
  ['perhaps sent', exitOfTrigger(lost('yes'), undefined, false), 5],
  ['not sent', exitOfTrigger(lost('no'), undefined, false), 1],
])('trigger: %s', (_, exit, expected) => {
  expect(exit).toBe(expected)
})

const caseOf = (outcome: SmokeResult['outcome'], transactionId?: string): SmokeResult => ({
  suite: 'smoke.yaml',
  name: outcome,
  target: 'Production',
  tags: [],
  position,
  outcome,
  milliseconds: 0,
  attempts:
    transactionId === undefined
      ? []
      : [{ transactionId, milliseconds: 0, judgements: [], explanations: [], end: 'unknown' }],
})

const unread = caseOf('unknown', '')

test.each([
  ['met and skipped', [caseOf('met', 'id'), caseOf('skipped')], 0],
  ['unmet', [caseOf('met', 'id'), caseOf('unmet', 'id')], 7],
  ['not started before --run-timeout', [caseOf('met', 'id'), caseOf('unknown')], 5],
  [
    'not sent before --run-timeout',
    [{ ...unread, attempts: unread.attempts.map((each) => ({ ...each, end: 'settled' as const })) }],
    5,
  ],
  ['unknown, the service could not be read', [unread], 1],
  ['unmet, and the service could not be read', [caseOf('unmet', 'id'), caseOf('unknown', '')], 7],
  ['unknown, it was sent', [caseOf('unknown', 'id')], 5],
  ['unmet, and one that was sent is unknown', [caseOf('unmet', 'id'), caseOf('unknown', 'id')], 5],
])('smoke: %s', (_, results, exit) => {
  expect(exitOfSmoke({ results, milliseconds: 0 }, undefined)).toBe(exit)
  expect(exitOfSmoke({ results, milliseconds: 0 }, 130)).toBe(130)
  // After an apply, exit code 1 would mean that the service wasn't changed.
  expect(exitOfSmoke({ results, milliseconds: 0 }, undefined, 'after apply')).toBe(exit === 1 ? 7 : exit)
})

test('a warning has no exit code, an error without one is a mistake', () => {
  expect(exitOfProblems([{ ...error, severity: 'warning', exit: 4 }])).toBe(0)
  expect(exitOfProblems([error])).toBe(3)
  expect(exitOfProblems([error, { ...error, exit: 4 }, { ...error, exit: 1 }])).toBe(4)
})

test('an audit that could not read everything does not end with 2', () => {
  expect([exitOfAudit([], true), exitOfAudit([], false)]).toEqual([2, 0])
  expect(exitOfAudit([{ ...error, exit: 1 }], true)).toBe(1)
})

test('lost output is no success', () => {
  const ends = [true, false].map((isKept) => ({ isNoted: isKept }))
  expect(ends.map((end) => exitOfLost(0, end))).toEqual([5, 1])
  expect(ends.map((end) => exitOfLost(6, end))).toEqual([6, 6])
})
