// Environments: what each profile answers to the same requests.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  createSandbox,
  developmentApiKey,
  productionApiKey,
  type ProfileName,
} from '../../../src/sandbox/index.ts'
import { dataOf, onEach, onOne, outcome, type Call } from '../../support/profile-table.ts'

const staging = { name: 'Staging', color: '#ff8800' }

interface Shown {
  readonly _id: string
  readonly name: string
  readonly _parentId?: string
  readonly apiKeys?: readonly { readonly key: string; readonly hash: string }[]
}

const listed = async (call: Call): Promise<readonly Shown[]> =>
  dataOf(await call('GET', '/v1/environments')) as readonly Shown[]
const idOf = async (call: Call, name: string): Promise<string> =>
  (await listed(call)).find((row) => row.name === name)?._id ?? ''

test('whose keys the list shows', async () => {
  const keys = await onEach(async (call) =>
    (await listed(call)).map(({ apiKeys = [] }) => apiKeys.map(({ key }) => key).join()),
  )
  const all = [developmentApiKey, productionApiKey]
  expect(keys).toEqual({ contract: all, 'novu-2026-04': all, 'novu-2026-09': ['', productionApiKey] })
})

test('the key that the reply of a create shows, and the one that works', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const { apiKeys } = dataOf(await call('POST', '/v1/environments', staging)) as Shown
    const { body } = await call('GET', '/_sandbox/keys')
    const { Staging: key = '' } = body as Record<string, string>
    const works = await call('GET', '/v2/subscribers', undefined, { environment: 'Staging' })
    return [
      apiKeys?.[0]?.key.replace(/[0-9a-f]{32,}/g, (digits) => String(digits.length)),
      apiKeys?.[0]?.hash === createHash('sha256').update(key).digest('hex'),
      works.status,
      sandbox.keys['Staging'] === key,
    ]
  })
  expect(seen).toEqual({
    contract: ['32', true, 200, true],
    'novu-2026-04': ['nvsk.32:96', true, 200, true],
    'novu-2026-09': [undefined, false, 200, true],
  })
})

test('the in-app integration that an environment is born with', async () => {
  const seen = await onEach(async (call, sandbox) => {
    await call('POST', '/v1/environments', staging)
    const [{ name, active, identifier, credentials } = {}] = sandbox.state.integrations.list('Staging')
    return [name, active, identifier?.replace(/-[^-]*$/, ''), credentials]
  })
  const novu = ['Novu In-App', true, 'novu-in-app', {}]
  expect(seen).toEqual({
    contract: ['In-App', true, 'in-app', { hmac: false }],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test.each([
  ['a name that is taken', { ...staging, name: 'Staging' }, '400 Environment name must be unique'],
  [
    'a reserved name',
    { ...staging, name: 'production' },
    '422 Environment name cannot be Development or Production',
  ],
  ['a color that is none', { ...staging, color: 'red' }, '422 Validation Error'],
  ['a parent that is no id', { ...staging, name: 'Other', parentId: 'none' }, '422 Validation Error'],
  ['fields that nobody knows', { ...staging, name: 'Other', shape: 'round' }, '201'],
])('a create with %s', async (_, body, answer) => {
  const seen = await onOne('novu-2026-04', async (call) => {
    await call('POST', '/v1/environments', staging)
    return outcome(await call('POST', '/v1/environments', body))
  })
  expect(seen).toBe(answer)
})

test('an eleventh environment', async () => {
  const seen = await onOne('novu-2026-09', async (call) => {
    for (let number = 3; number <= 10; number += 1) {
      await call('POST', '/v1/environments', { ...staging, name: `Stage ${number}` })
    }
    return outcome(await call('POST', '/v1/environments', staging))
  })
  expect(seen).toBe('400 Organization cannot have more than 10 environments')
})

test('a parent that a create names', async () => {
  const seen = await onEach(async (call) => {
    const parentId = await idOf(call, 'Development')
    await call('POST', '/v1/environments', { ...staging, parentId })
    return (await listed(call)).find(({ name }) => name === 'Staging')?._parentId === parentId
  })
  expect(seen).toEqual({ contract: true, 'novu-2026-04': false, 'novu-2026-09': false })
})

const noId = '422 Validation failed for UpdateEnvironmentCommand: environmentId must be a mongodb id'

test.each([
  ['the own one', 'Production', { color: '#000000' }, ['200', '200', '200']],
  [
    'another one',
    'Development',
    { color: '#000000' },
    ['200', '200', '403 The key belongs to another environment'],
  ],
  [
    'an unknown one',
    '0123456789abcdef01234567',
    { color: '#000000' },
    [
      '404 Environment 0123456789abcdef01234567 was not found',
      '401 Environment not found',
      '401 Environment not found',
    ],
  ],
  ['what is no id', 'x', { color: '#000' }, ['404 Environment x was not found', noId, noId]],
  [
    'its name as it is',
    'Production',
    { name: 'Production' },
    [
      '200',
      '422 Environment name cannot be Development or Production',
      '422 Environment name cannot be Development or Production',
    ],
  ],
])('an update of %s', async (_, name, body, answers) => {
  const seen = await onEach(async (call) =>
    outcome(await call('PUT', `/v1/environments/${(await idOf(call, name)) || name}`, body)),
  )
  expect(Object.values(seen)).toEqual(answers)
})

test('the reply of an update', async () => {
  const seen = await onEach(async (call) => {
    const id = await idOf(call, 'Production')
    return Object.keys(dataOf(await call('PUT', `/v1/environments/${id}`, { color: '#123456' })) as object)
  })
  const counts = ['matched', 'modified']
  expect(seen).toEqual({
    contract: ['_id', 'name', '_organizationId', 'identifier', 'type', 'apiKeys', '_parentId', 'slug'],
    'novu-2026-04': counts,
    'novu-2026-09': counts,
  })
})

test.each([
  [
    { name: '', identifier: 'other', color: '#000000' },
    { identifier: 'sandbox-prd1', color: '#000000' },
  ],
  [
    { color: '', bridge: { url: 'https://b.example' } },
    { color: '#7e52f4', bridge: { url: 'https://b.example' } },
  ],
  [{ bridge: {} }, { bridge: {} }],
  [{ bridge: { url: '' } }, { bridge: {} }],
])('an update with %j leaves %j', async (body, kept) => {
  const row = await onOne('novu-2026-09', async (call, sandbox) => {
    await call('PUT', `/v1/environments/${await idOf(call, 'Production')}`, body)
    return sandbox.state.environments.get('Production')
  })
  expect(row).toMatchObject(kept)
})

test('a domain for inbound mail is never cleared', async () => {
  const row = await onOne('novu-2026-04', async (call, sandbox) => {
    const path = `/v1/environments/${await idOf(call, 'Production')}`
    await call('PUT', path, { dns: { inboundParseDomain: 'in.example' } })
    await call('PUT', path, { dns: { inboundParseDomain: '' } })
    return sandbox.state.environments.get('Production')
  })
  expect(row?.dns).toEqual({ inboundParseDomain: 'in.example' })
})

test('an identifier that another environment has', async () => {
  const seen = await onEach(async (call) => {
    const path = `/v1/environments/${await idOf(call, 'Production')}`
    return (await call('PUT', path, { identifier: 'sandbox-dev1' })).status
  })
  expect(seen).toEqual({ contract: 400, 'novu-2026-04': 500, 'novu-2026-09': 500 })
})

test('a profile that does not exist is named', async () => {
  await expect(createSandbox({ profile: 'novu-2026-9' as ProfileName })).rejects.toThrow(
    'unknown profile "novu-2026-9"; the profiles are contract, novu-2026-04, novu-2026-09',
  )
})
