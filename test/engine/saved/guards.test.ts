// A saved plan and what there is now: whose it is, whether the fresh plan does no more, and what was approved.
import { describe, expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import { fingerprintKey, keyIdOf, macOf } from '../../../src/core/secrets/fingerprint.ts'
import type { Section } from '../../../src/core/plan/plan.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type Value } from '../../../src/core/value.ts'
import type { Target } from '../../../src/core/target.ts'
import type { Planned } from '../../../src/engine/plan/plan-request.ts'
import { Approval } from '../../../src/engine/saved/approval.ts'
import { otherEnvironments, sealOf, sealProblems, type SealKey } from '../../../src/engine/saved/seals.ts'
import { matched, type Verdict } from '../../../src/engine/saved/changed-since.ts'
import type { SavedPlan } from '../../../src/engine/saved/read.ts'
import type { Session } from '../../../src/engine/plan/session.ts'
import { planOf } from '../../support/html-accounts.ts'
import { changeOf, position, sectionWith } from '../../support/sketched-change.ts'

const rules = (problems: readonly Problem[]): readonly string[] =>
  problems.map(({ rule, exit }) => `${rule} ${exit ?? 3}`)

const someKey = fingerprintKey(Secret.of('0123456789abcdef', 'env:KEY'))

describe('whose plan it is', () => {
  const key = someKey
  const other = fingerprintKey(Secret.of('fedcba9876543210', 'env:KEY'))
  const sealed = '{"formatVersion":1}'
  const seal = {
    url: 'https://api.acme.example',
    environmentId: 'env',
    keyFrom: 'apiKey' as const,
    keyId: keyIdOf(key),
    mac: macOf(key, sealed),
  }
  const target: Target = { alias: 'Production', url: seal.url, unmanaged: 'report' }
  const own: SealKey = { key, from: 'apiKey' }
  const macWith: SavedPlan['macWith'] = (of) => macOf(of, sealed)
  const saved = { file: 'plan.json', seals: { Production: seal }, macWith } as unknown as SavedPlan

  test.each<[string, SavedPlan, readonly Target[], SealKey | undefined, readonly string[]]>([
    ['its own', saved, [target], own, []],
    ['of a target that is not selected', saved, [{ ...target, alias: 'Other' }], own, []],
    ['of another service', saved, [{ ...target, url: 'https://other.example' }], own, ['foreign-plan 4']],
    ['without a key', saved, [target], undefined, ['missing-key 3']],
    ['keyed otherwise', saved, [target], { key, from: 'BELFRY_FINGERPRINT_KEY' }, ['other-key 4']],
    ['of another key', saved, [target], { key: other, from: 'apiKey' }, ['other-key 4']],
    [
      'changed since',
      { ...saved, macWith: (of) => macOf(of, `${sealed} `) },
      [target],
      own,
      ['edited-plan 4'],
    ],
  ])('%s', (_, plan, targets, sealKey, expected) => {
    const keys = new Map(sealKey === undefined ? [] : [['Production', sealKey] as const])
    expect(rules(sealProblems(plan, targets, keys))).toEqual(expected)
  })

  test('two targets with one key have different fingerprints', () => {
    const targets = [{ target: 'Development' }, { target: 'Production' }, {}]
    const contexts = targets.map((each) => sealOf({ kind: 'integration', name: 'ses', ...each }, key).context)
    expect(new Set(contexts).size).toBe(3)
  })

  test('each of its targets is looked at', () => {
    const two = { ...saved, seals: { Gone: seal, Production: { ...seal, mac: 'x' } } } as unknown as SavedPlan
    const keys = new Map([['Production', own]])
    expect(rules(sealProblems(two, [target], keys))).toEqual(['edited-plan 4'])
  })

  test('an edited plan is reported once for all its targets', () => {
    const wrong = { ...seal, mac: 'x' }
    const two = { ...saved, seals: { Development: wrong, Production: wrong } } as unknown as SavedPlan
    const targets = [target, { ...target, alias: 'Development' }]
    const keys = new Map(targets.map(({ alias }) => [alias, own]))
    expect(sealProblems(two, targets, keys).map(({ message }) => message)).toEqual([
      "plan.json was edited after belfry made the plan: the signatures for targets Development, Production don't match",
    ])
  })

  test.each([
    ['the environment that it was made for', 'Production', 'env', []],
    ['another environment', 'Production', 'other', ['foreign-plan 4']],
    ['a target that it was not made for', 'Other', 'other', []],
  ])('a key of %s', (_, alias, id, expected) => {
    const session = { environment: { id, name: 'Production' } } as Session
    expect(rules(otherEnvironments(saved, new Map([[alias, session]])))).toEqual(expected)
  })
})

const name = { path: ['name'], answer: 'different', before: 'a', after: 'b' } as const
const active = { path: ['active'], answer: 'different', before: false, after: true } as const
const then = changeOf({ name: 'ses', differences: [name], sideEffects: ['old stops'] })

describe('a fresh plan does no more than the saved one', () => {
  const verdict = (outcome: Verdict['outcome'], isOpen = true): Verdict => ({ outcome, isOpen })
  const planned = (
    changes: readonly Change[],
    more: Partial<Section> = {},
    problems: readonly Problem[] = [],
  ) => ({ plan: planOf([sectionWith({ changes, ...more })], problems) }) as unknown as Planned

  const unread = { credentials: new Unreadable(true) }
  const note = { kind: 'integration', name: 'ses', position }
  const failed: Problem = { rule: 'service-refused', severity: 'error', message: 'x' }
  const rows: readonly (readonly [string, Verdict | undefined, Planned, string])[] = [
    ['the same', verdict('send'), planned([then]), 'sent'],
    ['less', verdict('send'), planned([{ ...then, sideEffects: [] }]), 'sent'],
    ['it is done', verdict('done'), planned([]), 'done'],
    ['it is stale', verdict('stale'), planned([]), 'refused'],
    ['one field more', verdict('send'), planned([{ ...then, differences: [name, active] }]), 'refused'],
    ['another field', verdict('send'), planned([{ ...then, differences: [active] }]), 'refused'],
    [
      'one side effect more',
      verdict('send'),
      planned([{ ...then, sideEffects: ['old stops', 'more'] }]),
      'refused',
    ],
    [
      'one side effect more, of what can not be read',
      verdict('send'),
      planned([{ ...then, before: unread, sideEffects: ['more'] }]),
      'sent',
    ],
    ['another call', verdict('send'), planned([changeOf({ name: 'ses', action: 'create' })]), 'refused'],
    ['nothing, though it is open', verdict('send'), planned([]), 'refused'],
    ['nothing, as it is remembered to be done', verdict('send', false), planned([]), 'done'],
    ['something else too', verdict('send'), planned([then, changeOf({ name: 'other' })]), 'refused'],
    ['it was not found', undefined, planned([]), 'refused'],
    ['it vanished', undefined, planned([], { notes: [{ sort: 'missing', ...note }] }), 'refused'],
    [
      'it is there twice',
      undefined,
      planned([], { notes: [{ sort: 'duplicates', ...note, ids: ['1', '2'] }] }),
      'refused',
    ],
    ['it could not be read', undefined, planned([], {}, [failed]), 'sent'],
  ]
  test.each(rows)('%s', (_, given, fresh, expected) => {
    const verdicts = new Map(given === undefined ? [] : [[then.id, given] as const])
    const { problems, done } = matched([then], verdicts, fresh)
    const seen = problems.length > 0 ? 'refused' : done.length > 0 ? 'done' : 'sent'
    expect(seen).toBe(expected)
    const about = {
      target: 'Production',
      resource: expect.stringMatching(/^integration (ses|other)$/) as string,
    }
    for (const problem of problems)
      expect(problem).toMatchObject({ rule: 'stale-plan', severity: 'error', exit: 4, ...about })
  })

  test('another target that lacks the resource is no reason', () => {
    const Development = sectionWith({ target: 'Development', notes: [{ sort: 'missing', ...note }] })
    const fresh = { plan: planOf([Development, sectionWith()], []) } as unknown as Planned
    expect(matched([then], new Map(), fresh).problems).toMatchObject([
      { message: expect.stringContaining('no manifest declares the resource now') as string },
    ])
  })

  test('created meanwhile, in two targets: a warning for each', () => {
    const creations = ['Development', 'Production'].map((target) =>
      changeOf({ name: 'ses', id: target, target }),
    )
    const seen = { ...verdict('done', false), unread: [['credentials']] }
    const { problems } = matched(creations, new Map(creations.map(({ id }) => [id, seen])), planned([]))
    expect(problems).toMatchObject(
      creations.map(({ target }) => ({
        rule: 'not-compared',
        target,
        hint: expect.stringContaining('belfry apply --resend integration/ses.') as string,
      })),
    )
  })

  test('of one resource only the first reason is told', () => {
    const second = { ...then, id: 'second' }
    const verdicts = new Map(
      [then, second].map((each) => [each.id, { ...verdict('stale'), change: each }] as const),
    )
    expect(matched([then, second], verdicts, planned([])).problems).toHaveLength(1)
  })
})

describe('what was approved', () => {
  const approved = (changes: readonly Change[], wanted: readonly { path: string[]; after: Value }[] = []) =>
    ({
      file: 'plan.json',
      seals: { Production: {} },
      plan: planOf([
        sectionWith({
          changes,
          notes:
            wanted.length === 0
              ? []
              : [
                  {
                    sort: 'unreadable',
                    kind: 'integration',
                    name: 'ses',
                    position,
                    paths: [],
                    wanted: [...wanted],
                  },
                ],
        }),
      ]),
    }) as unknown as SavedPlan
  const keys = new Map([['Production', { key: someKey, from: 'apiKey' } as const]])
  /** What can't be compared is only told of. */
  const refusals = (change: Change, saved: SavedPlan): readonly Problem[] => {
    const planned = { plan: planOf([sectionWith({ changes: [change] })]), basisOf: new Map() }
    return new Approval({ saved, keys, registry: [] }, [])
      .refusals(planned)
      .filter(({ severity }) => severity === 'error')
  }
  const promise = [{ path: ['credentials', 'apiKey'], after: Secret.of('x', 'env:KEY') }]
  const unverified = {
    path: ['credentials', 'apiKey'],
    answer: 'different',
    before: undefined,
    after: Secret.of('y', 'env:KEY'),
  } as const

  const rows: readonly (readonly [string, Change, SavedPlan, boolean])[] = [
    ['the same', then, approved([then]), true],
    ['less', { ...then, sideEffects: [] }, approved([then]), true],
    [
      'with another key of the same reference',
      { ...then, differences: [unverified] },
      approved([], promise),
      false,
    ],
    [
      'a field that was unverified',
      { ...then, differences: [unverified], sideEffects: [] },
      approved([], promise),
      false,
    ],
    [
      'beside an approved one',
      { ...then, differences: [name, unverified] },
      approved([then], promise),
      false,
    ],
    [
      'by a create',
      { ...then, action: 'create', differences: [unverified], sideEffects: [] },
      approved([], promise),
      false,
    ],
    [
      'by a resend',
      { ...then, action: 'resend', differences: [unverified], sideEffects: [] },
      approved([], promise),
      false,
    ],
    [
      'by another reference',
      { ...then, differences: [{ ...unverified, after: Secret.of('x', 'env:OTHER') }], sideEffects: [] },
      approved([], promise),
      false,
    ],
    ['not in it', then, approved([]), false],
    ['another value', { ...then, differences: [{ ...name, after: 'c' }] }, approved([then]), false],
    ['one field more', { ...then, differences: [name, active] }, approved([then]), false],
    ['one side effect more', { ...then, sideEffects: ['old stops', 'more'] }, approved([then]), false],
    [
      'another call',
      { ...then, call: { ...then.call, operation: { ...then.call.operation, id: 'y' } } },
      approved([then]),
      false,
    ],
    ['with a key without a seal', { ...then, via: 'Other' }, approved([then]), false],
  ]
  test.each(rows)('%s', (_, change, saved, isApproved) => {
    const found = refusals(change, saved)
    expect(rules(found)).toEqual(isApproved ? [] : ['not-approved 4'])
    for (const { target, resource } of found)
      expect([target, resource]).toEqual(['Production', 'integration ses'])
  })

  test.each<[string, Value, Value, boolean]>([
    ['a list', [1, 'a'], [1, 'a'], true],
    ['a list in another order', [1, 2], [2, 1], false],
    ['a map in another order', { a: 1, b: null }, { b: null, a: 1 }, true],
    ['a map with less', { a: 1, b: 2 }, { a: 1 }, false],
    ['a number as a text', 1, '1', false],
    ['nothing', null, null, true],
    ['nothing as a text', null, 'null', false],
  ])('%s as the value', (_, before, now, isApproved) => {
    const approvedChange = { ...then, differences: [{ ...name, after: before }] }
    const fresh = { ...then, differences: [{ ...name, after: now }] }
    expect(refusals(fresh, approved([approvedChange]))).toHaveLength(isApproved ? 0 : 1)
  })
})
