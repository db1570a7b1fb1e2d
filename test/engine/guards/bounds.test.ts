// A change must not affect what other projects manage, nor what this project ignores: a row for each condition.
import { expect, test } from 'vitest'
import { Bounds } from '../../../src/engine/guards/side-effects.ts'
import { doubtProblems } from '../../../src/engine/guards/limits-and-forecast.ts'
import type { Policy } from '../../../src/engine/plan/plan-request.ts'
import type { Doubt, Effect, Kind } from '../../../src/kinds/kind.ts'
import type { Desired, Live, Observed } from '../../../src/kinds/resource.ts'
import { changeOf, position } from '../../support/sketched-change.ts'

const desired = (name: string, more: object = {}): Desired => ({ kind: 'integration', name, position, fields: {}, declared: {}, positionOf: () => position, ...more }) // prettier-ignore
const change = changeOf({ name: 'left-1' })
const own: Policy['owns'] = { integration: ['left-*'], primary: ['email'] }

/** Effects that are known when the plan is made, and before the change is sent. */
function harmsOf(
  effects: { readonly planned: readonly Effect[]; readonly now: readonly Effect[] } | undefined,
  {
    owns,
    live,
    others = [],
    changed = [],
  }: Partial<Pick<Policy, 'owns' | 'live'>> & { readonly others?: readonly Desired[]; readonly changed?: readonly string[] }, // prettier-ignore
) {
  let isPlanned = true
  const kind = {
    name: 'integration',
    ...(effects && { effects: () => (isPlanned ? effects.planned : effects.now) }),
  }
  const bounds = new Bounds({ owns, live } as Policy, [kind as unknown as Kind])
  const all = [desired('left-1'), ...others].map((each): Observed => ({ desired: each, live: { name: each.name } as Live })) // prettier-ignore
  const harms = bounds.harmsOf(change, () => ({ desired: desired('left-1'), all, changed: new Set(changed) }))
  isPlanned = false
  const read = [{ name: 'left-1' }, ...others].map(({ name }) => ({ name }) as Live)
  return harms?.(read).map(({ rule, exit, message, hint }) => ({ rule, exit, message, hint }))
}

const stops = (name: string, primaryOf?: Effect['primaryOf']): Effect => ({
  name,
  field: 'primary',
  message: `${name} stops being primary`,
  ...(primaryOf && { primaryOf }),
})
const both = (...all: Effect[]) => ({ planned: all, now: all })
const email = (...others: string[]) => ({ channel: 'email', others })
const sms = (...others: string[]) => ({ channel: 'sms', others })
const ignoring = desired('left-2', { ignore: ['primary'] })

test.each<[string, Parameters<typeof harmsOf>, string[] | undefined]>([
  ['a kind whose changes have no effects', [undefined, { owns: own }], undefined],
  ['a project that manages everything', [both(stops('right-1')), {}], undefined],
  ['a comparison with another target', [both(stops('right-1')), { owns: own, live: {} as Policy['live'] }], undefined], // prettier-ignore
  ['an effect on a resource of the project', [both(stops('left-2')), { owns: own }], []],
  ['an effect on a resource of another project', [both(stops('right-1')), { owns: own }], ['outside-effect']],
  ['an effect on a channel of the project', [both(stops('left-2', email())), { owns: own }], []],
  [
    'an effect on a channel of another project',
    [both(stops('left-2', sms())), { owns: own }],
    ['outside-effect'],
  ],
  [
    'an effect that the plan shows',
    [{ planned: [stops('left-2')], now: [stops('left-2')] }, { owns: own }],
    [],
  ],
  ['an effect that the plan does not show', [{ planned: [], now: [stops('left-2')] }, { owns: own }], ['outside-effect']], // prettier-ignore
  ['an effect on a resource that the plan changes', [{ planned: [], now: [stops('left-2')] }, { owns: own, changed: ['integration/left-2'] }], []], // prettier-ignore
  ['an effect on a resource of another kind with that name', [{ planned: [], now: [stops('left-2')] }, { owns: own, changed: ['subscriber/left-2'] }], ['outside-effect']], // prettier-ignore
  ['an effect on an ignored field', [both(stops('left-2')), { others: [ignoring] }], ['ignored-field']],
  ['an effect on an ignored field of a project with owns', [both(stops('left-2')), { owns: own, others: [ignoring] }], ['ignored-field']], // prettier-ignore
  ['an effect on another field of that resource', [both({ ...stops('left-2'), field: 'active' }), { others: [ignoring] }], []], // prettier-ignore
  ['an effect on another field of that resource, since the plan', [{ planned: [], now: [{ ...stops('left-2'), field: 'active' }] }, { others: [ignoring] }], []], // prettier-ignore
  ['an effect on another resource than the one with ignored fields', [both(stops('right-1')), { others: [ignoring] }], []], // prettier-ignore
])('%s', (_, args, rules) => {
  const found = harmsOf(...args)
  expect(found?.map(({ rule }) => rule)).toEqual(rules)
  for (const { exit } of found ?? []) expect(exit).toBe(4)
})

test.each<[string, Parameters<typeof harmsOf>, { readonly message: string; readonly hint?: string }]>([
  [
    'a resource of another project',
    [both(stops('right-1')), { owns: own }],
    {
      message: 'integration left-1 has a side effect outside of owns in the project file: right-1 stops being primary', // prettier-ignore
      hint: 'Agree on the change with the project that manages integration right-1. Then make the change there, or add right-1 to owns.integration here.',
    },
  ],
  [
    'a channel of another project, with integrations of both',
    [both(stops('left-2', sms('left-3', 'right-1', 'right-2'))), { owns: own }],
    {
      message: 'integration left-1 has a side effect outside of owns in the project file: left-2 stops being primary, which also has right-1 and right-2', // prettier-ignore
      hint: 'Agree on the change with the project that manages the primary integration of sms. Then make the change there, or add sms to owns.primary here.',
    },
  ],
  [
    'a channel of another project, with integrations of this one',
    [both(stops('left-2', sms('left-3'))), { owns: own }],
    { message: 'integration left-1 has a side effect outside of owns in the project file: left-2 stops being primary' }, // prettier-ignore
  ],
  [
    'a project that waits for a primary integration of this one',
    [both(stops('right-1')), { owns: own, others: [desired('left-9', { fields: { primary: true } })], changed: ['integration/left-9'] }], // prettier-ignore
    {
      message: 'integration left-1 has a side effect outside of owns in the project file: right-1 stops being primary', // prettier-ignore
      hint: "Agree on the change with the project that manages integration right-1. Then make the change there, or add right-1 to owns.integration here. If that project needs a primary integration of this project first, apply only this integration: only: ['integration/left-9'].",
    },
  ],
  [
    'an effect that has come since the plan',
    [{ planned: [], now: [stops('left-2')] }, { owns: own }],
    { message: 'integration left-1 has a side effect that is not in the plan: left-2 stops being primary' },
  ],
  [
    'an ignored field',
    [both(stops('left-2')), { others: [ignoring] }],
    {
      message: 'integration left-1 would change primary of integration left-2, which the project ignores: left-2 stops being primary', // prettier-ignore
      hint: 'Remove primary from ignore, or make this change in the dashboard of the service.',
    },
  ],
])('the message of %s', (_, args, expected) => {
  const [found] = harmsOf(...args) ?? []
  expect(found).toMatchObject(expected)
})

test.each([
  [{ primary: true }, ['integration/left-9'], true],
  [{ primary: true }, [], false],
  [{ primary: false }, ['integration/left-9'], false],
])(
  'a declared integration with %j, if the plan changes %j, can be applied first: %s',
  (fields, changed, isFirst) => {
    const [found] = harmsOf(both(stops('right-1')), { owns: own, others: [desired('left-9', { fields })], changed }) ?? [] // prettier-ignore
    expect(found?.hint?.includes('If that project needs')).toBe(isFirst)
  },
)

test.each([
  [own, undefined, true, true],
  [undefined, undefined, true, undefined],
  [own, {}, true, undefined],
  [own, undefined, false, undefined],
])('with owns %j and live %j, effects %s: read again before it is sent: %s', (owns, live, has, expected) => {
  const kind = { name: 'integration', ...(has && { effects: () => [] }) } as unknown as Kind
  expect(new Bounds({ owns, live } as Policy, [kind]).withReread(change).reread).toBe(expected)
})

const doubt: Doubt = { rule: 'primary-lost', message: 'm', hint: 'h', isWorse: true, isUnverified: true }

test.each<[string, Policy['owns'], Doubt, Partial<Doubt>]>([
  ['of no channel', own, doubt, doubt],
  ['of a channel of the project', own, { ...doubt, channel: 'email' }, { ...doubt, channel: 'email' }],
  ['of any channel, without owns', undefined, { ...doubt, channel: 'sms' }, { ...doubt, channel: 'sms' }],
  ['of a channel of another project', own, { ...doubt, channel: 'sms' }, { rule: 'primary-lost', message: 'm', hint: 'h', channel: 'sms', isWorse: false, isOutside: true }], // prettier-ignore
])('a doubt %s', (_, owns, given, expected) => {
  expect(new Bounds({ owns } as Policy, []).within(given)).toEqual(expected)
})

test.each<[string, Partial<Doubt>, string, number | undefined]>([
  ['that is only reported', {}, 'warning', undefined],
  ['that a new plan must not show', { isUnverified: true }, 'warning', 6],
  ['that is an error', { severity: 'error' }, 'error', 4],
  ['that is an error of a manifest', { severity: 'error', exit: 3 }, 'error', 3],
  ['that is an error and unverified', { severity: 'error', isUnverified: true }, 'error', 4],
  ['that another project has to settle', { severity: 'error', isOutside: true }, 'warning', undefined],
  ['that another project has to settle, unverified', { severity: 'error', isOutside: true, isUnverified: true }, 'warning', 6], // prettier-ignore
])('a doubt %s', (_, more, severity, exit) => {
  const { isUnverified: _isUnverified, ...plain } = doubt
  const context = { target: { alias: 'Production' }, rules: {}, selection: { only: [], exclude: [] } }
  const problems = doubtProblems([{ ...plain, ...more }], context)
  expect(problems.map((each) => [each.severity, each.exit, each.target])).toEqual([
    [severity, exit, 'Production'],
  ])
})
