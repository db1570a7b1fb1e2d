// What a case expects, and what manifests say of whom it is for → which addresses are missing.
import { expect, test } from 'vitest'
import { isList, textOf, type ValueMap } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { suiteMistakes, unaddressed, undeclaredIntegrations } from '../../../src/delivery/suites/mistakes.ts'
import type { Problem } from '../../../src/core/problem.ts'
import { declared } from '../../support/laws-kinds.ts'
import { caseOf } from '../../support/suite-case.ts'
import type { Owns } from '../../../src/kinds/resource.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const channel = (providerId: string) => ({ providerId, integrationIdentifier: 'x', credentials: {} })

/** What is missing for `to`, of whom a manifest says this. */
function missing(
  expectation: ValueMap,
  says: ValueMap,
  to: ValueMap | string = 'ada',
  rules = {},
): readonly string[] {
  const each = caseOf({ body: { name: 'welcome', to: [to] }, expect: expectation })
  const { ignore, ...fields } = says
  const ada = declared(subscriber, { subscriberId: 'ada', ...fields })
  const manifest = Resources.of([{ ...ada, ...(isList(ignore) && { ignore: ignore.map(textOf) }) }])
  return unaddressed([each], () => manifest, rules).map(
    ({ severity, message }) => `${severity}: ${message.split(" doesn't declare ").at(-1)}`,
  )
}

const address = { email: 'ada@acme.example' }
const number = { phone: '+4915112345678' }

test.each<[string, ValueMap, ValueMap, string | undefined]>([
  ['email sent, and there is one', { email: 'sent' }, address, undefined],
  ['email sent, and it is cleared', { email: 'sent' }, { email: null }, 'email'],
  ['email sent, and only a number', { email: 'sent' }, number, 'email'],
  ['email completed', { email: 'completed' }, number, 'email'],
  ['email refused by its provider', { email: 'failed:provider' }, number, 'email'],
  ['email failed for want of an address', { email: 'failed:address' }, number, undefined],
  ['email failed', { email: 'failed' }, number, undefined],
  ['email skipped', { email: 'skipped' }, number, undefined],
  ['no email', { email: 'none' }, number, undefined],
  ['any email', { email: 'any' }, number, undefined],
  ['sms sent', { sms: 'sent' }, address, 'phone'],
  ['sms sent, and there is a number', { sms: 'sent' }, number, undefined],
  ['chat sent', { chat: 'sent' }, address, 'a chat channel'],
  ['chat sent, and there is a channel', { chat: 'sent' }, { channels: [channel('slack')] }, undefined],
  ['chat sent to a number', { chat: 'sent' }, number, undefined],
  ['push sent', { push: 'sent' }, number, 'a push channel'],
  ['push sent, and there is a channel', { push: 'sent' }, { channels: [channel('fcm')] }, undefined],
  [
    'push sent, and there is a channel of another sort',
    { push: 'sent' },
    { channels: [channel('slack')] },
    'a push channel',
  ],
  [
    'push sent through a provider of tomorrow',
    { push: 'sent' },
    { channels: [channel('tomorrow')] },
    undefined,
  ],
  ['in_app sent', { in_app: 'sent' }, address, undefined],
  ['a digest completed', { digest: 'completed' }, address, undefined],
  ['a subject', { subject: 'Hello' }, address, undefined],
])('%s', (_, expectation, says, what) => {
  expect(missing(expectation, says)).toEqual(what === undefined ? [] : [`warning: ${what}`])
})

test.each<[string, ValueMap, ValueMap, readonly string[]]>([
  ['no address is declared: email', { email: 'sent' }, { firstName: 'Ada' }, []],
  ['no address is declared: sms', { sms: 'sent' }, {}, []],
  ['no address is declared: push', { push: 'sent' }, { locale: 'en' }, []],
  ['email is ignored', { email: 'sent' }, { email: null, ignore: ['email'] }, []],
  ['phone is ignored: sms', { sms: 'sent' }, { ...address, ignore: ['phone'] }, []],
  ['all is ignored', { email: 'sent' }, { ...number, ignore: ['*'] }, []],
  ['a channel is ignored', { push: 'sent' }, { ...address, ignore: ['channels.*'] }, []],
  ['phone is ignored', { email: 'sent' }, { ...number, ignore: ['phone'] }, ['warning: email']],
])('an address that the application owns is not missing: %s', (_, expectation, says, what) => {
  expect(missing(expectation, says)).toEqual(what)
})

test('what the case itself says of a recipient counts too', () => {
  expect(missing({ email: 'sent' }, number, { subscriberId: 'ada', email: 'ada@acme.example' })).toEqual([])
  expect(
    missing({ email: 'sent' }, { email: 'a@acme.example' }, { subscriberId: 'ada', email: null }),
  ).toHaveLength(1)
})

test('of whom no manifest says anything, nothing is said', () => {
  expect(missing({ email: 'sent' }, {}, 'bea')).toEqual([])
  expect(missing({ email: 'sent' }, {}, { email: 'bea@acme.example' })).toEqual([])
})

test('rules set how much that matters', () => {
  expect(missing({ email: 'sent' }, number, 'ada', { 'smoke-recipient': 'error' })).toEqual(['error: email'])
  expect(missing({ email: 'sent' }, number, 'ada', { 'smoke-recipient': 'off' })).toEqual([])
})

const mail = { identifier: 'ses-eu', providerId: 'ses', channel: 'email' }

/** What is wrong with the integration that is expected, where these are declared. */
function through(
  expectation: ValueMap,
  says: readonly ValueMap[] = [mail],
  rules = {},
  owns?: Owns,
): readonly string[] {
  const each = caseOf({ body: { name: 'welcome', to: ['ada'] }, expect: expectation })
  const manifest = Resources.of(says.map((fields) => declared(integration, fields)))
  return undeclaredIntegrations({ cases: [each], primaries: [] }, () => manifest, rules, owns).map(
    ({ severity, message }) => `${severity}: ${message.split(' expects ').at(-1)}`,
  )
}

test.each<[string, ValueMap, readonly string[]]>([
  ['one that is declared', { email: { outcome: 'sent', integration: 'ses-eu' } }, []],
  ['one that is declared, for any channel', { integration: 'ses-eu' }, []],
  ['a part of a name', { integration: { contains: 'eu' } }, []],
  ['no integration', { email: 'sent', provider: 'ses' }, []],
  [
    'one that is not, and a similar one has another channel',
    { sms: { integration: 'ses-us' } },
    ['error: sms through integration ses-us, but no manifest declares this integration'],
  ],
])('%s is expected', (_, expectation, problems) => {
  expect(through(expectation)).toEqual(problems)
})

test('an integration outside of owns is declared by another project', () => {
  const owns = { integration: ['payments-*'] }
  expect(through({ email: { integration: 'crm-mail' } }, [], {}, owns)).toEqual([])
  expect(through({ email: { integration: 'payments-mail' } }, [], {}, owns)).toHaveLength(1)
  expect(through({ sms: { integration: 'ses-eu' } }, [mail], {}, owns)).toHaveLength(1)
})

test('who keeps integrations elsewhere says so', () => {
  const expectation = { email: { integration: 'ses-us' } }
  expect(through(expectation, [], { 'smoke-integration': 'off' })).toEqual([])
  expect(through(expectation, [], { 'smoke-integration': 'warn' })).toEqual([
    'warning: email through integration ses-us, but no manifest declares this integration',
  ])
})

test('all mistakes of a suite, in order, each once, with places and hints', () => {
  const place = (name: string) => (path: readonly string[]) => ({ file: `${name}.${path.join('.')}`, line: 1, column: 1, length: 1 })
  const expected = { sms: 'sent', email: { outcome: 'snet', integration: 'ses-ue' }, push: { integration: 'twilio' }, integration: 'gone' }
  const one = caseOf({ name: 'one', expect: expected, positionOf: place('one'), body: { name: 'w', to: ['ada', 'bea'] } })
  const position = { file: 'primary', line: 1, column: 1, length: 1 }
  const primary = { suite: '', target: 'Other', tags: [], position, channel: 'email', identifier: 'ses-us' }
  const suites = { cases: [one, { ...one, target: 'Other' }, caseOf({ expect: { email: 'sent', integration: 'ses-eu' } })], primaries: [primary] }
  const resources = Resources.of([
    ...['ada', 'bea'].map((subscriberId) => declared(subscriber, { subscriberId, ...address })),
    declared(integration, mail),
    declared(integration, { identifier: 'twilio', providerId: 'twilio', channel: 'sms' }),
  ])
  const found = (problems: readonly Problem[]) => suiteMistakes(suites, { forTarget: () => resources, problems }, { rules: {} })
  const lines = found([]).map(({ rule, severity, target, position: at, message, hint }) => `${rule} ${severity} ${target} ${at?.file}: ${message} | ${hint}`)
  const phone = (name: string) => `smoke-recipient warning Production one.expect.sms: the case "one" expects sms to reach ${name}, but the manifest of subscriber ${name} doesn't declare phone | Declare phone in the manifest, or set phone in \`to\` of the case. If your application sets phone, turn this rule off: rules: { smoke-recipient: off }.`
  const elsewhere = 'Use a declared integration, or declare this integration. If this integration is managed without belfry, turn this rule off: rules: { smoke-integration: off }.'
  expect(lines).toEqual([
    'wrong-value error undefined one.expect.email: unknown outcome "snet" for email; did you mean "sent"? | Write one of sent, completed, failed, skipped, canceled, merged, delayed, none, any.',
    phone('ada'),
    phone('bea'),
    `smoke-integration error Other primary: the suite expects integration ses-us to be primary for email, but no manifest declares this integration; did you mean "ses-eu"? | ${elsewhere}`,
    `smoke-integration error Production one.expect.email.integration: the case "one" expects email through integration ses-ue, but no manifest declares this integration; did you mean "ses-eu"? | ${elsewhere}`,
    `smoke-integration error Production one.expect.push.integration: the case "one" expects push through integration twilio, but this integration sends sms | ${elsewhere}`,
    `smoke-integration error Production one.expect.integration: the case "one" expects a message through integration gone, but no manifest declares this integration | ${elsewhere}`,
  ])
  expect(found([{ rule: 'wrong-value', severity: 'warning', message: '' }])).toHaveLength(7)
  expect(found([{ rule: 'wrong-value', severity: 'error', message: '' }])).toHaveLength(3)
}) // prettier-ignore
