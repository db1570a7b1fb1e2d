// Subscribers and integrations as the service shows them → what an audit finds in each and in all together.
import { expect, test } from 'vitest'
import { fingerprintKey } from '../../../src/core/secrets/fingerprint.ts'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { Unreadable, type ValueMap } from '../../../src/core/value.ts'
import { Directory } from '../../../src/engine/audit/directory.ts'
import {
  areCredentialsUnchecked,
  integrationFindings,
  keysOf,
} from '../../../src/engine/audit/integration-findings.ts'
import type { Desired, Live } from '../../../src/kinds/resource.ts'
import type { Subscriber } from '../../../src/wire/generated.ts'

const key = fingerprintKey(Secret.of('a key of this test', 'literal'))

function integration(name: string, channel: string, more: ValueMap = {}): Live {
  return {
    id: `id-${name}`,
    name,
    fields: { identifier: name, channel, active: true, primary: false, ...more },
  }
}

const primary = { primary: true }
const mail = integration('mail', 'email', primary)
const sms = integration('sms', 'sms', primary)
const push = integration('push', 'push', { providerId: 'fcm' })
const chat = integration('chat', 'chat', { providerId: 'slack' })
const inbox = integration('inbox', 'in_app')
const old = integration('old', 'push', { providerId: 'fcm', active: false })

type Channel = Readonly<Record<string, unknown>>

function subscriber(subscriberId: string, more: object = {}, ...channels: readonly Channel[]): Subscriber {
  return { subscriberId, updatedAt: '2026-01-05T09:00:00Z', channels, ...more } as unknown as Subscriber
}

const channel = (live: string, providerId: string, credentials: object = {}): Channel => ({
  _integrationId: `id-${live}`,
  providerId,
  credentials,
})

const tokens = (...deviceTokens: readonly unknown[]): object => ({ deviceTokens })

function directoryOf(integrations: readonly Live[], all: readonly Subscriber[]) {
  const directory = new Directory(new Map(integrations.map((live) => [live.id, live])), key)
  const alone = all.flatMap((each) => [...directory.add(each)])
  return { directory, found: [...alone, ...directory.sharedFindings({})] }
}

const rulesIn = (integrations: readonly Live[], ...all: readonly Subscriber[]): readonly string[] =>
  directoryOf(integrations, all).found.map(({ rule, message }) => `${rule}: ${message}`)

const email = { email: 'a@acme.example' }
const phone = { phone: '+49 151 1' }
const unreachedBy = (why: string): readonly string[] => [
  `unreachable-subscriber: subscriber ada can't be reached ${why}`,
]
const unreached = [
  "unreachable-subscriber: subscriber ada can't be reached, because no email address, phone number or channel is set that an active integration delivers to",
]
const noMail = unreachedBy('by email, because no active integration delivers email')
const noPhone = unreachedBy('by phone, because no active integration delivers to phone numbers')

test.each<[string, readonly Live[], Subscriber, readonly string[]]>([
  ['an email address, and a primary', [mail], subscriber('ada', email), []],
  ['an email address, and no primary', [integration('mail', 'email')], subscriber('ada', email), noMail],
  [
    'an email address, and a routed one',
    [integration('m', 'email', { conditions: [{ children: [{}] }] })],
    subscriber('ada', email),
    [],
  ],
  [
    'an email address, and an inactive primary',
    [integration('m', 'email', { ...primary, active: false })],
    subscriber('ada', email),
    noMail,
  ],
  ['an email address, and only text messages', [sms], subscriber('ada', email), noMail],
  ['a phone number', [sms], subscriber('ada', phone), []],
  ['a phone number without a digit', [sms], subscriber('ada', { phone: ' - ' }), unreached],
  ['a phone number, and only email', [mail], subscriber('ada', phone), noPhone],
  [
    'both addresses, and neither integration',
    [push],
    subscriber('ada', { ...email, ...phone }),
    unreachedBy(
      'by email or phone, because no active integration delivers to email addresses or phone numbers',
    ),
  ],
  [
    'a phone number, and WhatsApp',
    [integration('wa', 'chat', { providerId: 'whatsapp-business' })],
    subscriber('ada', phone),
    [],
  ],
  ['a device', [push], subscriber('ada', {}, channel('push', 'fcm', tokens('t'))), []],
  ['no device yet', [push], subscriber('ada', {}, channel('push', 'fcm', tokens())), unreached],
  [
    'a chat',
    [chat],
    subscriber('ada', {}, channel('chat', 'slack', { webhookUrl: 'https://x.example' })),
    [],
  ],
  ['nothing', [mail], subscriber('ada', { channels: undefined }), unreached],
  ['nothing, and no integrations', [], subscriber('ada'), unreached],
  ['nothing, and an inbox alone', [inbox], subscriber('ada'), []],
  ['nothing, and an inbox beside email', [inbox, mail], subscriber('ada'), unreached],
])('a subscriber with %s is reached or not', (_, integrations, each, expected) => {
  expect(rulesIn(integrations, each)).toEqual(expected)
})

test.each<[string, Channel, string | undefined]>([
  ['no webhookUrl', channel('chat', 'slack'), 'no webhookUrl; slack needs this value'],
  [
    'no credentials',
    { ...channel('chat', 'slack'), credentials: undefined },
    'no webhookUrl; slack needs this value',
  ],
  [
    'neither of two',
    channel('chat', 'mattermost'),
    'no webhookUrl and channel; mattermost needs these values',
  ],
  [
    'one of two',
    channel('chat', 'rocket-chat', { webhookUrl: 'x' }),
    'no channel; rocket-chat needs this value',
  ],
  ['both', channel('chat', 'mattermost', { webhookUrl: 'x', channel: 'y' }), undefined],
  [
    'no phone number',
    channel('chat', 'whatsapp-business'),
    'no phone number of the subscriber; whatsapp-business needs this value',
  ],
  ['a provider of tomorrow', channel('chat', 'of-tomorrow'), 'no webhookUrl; of-tomorrow needs this value'],
])('a channel in a chat with %s', (_, each, expected) => {
  const named = `incomplete-channel: channel ${String(each['providerId'])}@chat of subscriber ada has`
  expect(rulesIn([chat, mail], subscriber('ada', email, each))).toEqual(
    expected === undefined ? [] : [`${named} ${expected}`],
  )
})

test('at most 100 device tokens are allowed; a repeated token counts once, and no token may be empty', () => {
  const many = (count: number): object =>
    tokens(...Array.from({ length: count }, (_, at) => `t${at}`), 't0', '')
  const ada = (count: number) => subscriber('ada', email, channel('push', 'fcm', many(count)))
  expect(rulesIn([push, mail], ada(100))).toEqual([])
  expect(rulesIn([push, mail], ada(101))).toEqual([
    'too-many-device-tokens: channel fcm@push of subscriber ada has 101 device tokens, and the service allows 100',
  ])
  expect(
    rulesIn([push, mail], subscriber('ada', email, channel('push', 'fcm', { deviceTokens: 'no list' }))),
  ).toEqual([])
})

test('channels whose integration is missing or inactive are listed once, with their subscribers', () => {
  const gone = { ...channel('gone', 'fcm'), integrationIdentifier: 'push-eu' }
  const said = rulesIn(
    [old, mail],
    subscriber('ada', email, channel('old', 'fcm'), gone),
    subscriber('bob', { email: 'b@acme.example' }, gone, gone),
    subscriber('eve', { email: 'e@acme.example' }, channel('lost', 'apns')),
  )
  const dead = (part: string, state: string) =>
    `dead-channel: the integration of channel ${part} is ${state}, and`
  expect(said).toEqual([
    `${dead('fcm@old', 'inactive')} 1 subscriber has this channel: ada`,
    `${dead('fcm@push-eu', 'not in the service')} 2 subscribers have this channel: ada and bob`,
    `${dead('apns@id-lost', 'not in the service')} 1 subscriber has this channel: eve`,
  ])
})

test('what several subscribers share is found however it is written, and shown in part', () => {
  const said = rulesIn(
    [mail, push],
    subscriber('ada', { email: ' Ada@acme.example' }, channel('push', 'fcm', tokens('token-1'))),
    subscriber(
      'bob',
      { email: 'ada@ACME.example ', ...phone },
      channel('push', 'fcm', tokens('token-2', 'token-1')),
    ),
    subscriber('eve', { email: 'eve@acme.example', phone: '+49(151)1' }),
  )
  expect(said).toEqual([
    expect.stringMatching(
      /^shared-device-token: subscribers ada and bob have the same device token \(fingerprint [\w-]{12}\)$/,
    ),
    'shared-email: subscribers ada and bob have the same email address (a***@ACME.example)',
    'shared-phone: subscribers bob and eve have the same phone number (+***)',
  ])
  expect(said.join()).not.toContain('token-1')
})

test('hints name only commands that a protected target accepts', () => {
  const target = { alias: 'EU', protection: {} }
  const { directory } = directoryOf(
    [push],
    ['ada', 'bob'].map((name) => subscriber(name, {}, channel('push', 'fcm', tokens('t')))),
  )
  const idle = integration('mailgun', 'email', { active: false })
  const found = [...integrationFindings(target, [idle], () => undefined), ...directory.sharedFindings(target)]
  expect(found.map(({ rule, hint }) => [rule, /run (belfry .*)\.$/.exec(hint ?? '')?.[1]])).toEqual([
    ['channel-state', 'belfry plan --out FILE, then belfry apply FILE'],
    ['shared-device-token', 'belfry plan --out FILE, then belfry apply FILE'],
  ])
})

test('of many that share something ten are named; a name that repeats a secret has a label', () => {
  const many = Array.from({ length: 13 }, (_, at) => subscriber(`s${at}`, email))
  expect(rulesIn([mail], ...many)).toEqual([
    expect.stringContaining('subscribers s0, s1, s2, s3, s4, s5, s6, s7, s8, s9 and 3 more have'),
  ])
  const token = 'made-up-token-of-a-phone'
  const said = rulesIn([push], subscriber(`of-${token}`, {}, channel('old', 'fcm', tokens(token))))
  expect(said.join()).not.toContain(token)
  expect(said).toContainEqual(expect.stringContaining('of-(secret live)'))
})

test.each<[string, readonly Live[], readonly string[]]>([
  ['one primary', [mail], []],
  [
    'two primaries of one channel',
    [mail, integration('b', 'email', primary)],
    ['several-primaries: email is degraded in EU: b and mail are primary, and the service uses the newest'],
  ],
  ['primaries of two channels', [mail, sms], []],
  [
    'one that nothing chooses',
    [integration('idle', 'email')],
    [
      'channel-state: email delivers nothing in EU: none of its active integrations (idle) is primary',
      'unused-integration: integration idle is active, but it is not the primary integration for email and no conditions or rules select it',
    ],
  ],
  [
    'one that is inactive',
    [integration('idle', 'email', { active: false, credentials: {} })],
    ['channel-state: email delivers nothing in EU: its only integration idle is inactive'],
  ],
  ['a declared standby', [mail, integration('standby', 'email')], []],
  ['one that a manifest switches off', [integration('off', 'email', { active: false })], []],
  ['one of a channel without primaries', [push], []],
  [
    'one without its credentials',
    [integration('a', 'email', { ...primary, providerId: 'sendgrid', credentials: {} })],
    ['channel-state: email delivers nothing in EU: integration a has no credentials'],
  ],
  [
    'two primaries without their credentials',
    [
      integration('a', 'email', { ...primary, providerId: 'sendgrid', credentials: {} }),
      integration('b', 'email', { ...primary, providerId: 'sendgrid', credentials: {} }),
    ],
    ['channel-state: email delivers nothing in EU: a and b are primary, and the service uses'],
  ],
  [
    'one without its credentials beside the primary',
    [mail, integration('a', 'email', { providerId: 'sendgrid', credentials: {} })],
    [
      'missing-credentials: integration a is active without the credentials apiKey',
      'unused-integration: integration a is active',
    ],
  ],
  [
    'one without some of its credentials',
    [integration('a', 'email', { ...primary, providerId: 'sendgrid', credentials: { from: 'x' } })],
    ['missing-credentials: integration a is active without the credentials apiKey'],
  ],
  [
    'one with hidden credentials',
    [
      integration('a', 'email', {
        ...primary,
        providerId: 'sendgrid',
        credentials: { apiKey: new Unreadable(true), from: 'x', senderName: 'y' },
      }),
    ],
    [],
  ],
  [
    'credentials that the service does not return',
    [integration('a', 'email', { ...primary, providerId: 'sendgrid' })],
    [],
  ],
])('of integrations, %s', (_, all, expected) => {
  const fields: Readonly<Record<string, ValueMap>> = { standby: { standby: 1 }, off: { active: false } }
  const declared = (name: string): Desired | undefined =>
    fields[name] && ({ name, declared: fields[name], fields: fields[name] } as unknown as Desired)
  const found = [...integrationFindings({ alias: 'EU' }, all, declared)].filter(
    ({ saidBy }) => saidBy === undefined,
  )
  const said = found.map(({ rule, message }) => `${rule}: ${message}`)
  expect(said).toEqual(expected.map((text) => expect.stringContaining(text)))
})

test('credentials are unchecked if the service returns none, and an active integration needs some', () => {
  const sendgrid = (more: ValueMap) => integration('a', 'email', { providerId: 'sendgrid', ...more })
  expect(areCredentialsUnchecked([sendgrid({})])).toBe(true)
  expect(areCredentialsUnchecked([sendgrid({ active: false })])).toBe(false)
  expect(areCredentialsUnchecked([sendgrid({}), sendgrid({ credentials: {} })])).toBe(false)
  expect(areCredentialsUnchecked([inbox])).toBe(false)
})

test('keys that several environments may share: those that give access, and no placeholder', () => {
  const credentials = {
    apiKey: Secret.of('12345678', 'live'),
    token: Secret.of('1234567', 'live'),
    password: Secret.named('env:P'),
    secretKey: 'in the clear',
    from: Secret.of('a@acme.example', 'live'),
  }
  expect(keysOf(integration('a', 'email', { credentials })).map(([name]) => name)).toEqual(['apiKey'])
  expect(keysOf(mail)).toEqual([])
})
