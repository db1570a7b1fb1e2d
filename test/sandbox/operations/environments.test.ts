import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { productionApiKey } from '../../../src/sandbox/index.ts'
import { sender, type Send } from '../../support/sandbox-client.ts'
import { createStrictSandbox, type StrictSandbox } from '../../support/strict-sandbox.ts'

let sandbox: StrictSandbox
let send: Send
let developmentId: string
let productionId: string
beforeEach(async () => {
  sandbox = await createStrictSandbox()
  send = sender(sandbox)
  developmentId = sandbox.state.environments.get('Development')?._id ?? ''
  productionId = sandbox.state.environments.get('Production')?._id ?? ''
})
afterEach(() => sandbox.close())

const hash = (key: string): string => createHash('sha256').update(key).digest('hex')

test('lists all environments with the keys of all', async () => {
  const { status, body } = await send<{ name: string; apiKeys: unknown[] }[]>('GET', '/v1/environments')
  expect([status, body.map(({ name }) => name)]).toEqual([200, ['Development', 'Production']])
  expect(body[1]).toEqual({
    _id: productionId,
    name: 'Production',
    _organizationId: '6b0000010000000000000001',
    identifier: 'sandbox-prd1',
    type: 'prod',
    apiKeys: [{ key: productionApiKey, _userId: '6b0000020000000000000001', hash: hash(productionApiKey) }],
    _parentId: developmentId,
    slug: `prod_env_${productionId}`,
  })
})

test.each(['constructor', '__proto__'])('an environment may have the name %s', async (name) => {
  const created = await send<{ _id: string; slug: string }>('POST', '/v1/environments', {
    name,
    color: '#ff8800',
  })
  expect(created).toMatchObject({ status: 201, body: { name } })
  expect(created.body.slug).toMatch(/^[a-z-]+_env_[0-9a-f]{24}$/)
  expect(Object.keys(sandbox.keys)).toEqual(['Development', 'Production', name])
})

test('a created environment has a key that works, and an in-app integration', async () => {
  const created = await send('POST', '/v1/environments', {
    name: ' Staging ',
    color: '#ff8800',
    parentId: developmentId,
  })
  const key = sandbox.keys['Staging'] ?? ''
  const _id = sandbox.state.environments.get('Staging')?._id
  expect(created).toEqual({
    status: 201,
    body: {
      _id,
      name: 'Staging',
      _organizationId: '6b0000010000000000000001',
      identifier: expect.stringMatching(/^[0-9a-z]{12}$/),
      type: 'prod',
      apiKeys: [{ key, _userId: '6b0000020000000000000001', hash: hash(key) }],
      _parentId: developmentId,
      slug: `staging_env_${_id}`,
    },
  })
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const { body } = await sender(sandbox, 'Staging')('GET', '/v2/subscribers')
  expect(body).toMatchObject({ data: [], totalCount: 0 })
  expect(sandbox.state.integrations.list('Staging')).toMatchObject([
    { providerId: 'svc', channel: 'in_app', name: 'In-App', active: true, primary: false },
  ])
  expect(sandbox.state.environments.get('Staging')).toMatchObject({ color: '#ff8800' })
})

test.each([
  [{ name: 'Production', color: '#fff' }, 400, 'Environment name must be unique'],
  [{ name: 'Staging', color: '#fff', parentId: 'none' }, 404, 'Environment none was not found'],
])('refuses to create %j', async (body, status, message) => {
  expect(await send('POST', '/v1/environments', body)).toMatchObject({ status, body: { message } })
  expect(sandbox.state.environments.list()).toHaveLength(2)
})

test('an update changes what is sent, of any environment', async () => {
  const path = `/v1/environments/${developmentId}`
  const updated = await send('PUT', path, {
    name: 'Dev',
    identifier: 'dev-1',
    color: '#000000',
    dns: { inboundParseDomain: 'in.acme.example' },
    bridge: { url: 'https://bridge.acme.example' },
  })
  expect(updated).toMatchObject({
    status: 200,
    body: { _id: developmentId, name: 'Dev', identifier: 'dev-1' },
  })
  expect(Object.keys(updated.body)).not.toContain('color')
  expect(await send('PUT', path, { parentId: productionId })).toMatchObject({
    status: 200,
    body: { name: 'Dev', _parentId: productionId },
  })
  expect(sandbox.state.environments.get('Dev')).toMatchObject({
    color: '#000000',
    dns: { inboundParseDomain: 'in.acme.example' },
    bridge: { url: 'https://bridge.acme.example' },
  })
})

test.each([
  ['none', { name: 'Dev' }, 404, 'Environment none was not found'],
  ['Development', { name: 'Production' }, 400, 'Environment name must be unique'],
  ['Development', { identifier: 'sandbox-prd1' }, 400, 'Environment identifier must be unique'],
  ['Development', { parentId: 'none' }, 404, 'Environment none was not found'],
])('refuses to update %s to %j', async (name, body, status, message) => {
  const id = sandbox.state.environments.get(name)?._id ?? name
  expect(await send('PUT', `/v1/environments/${id}`, body)).toMatchObject({ status, body: { message } })
})

test('a name and an identifier may be sent as they are', async () => {
  const body = { name: 'Production', identifier: 'sandbox-prd1' }
  expect(await send('PUT', `/v1/environments/${productionId}`, body)).toMatchObject({ status: 200, body })
})
