// Whom a case is for, whom the project allows and whom the service knows → what is refused before anything is sent.
import { expect, test } from 'vitest'
import type { Value, ValueMap } from '../../src/core/value.ts'
import {
  caseRecipientProblems,
  recipientProblems,
  unknownCaseRecipients,
  unknownRecipients,
  usedBefore,
} from '../../src/delivery/guard.ts'
import { triggerTerms, suiteTerms } from '../../src/core/delivery/triggered.ts'
import { recipientsOf, subscribersIn } from '../../src/delivery/recipients.ts'
import type { TriggerBody } from '../../src/delivery/trigger.ts'
import { lookAt } from '../support/laws-kinds.ts'
import { json, scripted } from '../support/scripted-transport.ts'
import { caseOf, deliveryAt } from '../support/suite-case.ts'

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
  ['a recipient without an id, and a pattern for any id', body([{}]), ['*'], 1],
  ['an actor that is an object', body(['ada'], { actor: { subscriberId: 'bob' } }), ['ada'], 1],
  ['an actor that is an id', body(['ada'], { actor: 'bob' }), ['ada'], 0],
  ['an actor without an id', body(['ada'], { actor: { email: 'a@acme.example' } }), ['ada'], 0],
  ['a topic', body([{ type: 'Topic', topicKey: 'all' }]), ['all', '{all}'], 1],
  ['a topic that is allowed', body([{ type: 'Topic', topicKey: 'all' }]), ['topic:all'], 0],
  ['an id that looks like an allowed topic', body(['all']), ['topic:all'], 1],
  ['each of several', body(['ada', {}, { type: 'Topic', topicKey: 'all' }]), [], 3],
]

test.each(rows)('on a protected target, %s', (_, sent, allowed, count) => {
  const problems = caseRecipientProblems([caseOf({ body: sent })], allowed)
  expect(problems).toHaveLength(count)
  for (const problem of problems)
    expect(problem).toMatchObject({ rule: 'protected-recipient', severity: 'error', exit: 4 })
})

test('every case is looked at', () => {
  const cases = [caseOf({ body: body(['bob']) }), caseOf({ name: 'second' }), caseOf({ name: 'third' })]
  expect(caseRecipientProblems(cases, ['bob'])).toHaveLength(2)
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
  const problems = await unknownCaseRecipients([caseOf()], lookAt(answer).access)
  expect(problems.map(({ rule }) => rule)).toEqual(expected)
})

test('an actor that is an object is looked up, and nobody where recipients may be created', async () => {
  const withActor = body(['ada'], { actor: { subscriberId: 'bob' } })
  const nobody = lookAt(() => known())
  expect(await unknownCaseRecipients([caseOf({ body: withActor })], nobody.access)).toHaveLength(2)
  const free = lookAt(() => known())
  expect(
    await unknownCaseRecipients([caseOf({ body: withActor, createRecipients: true })], free.access),
  ).toEqual([])
  expect(free.asked()).toEqual([])
})

test('a recipient of several cases is looked up once, also where one case may create it', async () => {
  const cases = [caseOf({ createRecipients: true }), caseOf({ name: 'second' }), caseOf({ name: 'third' })]
  const { access, asked } = lookAt(() => known())
  const problems = await unknownCaseRecipients(cases, access)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatchObject({
    message: 'the case "second" sends to subscriber ada, but the environment has no subscriber ada',
    hint: 'A trigger would create this subscriber permanently. Correct the ID. To create this subscriber, set createRecipients: true.',
    target: 'Production',
    position: { line: 3 },
  })
  expect(asked()).toHaveLength(1)
})

test('the problem of a case that is not allowed names the case and the recipient', () => {
  const [named, unnamed] = caseRecipientProblems([caseOf({ body: body(['ada', { email: 'x' }]) })], ['bob'])
  expect(named).toMatchObject({ target: 'Production', position: { line: 3 } })
  const why = (who: string): string =>
    `the case "first" sends to ${who}, but smoke.recipients of the project file doesn't allow this recipient for target Production`
  expect(named?.message).toBe(why('ada'))
  expect(unnamed?.message).toBe(why('a recipient without a subscriberId'))
  expect(named?.hint).toBe(
    'Add the recipient to smoke.recipients of the project file, or use a recipient that smoke.recipients allows.',
  )
})

const triggered = (more: Partial<TriggerBody>) => ({
  body: { name: 'welcome', to: ['ada'], transactionId: 't-1', ...more },
  idFrom: 'caller' as const,
})

test('the recipients of a trigger are looked up, each with a problem of its own', async () => {
  const { transport, sent } = scripted(({ url }) =>
    url.includes('ada') ? known({ subscriberId: 'ada' }) : known({ subscriberId: 'else' }),
  )
  const to = ['ada', 'bob', { subscriberId: 'eve' }, { email: 'x@acme.example' }, {}]
  const problems = await unknownRecipients(triggered({ to }), deliveryAt(transport, 'EU'))
  expect(problems.map(({ message }) => message)).toEqual([
    'the environment has no subscriber bob',
    'the environment has no subscriber eve',
    "2 recipients without a subscriberId can't be looked up",
  ])
  for (const problem of problems) {
    expect(problem).toMatchObject({ rule: 'unknown-recipient', severity: 'error', target: 'EU', exit: 4 })
    expect(problem.hint).toBe(
      problem.message.includes('2 recipients')
        ? 'Add a subscriberId. To send without a subscriberId, add createRecipients: true.'
        : "A trigger would create this subscriber permanently. Check the spelling in the service's dashboard or in your application. To create this subscriber, add createRecipients: true.",
    )
  }
  expect(await unknownRecipients(triggered({}), deliveryAt(transport, 'EU'))).toEqual([])
  expect(sent).toHaveLength(4)
})

test('a look-up that fails ends the trigger', async () => {
  const { transport } = scripted(() => json({ message: 'no' }, 403))
  await expect(unknownRecipients(triggered({}), deliveryAt(transport))).rejects.toThrow('403')
})

test('a transaction ID of the caller that an event has is refused, and one of belfry is not looked up', async () => {
  const events = (...data: readonly object[]) => scripted(() => json({ data, hasMore: false }))
  const event = { transactionId: 't-1', _id: 'e-1', createdAt: '2026-01-05T09:00:00.000Z' }
  const used = async (world: ReturnType<typeof events>, terms = triggerTerms()) =>
    usedBefore(triggered({}), deliveryAt(world.transport, 'EU 1'), terms)
  const [problem] = await used(events(event))
  expect(problem).toMatchObject({ rule: 'transaction-id-used', target: 'EU 1', exit: 4 })
  expect(problem?.message).toBe(
    'the transaction ID t-1 was used before, for event e-1 at 2026-01-05T09:00:00.000Z; the service would ignore this trigger without an error',
  )
  expect(problem?.hint).toBe(
    "To see the result of the first trigger, run belfry events list --transaction-id t-1 -t 'EU 1'. To send a new trigger, leave transactionId out, or use a new transaction ID.",
  )
  const bare = await used(events({ transactionId: 't-1' }), suiteTerms)
  expect(bare[0]?.message).toContain('for event without an ID at an unknown time;')
  expect(bare[0]?.hint).toContain('leave `transactionId` out')
  const none = events()
  expect(await used(none)).toEqual([])
  expect(none.sent.map(({ url }) => new URL(url).search)).toEqual(['?transactionId=t-1&limit=1'])
  expect(await used(events({ ...event, transactionId: 't-10' }))).toEqual([])
  const own = events(event)
  expect(
    await usedBefore({ ...triggered({}), idFrom: 'belfry' }, deliveryAt(own.transport), triggerTerms()),
  ).toEqual([])
  expect(own.sent).toEqual([])
})

test('the refusal of a trigger to a protected target names all recipients that the project file does not allow', () => {
  const target = (more: object = {}) => ({
    ...deliveryAt(scripted(() => known()).transport, 'EU').target,
    ...more,
  })
  const isProtected = { protection: { position: { file: 'belfry.yaml', line: 7, column: 1, length: 1 } } }
  const to = ['ada', 'bob', { type: 'Topic', topicKey: 'all' }, { email: 'x' }]
  const [problem, ...others] = recipientProblems(triggered({ to }), target(isProtected), ['ada'])
  expect(others).toEqual([])
  expect(problem).toMatchObject({ rule: 'protected-recipient', target: 'EU', exit: 4, position: { line: 7 } })
  expect(problem?.message).toBe(
    "target EU is protected, and smoke.recipients of the project file doesn't allow bob, topic:all, 1 recipient without a subscriberId",
  )
  expect(problem?.hint).toBe(
    'Add the recipients to the project file, where others can review the change: smoke: { recipients: [ID, topic:KEY] }. In a pattern, * matches any characters.',
  )
  expect(recipientProblems(triggered({ to: ['ada'] }), target(isProtected), ['a*'])).toEqual([])
  expect(recipientProblems(triggered({ to }), target(), [])).toEqual([])
})

test.each([
  'subscriberId',
  'email',
  'firstName',
  'lastName',
  'phone',
  'avatar',
  'locale',
  'timezone',
  'data',
  'channels',
])(
  'a topic with the field %s of a subscriber is refused on every target, because services differ in whom they notify',
  (field) => {
    const { target } = deliveryAt(scripted(() => known()).transport)
    const problems = (item: ValueMap) => recipientProblems(triggered({ to: ['ada', item] }), target, ['*'])
    expect(problems({ type: 'Topic', topicKey: 'all', [field]: 'x' })).toMatchObject([
      {
        rule: 'bad-flag',
        message: 'a recipient is both a topic and a subscriber',
        hint: 'Write two recipients: { type: Topic, topicKey: KEY } and { subscriberId: ID }.',
        target: 'Production',
      },
    ])
    expect(problems({ topicKey: 'all', [field]: 'x' })).toHaveLength(1)
    expect(problems({ type: 'Topic', [field]: 'x' })).toHaveLength(1)
    expect(problems({ type: 'Person', [field]: 'x' })).toEqual([])
    expect(problems({ type: 'Topic', topicKey: 'all' })).toEqual([])
  },
)

test('each recipient counts once', () => {
  const topic = { type: 'Topic', topicKey: 'all' }
  const to = ['ada', 'bob', { subscriberId: 'ada' }, topic, topic, '', {}, 5, { type: 'Topic' }]
  expect(recipientsOf(to)).toEqual({ subscribers: ['ada', 'bob'], topics: ['all'], unnamed: 4 })
  expect(recipientsOf(topic)).toEqual({ subscribers: [], topics: ['all'], unnamed: 0 })
  expect(subscribersIn({ to, actor: { subscriberId: 'bob' } })).toEqual(['ada', 'bob'])
})
