// Whom a case is for, whom the project allows and whom the service knows → what is refused before anything is sent.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../src/core/value.ts'
import { forbidden, strangers } from '../../src/delivery/guard.ts'
import { lookAt } from '../support/laws-kinds.ts'
import { json } from '../support/scripted-transport.ts'
import { caseOf } from '../support/suite-case.ts'

const body = (to: readonly Value[], more: ValueMap = {}) => ({ name: 'welcome', to, ...more })

const rows: readonly (readonly [string, ReturnType<typeof body>, readonly string[], number])[] = [
  ['an id that is allowed', body(['ada']), ['ada'], 0],
  ['an id that a pattern allows', body(['test-1']), ['test-*'], 0],
  ['an id that is not allowed', body(['ada']), ['bob'], 1],
  ['one of two ids', body(['ada', 'bob']), ['ada'], 1],
  ['an object with an id', body([{ subscriberId: 'ada' }]), [], 1],
  ['an object with an id that is allowed', body([{ subscriberId: 'ada' }]), ['ada'], 0],
  ['a recipient without an id', body([{ email: 'ada@acme.example' }]), ['ada'], 1],
  ['a recipient with an empty id', body(['']), ['ada'], 1],
  ['an actor that is an object', body(['ada'], { actor: { subscriberId: 'bob' } }), ['ada'], 1],
  ['an actor that is an id', body(['ada'], { actor: 'bob' }), ['ada'], 0],
  ['an actor without an id', body(['ada'], { actor: { email: 'a@acme.example' } }), ['ada'], 0],
  ['a topic', body([{ type: 'Topic', topicKey: 'all' }]), ['all', '{all}'], 1],
  ['a topic that is allowed', body([{ type: 'Topic', topicKey: 'all' }]), ['topic:all'], 0],
  ['an id that looks like an allowed topic', body(['all']), ['topic:all'], 1],
  ['each of several', body(['ada', {}, { type: 'Topic', topicKey: 'all' }]), [], 3],
]

test.each(rows)('on a protected target, %s', (_, sent, allowed, count) => {
  const problems = forbidden([caseOf({ body: sent })], allowed)
  expect(problems).toHaveLength(count)
  for (const problem of problems)
    expect(problem).toMatchObject({ rule: 'protected-recipient', severity: 'error', exit: 4 })
})

test('every case is looked at', () => {
  const cases = [caseOf({ body: body(['bob']) }), caseOf({ name: 'second' }), caseOf({ name: 'third' })]
  expect(forbidden(cases, ['bob'])).toHaveLength(2)
})

const known = (...items: readonly object[]) => json({ data: items, next: null, totalCount: items.length })

const directories: readonly (readonly [string, Parameters<typeof lookAt>[0], readonly string[]])[] = [
  ['knows her', () => known({ subscriberId: 'ada' }), []],
  ['knows nobody', () => known(), ['unknown-recipient']],
  ['knows her as deleted', () => known({ subscriberId: 'ada', deleted: true }), ['unknown-recipient']],
  [
    'answers with others',
    () => known({ subscriberId: 'adam' }, { subscriberId: 'Ada' }),
    ['unknown-recipient'],
  ],
  ['answers with others too', () => known({ subscriberId: 'adam' }, { subscriberId: 'ada' }), []],
  ['fails', () => json({ message: 'no' }, 500), ['service-refused']],
]

test.each(directories)('a recipient where the service %s', async (_, answer, expected) => {
  const problems = await strangers([caseOf()], lookAt(answer).look)
  expect(problems.map(({ rule }) => rule)).toEqual(expected)
})

test('an actor that is an object is looked up, and nobody where recipients may be created', async () => {
  const withActor = body(['ada'], { actor: { subscriberId: 'bob' } })
  const nobody = lookAt(() => known())
  expect(await strangers([caseOf({ body: withActor })], nobody.look)).toHaveLength(2)
  const free = lookAt(() => known())
  expect(await strangers([caseOf({ body: withActor, createRecipients: true })], free.look)).toEqual([])
  expect(free.asked()).toEqual([])
})

test('a recipient of several cases is looked up once, also where one case may create it', async () => {
  const cases = [caseOf({ createRecipients: true }), caseOf({ name: 'second' }), caseOf({ name: 'third' })]
  const { look, asked } = lookAt(() => known())
  const problems = await strangers(cases, look)
  expect(problems).toHaveLength(1)
  expect(problems[0]?.message).toContain('second')
  expect(asked()).toHaveLength(1)
})
