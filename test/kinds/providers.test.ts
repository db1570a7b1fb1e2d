// The catalogue of providers: its shape, and that all that knows providers takes them from there.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSecretCredential, credentialMeaning } from '../../src/kinds/integration/credential-texts.ts'
import { credentialKeysOf, providerIds, providerNamed, type Provider } from '../../src/kinds/providers.ts'
import { explainedProviders } from '../../src/explain/explained-providers.ts'

const text = readFileSync('src/kinds/providers.json', 'utf8')
const { sources, providers, idsOnly, secretKeys } = JSON.parse(text) as {
  sources: string[]
  providers: Provider[]
  idsOnly: string[]
  secretKeys: string[]
}
const ids = providers.map(({ providerId }) => providerId)
const keys = [...new Set(providers.flatMap(credentialKeysOf))]

test('names its packages with their exact versions', () => {
  expect(sources).toEqual([
    expect.stringMatching(/^@novu\/shared@\d+\.\d+\.\d+$/),
    expect.stringMatching(/^@novu\/api@\d+\.\d+\.\d+$/),
  ])
})

test('is sorted, and has each provider once', () => {
  const places = providers.map(({ channel, providerId }) => `${channel} ${providerId}`)
  expect(places).toEqual(places.toSorted())
  expect(new Set([...ids, ...idsOnly]).size).toBe(ids.length + idsOnly.length)
  expect(idsOnly).toEqual(idsOnly.toSorted())
})

test('has only facts: no sentences, addresses or pictures', () => {
  for (const provider of providers)
    expect(Object.keys(provider)).toEqual(['providerId', 'channel', 'displayName', 'required', 'optional'])
  for (const key of [...keys, ...secretKeys]) expect(key).toMatch(/^\w+$/)
  expect(text).not.toMatch(/https?:|\.svg/)
})

test.each(['telegram', 'line', 'webex-messaging', 'pagerduty', 'opsgenie', 'tool-webhook'])(
  'knows %s with its credentials',
  (id) => {
    expect(providerNamed(id)).toBeDefined()
  },
)

test('explain has each provider, and validation accepts each id', () => {
  expect(explainedProviders().map(({ name }) => name)).toEqual(ids)
  for (const id of [...ids, ...idsOnly]) expect(providerIds).toContain(id)
})

test('each credential has a meaning', () => {
  expect(keys.filter((key) => credentialMeaning(key) === '')).toEqual([])
})

test('no secret of the vendor is shown, and no unknown key', () => {
  const isShown = (key: string): boolean => !isSecretCredential(['credentials', key])
  expect([...secretKeys, 'ofTomorrow'].filter(isShown)).toEqual([])
  // A key that comes in with a new catalogue stays secret until someone decides otherwise.
  expect(keys.filter(isShown).toSorted()).toEqual([
    'apiKeyRequestHeader', 'applicationId', 'authenticateByToken', 'baseUrl', 'clientId', 'datePath', 'domain',
    'from', 'hmac', 'host', 'idPath', 'ignoreTls', 'ipPoolName', 'method', 'port', 'projectName', 'redirectUrl',
    'region', 'requireTls', 'secretKeyRequestHeader', 'secure', 'senderName', 'state', 'title', 'user',
  ]) // prettier-ignore
})
