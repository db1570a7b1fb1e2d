import { afterEach, beforeEach, expect, test } from 'vitest'
import { sender, type Send } from '../../support/sandbox-client.ts'
import { createStrictSandbox, type StrictSandbox } from '../../support/strict-sandbox.ts'

let sandbox: StrictSandbox
let send: Send
beforeEach(async () => {
  sandbox = await createStrictSandbox()
  send = sender(sandbox)
})
afterEach(() => sandbox.close())

const idOf = (identifier: string, environment = 'Production'): string =>
  sandbox.state.integrations.get(environment, identifier)?._id ?? ''

const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de,fr' }],
}

test('lists the integrations of all environments, without what the list hides', async () => {
  const credentials = { appSid: 'a', senderId: 'b', AppIOBaseUrl: 'c', apiKey: 'd' }
  sandbox.state.integrations.edit('Production', 'mailgun-old', { credentials })
  const { status, body } = await send<{ identifier: string }[]>('GET', '/v1/integrations')
  expect([status, body.map(({ identifier }) => identifier)]).toEqual([
    200,
    [
      expect.stringMatching(/^in-app-/),
      expect.stringMatching(/^in-app-/),
      'svc-email',
      'mailgun-old',
      'twilio-sms',
      'fcm-push',
      'slack-ops',
    ],
  ])
  expect(body[3]).toEqual({
    _id: idOf('mailgun-old'),
    _environmentId: sandbox.state.environments.get('Production')?._id,
    _organizationId: '6b0000010000000000000001',
    name: 'Mailgun',
    identifier: 'mailgun-old',
    providerId: 'mailgun',
    channel: 'email',
    credentials: { apiKey: 'd' },
    active: true,
    deleted: false,
    primary: true,
    conditions: [],
  })
})

test('creates in the environment of the key, inactive and not primary unless told', async () => {
  expect(await send('POST', '/v1/integrations', { providerId: 'infobip-email', channel: 'email' })).toEqual({
    status: 201,
    body: {
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      _environmentId: sandbox.state.environments.get('Production')?._id,
      _organizationId: '6b0000010000000000000001',
      name: 'Infobip email',
      identifier: expect.stringMatching(/^infobip-email-[0-9a-z]{9}$/),
      providerId: 'infobip-email',
      channel: 'email',
      credentials: {},
      configurations: {},
      active: false,
      deleted: false,
      primary: false,
      conditions: [],
    },
  })
})

test('a create keeps all that is sent and shows it', async () => {
  const sent = {
    providerId: 'imedia',
    channel: 'sms',
    name: 'Imedia',
    identifier: 'imedia-1',
    credentials: {
      token: 't',
      appSid: 'a',
      senderId: 's',
      AppIOBaseUrl: 'u',
      tlsOptions: { ca: 'x' },
      secure: true,
    },
    active: true,
    check: false,
    conditions: [condition],
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'k' },
  }
  const { check: _, ...kept } = sent
  expect(await send('POST', '/v1/integrations', sent)).toMatchObject({
    status: 201,
    body: { ...kept, primary: false },
  })
})

test.each([
  [{ providerId: 'svc', channel: 'in_app' }, 400, 'One environment can only have one In app provider'],
  [
    { providerId: 'ses', channel: 'email', identifier: 'mailgun-old' },
    409,
    'Integration with identifier already exists',
  ],
])('refuses to create %j', async (body, status, message) => {
  expect(await send('POST', '/v1/integrations', body)).toMatchObject({ status, body: { message } })
})

test('an identifier may be taken in another environment', async () => {
  const body = { providerId: 'ses', channel: 'email', identifier: 'svc-email' }
  expect(await send('POST', '/v1/integrations', body)).toMatchObject({ status: 201, body })
  expect(
    await send('PUT', `/v1/integrations/${idOf('svc-email')}`, { identifier: 'svc-email' }),
  ).toMatchObject({
    status: 200,
  })
})

test('an update changes only the keys sent, and replaces objects whole', async () => {
  const before = sandbox.state.integrations.get('Production', 'mailgun-old')
  const { check: _, ...changes } = {
    active: false,
    credentials: { apiKey: 'new' },
    conditions: [condition],
    configurations: {},
    check: true,
  }
  expect(await send('PUT', `/v1/integrations/${before?._id}`, { ...changes, check: true })).toEqual({
    status: 200,
    body: { ...before, ...changes },
  })
})

test('an update can move an integration to another environment', async () => {
  const _environmentId = sandbox.state.environments.get('Development')?._id
  await send('PUT', `/v1/integrations/${idOf('fcm-push')}`, { _environmentId })
  expect(sandbox.state.integrations.get('Development', 'fcm-push')).toMatchObject({ _environmentId })
})

test.each([
  ['none', { name: 'x' }, 404, 'Entity with id none not found'],
  ['mailgun-old', {}, 400, 'No properties found for update'],
  ['mailgun-old', { check: false }, 400, 'No properties found for update'],
  ['mailgun-old', { identifier: 'twilio-sms' }, 409, 'Integration with identifier already exists'],
  ['mailgun-old', { _environmentId: 'none' }, 404, 'Environment none was not found'],
])('refuses to update %s with %j', async (identifier, body, status, message) => {
  const path = `/v1/integrations/${idOf(identifier) || identifier}`
  expect(await send('PUT', path, body)).toMatchObject({ status, body: { message } })
})

test('a promotion takes primary from the former one, and changes nothing else', async () => {
  const ses = { environment: 'Production', identifier: 'ses', providerId: 'ses', channel: 'email' } as const
  const before = sandbox.state.integrations.add({ ...ses, conditions: [] })
  const others = sandbox.state.integrations
    .list('Production')
    .filter(({ identifier }) => identifier !== 'ses')
  expect(await send('POST', `/v1/integrations/${before._id}/set-primary`)).toEqual({
    status: 200,
    body: { ...before, primary: true },
  })
  expect(sandbox.state.integrations.list('Production')).toEqual([
    ...others.map((row) =>
      row.identifier === 'mailgun-old' ? Object.assign({}, row, { primary: false }) : row,
    ),
    { ...before, primary: true },
  ])
})

test('a promotion of what is primary already changes nothing', async () => {
  const before = sandbox.state.integrations.list('Production')
  expect(await send('POST', `/v1/integrations/${idOf('mailgun-old')}/set-primary`)).toMatchObject({
    status: 200,
  })
  expect(sandbox.state.integrations.list('Production')).toEqual(before)
})

const promote = (id: string) => send('POST', `/v1/integrations/${id}/set-primary`)

test('promotes email and sms of the own environment only', async () => {
  expect(await promote(idOf('fcm-push'))).toMatchObject({
    status: 400,
    body: { message: 'Channel push does not support primary' },
  })
  expect(await promote(idOf('svc-email', 'Development'))).toMatchObject({ status: 404 })
  expect(await promote('none')).toMatchObject({ status: 404 })
  expect(await promote(idOf('twilio-sms'))).toMatchObject({ status: 200 })
})

test('what is deleted is listed as such, and otherwise gone', async () => {
  const deletion = { deleted: true, deletedAt: '2026-01-02T00:00:00.000Z', deletedBy: 'somebody' }
  sandbox.state.integrations.edit('Production', 'slack-ops', deletion)
  const { body } = await send<unknown[]>('GET', '/v1/integrations')
  expect(body.at(-1)).toMatchObject({ identifier: 'slack-ops', ...deletion })
  expect(await send('PUT', `/v1/integrations/${idOf('slack-ops')}`, { name: 'x' })).toMatchObject({
    status: 404,
  })
  const again = { providerId: 'slack', channel: 'chat', identifier: 'slack-ops' }
  expect(await send('POST', '/v1/integrations', again)).toMatchObject({ status: 201 })
  sandbox.state.integrations.edit('Production', 'twilio-sms', deletion)
  const renamed = { identifier: 'twilio-sms' }
  expect(await send('PUT', `/v1/integrations/${idOf('fcm-push')}`, renamed)).toMatchObject({ status: 200 })
})
