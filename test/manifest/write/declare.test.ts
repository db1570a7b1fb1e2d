// What the service shows of resources, as a manifest declares it: variables, and why fields and resources are left out.
import { expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import { textOf, Unreadable, type Value, type ValueMap } from '../../../src/core/value.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import type { Kind } from '../../../src/kinds/kind.ts'
import { registry } from '../../../src/kinds/registry.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { noteLines, type Entry } from '../../../src/manifest/write/entry.ts'
import { countsText, declare, exampleText, filesFor } from '../../../src/manifest/write/files.ts'
import { Variables } from '../../../src/manifest/write/references.ts'
import { live } from '../../support/laws-kinds.ts'
import { load } from '../load-files.ts'

async function shown(kind: Kind, all: readonly [string, string, ValueMap][]) {
  const { project } = await load('')
  const variables = new Variables(
    (name) => name.endsWith('TAKEN_API_KEY'),
    (text) => text.includes('canary'),
  )
  const found = all.map(([target, name, fields]) => ({ target, live: live(name, { identifier: name, providerId: 'ses', channel: 'email', ...fields }) })) // prettier-ignore
  const owned = {
    ...project,
    owns: {
      subscriber: ['*'],
      environment: ['Q'],
      integration: ['m', 't*', '日本', 'both', 'same', 'part', 'o*'],
    },
  }
  const { entries, left } = declare(kind, found, variables, owned, registry)
  entries.forEach((entry) => variables.use(entry))
  return [
    ...entries.map(({ fields, targets, perTarget, notes }) => {
      const { identifier, subscriberId, providerId: _, channel: _channel, ...rest } = fields
      const why = noteLines(notes)
      return [textOf(identifier ?? subscriberId), targets, JSON.stringify([rest, perTarget]), ...why].join(
        ' ',
      )
    }),
    ...left.map(({ name, target, why }) => `${name} ${target}: ${why}`),
    ...variables.all.map(({ name, field, target }) => `${name} ${field} ${target}`),
  ]
}

const key = (value: string) => ({ apiKey: Secret.of(value, 'live') })
const nested = (levels: number): Value => (levels === 0 ? 1 : [nested(levels - 1)])

const hidden =
  'credentials: not returned by the service; the provider requires apiKey, secretKey, region, from and senderName'
const unstorable =
  "m Production [{},{}] credentials: the value contains a secret that an environment variable can't store"
test.each<[string, ValueMap, readonly string[]]>([
  ['m', { credentials: { ...key('a'), from: new Unreadable(true) } }, ['m Production [{"credentials":{"apiKey":"(secret env:M_API_KEY)","from":"(secret env:M_FROM)"}},{}]', 'M_API_KEY credentials.apiKey undefined', 'M_FROM credentials.from undefined']],
  ['m', { credentials: key('') }, [unstorable]],
  ['m', { credentials: key('a\0') }, [unstorable]],
  ['m', { name: 'a canary' }, [`m Production [{},{}] name: the value contains a secret of another field ${hidden}`]],
  ['m', { name: 5, active: 'yes' }, [`m Production [{},{}] ${hidden} name: "name" must be a string; put it in quotes: "5" active: "active" must be true or false, not a string`]],
  ['m', { channel: 'fax' }, ['m undefined: "fax" is not a valid value for "channel"; valid: in_app, email, sms, chat, push, tool']],
  ['m', { providerId: 'nope' }, ['m Production [{},{}]']],
  ['taken', { credentials: key('a') }, ['taken Production [{"credentials":{"apiKey":"(secret env:INTEGRATION_TAKEN_API_KEY_2)"}},{}]', 'INTEGRATION_TAKEN_API_KEY_2 credentials.apiKey undefined']],
  ['日本', { credentials: key('a') }, ['日本 Production [{"credentials":{"apiKey":"(secret env:INTEGRATION_API_KEY)"}},{}]', 'INTEGRATION_API_KEY credentials.apiKey undefined']],
])('integration %s %j', async (name, fields, expected) => {
  expect(await shown(integration, [['Production', name, fields]])).toEqual(expected)
}) // prettier-ignore

test.each<[ValueMap, boolean]>([
  [{ a: nested(89) }, true],
  [{ a: nested(90) }, false],
  [{ a: [2 ** 60] }, false],
  [{ a: [[{ '': 1 }]] }, false],
])('whether a file stores %j', async (data, isStored) => {
  const [line] = await shown(subscriber, [['Production', 'ada', { data }]])
  expect(line?.includes('{"data"')).toBe(isStored)
})

test('resources of several targets', async () => {
  expect(
    await shown(integration, [
      ['Development', 'both', { name: 'x', credentials: { ...key('a'), from: 'f' } }],
      ['Production', 'both', { name: 'y', credentials: { ...key('b'), from: 'f' } }],
      [
        'Development',
        'same',
        {
          name: 'canary',
          configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: key('x').apiKey },
          credentials: key('a'),
        },
      ],
      [
        'Production',
        'same',
        {
          name: 'canary 2',
          configurations: { inboundWebhookEnabled: false, inboundWebhookSigningKey: key('x').apiKey },
          credentials: key('a'),
        },
      ],
      ['Development', 'part', { credentials: { from: 'a' } }],
      ['Production', 'part', { credentials: {} }],
      ['Development', 'other', { providerId: 'sns', channel: 'sms', active: 'no' }],
      ['Production', 'other', {}],
      ['Development', 'twice', {}],
      ['Development', 'twice', {}],
      ['Production', 'z', {}],
    ]),
  ).toEqual([
    'both  [{"credentials":{"from":"f"}},{"Development":{"name":"x","credentials":{"apiKey":"(secret env:DEVELOPMENT_BOTH_API_KEY)"}},"Production":{"name":"y","credentials":{"apiKey":"(secret env:PRODUCTION_BOTH_API_KEY)"}}}]',
    'same  [{"credentials":{"apiKey":"(secret env:SAME_API_KEY)"},"configurations":{"inboundWebhookSigningKey":"(secret env:SAME_INBOUND_WEBHOOK_SIGNING_KEY)"}},{"Development":{"configurations":{"inboundWebhookEnabled":true}},"Production":{"configurations":{"inboundWebhookEnabled":false}}}] name: the value contains a secret of another field',
    'part  [{},{"Development":{"credentials":{"from":"a"}}}]',
    'other Development [{},{}] credentials: not returned by the service; the provider requires apiKey, secretKey and region active: "active" must be true or false, not a string',
    `other Production [{},{}] ${hidden}`,
    'twice Development: the service has 2 integrations with this identity, and a manifest can declare only one',
    'z undefined: integration z is outside of owns',
    'DEVELOPMENT_BOTH_API_KEY credentials.apiKey Development',
    'PRODUCTION_BOTH_API_KEY credentials.apiKey Production',
    'SAME_API_KEY credentials.apiKey undefined',
    'SAME_INBOUND_WEBHOOK_SIGNING_KEY configurations.inboundWebhookSigningKey undefined',
  ])
  expect(
    await shown(subscriber, [
      ['Development', 'ada', { data: { a: 1, b: { c: 1, d: 1 } }, email: 'nobody' }],
      ['Production', 'ada', { data: { a: 1, b: { c: 2, d: 1 } }, email: 'a@b.example' }],
      ['Production', '', {}],
    ]),
  ).toEqual([
    'ada  [{"data":{"a":1}},{"Development":{"data":{"b":{"c":1,"d":1}}},"Production":{"data":{"b":{"c":2,"d":1}}}}] email: "nobody" is not a valid email address',
    ' undefined: "subscriberId" is empty',
  ])
})

test('environments of one name are counted in all organisations', async () => {
  const { project } = await load('')
  const twice = { ...live('Q', { name: 'Q' }), duplicates: ['1', '2'] }
  const found = [twice, live('Q', { name: 'Q' })].map((each) => ({ target: undefined, live: each }))
  const variables = new Variables(
    () => false,
    () => false,
  )
  const environment = registry.find(({ name }) => name === 'environment') as Kind
  for (const all of [found, found.toReversed()])
    expect(declare(environment, all, variables, project, registry).left.map(({ why }) => why)).toEqual([
      'the service has 3 environments with this identity, and a manifest can declare only one',
    ])
})

test('the name of a resource never ends its line', () => {
  const odd = { name: 'A', resource: 'integration a\nB=c', field: 'f', target: 'T' }
  expect(exampleText([odd])).toContain('\n# integration a\\nB=c: f in T\nA=\n')
})

test('the files of resources have names that every system can store, and no two resources share one', () => {
  const entry = (name: string, fields: ValueMap = {}, kind: Kind = integration): Entry => ({ kind, name, fields, perTarget: {}, lives: new Map(), notes: [] })
  const names = ['SES (EU)', 'ses eu', 'ses-eu', 'con', 'LPT1.x', 'console', '.hidden', '日本', 'x'.repeat(101)]
  const files = filesFor(names.map((name) => entry(name)), 'resource')
  expect([...files.keys()].map((file) => file.replace(/^integrations\/(.*)\.yaml$/, '$1'))).toEqual(
    ['ses-eu', 'ses-eu-2', 'ses-eu-3', '_con', '_lpt1.x', 'console', 'hidden', 'unnamed', 'x'.repeat(100)],
  )
  const all = [entry('a', { channel: 'in_app' }), entry('b'), entry('c', {}, subscriber)]
  expect([...filesFor(all, 'channel').keys()]).toEqual(['integrations-in_app.yaml', 'integrations.yaml', 'subscribers.yaml'])
  expect(countsText(all)).toBe('2 integrations and 1 subscriber')
}) // prettier-ignore
