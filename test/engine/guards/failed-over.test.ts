// A channel that failed over: what a plan leaves as it is, and which changes of an earlier plan are refused.
import { expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { Plan } from '../../../src/core/plan/plan.ts'
import {
  approvedFailbacks,
  failbackRefusal,
  failedOverNote,
  failoverMeanwhile,
  failoverOf,
} from '../../../src/engine/guards/failed-over.ts'
import type { Policy } from '../../../src/engine/plan/plan-request.ts'
import type { Kind } from '../../../src/kinds/kind.ts'
import type { Desired, Live, Observed } from '../../../src/kinds/resource.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const failover = { field: 'primary', channel: 'email', to: 'ses' } as const
const desired = {
  kind: 'integration',
  name: 'main',
  position,
  fields: {},
  declared: {},
  positionOf: () => position,
} as unknown as Desired
const named = (name: string): Observed => ({ desired: { ...desired, name } })

/** A kind that failed over, and the names of the resources that it was asked about. */
function kindWith(found: typeof failover | undefined = failover) {
  const asked: (string | undefined)[] = []
  const failedOver: Kind['failedOver'] = (_, all) => {
    asked.push(...all.map((each) => each.desired?.name ?? each.live?.name))
    return found
  }
  return { kind: { name: 'integration', failedOver } as unknown as Kind, asked }
}

const without = { name: 'integration' } as unknown as Kind
const policy = (more: Partial<Policy> = {}): Policy => ({ target: 'Production', ...more }) as Policy

test.each([
  ['a failover', kindWith().kind, policy(), failover],
  ['no failover', kindWith(undefined).kind, policy(), failover],
  ['a kind that can not fail over', without, policy(), undefined],
  ['the way back', kindWith().kind, policy({ failback: true }), undefined],
  ['a comparison with another target', kindWith().kind, policy({ live: {} as Policy['live'] }), undefined],
] as const)('of %s a plan leaves the field of the failover', (name, kind, given, expected) => {
  const isNone = name === 'no failover'
  const of = isNone ? ({ ...kind, failedOver: () => undefined } as Kind) : kind
  expect(failoverOf(of, { desired }, [{ desired }], given)).toEqual(isNone ? undefined : expected)
})

test('roles that other manifests declare count too, if the plan has no resource of that name', () => {
  const { kind, asked } = kindWith()
  const targets: string[] = []
  const rolesElsewhere: Policy['rolesElsewhere'] = (target) => {
    targets.push(target)
    return [
      { ...desired, name: 'main' },
      { ...desired, name: 'other' },
    ]
  }
  failoverOf(
    kind,
    { desired },
    [named('main'), { live: { name: 'live' } as Live }],
    policy({ rolesElsewhere }),
  )
  expect({ asked, targets }).toEqual({ asked: ['main', 'live', 'other'], targets: ['Production'] })
  failoverOf(kind, { desired }, [], { rolesElsewhere } as unknown as Policy)
  expect(targets.at(-1)).toBe('')
})

test.each([
  [undefined, {}],
  [{ since: '2026-11-21T06:00:00.000Z' }, { since: '2026-11-21T06:00:00.000Z' }],
])('the note of a failover has the time, if it is known: %j', (time, expected) => {
  const asked: unknown[] = []
  const failedOverSince = (...args: unknown[]) => {
    asked.push(args)
    return time ?? {}
  }
  const note = failedOverNote(desired, failover, policy(time === undefined ? {} : { failedOverSince }))
  expect(note).toEqual({ sort: 'failedOver', target: 'Production', kind: 'integration', name: 'main', position, ...failover, ...expected }) // prettier-ignore
  expect(asked).toEqual(time === undefined ? [] : [['Production', 'email', 'ses']])
})

const differs = (field: string): Change['differences'] => [{ path: [field], answer: 'different', before: false, after: true }] // prettier-ignore
const changing = (field: string, more: Partial<Change> = {}): Change =>
  changeOf({ name: 'main', differences: differs(field), ...more })

test.each<[string, Change, Kind, Policy, 'not read' | 'sent' | 'refused']>([
  ['a change of the role', changing('primary'), kindWith().kind, policy(), 'refused'],
  ['a change of the other field of a failover', changing('active'), kindWith().kind, policy(), 'sent'],
  ['a change of another field', changing('name'), kindWith().kind, policy(), 'not read'],
  ['a create', changing('primary', { action: 'create' }), kindWith().kind, policy(), 'not read'],
  ['the way back', changing('primary'), kindWith().kind, policy({ failback: true }), 'not read'],
  ['a kind that can not fail over', changing('primary'), without, policy(), 'not read'],
])('if the channel fails over before it is sent, %s', (_, change, kind, given, expected) => {
  const harms = failoverMeanwhile(change, kind, { desired, all: [{ desired }] }, given)
  const problems = harms?.([{ name: 'main' } as Live])
  expect(problems === undefined ? 'not read' : problems.length > 0 ? 'refused' : 'sent').toBe(expected)
  for (const problem of problems ?? [])
    expect(problem).toMatchObject({
      rule: 'failed-over',
      exit: 4,
      message: 'the plan changes primary of integration main, but email failed over to ses',
    })
})

test.each(['active', 'primary'] as const)(
  'the refusal is at the field %s that the failover changed',
  (field) => {
    expect(failbackRefusal('the plan', { ...failover, field }, desired).path).toEqual([field])
  },
)

test('what is declared of a resource is known when the service is read again', () => {
  const seen: Observed[] = []
  const failedOver: Kind['failedOver'] = (_, all) => void seen.push(...all)
  const kind = { name: 'integration', failedOver } as unknown as Kind
  const planned = [{ desired }, named('deleted')]
  const harms = failoverMeanwhile(changing('primary'), kind, { desired, all: planned }, policy())
  expect(harms?.([{ name: 'main' } as Live, { name: 'new' } as Live])).toEqual([])
  expect(seen.map((each) => [each.live?.name, each.desired?.name])).toEqual([['main', 'main'], [undefined, 'deleted'], ['new', undefined]]) // prettier-ignore
})

const planOf = (section: Parameters<typeof sectionWith>[0]): Plan => ({
  sections: [sectionWith(section)],
  problems: [],
  requests: { reads: 0, writes: 0, milliseconds: 0 },
})
const note = failedOverNote(desired, failover, policy())

test.each<[string, Change, boolean]>([
  ['a change of the role', changing('primary'), true],
  ['a change of another field', changing('name'), false],
  ['a change of another resource', changing('primary', { name: 'other' }), false],
  ['a change of another target', changing('primary', { target: 'Development' }), false],
])('%s that was approved before the failover is refused', (_, change, isRefused) => {
  const problems = approvedFailbacks(planOf({ changes: [change] }), planOf({ notes: [note] }))
  expect(problems).toMatchObject(
    isRefused
      ? [
          {
            rule: 'failed-over',
            severity: 'error',
            exit: 4,
            target: 'Production',
            position,
            message: 'the approved plan changes primary of integration main, but email failed over to ses',
            hint: 'To keep the standby, make a new plan. To return to the declared primary integration, run belfry failover CHANNEL --back -t TARGET, or make the plan with failback.',
          },
        ]
      : [],
  )
  expect(approvedFailbacks(planOf({ changes: [change] }), planOf({}))).toEqual([])
})
