// Subscribers: declared and live → one call for attributes, one for each channel.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { Value, ValueMap } from '../../../src/core/value.ts'
import { withoutIgnored } from '../../../src/kinds/ignored.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { integration } from '../../../src/kinds/integration/integration.ts'
import { declared, draftsOf, line, live } from '../../support/laws-kinds.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const hook = (value: string, origin = 'env:HOOK'): Secret => Secret.of(value, origin)
const ada = (fields: ValueMap): Desired => declared(subscriber, { subscriberId: 'ada', ...fields })
const shown: ValueMap = {
  firstName: 'Ada',
  lastName: null,
  email: null,
  phone: null,
  avatar: null,
  locale: null,
  timezone: null,
  data: null,
  channels: {},
}

const calls = (fields: ValueMap, liveFields: ValueMap = {}): string[] =>
  draftsOf(subscriber, { desired: ada(fields), live: live('ada', { ...shown, ...liveFields }) }).map(line)

const channel = (credentials: ValueMap, more: ValueMap = {}): ValueMap => ({
  providerId: 'fcm',
  integrationIdentifier: 'push',
  credentials,
  ...more,
})
const fcm = (credentials: ValueMap): ValueMap => ({ channels: { 'fcm@push': credentials } })
const tokens = (...values: string[]): Value => values.map((value) => hook(value, 'live'))

describe('attributes', () => {
  test.each<[string, ValueMap, ValueMap, string[]]>([
    ['as declared', { firstName: 'Ada', lastName: null }, {}, []],
    [
      'only those that differ',
      { firstName: 'Ada', phone: '+49' },
      {},
      ['update attributes PATCH {"phone":"+49"}'],
    ],
    ['null clears', { firstName: null }, {}, ['update attributes PATCH {"firstName":null}']],
    ['an empty text is a text', { lastName: '' }, {}, ['update attributes PATCH {"lastName":""}']],
    [
      'data keeps undeclared keys',
      { data: { a: 1 } },
      { data: { a: 0, z: 9 } },
      ['update attributes PATCH {"data":{"a":1,"z":9}}'],
    ],
    ['data with all that is declared', { data: { a: 1 } }, { data: { a: 1, z: 9 } }, []],
    ['data from nothing', { data: { a: 1 } }, {}, ['update attributes PATCH {"data":{"a":1}}']],
    [
      'a key of data away',
      { data: { a: null } },
      { data: { a: 1, z: 9 } },
      ['update attributes PATCH {"data":{"a":null,"z":9}}'],
    ],
    [
      'below the first level data is replaced',
      { data: { a: { b: 1 } } },
      { data: { a: { b: 1, c: 2 } } },
      ['update attributes PATCH {"data":{"a":{"b":1}}}'],
    ],
    ['data away', { data: null }, { data: { a: 1 } }, ['update attributes PATCH {"data":null}']],
    [
      'exact data',
      { data: { a: 1 }, exact: ['data'] },
      { data: { a: 1, z: 9 } },
      ['update attributes PATCH {"data":{"a":1}}'],
    ],
    ['exact data as declared', { data: { a: 1 }, exact: ['data'] }, { data: { a: 1 } }, []],
  ])('%s', (_, fields, liveFields, expected) => {
    expect(calls(fields, liveFields)).toEqual(expected)
  })
})

describe('channels', () => {
  test.each<[string, ValueMap, ValueMap, string[]]>([
    ['as declared', channel({ webhookUrl: hook('a') }), fcm({ webhookUrl: hook('a', 'live') }), []],
    ['new', channel({ webhookUrl: hook('a') }), {}, ['{"webhookUrl":"(secret env:HOOK)"}']],
    [
      'all declared keys are sent',
      channel({ webhookUrl: hook('b'), title: 'T' }),
      fcm({ webhookUrl: hook('a', 'live'), title: 'T', state: 'S' }),
      ['{"webhookUrl":"(secret env:HOOK)","title":"T"}'],
    ],
    [
      'tokens are added',
      channel({ deviceTokens: [hook('a', 'env:A'), hook('b', 'env:B')] }),
      fcm({ deviceTokens: tokens('a', 'x') }),
      ['{"deviceTokens":["(secret live)","(secret live)","(secret env:B)"]}'],
    ],
    [
      'tokens that are all there',
      channel({ deviceTokens: [hook('a')] }),
      fcm({ deviceTokens: tokens('x', 'a') }),
      [],
    ],
    [
      'another key repeats live tokens',
      channel({ title: 'T' }),
      fcm({ deviceTokens: tokens('x') }),
      ['{"title":"T","deviceTokens":["(secret live)"]}'],
    ],
    [
      'not the tokens of another channel',
      channel({ title: 'T' }),
      { channels: { 'fcm@other': { deviceTokens: tokens('x') } } },
      ['{"title":"T"}'],
    ],
    [
      'exact tokens',
      channel({ deviceTokens: [hook('a')] }, { exact: ['deviceTokens'] }),
      fcm({ deviceTokens: tokens('a', 'x') }),
      ['{"deviceTokens":["(secret env:HOOK)"]}'],
    ],
    [
      'exact tokens of which none are declared: the live ones stay',
      channel({ title: 'T' }, { exact: ['deviceTokens'] }),
      fcm({ deviceTokens: tokens('x') }),
      ['{"title":"T","deviceTokens":["(secret live)"]}'],
    ],
  ])('%s', (_, one, liveFields, expected) => {
    expect(calls({ channels: [one] }, liveFields)).toEqual(
      expected.map(
        (credentials) =>
          `fcm@push update channels PUT {"providerId":"fcm","integrationIdentifier":"push","credentials":${credentials}}`,
      ),
    )
  })

  test('each has a call of its own, after the integration that it needs', () => {
    const slack = {
      providerId: 'slack',
      integrationIdentifier: 'ops',
      credentials: { webhookUrl: hook('a') },
    }
    const drafts = draftsOf(subscriber, {
      desired: ada({ phone: '1', channels: [slack, channel({ title: 'T' })] }),
      live: live('ada', shown),
    })
    expect(drafts.map(({ part, stage }) => [part, stage])).toEqual([
      [undefined, 'attributes'],
      ['slack@ops', 'channels'],
      ['fcm@push', 'channels'],
    ])
    expect(drafts[1]?.needs).toEqual([
      { kind: 'integration', name: 'ops', action: 'create' },
      { kind: 'integration', name: 'ops', action: 'update' },
    ])
  })

  test('only calls that may wipe tokens are re-read, and then hold the tokens that are live', () => {
    const desired = ada({
      channels: [
        channel({ deviceTokens: [hook('b', 'env:B')] }),
        { ...channel({ title: 'T' }), integrationIdentifier: 'other' },
        { ...channel({ title: 'T' }), providerId: 'slack' },
      ],
    })
    const drafts = draftsOf(subscriber, { desired, live: live('ada', shown) })
    expect(drafts.map(({ reread }) => reread)).toEqual([true, true, undefined])
    const later = live('ada', { ...shown, ...fcm({ deviceTokens: tokens('late') }) })
    const change = {
      ...drafts[0],
      id: '1',
      via: 'P',
      kind: 'subscriber',
      name: 'ada',
      needs: [],
      sideEffects: [],
      position: desired.position,
    }
    expect(JSON.stringify(subscriber.refresh?.(change as never, desired, later))).toContain(
      '"deviceTokens":["(secret live)","(secret env:B)"]',
    )
  })

  test('what differs is named by provider and integration', () => {
    const [draft] = draftsOf(subscriber, {
      desired: ada({ channels: [channel({ title: 'T' })] }),
      live: live('ada', shown),
    })
    expect(draft?.differences.map(({ path }) => path.join('.'))).toEqual(['channels.fcm@push.title'])
    expect([draft?.before, draft?.after]).toEqual([
      { channels: { 'fcm@push': { title: null } } },
      { channels: { 'fcm@push': { title: 'T' } } },
    ])
  })
})

test('one that is not live is created without what is null, and its channels wait for that', () => {
  const drafts = draftsOf(subscriber, {
    desired: ada({
      phone: '1',
      email: null,
      data: { team: 'a', gone: null },
      channels: [channel({ title: 'T' })],
    }),
  })
  expect(drafts.map(({ action, stage, before, reread }) => [action, stage, before, reread])).toEqual([
    ['create', 'attributes', null, undefined],
    ['update', 'channels', { channels: { 'fcm@push': { title: null } } }, true],
  ])
  const fields = { phone: '1', data: { team: 'a' } }
  expect([drafts[0]?.call.body, drafts[0]?.after]).toEqual([{ subscriberId: 'ada', ...fields }, fields])
  expect(drafts[1]?.needs?.[0]).toEqual({ kind: 'subscriber', name: 'ada', action: 'create' })
})

test('nothing is sent for one that is not declared', () => {
  expect(subscriber.changes({ live: live('ada', shown) }, [], { all: [] })).toEqual([])
})

const linked = (name: string, ...integrations: Desired[]): string[] =>
  Object.keys(
    (subscriber.link?.(ada({ channels: [channel({ title: 'T' }, { integrationIdentifier: name })] }), () =>
      Resources.of(integrations),
    ).fields['channels'] ?? {}) as ValueMap,
  )

const push = (identifier: string, alias?: string): Desired =>
  declared(integration, { identifier, providerId: 'fcm', channel: 'push' }, alias)

describe('a channel names its integration', () => {
  test.each<[string, string, Desired[], string[]]>([
    ['by identifier', 'push-1', [push('push-1')], ['fcm@push-1']],
    ['by alias', 'push', [push('push-MnGLxp8uy', 'push')], ['fcm@push-MnGLxp8uy']],
    ['by identifier where it is also an alias', 'push', [push('other', 'push'), push('push')], ['fcm@push']],
    ['that no manifest declares', 'push', [], ['fcm@push']],
  ])('%s', (_, name, integrations, expected) => {
    expect(linked(name, ...integrations)).toEqual(expected)
  })
})

test.each(['data.a.b.c', 'data.*.c'])('ignore: %s leaves a value alone below a key with a dot', (pattern) => {
  const data = (c: number): ValueMap => ({ data: { 'a.b': { c, d: 0 } } })
  const desired = { ...declared(subscriber, { subscriberId: 'ada', ...data(1) }), ignore: [pattern] }
  const found = withoutIgnored({ desired, live: live('ada', data(2)) }, subscriber)
  expect([found.desired.fields['data'], found.live.fields['data']]).toEqual([
    { 'a.b': { d: 0 } },
    { 'a.b': { d: 0 } },
  ])
})
