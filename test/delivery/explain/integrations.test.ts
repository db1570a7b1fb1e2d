// A step that no integration sent, and integrations as the service shows them → what is wrong with which of them.
import { describe, expect, test } from 'vitest'
import type { Delivery, Sender, Step } from '../../../src/core/delivery/delivery.ts'
import { triggerTerms } from '../../../src/core/delivery/triggered.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import { explain } from '../../../src/delivery/explain/explain-delivery.ts'
import type { Surroundings } from '../../../src/delivery/explain/surroundings.ts'
import { integration as kind } from '../../../src/kinds/integration/integration.ts'
import { subscriber as subscribers } from '../../../src/kinds/subscriber/subscriber.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'
import { declared } from '../../support/laws-kinds.ts'

const isSet = {
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'payload', field: 'eu', operator: 'EQUAL', value: 'y' }],
}
const rules = { '==': [{ var: 'payload.tier' }, 'gold'] }

function integration(identifier: string, more: ValueMap = {}) {
  const fields = { identifier, providerId: 'ses', channel: 'email', active: true, primary: false, ...more }
  return { id: `id-${identifier}`, name: identifier, fields }
}

function step(text: string, more: Partial<Step> = {}, sender?: Sender): Step {
  return {
    channel: 'email',
    name: '',
    status: 'failed',
    senders: [],
    guess: '',
    waits: '',
    filters: [],
    details: [{ status: 'Failed', text, raw: '', source: 'Internal', ...(sender && { sender }) }],
    ...more,
  }
}

function told(each: Step, integrations: Surroundings['integrations'], manifests: readonly ValueMap[] = []) {
  const delivery: Delivery = {
    recipient: 'ada',
    event: 'e',
    workflow: 'welcome',
    created: '',
    state: 'over',
    steps: [each],
    messages: [],
    payload: { eu: 'n' },
  }
  const around: Surroundings = {
    ...(integrations && { integrations }),
    subscribers: new Map(),
    target: {},
    declared: Resources.of(manifests.map((fields) => declared(kind, { channel: 'email', ...fields }))),
    to: 'ada',
    transactionId: 't',
    terms: triggerTerms(),
  }
  const [only] = explain([delivery], around)
  return { why: only?.why, advice: only?.advice, resource: only?.resource, at: only?.position?.file }
}

const lacking = step('no active integration')

describe('no integration took the message', () => {
  test.each<[string, ReturnType<typeof integration>[], string, string, string | undefined]>([
    [
      'none',
      [],
      'the environment has no email integration',
      'with active: true and primary: true. Then',
      undefined,
    ],
    [
      'one of another channel',
      [integration('sms', { channel: 'sms' })],
      'the environment has no email integration',
      'declare an integration for email',
      undefined,
    ],
    [
      'one that is inactive',
      [integration('a', { active: false })],
      'its only integration a is inactive',
      'Set active: true on integration a, then',
      'a',
    ],
    [
      'several that are inactive, of which one is primary',
      [integration('a', { active: false }), integration('b', { active: false, primary: true })],
      'all its integrations (a and b) are inactive',
      'Set active: true on integration b, then',
      'b',
    ],
    [
      'none that is primary',
      [integration('a'), integration('b')],
      'none of its active integrations (a and b) is primary',
      'Set primary: true on integration a, then',
      'a',
    ],
    [
      'one with conditions, and none that is primary',
      [integration('a', { conditions: [isSet] }), integration('b')],
      'none of its active integrations (a and b) is primary, and the conditions of a (payload.eu EQUAL "y") don\'t match; payload.eu is n',
      'Set primary: true on integration b, then',
      'b',
    ],
    [
      'an inactive primary beside an active one',
      [integration('a', { active: false, primary: true }), integration('b')],
      'its primary integration a is inactive',
      'Set active: true on integration a, or make a different integration primary, then',
      'a',
    ],
    [
      'two primaries, of which one is active, and one with conditions',
      [
        integration('a', { active: false, primary: true }),
        integration('b', { primary: true, conditions: [isSet] }),
      ],
      'the conditions of b (payload.eu EQUAL "y") don\'t match; payload.eu is n',
      'Change the conditions, or add a primary integration without conditions. The primary',
      'b',
    ],
    [
      'one with rules',
      [integration('a', { rules })],
      'the routing rules of a (payload.tier = "gold") don\'t match; payload.tier is not set',
      'Change the routing rules, or add a primary integration without routing rules.',
      'a',
    ],
    [
      'some with rules and some with conditions',
      [integration('a', { conditions: [isSet] }), integration('b', { rules })],
      'the conditions or routing rules of a (payload.eu EQUAL "y"), b (payload.tier = "gold") don\'t match',
      'Change the conditions or routing rules, or add',
      'a',
    ],
    [
      'one that can send now',
      [integration('a', { primary: true })],
      'no active integration',
      'The environment now has an integration that can send this email message.',
      undefined,
    ],
    [
      'one that can send now, beside others with conditions',
      [
        integration('a', { primary: true, conditions: [isSet] }),
        integration('b'),
        integration('c', { primary: true }),
      ],
      'no active integration',
      'The environment now has an integration that can send this email message.',
      undefined,
    ],
    [
      'a primary with conditions, beside one that is not primary',
      [integration('a', { primary: true, conditions: [isSet] }), integration('b')],
      'the conditions of a (payload.eu EQUAL "y") don\'t match',
      'Change the conditions, or add a primary integration without conditions.',
      'a',
    ],
  ])('%s', (_, integrations, why, advice, name) => {
    const found = told(lacking, integrations)
    expect(found.why).toMatch(/^email failed: /)
    expect(found.why).toContain(why)
    expect(found.advice).toContain(advice)
    expect(found.resource).toBe(name === undefined ? undefined : `integration ${name}`)
    expect(found.at).toBeUndefined()
  })

  test('in a channel without primaries, no advice speaks of them', () => {
    const sent = { ...lacking, channel: 'chat' }
    expect(told(sent, []).advice).toContain('declare an integration for chat with active: true. Then')
    const limited = integration('a', { channel: 'chat', conditions: [isSet] })
    expect(told(sent, [limited]).advice).toBe(
      'Change the conditions, or add an integration without conditions.',
    )
    const plain = integration('b', { channel: 'chat' })
    expect(told(sent, [plain]).advice).toContain('Trigger again.')
    expect(told(sent, [limited, plain])).toMatchObject({
      why: 'chat failed: no active integration',
      advice: expect.stringContaining('Trigger again.'),
    })
  })

  test.each([
    ['none is primary', [integration('a')]],
    ['all are inactive', [integration('a', { active: false })]],
    ['the primary is inactive', [integration('a', { active: false, primary: true }), integration('c')]],
  ])('a manifest declares another primary integration, and %s', (_, integrations) => {
    const manifests = [{ identifier: 'a' }, { identifier: 'b', primary: true }]
    const found = told(lacking, integrations, manifests)
    expect(found).toMatchObject({
      advice: 'Run belfry apply to set primary: true on integration b, as the manifest declares.',
      resource: 'integration b',
      at: 'manifest.yaml',
    })
    const ofSms = told(lacking, integrations, [{ identifier: 'b', channel: 'sms', primary: true }])
    expect(ofSms.resource).toBe('integration a')
  })

  test('conditions that this release does not compare are named only if no other conditions are there', () => {
    const idle = (name: string) => ({ ...integration(name, { conditions: [isSet] }), compares: 'tenant' as const })
    expect(told(lacking, [idle('a'), idle('b')])).toEqual({
      why: 'email failed: conditions on payload have no effect on this release, which compares only the tenant of a trigger: integration a, b',
      advice: expect.stringContaining('Use conditions with on: tenant, or select the integration') as string,
      resource: 'integration a',
      at: undefined,
    })
    const ofTenant = [{ ...isSet, children: [{ ...isSet.children[0], on: 'tenant' }] }]
    const compared = { ...integration('b', { conditions: ofTenant }), compares: 'tenant' as const }
    expect(told(lacking, [idle('a'), compared]).why).toContain('the conditions of a (payload.eu EQUAL "y"), b (')
  }) // prettier-ignore

  test('where a channel failed over to an inactive integration, the fix is a failover', () => {
    const shown = [integration('main'), integration('spare', { active: false, primary: true })]
    const manifests = [
      { identifier: 'main', primary: true },
      { identifier: 'spare', standby: 1 },
    ]
    expect(told(lacking, shown, manifests)).toEqual({
      why: 'email failed: its primary integration spare is inactive',
      advice:
        'email failed over to spare. To activate spare, run belfry failover email --to spare -t Production. To return to the declared primary integration, run belfry failover email --back -t Production.',
      resource: 'integration main',
      at: 'manifest.yaml',
    })
  })

  test('the integration that a manifest declares as primary comes first, with its place', () => {
    const both = [integration('a'), integration('b')]
    const found = told(lacking, both, [{ identifier: 'b', primary: true }])
    expect(found).toMatchObject({ resource: 'integration b', at: 'manifest.yaml' })
    expect(found.advice).toBe(
      'Run belfry apply to set primary: true on integration b, as the manifest declares.',
    )
    expect(told(lacking, both, [{ identifier: 'b' }]).advice).toBe(
      'Set primary: true on integration a (not declared in a manifest yet), then run belfry apply.',
    )
  })
})

describe('a provider refused the message', () => {
  const refusal = 'Unexpected provider error: no'
  const ses = (name: string): Sender => ({ provider: 'ses', integration: name })

  test.each<[string, Step, ReturnType<typeof integration>[], string, string]>([
    [
      'of the integration that the log names before it',
      step(refusal, { senders: [ses('b')] }, ses('a')),
      [integration('a'), integration('b')],
      'ses',
      'integration a,',
    ],
    [
      'of the integration that the step was sent through',
      step(refusal, { senders: [ses('b')] }),
      [integration('a'), integration('b')],
      'ses',
      'integration b,',
    ],
    [
      'of an integration that its text names',
      step(`${refusal}, b.`),
      [integration('a'), integration('b.')],
      'the provider',
      'integration b.,',
    ],
    [
      'of the only active integration of the provider',
      step(refusal, { guess: 'ses' }),
      [integration('a'), integration('b', { active: false }), integration('c', { providerId: 'sendgrid' })],
      'ses',
      'integration a,',
    ],
    [
      'of the primary among several of the provider',
      step(refusal, { senders: [ses('')] }),
      [integration('a'), integration('b', { primary: true })],
      'ses',
      'integration b,',
    ],
    [
      'of one of several of the provider',
      step(refusal, { senders: [ses('')] }),
      [integration('a', { conditions: [isSet] }), integration('b', { primary: true })],
      'ses',
      'the email integration,',
    ],
    [
      'of an integration that is gone',
      step(refusal, { senders: [ses('gone')] }),
      [],
      'ses',
      'the email integration,',
    ],
    [
      'of one of several senders',
      step(refusal, { senders: [ses('a'), { provider: 'sendgrid', integration: 'b' }] }),
      [integration('a'), integration('b')],
      'the provider',
      'the email integration,',
    ],
    [
      'of an integration of another channel',
      step(refusal, { senders: [ses('a')] }),
      [integration('a', { channel: 'sms' })],
      'ses',
      'the email integration,',
    ],
  ])('%s', (_, each, integrations, provider, advice) => {
    const found = told(each, integrations)
    expect(found.why).toContain(`email failed: ${provider} didn't accept the message: ${refusal}`)
    expect(found.advice).toContain(`Check the credentials of ${advice}`)
    expect(found.advice).toContain(`and the log of ${provider}.`)
  })
})

describe('a recipient without an address', () => {
  const unreached = (channel: string, live?: ValueMap, manifests: readonly ValueMap[] = []) => {
    const each: Step = {
      ...step(''),
      channel,
      details: [{ ...lacking.details[0], text: 'missing recipient' } as never],
    }
    const delivery = { recipient: 'ada', event: 'e', workflow: 'w', created: '', messages: [], payload: {} }
    return explain([{ ...delivery, state: 'over', steps: [each] }], {
      target: {},
      subscribers: new Map(live === undefined ? [] : [['ada', live]]),
      declared: Resources.of(
        manifests.map((fields) => declared('identifier' in fields ? kind : subscribers, fields)),
      ),
      to: 'ada',
      transactionId: 't',
      terms: triggerTerms(),
    })[0]
  }

  test.each<[string, ValueMap | undefined, readonly ValueMap[], string, string]>([
    ['email', { email: '' }, [], 'ada has no email address', 'Set the field email of subscriber ada.'],
    ['sms', undefined, [], 'ada has no phone number', 'Set the field phone of subscriber ada.'],
    [
      'sms',
      { phone: '+49' },
      [],
      'ada had no phone number',
      'The subscriber has a phone number now. Trigger again.',
    ],
    [
      'email',
      { phone: '+49' },
      [{ subscriberId: 'ada' }],
      'has no email',
      'in the manifest, then run belfry apply.',
    ],
    [
      'email',
      {},
      [{ subscriberId: 'bob' }],
      'has no email',
      'in your application, because no manifest declares',
    ],
    [
      'email',
      {},
      [{ identifier: 'ses', channel: 'email' }],
      'has no email',
      'in your application, because no manifest declares',
    ],
    [
      'push',
      {},
      [],
      "can't reach ada by push: missing recipient",
      'add a channel with device tokens to subscriber ada.',
    ],
    ['chat', {}, [], "can't reach ada by chat", 'add a channel with a webhookUrl to subscriber ada.'],
  ])('%s, where the service shows %j and manifests %j', (channel, live, manifests, why, advice) => {
    const found = unreached(channel, live, manifests)
    expect(found?.why).toContain(`${channel} failed: `)
    expect(found?.why).toContain(why)
    expect(found?.advice).toContain(advice)
    expect(found?.resource).toBe('subscriber ada')
    expect(found?.position === undefined).toBe(!manifests.some(({ subscriberId }) => subscriberId === 'ada'))
  })
})
