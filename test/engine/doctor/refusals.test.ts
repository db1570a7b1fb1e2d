// Changes, and what was read of a service → what the service will refuse, and what only a write would show.
import { describe, expect, test } from 'vitest'
import type { Change } from '../../../src/core/plan/change.ts'
import type { Deployment } from '../../../src/core/plan/finding.ts'
import { refusalsOf, type Seen } from '../../../src/engine/doctor/refusals.ts'
import { changeOf } from '../../support/sketched-change.ts'

const deployment: Deployment = {
  replies: 'wrapped',
  credentials: 'unknown',
  integrations: 'environment',
  apiKeys: 'own',
  deviceTokens: 'unknown',
  idempotency: 'unknown',
  limits: [],
}

const bare = { deployment: { ...deployment, replies: 'bare' as const } }

const environment = (name: string, identifier: string) => ({ _id: `id-${name}`, name, identifier })
const integration = (identifier: string, more: object = {}) => ({
  identifier,
  providerId: 'ses',
  active: true,
  _environmentId: 'id-EU',
  ...more,
})

interface Read {
  readonly environments?: readonly object[]
  readonly integrations?: readonly object[] | undefined
  readonly deployment?: Deployment
  readonly environment?: Seen['environment']
}

function told(changes: readonly Change[], read: Read = {}): readonly string[] {
  const seen = {
    environment: { id: 'id-EU', name: 'EU' },
    environments: [],
    integrations: [],
    deployment,
    ...read,
  } as unknown as Seen
  return refusalsOf(changes, ({ via }) => (via === 'unread' ? undefined : seen)).map(
    ({ status, message }) => `${status}: ${message}`,
  )
}

describe('environments', () => {
  const create = (name: string, after = {}) =>
    changeOf({ kind: 'environment', name, action: 'create', after })
  const update = (name: string, after: Change['after'], before: Change['before'] = {}) =>
    changeOf({ kind: 'environment', name, after, before })
  const allows = "can't check whether the organisation's subscription allows one more environment"

  test.each(['Development', 'production'])('%s is built in', (name) => {
    expect(told([create(name)])).toEqual([
      `problem: environment ${name}: the service rejects this change, because ${name} is the name of a built-in environment`,
      expect.stringContaining(allows),
    ])
    expect(told([create(name)], bare)).toEqual([])
  })

  test('neither gets a built-in name nor loses one', () => {
    const builtIn = (name: string): string => `because ${name} is the name of a built-in environment`
    expect(told([update('Production', { name: 'Production' }, { name: 'EU' })])).toEqual([
      expect.stringContaining(builtIn('Production')),
      expect.stringContaining('with the API key of environment EU'),
    ])
    expect(told([update('EU', { name: 'EU' }, { name: 'Development' })])).toEqual([
      expect.stringContaining(builtIn('Development')),
    ])
    expect(told([update('EU', { color: 'red' }, { name: 'Development' })])).toEqual([])
    expect(told([update('EU', { name: 'EU' }, { name: 'Europe' })])).toEqual([])
  })

  test('an identifier that another environment has is refused, unless that one gives it up first', () => {
    const environments = [environment('US', 'x'), environment('EU', 'y')]
    const taken = 'problem: environment EU: environment US already uses the identifier x'
    expect(told([update('EU', { identifier: 'x' })], { environments })).toEqual([taken])
    expect(told([update('EU', { identifier: 'x' })], { environments, ...bare })).toEqual([taken])
    const free = [expect.stringContaining('whether a different organisation already uses the identifier')]
    expect(told([update('EU', { identifier: 'y' })], { environments })).toEqual(free)
    expect(told([update('EU', { identifier: 'z' })], { environments })).toEqual(free)
    expect(told([update('EU', { identifier: 'z' })], { environments, ...bare })).toEqual([])
    expect(told([update('EU', { name: 'x' })], { environments })).toEqual([])
    const own = { environments, environment: { id: 'id-US', name: 'US' }, ...bare }
    const swap = [update('US', { identifier: 'z' }), update('EU', { identifier: 'x' })]
    const withKeyOfUs = expect.stringContaining(
      'environment EU: belfry would send this update with the API key of environment US',
    )
    expect(told(swap, own)).toEqual([withKeyOfUs])
    expect(told(swap.toReversed(), own)).toEqual([taken, withKeyOfUs])
    expect(told([update('US', { color: 'red' }), swap[1] as Change], own)).toEqual([taken, withKeyOfUs])
  })

  test('most services allow ten', () => {
    const environments = Array.from({ length: 9 }, (_, at) => environment(`e${at}`, `${at}`))
    expect(told([create('a'), create('b')], { environments })).toEqual([
      `note: environment a: belfry ${allows}`,
      'note: environment b: the organisation would have 11 environments, and most services allow at most 10',
    ])
    expect(told([create('a')], { environments, ...bare })).toEqual([])
  })
})

describe('integrations', () => {
  const create = (providerId: string) =>
    changeOf({
      name: 'mail',
      action: 'create',
      call: { operation: { id: 'x', method: 'POST', path: '/x' }, parameters: {}, body: { providerId } },
    })
  const rename = (before: string, after: Change['after'] = { identifier: 'mail' }) =>
    changeOf({ name: 'mail', before: { identifier: before }, after })

  test.each(['svc-email', 'novu-sms'])("of the service's own provider %s there is one", (providerId) => {
    const other = integration('own', { providerId: providerId.replace(/svc|novu/, 'novu') })
    expect(told([create(providerId)], { integrations: [other] })).toEqual([
      "problem: integration mail: the environment already has integration own with the service's own provider, and the service allows only one such integration",
    ])
    const elsewhere = { ...other, _environmentId: 'id-US' }
    const unknown =
      "note: integration mail: belfry can't check whether this service has a built-in provider for this channel"
    expect(told([create(providerId)], { integrations: [elsewhere, integration('ses')] })).toEqual([unknown])
    expect(told([create(providerId)], { integrations: [other], ...bare })).toEqual([])
    expect(told([create(providerId)], { integrations: undefined })).toEqual([])
    expect(told([changeOf({ ...create(providerId), action: 'update' })], { integrations: [other] })).toEqual(
      [],
    )
  })

  test('a name that another environment uses is refused, as far as the service shows it', () => {
    const elsewhere = integration('mail', { _environmentId: 'id-US' })
    const spansAll = { deployment: { ...deployment, integrations: 'organisation' as const } }
    expect(told([rename('old')], { integrations: [elsewhere] })).toEqual([
      'problem: integration mail: an integration of a different environment already uses this identifier, so the service rejects the rename',
    ])
    expect(told([rename('old')], { integrations: [integration('mail'), integration('x')] })).toEqual([
      "note: integration mail: belfry can't check whether an integration of a different environment already uses this identifier",
    ])
    expect(told([rename('old')], { integrations: [integration('mail')], ...spansAll })).toEqual([])
    expect(told([rename('mail')], { integrations: [elsewhere] })).toEqual([])
    expect(told([rename('old', { name: 'Mail' })], { integrations: [elsewhere] })).toEqual([])
    expect(told([create('ses')], { integrations: [elsewhere] })).toEqual([])
  })
})

describe('channels of subscribers', () => {
  const channel = (body: object) =>
    changeOf({
      kind: 'subscriber',
      name: 'ada',
      part: 'fcm@push',
      call: { operation: { id: 'x', method: 'PATCH', path: '/x' }, parameters: {}, body: body as never },
    })
  const tokens = (count: number) =>
    channel({ credentials: { deviceTokens: Array.from({ length: count }, (_, at) => `t${at}`) } })

  test('hold at most 100 device tokens', () => {
    expect(told([tokens(100)])).toEqual([])
    expect(told([tokens(101)])).toEqual([
      'problem: subscriber ada fcm@push: the request contains 101 device tokens, but the service accepts at most 100',
    ])
    expect(told([tokens(101)], bare)).toEqual([])
    expect(told([channel({ credentials: { deviceTokens: 'x'.repeat(101) } }), channel({})])).toEqual([])
  })

  const through = channel({ integrationIdentifier: 'push' })
  const inactive = [
    'problem: subscriber ada fcm@push: the service rejects these credentials, because integration push is not active',
  ]
  const own = (more: Partial<Change>) => changeOf({ name: 'push', ...more })

  test.each<[string, readonly Change[], Read, readonly string[]]>([
    ['is active', [], { integrations: [integration('push')] }, []],
    ['is inactive', [], { integrations: [integration('push', { active: false })] }, inactive],
    ['is not there', [], {}, inactive],
    [
      'is in another environment',
      [],
      { integrations: [integration('push', { _environmentId: 'id-US' })] },
      inactive,
    ],
    ['is not known', [], { integrations: undefined }, []],
    ['is inactive on a service of the contract', [], bare, []],
    ['is created active', [own({ action: 'create', after: { active: true } })], {}, []],
    ['is created inactive', [own({ action: 'create', after: { active: false } })], {}, inactive],
    [
      'is switched off',
      [own({ after: { active: false } })],
      { integrations: [integration('push')] },
      inactive,
    ],
    ['stays as it is', [own({ after: { name: 'x' } })], { integrations: [integration('push')] }, []],
    ['is promoted', [own({ action: 'set-primary' })], {}, []],
    ['is switched on before', [own({ preparation: { after: { active: true } } as never })], {}, []],
    ['gets its name', [own({ before: { identifier: 'old' } })], { integrations: [integration('old')] }, []],
    ['has the change of another', [changeOf({ name: 'other', after: { active: true } })], {}, inactive],
    [
      'has the name of a subscriber that changes',
      [changeOf({ kind: 'subscriber', name: 'push', after: { active: true } })],
      {},
      inactive,
    ],
  ])('through an integration that %s', (_, earlier, read, expected) => {
    expect(told([...earlier, through], read)).toEqual(expected)
  })

  test('a change whose target was not read has no finding', () => {
    expect(told([{ ...through, via: 'unread' }])).toEqual([])
  })
})
