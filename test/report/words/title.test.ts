// The titles of reports: each result has its own words, and problems are counted beside them.
import { expect, test } from 'vitest'
import type { ApplyResult } from '../../../src/core/plan/outcome.ts'
import type { PageAccount } from '../../../src/report/account.ts'
import {
  checkoutParts,
  exceptWords,
  isPlain,
  titleOf,
  verifiedWords,
} from '../../../src/report/words/title.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

const plan = planOf([sectionWith({ changes: [changeOf({ name: 'ses', action: 'create' })], resources: 1 })])
const error = [{ severity: 'error' }]
const runOf = (...outcomes: readonly string[]) => ({ results: outcomes.map((outcome) => ({ outcome })) })

test.each<[string, Record<string, unknown>]>([
  ['Not valid: 1 error', { command: 'validate', problems: error }],
  [
    'Valid: 1 resource for 2 targets in 1 file, 1 error',
    { command: 'validate', resources: 1, targets: 2, files: 1, problems: error },
  ],
  ['Apply: nothing to do, 1 error', { command: 'apply', exit: 0, problems: error }],
  ['Apply: nothing to send, not converged, 1 error', { command: 'apply', exit: 6, problems: error }],
  ['Apply refused, nothing was written, 1 error', { command: 'apply', exit: 4, problems: error }],
  ['Apply: not complete, 1 error', { command: 'apply', exit: 5, problems: error }],
  ['Smoke: no case was run, 1 error', { command: 'smoke', problems: error }],
  ['Smoke, 1 case: 1 ok, 0 failed, 1 error', { command: 'smoke', run: runOf('met'), problems: error }],
  [
    'Smoke, 5 cases: 1 ok, 1 failed, 1 unknown, 2 skipped',
    { command: 'smoke', run: runOf('met', 'unmet', 'unknown', 'skipped', 'skipped') },
  ],
  ['Journal of 2 runs', { command: 'journal', journal: { runs: [{}, {}] } }],
  ['Nothing was audited', { command: 'audit' }],
  ['No findings', { command: 'audit', findings: 0 }],
  ['The audit is not complete', { command: 'audit', findings: 0, unread: [] }],
  ['2 findings, but the audit is not complete', { command: 'audit', findings: 2, unread: [] }],
  ['Plan could not be made, 1 error', { command: 'plan', exit: 3, problems: error }],
  ['Comparison could not be made', { command: 'compare', plan: planOf([]) }],
  ['Plan: 1 to create', { command: 'plan', exit: 2, plan }],
  [
    'Plan: 1 to resend',
    {
      command: 'plan',
      exit: 2,
      plan: planOf([sectionWith({ changes: [changeOf({ name: 'ses', action: 'resend' })] })]),
    },
  ],
  ["Plan that can't be applied: 1 to create, 1 error", { command: 'plan', exit: 4, plan, problems: error }],
  ["Saved plan that can't be applied: 1 to create", { command: 'show', exit: 1, plan }],
  ['Difference: no changes', { command: 'diff', exit: 0, plan: planOf([sectionWith({})]) }],
])('%s', (title, account) => {
  expect(titleOf({ exit: 0, problems: [], ...account } as unknown as PageAccount)).toBe(title)
})

test.each<[Record<string, unknown>, readonly string[]]>([
  [{ command: 'plan', plan: { ...plan, declaredSince: { base: 'main' } } }, ['project', 'commit', 'base']],
  [{ command: 'smoke' }, ['project', 'commit']],
  [{ command: 'journal' }, []],
  [{ command: 'show', plan, origin: {} }, []],
  [{ command: 'diff', plan, isElsewhere: true }, []],
])('%j names only the checkout that it is about', (account, labels) => {
  const parts = checkoutParts(account as unknown as PageAccount, {
    project: 'acme',
    commit: '1a2b3c4d5e6f7a8b',
  })
  expect(parts.map(([label]) => label)).toEqual(labels)
  expect(parts.find(([label]) => label === 'commit')?.[1] ?? '1a2b3c4d5e6f').toBe('1a2b3c4d5e6f')
})

test('what the plan after an apply verifies, and what was left out', () => {
  const left = (more: object) =>
    ({ rule: 'not-in-plan', severity: 'warning', message: '', target: 'EU', ...more }) as const
  const words = (...all: readonly object[]) =>
    exceptWords({ ...({} as ApplyResult), results: [], plans: [planOf([], all.map(left))] })
  const ofTarget = 'target EU, because the saved plan does not contain this target'
  const ofField = "fields that belfry can't send without the environment's own API key"
  expect([words({}), words({ resource: 'x' })]).toEqual([ofTarget, ofField])
  const approved = { ...plan, left: { differences: [], secrets: [] } }
  expect(verifiedWords({ plans: [approved, plan] })).toBe('a new plan shows no approved changes')
})

test('a plan with notes, or with a channel that delivers nothing, is worth a look', () => {
  const state = { active: true, primary: false, conditional: false }
  const delivery = [{ name: 'ses', channel: 'email', providerId: 'ses', before: state, after: state }]
  const notes = [{ sort: 'unmanaged', kind: 'integration', name: 'x' }] as const
  const plans = [{}, { delivery }, { notes }].map((more) => isPlain(planOf([sectionWith(more)])))
  expect(plans).toEqual([true, false, false])
})
