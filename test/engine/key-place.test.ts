// Where a target's API key is written, in the words of hints.
import { expect, test } from 'vitest'
import { keySource, missingKeyHint, missingKeyText } from '../../src/engine/keyless.ts'

const target = { alias: 'EU 1/b', url: 'https://api.acme.example' }
const keyed = (apiKeyFrom: string) => ({ ...target, apiKeyFrom })

test.each([
  [keyed('env:EU_KEY'), 'EU_KEY'],
  [keyed('file:keys/eu'), 'the content of keys/eu'],
  [keyed('command:vault'), 'apiKey of target EU 1/b in the project file'],
  [keyed('literal'), 'apiKey of target EU 1/b in the project file'],
  [keyed('xenv:EU_KEY'), 'apiKey of target EU 1/b in the project file'],
  [target, 'apiKey of target EU 1/b in the project file'],
])('the key of %j is %s', (each, place) => {
  expect(keySource(each)).toBe(place)
})

test('a key that is missing, and one that the project file does not name', () => {
  expect(missingKeyText(keyed('env:EU_KEY'))).toBe('the API key is missing: env:EU_KEY is unset or empty')
  expect(missingKeyHint(keyed('env:EU_KEY'))).toMatch(/^Set EU_KEY to the API key of the environment, which /)
  expect(missingKeyText(target)).toMatch(
    /^target EU 1\/b has no apiKey in the project file; belfry uses BELFRY_API_KEY/,
  )
  expect(missingKeyHint(target)).toBe(
    'Write apiKey: ${env:BELFRY_EU_1_B_API_KEY} under the target and set this environment variable, or select a single target with targets.',
  )
})

test.each<[string, boolean | undefined, string | undefined]>([
  ['http://localhost:4111', undefined, 'sandbox'],
  ['http://127.0.0.1:4112', undefined, 'sandbox:4112'],
  ['http://[::1]', undefined, 'sandbox:80'],
  ['http://127.0.0.1:4111', true, undefined],
  ['https://localhost', undefined, undefined],
  ['http://localhost.acme.example', undefined, undefined],
  ['http://my-localhost:4111', undefined, undefined],
])('for %s, a sandbox by name %s, the hint names the service %s', (url, isSandbox, service) => {
  const hint = missingKeyHint({ ...target, url, ...(isSandbox && { isSandbox }) })
  const [, named] = /For the sandbox, write service: \{ url: (\S+) \}\.$/.exec(hint) ?? []
  expect(named).toBe(service)
})
