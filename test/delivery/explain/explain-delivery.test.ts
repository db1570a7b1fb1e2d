// What went wrong with a trigger → the sentences that say why, and what to do.
import { describe, expect, test } from 'vitest'
import { whyNoStep } from '../../../src/delivery/explain/explain-delivery.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import type { Seed } from '../../../src/sandbox/index.ts'
import { smokeWorld } from '../../support/smoke-world.ts'

const places: Readonly<Record<string, number>> = {
  credentials: 5,
  active: 6,
  primary: 7,
  conditions: 8,
  email: 9,
  rules: 10,
}

function declared(kind: string, name: string, says: Desired['declared'] = {}): Desired {
  const position = (line: number) => ({ file: 'all.yaml', line, column: 1, length: 1 })
  return {
    kind,
    name,
    target: 'Production',
    declared: says,
    fields: {},
    position: position(1),
    positionOf: ([path]) => position(places[String(path)] ?? 1),
  }
}

const all = [
  declared('integration', 'mailgun-old'),
  declared('integration', 'twilio-sms'),
  declared('subscriber', 'user-0001'),
]

describe('integrations', () => {
  test('a provider that refuses', async () => {
    const world = await smokeWorld()
    world.sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'over quota' })
    const waited = await world.fire({ to: 'user-0001' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      "user-0001 email: email failed: mailgun didn't accept the message: Unexpected provider error: over quota | Check the credentials of integration mailgun-old, and the log of mailgun. | integration mailgun-old",
    ])
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      "user-0001 email: email failed: mailgun didn't accept the message: Unexpected provider error: over quota | Check the credentials of integration mailgun-old, and the log of mailgun. | integration mailgun-old all.yaml:5",
    ])
  })

  test.each([
    [
      'none at all',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        world.sandbox.state.integrations.remove('Production', 'mailgun-old'),
      'the environment has no email integration | In a manifest, declare an integration for email with active: true and primary: true. Then run belfry apply.',
    ],
    [
      'one that is not active',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        void world.sandbox.state.integrations.edit('Production', 'mailgun-old', {
          active: false,
          primary: false,
        }),
      'its only integration mailgun-old is inactive | Set active: true on integration mailgun-old, then run belfry apply. | integration mailgun-old all.yaml:6',
    ],
    [
      'none that is primary',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        void world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false }),
      'none of its active integrations (mailgun-old) is primary | Set primary: true on integration mailgun-old, then run belfry apply. | integration mailgun-old all.yaml:7',
    ],
    [
      'a primary that is not active',
      ({ sandbox }: Awaited<ReturnType<typeof smokeWorld>>) => {
        sandbox.state.integrations.edit('Production', 'mailgun-old', { active: false })
        sandbox.state.integrations.add({
          environment: 'Production',
          identifier: 'ses',
          providerId: 'ses',
          channel: 'email',
          active: true,
        })
      },
      'its primary integration mailgun-old is inactive | Set active: true on integration mailgun-old, or make a different integration primary, then run belfry apply. | integration mailgun-old all.yaml:6',
    ],
    [
      'conditions that do not hold',
      ({ sandbox }: Awaited<ReturnType<typeof smokeWorld>>) =>
        void sandbox.state.integrations.edit('Production', 'mailgun-old', {
          primary: false,
          conditions: [
            {
              type: 'GROUP',
              isNegated: false,
              value: 'AND',
              children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de,fr' }],
            },
          ],
        }),
      'the conditions of mailgun-old (subscriber.locale IN "de,fr") don\'t match; subscriber.locale is not set | Change the conditions, or add a primary integration without conditions. The primary integration sends all messages that the conditions don\'t match. | integration mailgun-old all.yaml:8',
    ],
  ])('%s', async (_, change, why) => {
    const world = await smokeWorld()
    change(world)
    const waited = await world.fire({ to: 'user-0001' })
    expect(await world.why(waited, 'user-0001', all)).toEqual([`user-0001 email: email failed: ${why}`])
  })

  test('rules that do not hold', async () => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const { integrations } = world.sandbox.state
    const rules = {
      and: [{ '==': [{ var: 'subscriber.data.tier' }, 'gold'] }, { '!!': { var: 'payload.x' } }],
    }
    integrations.edit('Production', 'mailgun-old', { primary: false, rules })
    const waited = await world.fire({ to: 'user-0001' })
    const read =
      'the routing rules of mailgun-old (subscriber.data.tier = "gold" and not payload.x is empty) don\'t match; subscriber.data.tier is not set, payload.x is not set'
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      `user-0001 email: email failed: ${read} | Change the routing rules, or add a primary integration without routing rules. The primary integration sends all messages that the routing rules don't match. | integration mailgun-old all.yaml:10`,
    ])
    integrations.add({
      environment: 'Production',
      identifier: 'ses',
      providerId: 'ses',
      channel: 'email',
      active: true,
    })
    const [why] = await world.why(waited, 'user-0001')
    expect(why).toContain(
      `none of its active integrations (mailgun-old and ses) is primary, and ${read} | Set primary: true on integration ses`,
    )
  })

  test.each(['primary', 'active'] as const)(
    'where a manifest says %s: true already, an apply is all that is missing',
    async (flag) => {
      const world = await smokeWorld()
      world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false, [flag]: false })
      const waited = await world.fire({ to: 'user-0001' })
      const own = declared('integration', 'mailgun-old', { active: true, primary: true })
      const [why] = await world.why(waited, 'user-0001', [own])
      expect(why).toContain(
        `| Run belfry apply to set ${flag}: true on integration mailgun-old, as the manifest declares. |`,
      )
    },
  )

  test('of several that could be primary, the one that a manifest declares so is named', async () => {
    const world = await smokeWorld()
    const { integrations } = world.sandbox.state
    integrations.edit('Production', 'mailgun-old', { primary: false })
    integrations.add({
      environment: 'Production',
      identifier: 'ses',
      providerId: 'ses',
      channel: 'email',
      active: true,
    })
    const waited = await world.fire({ to: 'user-0001' })
    const both = [
      declared('integration', 'mailgun-old'),
      declared('integration', 'ses', { channel: 'email', active: true, primary: true }),
    ]
    const [why] = await world.why(waited, 'user-0001', both)
    expect(why).toContain('Run belfry apply to set primary: true on integration ses,')
    const [other] = await world.why(waited, 'user-0001', both.toReversed())
    expect(other).toBe(why)
  })

  test('what no manifest declares is said to be so', async () => {
    const world = await smokeWorld()
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false })
    const waited = await world.fire({ to: 'user-0001' })
    const [why] = await world.why(waited, 'user-0001', [declared('subscriber', 'ada')])
    expect(why).toContain(
      'Set primary: true on integration mailgun-old (not declared in a manifest yet), then run belfry apply.',
    )
  })
})

describe('recipients', () => {
  test('without an address', async () => {
    const world = await smokeWorld()
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { email: null })
    const waited = await world.fire({ to: 'user-0001' })
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      'user-0001 email: email skipped: user-0001 has no email address | Set the field email of subscriber user-0001 in the manifest, then run belfry apply. | subscriber user-0001 all.yaml:9',
    ])
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { email: 'a@acme.example' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 email: email skipped: user-0001 had no email address | The subscriber has an email address now. Trigger again. | subscriber user-0001',
    ])
  })

  test('without a channel', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ name: 'app-update', to: 'user-0001' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      "user-0001 push: push skipped: the service can't reach user-0001 by push: Subscriber does not have a configured channel: fcm-push | For this integration, add a channel with device tokens to subscriber user-0001. | subscriber user-0001",
    ])
  })

  test.each([
    [
      'a malformed address',
      { subscriberId: 'x', email: 'nowhere' },
      'the email "nowhere" of the recipient is not a valid email address',
    ],
    [
      'a malformed locale',
      { subscriberId: 'x', locale: '!' },
      'the locale "!" of the recipient is not a valid locale',
    ],
    [
      'a channel of nobody',
      { subscriberId: 'x', channels: [{ providerId: 'discord', credentials: {} }] },
      "the environment has no active integration for the recipient's channel discord",
    ],
  ])('dropped for %s', async (_, to, why) => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const waited = await world.fire({ to } as never, { timeout: 2000 })
    expect(await world.why(waited, to as never)).toEqual([
      `x -: no event was found for x: ${why}; the service ignores such a recipient and reports no error | Correct to, then trigger again.`,
    ])
  })

  test('dropped, and nobody can see why', async () => {
    const world = await smokeWorld({ faults: ['dropped-trigger'] })
    const waited = await world.fire({ to: ['user-0001', 'user-9999'] }, { timeout: 2000 })
    const advice =
      "Possible reasons: the service's worker is late or not running; the service's list of events isn't updated yet; the workflow has no step in this environment; or the service ignored the trigger, because the transaction ID t-1 was used before. Look again in a minute. If you trigger again, use a new transaction ID."
    expect(await world.why(waited, ['user-0001', 'user-9999'])).toEqual([
      `user-0001 -: no event was found for user-0001 | ${advice}`,
      `user-9999 -: no event was found for user-9999. A trigger creates subscribers that don't exist yet, but subscriber user-9999 still doesn't exist | ${advice}`,
    ])
  })
})

const workflow = (identifier: string, more: object): Seed => ({
  workflows: [{ environment: 'Production', identifier, name: identifier, active: true, ...more }],
})

describe('steps', () => {
  const email = {
    _id: 'e',
    name: 'Email',
    active: true,
    template: { type: 'email', subject: 'Hi', content: 'x' },
  }
  const urgent = {
    type: 'GROUP' as const,
    isNegated: false,
    value: 'AND' as const,
    children: [{ on: 'payload' as const, field: 'urgent', operator: 'EQUAL' as const, value: 'true' }],
  }

  test('a condition that does not hold', async () => {
    const seed = workflow('w', { steps: [{ ...email, filters: [urgent] }] })
    const world = await smokeWorld({ seed })
    const waited = await world.fire({ name: 'w', to: 'user-0001', payload: { urgent: 'no' } })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 email: email skipped: the condition of the step doesn\'t match: payload.urgent EQUAL "true"; payload.urgent is no | Send the trigger with a payload and a recipient that match the condition, or change the condition in the workflow.',
    ])
  })

  test('preferences', async () => {
    const preferenceSettings = { email: false, sms: true, in_app: true, chat: true, push: true }
    const world = await smokeWorld({ seed: workflow('w', { steps: [email], preferenceSettings }) })
    const waited = await world.fire({ name: 'w', to: 'user-0001' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 email: email skipped: a preference turns email off: Step filtered by workflow preferences | A preference of the workflow or of user-0001 turns email off. Change the preference in the dashboard. If the preference is intended, expect the outcome skipped:preference.',
    ])
  })

  test('one that stops the rest', async () => {
    const steps = [
      { ...email, shouldStopOnFail: true },
      { ...email, _id: 'f' },
    ]
    const world = await smokeWorld({ seed: workflow('w', { steps }) })
    world.sandbox.providers.set('mailgun', { outcome: 'refuse', text: 'no' })
    const waited = await world.fire({ name: 'w', to: 'user-0001' })
    expect((await world.why(waited, 'user-0001'))[1]).toBe(
      'user-0001 email: the email step was canceled: Step was canceled: Email failed | Either an earlier step failed and stopped the later steps, or the trigger was canceled. Check the earlier steps.',
    )
  })

  test('a provider that never answers', async () => {
    const world = await smokeWorld()
    world.sandbox.providers.set('mailgun', { outcome: 'silent' })
    const waited = await world.fire({ to: 'user-0001' })
    expect(waited.end).toBe('timeout')
    expect(await world.why(waited, 'user-0001')).toEqual([
      "user-0001 email: email is in progress: mailgun hasn't replied yet, or it replied with an error and the service tries again | Look again later. If the status stays the same, check the provider's log.",
    ])
  })

  test('a delay', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ name: 'weekly-digest', to: 'user-0001' }, { delayed: 'skip' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 delay: the delay step is delayed by the workflow for 10 minutes | Set a timeout that is longer than the delay, or treat the delay as done with skipDelayed.',
    ])
  })

  test('a digest that takes an event in', async () => {
    const digest = {
      _id: 'd',
      active: true,
      template: { type: 'digest' },
      metadata: { type: 'regular', amount: 5, unit: 'minutes' },
    }
    const world = await smokeWorld({ seed: workflow('w', { steps: [digest, email] }) })
    await world.trigger({ name: 'w', to: 'user-0001', transactionId: 't-0' })
    world.sandbox.clock.advance(1000)
    const waited = await world.fire({ name: 'w', to: 'user-0001' })
    expect(waited.end).toBe('settled')
    expect((await world.why(waited, 'user-0001'))[0]).toBe(
      'user-0001 digest: the event was merged into an earlier digest that the service has not sent yet: Digest was merged with other digest | The service sends one message for all events of the digest. The message belongs to the first event, so the later events, such as this one, have no message of their own.',
    )
  })

  test('none', async () => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const waited = await world.fire({ name: 'draft-announcement', to: 'user-0001' }, { timeout: 2000 })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 -: the event has no steps yet | The service stores the event first and the steps later. Look again in a few seconds. If the event still has no steps, the workflow has no active step in this environment.',
    ])
  })
})

describe('an expected step that the event does not have', () => {
  const expected = (channel: string, outcome = 'sent') => ({ about: 'step', channel, outcome }) as never
  const event = (more: object = {}) => ({
    recipient: 'user-0001',
    state: 'over',
    steps: [{ channel: 'email' }, { channel: 'email' }, { channel: 'push' }],
    ...more,
  })

  test('is named, with the channels of the steps that there are', () => {
    expect(whyNoStep([event() as never], [expected('sms'), expected('email')])).toEqual([
      {
        recipient: 'user-0001',
        channel: 'sms',
        why: 'the event has no sms step, only email and push',
        advice: 'Correct the expectation, or add an active sms step to the workflow in this environment.',
      },
    ])
  })

  test.each([
    ['that the expectation rules out', {}, 'none'],
    ['of an event that may get more steps', { state: 'open' }, 'sent'],
    ['of an event that was sent twice', { repeats: 'another' }, 'sent'],
    ['of an event whose steps are not stored yet', { steps: [] }, 'sent'],
  ])('%s has no such reason', (_, more, outcome) => {
    expect(whyNoStep([event(more) as never], [expected('sms', outcome)])).toEqual([])
  })
})
