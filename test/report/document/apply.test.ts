// The next step after an apply that did not do everything: values that another process changed are read before they are overwritten.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { ApplyResult, Outcome } from '../../../src/core/plan/outcome.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import { Unreadable, type Value } from '../../../src/core/value.ts'
import { sentences } from '../../../src/report/document/document-node.ts'
import { deliveryNodes, forecastsOf, nodesOf } from '../../../src/report/document/document.ts'
import { appliedNodes, verdictNodes } from '../../../src/report/document/apply.ts'
import { given } from '../../../src/core/given.ts'
import type { ApplyAccount } from '../../../src/report/account.ts'
import { nodesText } from '../../../src/report/text/nodes.ts'
import { plain } from '../../../src/report/text/style.ts'
import { planOf } from '../../support/html-accounts.ts'
import { accounts } from '../../support/sample-accounts.ts'
import { changeOf, sectionWith } from '../../support/sketched-change.ts'

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

test('a secret is sent again by name, unless a saved plan contains it', () => {
  const [first] = sample.results as [ApplyResult['results'][number]]
  const before = { credentials: new Unreadable(true) }
  const results = [
    { ...first, change: { ...first.change, before }, outcome: { status: 'unknown', reason: '' } },
  ] as const
  const next = (plan: Partial<Plan>) =>
    JSON.stringify(
      verdictNodes({ result: { ...sample, results, plans: [{ ...planned, ...plan }], waiting: [] } }),
    )
  expect(next({})).toContain(
    `Next: run belfry apply --resend ${first.change.kind}/${first.change.name} again`,
  )
  expect(next(saved)).toContain('Next: run belfry apply again')
})

test('what is not done at the end: a key to set, what waits, and a list with entries of others', () => {
  const differing = (path: string, before: Value, after: Value) =>
    changeOf({
      name: 'x',
      action: 'update',
      differences: [{ path: [path], answer: 'different', before, after }],
    })
  const text = (...changes: readonly Change[]) => {
    const after = planOf([sectionWith({ changes })])
    const results = sample.results.map((each) => ({
      ...each,
      outcome: { status: 'waiting', reason: 'x' } as const,
    }))
    return nodesText(
      appliedNodes({ result: { ...sample, results, waiting: [], keyed: [{ target: 'EU' }], after } }),
      plain,
    )
  }
  expect(text(differing('name', 'x', null))).not.toContain('adds entries')
  const shown = text(differing('tags', ['a', 'b'], ['a']))
  for (const part of [
    '0 failed, 6 waiting, 0 skipped',
    'set the apiKey of target EU.',
    'adds entries to these lists',
  ])
    expect(shown).toContain(part)
})

test('the document of an apply ends with its smoke cases', () => {
  const { applied, smoke } = accounts
  const text = (more: object) => JSON.stringify(nodesOf({ ...applied, ...more }))
  expect(text({})).not.toContain('nobody knows')
  expect(text({ smoke: smoke.run })).toContain('nobody knows')
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
  expect(shown({ ...failures, ...given({ plan }), result: { ...result, plans: delivered } })).toBe(false)
})
