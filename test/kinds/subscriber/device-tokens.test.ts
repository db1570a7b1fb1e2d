// A device token that several subscribers have: one person's phone would show what is sent to another.
import { describe, expect, test } from 'vitest'
import { Secret } from '../../../src/core/secrets/secret.ts'
import type { ValueMap } from '../../../src/core/value.ts'
import type { Desired } from '../../../src/kinds/resource.ts'
import { subscriber } from '../../../src/kinds/subscriber/subscriber.ts'
import { load, project } from '../../manifest/load-files.ts'
import { collect, declared, lookAt } from '../../support/laws-kinds.ts'
import { json } from '../../support/scripted-transport.ts'
import { Resources } from '../../../src/kinds/declared-resources.ts'

const phone = 'token-of-a-phone'

function channel(tokens: readonly string[], exact: readonly string[] = []): ValueMap {
  return {
    providerId: 'fcm',
    integrationIdentifier: 'push',
    credentials: { deviceTokens: tokens.map((token) => Secret.of(token, 'literal')) },
    ...(exact.length > 0 && { exact }),
  }
}

function person(subscriberId: string, ...channels: readonly ValueMap[]): Desired {
  return declared(subscriber, { subscriberId, ...(channels.length > 0 && { channels }) })
}

/** The warnings of a directory in which these subscribers have these tokens. */
async function warnings(desired: readonly Desired[], live: Readonly<Record<string, readonly unknown[]>>) {
  const data = Object.entries(live).map(([subscriberId, deviceTokens]) => ({
    _id: subscriberId,
    subscriberId,
    channels: [{ providerId: 'fcm', _integrationId: 'i1', credentials: { deviceTokens } }],
  }))
  const { access } = lookAt(({ url }) =>
    new URL(url).pathname === '/v1/integrations'
      ? json([{ _id: 'i1', _environmentId: 'env', identifier: 'push', providerId: 'fcm', channel: 'push' }])
      : json({ data, next: null, previous: null, totalCount: data.length }),
  )
  const found = await collect(subscriber.observe(access, Resources.of(desired)))
  return found.flatMap((each) => (each.warnings ?? []).map(({ message }) => message))
}

/** Two alone are looked up, so that no page shows others. */
const nobody = [person('nobody'), person('no-one')]

describe('in the service', () => {
  test('others are named, declared or not, and the token is not', async () => {
    const live = { ada: [phone], ben: ['another', phone], chloe: [phone], dan: [phone], eve: [phone], f: [] }
    expect(await warnings([person('ada', channel([phone])), person('ben'), person('f')], live)).toEqual([
      'a manifest declares a device token for subscriber ada, and in the service subscribers ben, chloe, dan and 1 more have the same device token',
    ])
    expect(await warnings([person('ada', channel([phone])), ...nobody], { ada: [phone] })).toEqual([])
  })

  test('each shared token of a subscriber has its own warning', async () => {
    const ada = person('ada', channel([phone, 'token-of-a-tablet']))
    expect(await warnings([ada, ...nobody], { ben: [phone], chloe: ['token-of-a-tablet'] })).toEqual([
      'a manifest declares a device token for subscriber ada, and in the service subscriber ben has the same device token',
      'a manifest declares a device token for subscriber ada, and in the service subscriber chloe has the same device token',
    ])
  })

  test('it does not matter which of them the service shows first', async () => {
    for (const names of [
      ['ada', 'ben'],
      ['ben', 'ada'],
    ]) {
      const live = Object.fromEntries(names.map((name) => [name, [phone]]))
      expect(await warnings([person('ada', channel([phone])), ...nobody], live)).toEqual([
        'a manifest declares a device token for subscriber ada, and in the service subscriber ben has the same device token',
      ])
    }
  })

  test('one that manifests take the token from, or give it to as well, is not named', async () => {
    const ada = person('ada', channel([phone]))
    expect(
      await warnings([ada, person('f'), person('ben', channel([], ['deviceTokens']))], { ben: [phone] }),
    ).toEqual([])
    expect(await warnings([ada, person('f'), person('ben', channel([phone]))], { ben: [phone] })).toEqual([])
    expect(
      await warnings([ada, person('f'), person('ben', channel(['another']))], { ben: [phone] }),
    ).toHaveLength(1)
  })

  test('a secret that is only named says nothing, nor do tokens that are no strings', async () => {
    const named: ValueMap = { ...channel([]), credentials: { deviceTokens: [Secret.named('env:PHONE')] } }
    expect(await warnings([person('ada', named), ...nobody], { ben: [phone, 7, null, ['x']] })).toEqual([])
  })
})

describe('in manifests', () => {
  const both = (ada: string, ben = ada) => `targets: [Production]
subscribers:
  - { subscriberId: ada, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: ['${ada}'] } }] }
  - { subscriberId: ben, channels: [{ providerId: fcm, integrationIdentifier: push, credentials: { deviceTokens: ['${ben}'] } }] }
`
  const rulesIn = async (manifest: string, rules: string, need: 'offline' | 'live' = 'offline') => {
    const { problems } = await load(
      { 'belfry.yaml': `${project}rules: { literal-secret: off${rules} }\n`, 'manifests/a.yaml': manifest },
      { need, env: { DEVELOPMENT_KEY: 'd', PRODUCTION_KEY: 'p', PHONE: phone, TABLET: phone } },
    )
    return problems.map(({ rule, severity }) => `${severity} ${rule}`)
  }

  test.each([
    ['', ['error shared-device-token']],
    [', shared-device-token: warn', ['warning shared-device-token']],
    [', shared-device-token: off', []],
  ])('the rule can be set: %s', async (rules, found) => {
    expect(await rulesIn(both(phone), rules)).toEqual(found)
  })

  test('references are compared by name offline, and by value where their values are needed', async () => {
    const another = both('${env:PHONE}', '${env:TABLET}')
    expect(await rulesIn(both('${env:PHONE}'), '')).toEqual(['error shared-device-token'])
    expect(await rulesIn(another, '')).toEqual([])
    expect(await rulesIn(another, '', 'live')).toEqual(['error shared-device-token'])
  })
})
