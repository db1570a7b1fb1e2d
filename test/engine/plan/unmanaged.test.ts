// What a project asks for where something is live and in no manifest, and how much of the project is looked at → what is done.
import { describe, expect, test } from 'vitest'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import type { Live } from '../../../src/kinds/resource.ts'
import type { PlanRequest } from '../../../src/engine/plan/plan-request.ts'
import type { Policy } from '../../../src/engine/plan/plan-request.ts'
import {
  emptinessProblem,
  readsUnmanaged,
  retirement,
  unmanagedPolicy,
  unmanagedProblems,
} from '../../../src/engine/plan/unmanaged.ts'
import type { UnmanagedPolicy } from '../../../src/engine/plan/plan-request.ts'
import { live } from '../../support/laws-kinds.ts'
import { position } from '../../support/sketched-change.ts'

const every = ['report', 'ignore', 'deactivate', 'fail'] as const
const whole: Pick<PlanRequest, 'manifests' | 'selection'> = {
  manifests: 'all',
  selection: { only: [], exclude: [], resend: [] },
}
const selection = whole.selection

const parts: readonly (readonly [string, typeof whole])[] = [
  ['-f', { ...whole, manifests: 'some' }],
  ['--only', { ...whole, selection: { ...selection, only: ['integration/*'] } }],
  ['--exclude', { ...whole, selection: { ...selection, exclude: ['integration/*'] } }],
  ['both', { ...whole, selection: { ...selection, only: ['a/*'], exclude: ['b/*'] } }],
]

describe.each(every)('unmanaged: %s', (unmanaged) => {
  test('of a whole project is what it says', () => {
    expect(unmanagedPolicy({ unmanaged, unmanagedAt: position }, whole)).toEqual({
      does: unmanaged,
      position,
    })
    expect(
      unmanagedPolicy({ unmanaged }, { ...whole, selection: { ...selection, resend: ['a/*'] } }),
    ).toEqual({
      does: unmanaged,
    })
  })

  test.each(parts)('of a part by %s acts on nothing', (_, part) => {
    const acts = unmanaged === 'deactivate' || unmanaged === 'fail'
    expect(unmanagedPolicy({ unmanaged, unmanagedAt: position }, part)).toEqual({
      does: acts ? 'report' : unmanaged,
      ...(acts && { insteadOf: unmanaged }),
      position,
    })
  })

  test('live integrations are looked for if they are to be switched off or refused', () => {
    const policy = { unmanaged: { does: unmanaged } }
    expect(readsUnmanaged(integration, policy)).toBe(unmanaged === 'deactivate' || unmanaged === 'fail')
    expect(readsUnmanaged(subscriber, policy)).toBe(false)
  })
})

const policy = (unmanaged: UnmanagedPolicy, more: Partial<Policy> = {}): Policy => ({
  unreadable: 'never',
  ledgerOf: () => undefined,
  missing: 'report',
  unmanaged,
  selection,
  rules: {},
  same: 'counted',
  ...more,
})
const ses = live('ses', { channel: 'email', active: true, primary: false })

describe('what is switched off', () => {
  const rows: readonly (readonly [string, Live, UnmanagedPolicy['does'], boolean])[] = [
    ['an integration, where it is to be', ses, 'deactivate', true],
    ['not where it is to be reported', ses, 'report', false],
    ['not where it is to be ignored', ses, 'ignore', false],
    ['not where it is refused', ses, 'fail', false],
    ['not one that is live twice', { ...ses, duplicates: ['1', '2'] }, 'deactivate', false],
    ['not one that the service itself brings', { ...ses, isBuiltIn: true }, 'deactivate', false],
  ]
  test.each(rows)('%s', (_, found, does, isIt) => {
    expect(retirement(found, integration, policy({ does }))?.fields).toEqual(
      isIt ? { active: false } : undefined,
    )
    expect(retirement(found, subscriber, policy({ does }))).toBeUndefined()
  })

  test('it is declared by the line that asks for it', () => {
    const found = retirement(
      ses,
      integration,
      policy({ does: 'deactivate', position }, { target: 'Production' }),
    )
    expect(found).toMatchObject({ kind: 'integration', name: 'ses', target: 'Production', position })
    expect(found?.positionOf(['active'])).toEqual(position)
  })
})

test('nothing declared of a kind, and some of it live: refused, and nothing is said where nothing is live', () => {
  const found = [
    { kind: 'integration', name: 'a' },
    { kind: 'integration', name: 'b' },
  ]
  expect(
    emptinessProblem(found, policy({ does: 'deactivate', position }, { target: 'Production' })),
  ).toMatchObject([{ rule: 'nothing-declared', severity: 'error', exit: 4, position, target: 'Production' }])
  expect(emptinessProblem([], policy({ does: 'deactivate' }))).toEqual([])
  const kinds = [...found, { kind: 'topic', name: 'c' }]
  expect(emptinessProblem(kinds, policy({ does: 'deactivate' })).map(({ message }) => message)).toEqual([
    expect.stringMatching(/any integration,.* 2 integrations in/),
    expect.stringMatching(/any topic,.* 1 topic in/),
  ])
})

describe('what is said', () => {
  const one = [{ kind: 'integration', name: 'a' }]
  const said = (unmanaged: UnmanagedPolicy, rules: Policy['rules'] = {}, found = one) =>
    unmanagedProblems(found, policy(unmanaged, { rules })).map(({ rule, severity }) => `${severity} ${rule}`)

  test.each<[string, readonly string[], readonly string[]]>([
    ['nothing is found', said({ does: 'fail' }, {}, []), []],
    ['it is refused', said({ does: 'fail' }), ['error unmanaged']],
    ['it is reported', said({ does: 'report' }), []],
    ['it is ignored', said({ does: 'ignore' }), []],
    [
      'only a report is due of a part',
      said({ does: 'report', insteadOf: 'fail' }),
      ['warning unmanaged-kept'],
    ],
    [
      'of a part, as an error',
      said({ does: 'report', insteadOf: 'deactivate' }, { 'unmanaged-kept': 'error' }),
      ['error unmanaged-kept'],
    ],
    [
      'of a part, and nobody wants to hear of it',
      said({ does: 'report', insteadOf: 'fail' }, { 'unmanaged-kept': 'off' }),
      [],
    ],
    [
      'refused, whatever the rules say',
      said({ does: 'fail' }, { 'unmanaged-kept': 'off', unmanaged: 'off' }),
      ['error unmanaged'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
