// Renames that no request can make, or that several targets would make → what a plan refuses, or warns of.
import { expect, test } from 'vitest'
import type { Section } from '../../src/core/plan/plan.ts'
import { bothLive, formerNames, pair, refusalProblem, sharedRenames } from '../../src/kinds/renames.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'
import { integration } from '../../src/kinds/integration/integration.ts'
import type { Desired } from '../../src/kinds/resource.ts'
import { subscriber } from '../../src/kinds/subscriber/subscriber.ts'
import { declared, live } from '../support/laws-kinds.ts'
import { changeOf, position, sectionWith } from '../support/sketched-change.ts'

const fields = { identifier: 'new', providerId: 'ses', channel: 'email' }
const renamed = declared(integration, { ...fields, previously: 'old' })
const new_ = { desired: renamed, live: live('new', {}) }

test.each<[string, Parameters<typeof bothLive>[0], string | undefined]>([
  ['the new name is free', { desired: renamed }, undefined],
  ['nothing declares it', { former: live('old', {}) }, undefined],
  ['both names are taken', { ...new_, former: live('old', {}) }, 'previously: Remove "previously"'],
  ['another has the identifier', { ...new_, former: live('x', {}) }, 'identifier: Declare a different'],
  [
    'the old name has it',
    { desired: renamed, former: live('old', {}) },
    'identifier: To rename integration old',
  ],
])('a rename if %s', (_, observed, expected) => {
  const refusal = bothLive(observed)
  expect(refusal && `${refusal.path.join()}: ${refusal.hint}`.slice(0, expected?.length)).toBe(expected)
})

test('all resources with one name are a pair, and so is a renamed resource with its former name', () => {
  const three = ['1', '2', '3'].map((id) => ({ ...live('own', {}), id }))
  const pairs = pair([renamed], [...three, live('old', {})])
  expect(pairs.map(({ desired, live: shown }) => [desired?.name, shown?.name, shown?.duplicates])).toEqual([
    ['new', 'new', undefined],
    [undefined, 'own', ['1', '2', '3']],
  ])
})

test('a refusal has the target and the place of the field', () => {
  const refusal = { rule: 'both-live', path: ['previously'], message: 'm', hint: 'h' }
  const positionOf = (path: readonly unknown[]) => ({ ...position, line: path.length + 1 })
  expect(refusalProblem(refusal, { ...renamed, positionOf })).toEqual({
    rule: 'both-live',
    severity: 'error',
    message: 'm',
    hint: 'h',
    target: 'Production',
    position: { ...position, line: 2 },
    exit: 4,
  })
  expect([...formerNames([renamed, declared(integration, fields)])]).toEqual([['new', 'old']])
})

test('a rename to a name that the resource has in two targets is reported, for each target', () => {
  const own = declared(integration, { ...fields, identifier: 'own' })
  const person = declared(subscriber, { subscriberId: 'own' })
  const inTarget: Record<string, Desired[]> = { One: [renamed, own], Two: [renamed], Three: [person] }
  const all = { organisation: [], forTarget: (alias: string) => Resources.of(inTarget[alias] ?? []) }
  const differences = [{ path: ['identifier'], answer: 'different', before: 'a', after: 'b' }] as const
  const other = [{ ...differences[0], path: ['name'] }]
  const changes = [
    changeOf({ name: 'new', differences }),
    changeOf({ name: 'new', differences: other }),
    changeOf({ name: 'new', differences, action: 'create' }),
    changeOf({ name: 'own', differences }),
  ].map((change) => ({ ...change, target: 'One' }))
  const { target: _target, ...organisation }: Section = sectionWith({ changes })
  const found = (environments: object, rules = {}) =>
    sharedRenames([organisation, sectionWith({ target: 'One', changes })], {
      declared: all,
      rules,
      environments: environments as never,
    }).map(({ severity, target, message, position: { line } = position }) =>
      [severity, target, message.slice(0, 63), line].join(' '),
    )
  const two = { One: 'One', Two: undefined, Three: undefined }
  const what = 'One several targets would rename a resource to integration new, but 7'
  expect(found(two)).toEqual([`warning ${what}`])
  expect(found(two, { 'shared-rename': 'error' })).toEqual([`error ${what}`])
  expect(found(two, { 'shared-rename': 'off' })).toEqual([])
  expect(found({ One: 'One' })).toEqual([])
})
