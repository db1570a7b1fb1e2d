// What went wrong with a trigger → the sentences that say why, and what to do.
import { describe, expect, test } from 'vitest'
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
      'user-0001 email: email failed: mailgun did not take it: Unexpected provider error: over quota | Check the credentials of integration mailgun-old, and the log of mailgun. | integration mailgun-old',
    ])
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      'user-0001 email: email failed: mailgun did not take it: Unexpected provider error: over quota | Check the credentials of integration mailgun-old, and the log of mailgun. | integration mailgun-old all.yaml:5',
    ])
  })

  test.each([
    [
      'none at all',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        world.sandbox.state.integrations.remove('Production', 'mailgun-old'),
      'the environment has no email integration | Declare one with active: true and primary: true in a manifest, then belfry apply.',
    ],
    [
      'one that is not active',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        void world.sandbox.state.integrations.edit('Production', 'mailgun-old', {
          active: false,
          primary: false,
        }),
      'mailgun-old is not active | Set active: true of integration mailgun-old, then belfry apply. | integration mailgun-old all.yaml:6',
    ],
    [
      'none that is primary',
      (world: Awaited<ReturnType<typeof smokeWorld>>) =>
        void world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false }),
      'no email integration is primary, and only the primary sends; active without being it: mailgun-old | Set primary: true of integration mailgun-old, then belfry apply. | integration mailgun-old all.yaml:7',
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
      'mailgun-old, the primary, is not active | Set active: true of integration mailgun-old, or make another one primary, then belfry apply. | integration mailgun-old all.yaml:6',
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
      'the conditions of mailgun-old (subscriber.locale IN "de,fr") do not hold; subscriber.locale is not set | Change the conditions, or give the channel a primary integration without conditions, which takes all others. | integration mailgun-old all.yaml:8',
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
      'the rules of mailgun-old (subscriber.data.tier = "gold" and not payload.x is empty) do not hold; subscriber.data.tier is not set, payload.x is not set'
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      `user-0001 email: email failed: ${read} | Change the rules, or give the channel a primary integration without rules, which takes all others. | integration mailgun-old all.yaml:10`,
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
      `no email integration is primary, and ${read}; active without being it: ses | Set primary: true of integration ses`,
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
        `| Run belfry apply: it sets ${flag}: true of integration mailgun-old, which its manifest declares already. |`,
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
      declared('integration', 'ses', { active: true, primary: true }),
    ]
    const [why] = await world.why(waited, 'user-0001', both)
    expect(why).toContain('Run belfry apply: it sets primary: true of integration ses,')
    const [other] = await world.why(waited, 'user-0001', both.toReversed())
    expect(other).toBe(why)
  })

  test('what no manifest declares is said to be so', async () => {
    const world = await smokeWorld()
    world.sandbox.state.integrations.edit('Production', 'mailgun-old', { primary: false })
    const waited = await world.fire({ to: 'user-0001' })
    const [why] = await world.why(waited, 'user-0001', [declared('subscriber', 'ada')])
    expect(why).toContain(
      'Set primary: true of integration mailgun-old, which no manifest declares, then belfry apply.',
    )
  })
})

describe('recipients', () => {
  test('without an address', async () => {
    const world = await smokeWorld()
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { email: null })
    const waited = await world.fire({ to: 'user-0001' })
    expect(await world.why(waited, 'user-0001', all)).toEqual([
      'user-0001 email: email skipped: user-0001 has no email address | Give user-0001 an email address (its field email) in its manifest, then belfry apply. | subscriber user-0001 all.yaml:9',
    ])
    world.sandbox.state.subscribers.edit('Production', 'user-0001', { email: 'a@acme.example' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 email: email skipped: user-0001 had no email address | It has one by now: trigger again. | subscriber user-0001',
    ])
  })

  test('without a channel', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ name: 'app-update', to: 'user-0001' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      "user-0001 push: push skipped: user-0001 can't be reached on it: Subscriber does not have a configured channel: fcm-push | Give user-0001 a channel for this integration, with its device tokens. | subscriber user-0001",
    ])
  })

  test.each([
    [
      'a malformed address',
      { subscriberId: 'x', email: 'nowhere' },
      'its email nowhere is not an e-mail address',
    ],
    ['a malformed locale', { subscriberId: 'x', locale: '!' }, 'its locale ! is not a locale'],
    [
      'a channel of nobody',
      { subscriberId: 'x', channels: [{ providerId: 'discord', credentials: {} }] },
      'there is no active integration for its channel discord',
    ],
  ])('dropped for %s', async (_, to, why) => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const waited = await world.fire({ to } as never, { timeout: 2000 })
    expect(await world.why(waited, to as never)).toEqual([
      `x -: nothing appeared for x: ${why}, and services drop such a recipient without a word | Correct --to, then trigger again.`,
    ])
  })

  test('dropped, and nobody can see why', async () => {
    const world = await smokeWorld({ faults: ['dropped-trigger'] })
    const waited = await world.fire({ to: ['user-0001', 'user-9999'] }, { timeout: 2000 })
    const advice =
      "Either the service's worker is behind or down, or the transaction id t-1 was used before and the trigger was ignored, or its lists lag, or the workflow has no step in this environment: look again in a minute, with a fresh id if you trigger again."
    expect(await world.why(waited, ['user-0001', 'user-9999'])).toEqual([
      `user-0001 -: nothing appeared for user-0001 | ${advice}`,
      `user-9999 -: nothing appeared for user-9999, and the service knows no such subscriber, although the trigger would have created it | ${advice}`,
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
      'user-0001 email: email skipped: its condition does not hold: payload.urgent EQUAL "true"; payload.urgent is no | Trigger it with a payload and a recipient for which the condition holds, or change it in the workflow.',
    ])
  })

  test('preferences', async () => {
    const preferenceSettings = { email: false, sms: true, in_app: true, chat: true, push: true }
    const world = await smokeWorld({ seed: workflow('w', { steps: [email], preferenceSettings }) })
    const waited = await world.fire({ name: 'w', to: 'user-0001' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      "user-0001 email: email skipped: preferences keep it back: Step filtered by workflow preferences | The workflow, or user-0001, doesn't want email: change the preference in the dashboard, or don't expect it.",
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
      'user-0001 email: email was canceled before it was sent: Step was canceled: Email failed | A step before it failed and stops what comes after it, or somebody canceled the trigger.',
    )
  })

  test('a provider that never answers', async () => {
    const world = await smokeWorld()
    world.sandbox.providers.set('mailgun', { outcome: 'silent' })
    const waited = await world.fire({ to: 'user-0001' })
    expect(waited.end).toBe('timeout')
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 email: email is under way: mailgun has not answered so far | Look again later; if it stays like this, ask the provider or its own log.',
    ])
  })

  test('a delay', async () => {
    const world = await smokeWorld()
    const waited = await world.fire({ name: 'weekly-digest', to: 'user-0001' }, { delayed: 'skip' })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 delay: delay waits by design for 10 minutes | Wait longer with --timeout, or take it for done with --skip-delayed.',
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
      'user-0001 digest: digest went into a digest that was already waiting: Digest was merged with other digest | What the digest sends belongs to the event that was first; nothing more comes of this one.',
    )
  })

  test('none', async () => {
    const world = await smokeWorld({ profile: 'novu-2026-09' })
    const waited = await world.fire({ name: 'draft-announcement', to: 'user-0001' }, { timeout: 2000 })
    expect(await world.why(waited, 'user-0001')).toEqual([
      'user-0001 -: the event has no steps so far | An event is stored before its steps: look again in a few seconds. If it stays like this, the workflow has no active step in this environment.',
    ])
  })
})
