// A trigger on a sandbox, and its expectations → met or not, and the explanations.
import { expect, test } from 'vitest'
import { triggerTerms } from '../../src/core/delivery/triggered.ts'
import type { Value, ValueMap } from '../../src/core/value.ts'
import { parseExpectation } from '../../src/delivery/parse-expectation.ts'
import { outcomeOf, type Watch } from '../../src/delivery/trigger-outcome.ts'
import { recipientsOf } from '../../src/delivery/recipients.ts'
import { openAccess } from '../../src/engine/plan/session.ts'
import { Resources } from '../../src/kinds/declared-resources.ts'
import { readOnly } from '../../src/service/client.ts'
import { smokeWorld, type SmokeWorld } from '../support/smoke-world.ts'

const steps = ['email', 'sms'].map((type) => ({
  _id: type,
  active: true,
  template: { type, content: 'x', subject: 'x' },
}))
const seed = {
  workflows: [{ environment: 'Production', identifier: 'both', name: 'both', active: true, steps }],
}

async function outcome(
  world: SmokeWorld,
  to: Value,
  expected: readonly string[],
  more: Partial<Pick<Watch, 'explains' | 'timeout'>> = {},
) {
  await world.trigger({ name: 'both', to } as never)
  const expectations = expected.map((written) => {
    const parsed = parseExpectation(written)
    if (!('expectation' in parsed)) throw new Error(parsed.mistake.message)
    return parsed.expectation
  })
  const found = await outcomeOf(
    {
      access: openAccess(
        readOnly(world.client),
        world.sandbox.state.environments.get('Production')?._id ?? '',
        1,
      ),
      recipients: recipientsOf(to),
      expectations,
      explains: 'unmet',
      timeout: 5000,
      delayed: 'wait',
      shown: (item) => item as ValueMap,
      target: {},
      declared: Resources.of([]),
      to,
      transactionId: 't-1',
      terms: triggerTerms(),
      ...more,
    },
    world.waiting,
  )
  const told = found.explanations.map(({ recipient, channel = '-' }) => `${recipient} ${channel}`)
  const judged = found.judgements.map(({ seen, isMet }) => `${seen} ${isMet}`)
  return { verdict: found.verdict, end: found.end, told, quotable: found.quotable, judged }
}

async function reachable(): Promise<SmokeWorld> {
  const world = await smokeWorld({ seed })
  world.sandbox.state.subscribers.edit('Production', 'user-0001', { phone: '+4915112345678' })
  return world
}

async function failing(): Promise<SmokeWorld> {
  const world = await reachable()
  world.sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'no' })
  world.sandbox.providers.set('twilio', { outcome: 'refuse', text: 'no' })
  return world
}

test.each<[string, readonly string[], 'all' | 'unmet', string, readonly string[]]>([
  ['nothing expected', [], 'unmet', 'unmet', ['user-0001 email', 'user-0001 sms']],
  ['failures expected', ['email=failed', 'sms=failed'], 'unmet', 'met', []],
  [
    'failures expected, all asked',
    ['email=failed', 'sms=failed'],
    'all',
    'met',
    ['user-0001 email', 'user-0001 sms'],
  ],
  ['one channel expected', ['email=sent', 'sms=failed'], 'unmet', 'unmet', ['user-0001 email']],
  ['the other channel expected', ['email=failed', 'sms=sent'], 'unmet', 'unmet', ['user-0001 sms']],
  [
    'one of two met, all asked',
    ['email=sent', 'sms=failed'],
    'all',
    'unmet',
    ['user-0001 email', 'user-0001 sms'],
  ],
  ['another count of events expected', ['events=2'], 'unmet', 'unmet', []],
  ['a channel without a step expected', ['push=sent'], 'unmet', 'unmet', ['user-0001 push']],
  ['two channels without a step expected', ['push=sent', 'chat=none'], 'unmet', 'unmet', ['user-0001 push']],
  [
    'a channel without a step expected, all asked',
    ['push=sent', 'email=sent'],
    'all',
    'unmet',
    ['user-0001 email', 'user-0001 sms', 'user-0001 push'],
  ],
])('two steps failed, %s', async (_, expected, explains, verdict, told) => {
  expect(await outcome(await failing(), 'user-0001', expected, { explains })).toMatchObject({ verdict, told })
})

test.each([
  ['a different subject', ['email.subject=y'], []],
  ['a different subject of any channel', ['subject=y'], []],
  ['a different provider', ['email.provider=ses', 'sms=skipped'], []],
  ['a different outcome of a step that sent', ['email=skipped'], []],
  ['a subject of a channel that sent nothing', ['sms.subject=x', 'email.subject=y'], ['user-0001 sms']],
])('a step that sent nothing is no cause of %s', async (_, expected, told) => {
  const world = await smokeWorld({ seed })
  expect(await outcome(world, 'user-0001', expected)).toMatchObject({ verdict: 'unmet', told })
})

test('a trigger with the expected result has no explanation', async () => {
  const world = await reachable()
  for (const explains of ['all', 'unmet'] as const)
    expect(await outcome(world, 'user-0001', [], { explains })).toMatchObject({ verdict: 'met', told: [] })
})

test('one failed step of two, of one of two recipients, is a failure', async () => {
  const world = await reachable()
  world.sandbox.providers.set('twilio', { outcome: 'refuse', text: 'no' })
  const found = await outcome(world, ['user-0001', 'user-0002'], [])
  expect(found).toMatchObject({ verdict: 'unmet', told: ['user-0001 sms', 'user-0002 sms'] })
})

test('a recipient without an event is a failure, and is explained like the others', async () => {
  const world = await smokeWorld({ seed, faults: ['dropped-trigger'] })
  expect(await outcome(world, ['user-0001', 'user-0002'], [])).toMatchObject({
    verdict: 'unmet',
    end: 'timeout',
    told: ['user-0001 -', 'user-0002 -'],
  })
})

test('a recipient who is named twice is the reason for a smaller number of events', async () => {
  const found = await outcome(await failing(), ['user-0001', 'user-0001'], ['events=2'])
  expect(found).toMatchObject({ verdict: 'unmet', told: ['user-0001 -'] })
})

test('a topic without events has a reason without a recipient', async () => {
  const world = await smokeWorld({ seed, faults: ['dropped-trigger'] })
  const found = await outcome(world, [{ type: 'Topic', topicKey: 'all' }], ['email=sent'])
  expect(found).toMatchObject({ verdict: 'unmet', told: [' -'] })
})

test('if no event could be read, only the status is judged, and the failure is the explanation', async () => {
  for (const explains of ['all', 'unmet'] as const) {
    const world = await smokeWorld({ seed, faults: ['500-before:listEvents'] })
    const found = await outcome(world, 'user-0001', ['status=processed', 'email=sent'], { explains })
    expect(found).toEqual({
      verdict: 'unmet',
      end: 'unreadable',
      told: explains === 'all' ? [] : [' -'],
      quotable: [],
      judged: ['status=processed true', 'events not read false'],
    })
  }
})
