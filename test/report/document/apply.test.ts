// The next step after an apply that did not do everything: values that another process changed are read before they are overwritten.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { ApplyResult, Outcome, Result } from '../../../src/core/plan/outcome.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { Unreadable, type Value } from '../../../src/core/value.ts'
import { sentences } from '../../../src/report/document/document-node.ts'
import { deliveryNodes, forecastsOf, nodesOf } from '../../../src/report/document/document.ts'
import { appliedNodes, reasonLines, skippedSteps, verdictNodes } from '../../../src/report/document/apply.ts'
import { given } from '../../../src/core/given.ts'
import type { ApplyAccount } from '../../../src/report/account.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { planOf } from '../../support/html-accounts.ts'
import { accounts } from '../../support/sample-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const look = 'Next: run belfry plan to see the current values, then run belfry apply again.'
const again = 'run belfry apply again. The new run sends only the missing changes.'
const { result: sample } = accounts.failures as { readonly result: ApplyResult }
const [planned] = sample.plans as [Plan]
const saved = { sections: planned.sections.map((each) => ({ ...each, part: 'saved' as const })) }

test.each<[readonly Outcome['status'][], string, Partial<Plan>?]>([
  [['stale'], look],
  [['stale', 'skipped'], look],
  [['done', 'stale', 'skipped'], look],
  [['unknown'], `Next: ${again}`],
  [['skipped'], `Next: ${again}`],
  [['stale', 'unknown'], `Next: ${again}`],
  [['stale', 'failed'], `Next: fix the failed changes, then ${again}`],
  [
    ['stale'],
    'Next: run belfry plan --out FILE, and get the new plan approved.',
    { left: { differences: [], secrets: [] } },
  ],
  [
    ['stale', 'skipped'],
    'Next: run belfry plan --out FILE to see the current values, then apply the new plan.',
    saved,
  ],
  [
    ['stale', 'unknown'],
    'Next: run belfry plan --out FILE to see the current values, then apply the new plan.',
    saved,
  ],
  [
    ['unknown'],
    `Next: ${again} If it is refused as stale, run belfry plan --out FILE, then apply the new plan.`,
    saved,
  ],
  [
    ['stale', 'failed'],
    'Next: fix the failed changes, then run belfry plan --out FILE to see the current values, then apply the new plan.',
    saved,
  ],
])('%s', (statuses, next, plan) => {
  const results = sample.results.filter(({ outcome: { status } }) => statuses.includes(status))
  expect(new Set(results.map(({ outcome }) => outcome.status))).toEqual(new Set(statuses))
  const plans = plan === undefined ? sample.plans : [{ ...planned, ...plan }]
  expect(verdictNodes({ result: { ...sample, results, plans, waiting: [] } })).toEqual([sentences([next])])
})

test('what no plan would show is sent again by name, unless a saved plan contains it', () => {
  const [{ change }] = sample.results as [ApplyResult['results'][number]]
  const unread = new Unreadable(true)
  const of = (name: string, before: Change['before'], status: 'done' | 'unknown' = 'unknown') => ({
    change: { ...change, name, before },
    outcome: { status, reason: '' },
    milliseconds: 0,
  })
  const results = [
    of('ses', { credentials: unread }),
    of('ses', { configurations: unread }),
    of('made', { credentials: unread }, 'done'),
    of('new', null),
    of('partly', { credentials: unread, active: true }),
  ]
  const next = (plan: Partial<Plan>) =>
    verdictNodes({ result: { ...sample, results, plans: [{ ...planned, ...plan }], waiting: [] } })
  const rest = 'again. The new run sends only the missing changes.'
  expect(next({})).toEqual([sentences([`Next: run belfry apply --resend ${change.kind}/ses ${rest}`])])
  expect(JSON.stringify(next(saved))).toContain(`"Next: run belfry apply ${rest} If it is`)
})

test('skipped changes are listed one by one, or if more than ten have a reason and a target in common, counted', () => {
  const of = (count: number, target: string, reason: string): readonly Result[] =>
    Array.from({ length: count }, (_, index) => ({
      change: changeOf({ name: `n${index}`, target, action: 'create' }),
      outcome: { status: 'skipped', reason },
      milliseconds: 0,
    }))
  const steps = skippedSteps([
    ...of(10, 'A', 'x'),
    ...of(1, 'A', 'y'),
    ...of(11, 'B', 'x'),
    ...of(1, 'C', 'x'),
  ])
  expect(steps.slice(9)).toEqual([
    { sign: '!', label: 'skipped', name: 'A', text: '+ integration n9', below: ['x'] },
    { sign: '!', label: 'skipped', name: 'A', text: '+ integration n0', below: ['y'] },
    { sign: '!', label: 'skipped', name: 'B', text: '11 changes: x' },
    { sign: '!', label: 'skipped', name: 'C', text: '+ integration n0', below: ['x'] },
  ])
})

test('a field that a refusal names twice has one place, before the hint', () => {
  const field = { path: 'name', message: '', position }
  expect(reasonLines({ status: 'failed', reason: 'no', fields: [field, field], hint: 'Fix it.' })).toEqual([
    'no',
    'belfry.yaml:7:20  name',
    'Fix it.',
  ])
})

/** The verdict on an apply after which a new plan has these changes and problems. */
function verdict(
  more: Partial<ApplyResult>,
  changes: readonly Change[] = [],
  problems: readonly Problem[] = [],
) {
  const { after: _after, ...rest } = sample
  const [first] = sample.results as [Result]
  const results: Result[] = [first, { ...first, outcome: { status: 'waiting', reason: '' } }]
  const after = planOf([sectionWith({ changes })], problems)
  const requests = { writes: 6, reads: 14, milliseconds: 7 }
  return nodesText(
    appliedNodes({
      result: { ...rest, results, requests, waiting: [], keyed: [{ target: 'EU' }], after, ...more },
    }),
    plain,
  )
}

const opening = `Applied: 1 done, 0 failed, 1 waiting, 0 skipped, 0 unknown.   6 writes, 14 reads, 7 ms

Target EU used the API key that the service returned. Before the next run, copy this API key from the dashboard of the service and set the apiKey of target EU.
`
const twice: Problem = {
  rule: 'duplicate',
  severity: 'warning',
  resource: 'integration x',
  message: '',
  hint: 'Delete one.',
}
const open: Problem = { rule: 'x', severity: 'warning', exit: 6, message: 'it lacks a key', hint: 'Add it.' }

test.each<[string, Partial<ApplyResult>, (readonly Problem[])?]>([
  [
    "Verified, except fields that belfry can't send without the environment's own API key (9 reads).",
    {},
    [{ ...open, exit: 4 }],
  ],
  [
    'Not verified: belfry could not read some resources after the changes. Run belfry plan to list the remaining changes.',
    {},
    [twice, { ...open, severity: 'error' }],
  ],
  ['Not verified: integration x is duplicated in the service. Delete one.', {}, [twice]],
  ['Not verified: it lacks a key. Add it.', {}, [open]],
  ['Not verified: it lacks a key. Add it.', { unsettled: [open] }],
])('%s', (words, more, problems) => {
  expect(verdict(more, [], problems)).toBe(`${opening}${words}\n`)
})

test('an apply that was refused does not say that it is not verified', () => {
  expect(verdictNodes({ exit: 4, plan: planOf([], [twice]) })).toEqual([sentences([])])
})

test('what a new plan still shows: fields, lists with entries of others, and side effects that did not happen', () => {
  const effects = ['push stops being primary', 'may send mail', 'ends']
  const update = (name: string, before: Value, after: Value) =>
    changeOf({
      name,
      sideEffects: effects,
      differences: [{ path: [name], answer: 'different', before, after }],
    })
  const listed = update('tags', ['a', 'b'], ['a'])
  const done = (change: Change): Result => ({ change, outcome: { status: 'done' }, milliseconds: 4 })
  const results: readonly Result[] = [
    done(changeOf({ name: 'other', sideEffects: effects.slice(2) })),
    { ...done({ ...listed, sideEffects: effects.slice(0, 2) }), outcome: { status: 'waiting', reason: '' } },
  ]
  const text = (...changes: readonly Change[]) => verdict({ results, unsettled: [open] }, changes)
  expect(text(listed, update('name', 'x', null), update('steps', ['a', 'b'], ['a', 'c'])))
    .toBe(`${opening}Not converged: a new plan still shows 3 changes.

  ~ integration tags: tags
    - tags  b
      this expected side effect did not happen: push stops being primary
  ~ integration name: name
  ~ integration steps: steps

The service accepted the requests, but a later read returned different values. Either the read returned an earlier state, or another client changed the values, or the service adds entries to these lists and removes none, or the service stores these fields in another form.
Next: run belfry plan to see the current values.
Not verified: it lacks a key. Add it.
`)
  expect(text(listed)).toContain(
    'changed the values, or the service adds entries to these lists and removes none.\n',
  )
})

test('what a plan would do to the channels is not said any more once a part of it failed', () => {
  const integration = { active: true, primary: true, conditional: false }
  const delivery = [{ name: 'e1', channel: 'email' as const, providerId: 'sendgrid', after: integration }]
  const { applied, failures } = accounts
  const { after, plans, ...result } = failures.result
  const delivered = plans.map((plan) => ({
    ...plan,
    sections: plan.sections.map((section) => ({ ...section, delivery })),
  }))
  const [plan] = delivered
  const { result: _result, ...refused } = failures
  const shown = (account: ApplyAccount) =>
    /e1 \(sendgrid\)|after this plan/.test(
      JSON.stringify([nodesOf(account), deliveryNodes(forecastsOf(account))]),
    )
  expect(shown({ ...refused, results: [], ...given({ plan }) })).toBe(true)
  expect(
    shown({
      ...applied,
      result: { ...(applied.result as ApplyResult), plans: delivered, ...given({ after }) },
    }),
  ).toBe(true)
  expect(
    forecastsOf({ ...applied, result: { ...(applied.result as ApplyResult), ...given({ after: plan }) } }),
  ).toEqual([])
  expect(shown({ ...failures, ...given({ plan }), result: { ...result, plans: delivered } })).toBe(false)
})

test('after an apply only what arrives now is said of the channels, not what a plan that nobody applies would do', () => {
  const of = (channel: string, before: boolean) => {
    const state = { active: true, primary: before, conditional: false }
    return { name: channel, channel, providerId: 'ses', before: state, after: { ...state, primary: !before } }
  }
  const delivery = [of('email', false), of('sms', true)]
  const after = planOf([sectionWith({ target: 'EU', delivery, changes: [changeOf({ name: 'email' })] })])
  const result = { ...sample, after }
  const now = 'email delivers nothing in EU: none of its active integrations (email) is primary'
  const text = nodesText([appliedNodes({ result })], plain)
  expect(text).toContain(` ms\n${now}\n`)
  expect(JSON.stringify(nodesOf({ ...accounts.applied, result }))).toContain(now)
  expect(text + JSON.stringify(nodesOf({ ...accounts.applied, result }))).not.toContain('after this plan')
})
