import { afterEach, beforeEach, expect, test } from 'vitest'
import { later, nextTime, stepType } from '../../../src/sandbox/worker/steps.ts'
import { awhile, detailLines, jobLines, openStage, type Stage } from '../../support/sandbox-stage.ts'

const minute = 60_000
const hour = 60 * minute

let stage: Stage
beforeEach(async () => {
  // A Sunday, so that the week's digest is due on the next day at nine.
  stage = await openStage()
})
afterEach(() => stage.close())

const weekly = (transactionId: string, topic: string, to = 'user-0001') =>
  stage.trigger({ name: 'weekly-digest', to, transactionId, payload: { topic, from: transactionId } })
const lines = async (transactionId: string) => jobLines((await stage.events(transactionId))[0])

test('a digest gathers what comes in its time, one message goes out for all', async () => {
  await weekly('one', 'news')
  stage.advance(awhile)
  expect(await lines('one')).toEqual(['delay delayed', 'digest pending', 'email pending'])
  stage.advance(10 * minute)
  expect(await lines('one')).toEqual(['delay completed', 'digest delayed', 'email pending'])
  await weekly('two', 'news')
  stage.advance(20 * minute)
  expect(await lines('two')).toEqual(['delay completed', 'digest merged', 'email merged'])
  await weekly('other topic', 'sport')
  await weekly('other person', 'news', 'user-0002')
  stage.advance(20 * minute)
  expect(await lines('other topic')).toEqual(['delay completed', 'digest delayed', 'email pending'])
  expect(await lines('other person')).toEqual(['delay completed', 'digest delayed', 'email pending'])

  const [waiting] = await stage.events('one')
  expect(waiting?.jobs?.[1]).toMatchObject({
    scheduleExtensionsCount: 0,
    digest: {
      type: 'timed',
      amount: 1,
      unit: 'weeks',
      digestKey: 'payload.topic',
      events: [{ from: 'one' }, { from: 'two' }],
      timed: {
        atTime: '09:00',
        weekDays: ['monday'],
        monthDays: [1, 15],
        untilDate: '2026-02-02T09:00:00.000Z',
      },
    },
  })
  expect(detailLines(waiting, 'digest').at(-1)).toBe(
    'Pending Start digesting: until 2026-02-02T09:00:00.000Z',
  )
  const [merged] = await stage.events('two')
  expect(merged?._digestedNotificationId).toBe(waiting?._id)
  expect(detailLines(merged, 'digest').at(-1)).toBe('Success Digest was merged with other digest')

  stage.advance(33 * hour)
  expect(await lines('one')).toEqual(['delay completed', 'digest completed', 'email completed'])
  expect(await stage.messages('transactionId=one&transactionId=two')).toMatchObject([
    {
      transactionId: 'one',
      subject: 'Your week: 2 about news',
      content: expect.stringContaining('"from":"two"'),
    },
  ])
  expect(detailLines((await stage.events('one'))[0], 'digest').at(-1)).toBe(
    'Success Digest triggered events: 2',
  )

  await weekly('next week', 'news')
  stage.advance(hour)
  const [next] = await stage.events('next week')
  expect(next?.jobs?.[1]?.digest?.timed).toMatchObject({ untilDate: '2026-02-09T09:00:00.000Z' })
})

test('the list of events leaves out until when, and how often it was put off', async () => {
  await weekly('one', 'news')
  stage.advance(hour)
  const { body } = await stage.send<{ data: { jobs: object[] }[] }>(
    'GET',
    '/v1/notifications?transactionId=one',
  )
  expect(body.data[0]?.jobs[1]).not.toHaveProperty('scheduleExtensionsCount')
  expect(JSON.stringify(body.data[0])).not.toContain('untilDate')
})

const reply = async (transactionId: string, thread = 'a') => {
  await stage.trigger({ name: 'comment-replies', to: 'user-0001', transactionId, payload: { thread } })
  stage.advance(awhile)
  return lines(transactionId)
}

test('a digest that looks back lets the first event through, and gathers a burst', async () => {
  expect(await reply('one')).toEqual([
    'throttle completed',
    'digest skipped',
    'in_app completed',
    'email skipped',
  ])
  stage.advance(9 * minute)
  expect(await reply('two')).toEqual([
    'throttle completed',
    'digest delayed',
    'in_app pending',
    'email pending',
  ])
  stage.advance(9 * minute)
  expect(await reply('three')).toEqual([
    'throttle completed',
    'digest merged',
    'in_app merged',
    'email merged',
  ])
  stage.advance(hour)
  expect(await lines('two')).toEqual([
    'throttle completed',
    'digest completed',
    'in_app completed',
    'email skipped',
  ])
  expect((await stage.events('two'))[0]?.jobs?.[1]?.digest?.events).toHaveLength(2)
  stage.advance(11 * minute)
  expect(await reply('four')).toEqual([
    'throttle completed',
    'digest skipped',
    'in_app completed',
    'email skipped',
  ])
})

test('a throttle lets so many through in its time', async () => {
  for (const thread of ['a', 'b', 'c']) expect((await reply(thread, thread))[0]).toBe('throttle completed')
  expect(await reply('d', 'd')).toEqual([
    'throttle skipped',
    'digest canceled',
    'in_app canceled',
    'email canceled',
  ])
  const [event] = await stage.events('d')
  expect(detailLines(event, 'throttle').at(-1)).toBe(
    'Success Step was throttled: the limit for the throttle period is 3',
  )
  expect(detailLines(event, 'email')).toEqual(['Warning Step was canceled: the event was throttled'])
  const { body } = await stage.send<{ data: unknown[] }>('GET', '/v1/notifications?transactionId=d')
  expect(JSON.stringify(body.data)).not.toContain('"type":"throttle"')
  stage.advance(minute)
  expect((await reply('e', 'e'))[0]).toBe('throttle completed')
})

const trial = (transactionId: string, payload: object) =>
  stage.trigger({ name: 'trial-ending', to: 'user-0001', transactionId, payload })

test('a delay waits for a date in the payload', async () => {
  await trial('one', { lastDay: '2026-02-03T12:00:00Z' })
  stage.advance(hour)
  expect(detailLines((await stage.events('one'))[0], 'delay')).toEqual([
    'Pending Step queued',
    'Pending Step delayed: until 2026-02-03T12:00:00.000Z',
  ])
  stage.advance(58 * hour)
  expect(await lines('one')).toEqual(['delay delayed', 'email pending', 'in_app pending'])
  stage.advance(hour + awhile)
  expect(await lines('one')).toEqual(['delay completed', 'email completed', 'in_app completed'])
  expect(detailLines((await stage.events('one'))[0], 'delay').at(-1)).toBe('Success Delay is finished')
})

test.each([{}, { lastDay: 'soon' }, { lastDay: 5 }])(
  'a delay without a date in %j fails',
  async (payload) => {
    await trial('one', payload)
    stage.advance(awhile)
    const [event] = await stage.events('one')
    expect(jobLines(event)).toEqual(['delay failed', 'email completed', 'in_app completed'])
    expect(event?.jobs?.[0]?.executionDetails.at(-1)).toMatchObject({
      detail: 'Delay date could not be read: the payload has no date at payload.lastDay',
      source: 'Payload',
    })
  },
)

test.each([
  [{ amount: 90, unit: 'seconds' }, '2026-01-31T10:01:30.000Z'],
  [{ amount: 2, unit: 'minutes' }, '2026-01-31T10:02:00.000Z'],
  [{}, '2026-01-31T11:00:00.000Z'],
  [{ amount: 3, unit: 'days' }, '2026-02-03T10:00:00.000Z'],
  [{ amount: 1, unit: 'weeks' }, '2026-02-07T10:00:00.000Z'],
  [{ amount: 1, unit: 'months' }, '2026-02-28T10:00:00.000Z'],
  [{ amount: -1, unit: 'months' }, '2025-12-31T10:00:00.000Z'],
])('%j later than the end of January is %s', (amount, expected) => {
  expect(later(new Date('2026-01-31T10:00:00Z'), amount).toISOString()).toBe(expected)
})

// 2026-01-31 is a Saturday.
test.each([
  [{ unit: 'days' }, { atTime: '09:30' }, '2026-02-01T09:30:00.000Z'],
  [{ unit: 'days' }, { atTime: '10:30' }, '2026-01-31T10:30:00.000Z'],
  [{ unit: 'days', amount: 3 }, { atTime: '10:30' }, '2026-02-02T10:30:00.000Z'],
  [{ unit: 'weeks' }, { atTime: '08:00', weekDays: ['saturday', 'wednesday'] }, '2026-02-04T08:00:00.000Z'],
  [{ unit: 'months' }, { monthDays: ['1', '15'] }, '2026-02-01T00:00:00.000Z'],
  [{ unit: 'months' }, { monthDays: ['31'], atTime: '10:00' }, '2026-03-31T10:00:00.000Z'],
  [
    { unit: 'months' },
    { monthlyType: 'on', ordinal: 'last', ordinalValue: 'weekday' },
    '2026-02-27T00:00:00.000Z',
  ],
  [
    { unit: 'months' },
    { monthlyType: 'on', ordinal: '2', ordinalValue: 'tuesday' },
    '2026-02-10T00:00:00.000Z',
  ],
  [
    { unit: 'months' },
    { monthlyType: 'on', ordinal: '1', ordinalValue: 'weekend', atTime: '12:00' },
    '2026-02-01T12:00:00.000Z',
  ],
  [{ unit: 'months' }, { monthlyType: 'on', ordinal: '3' }, '2026-02-03T00:00:00.000Z'],
  [{ unit: 'months' }, { monthDays: ['32'] }, '2026-02-28T10:00:00.000Z'],
  [{ unit: 'hours', amount: 2 }, { atTime: '09:00' }, '2026-01-31T12:00:00.000Z'],
  [{}, {}, '2026-02-01T10:00:00.000Z'],
])('%j %j after Saturday at ten is %s', (amount, timed, expected) => {
  expect(nextTime(new Date('2026-01-31T10:00:00Z'), amount, timed as never).toISOString()).toBe(expected)
})

test.each([
  [{ type: 'regular', amount: 5, unit: 'minutes' }, 'delay'],
  [{ type: 'scheduled', delayPath: 'payload.due' }, 'delay'],
  [{ type: 'regular', digestKey: 'payload.topic' }, 'digest'],
  [{ type: 'regular', backoff: true }, 'digest'],
  [{ type: 'regular', updateMode: true }, 'digest'],
  [{ type: 'backoff' }, 'digest'],
  [{ type: 'timed' }, 'digest'],
] as const)('a step without a type whose metadata is %j is a %s', (metadata, type) => {
  expect(stepType({ metadata })).toBe(type)
})
