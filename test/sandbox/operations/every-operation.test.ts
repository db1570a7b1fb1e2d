import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { virtualClock } from '../../../src/sandbox/index.ts'
import { sender } from '../../support/sandbox-client.ts'
import { operations, replyProperties, resolve, type Schema } from '../../support/sandbox-schemas.ts'
import { createStrictSandbox } from '../../support/strict-sandbox.ts'

interface Unseen {
  readonly property: string
  /** What in the contract keeps it from ever being seen. */
  readonly why: string
}

const list = new URL('unseen-properties.json', import.meta.url)
const unseen = JSON.parse(readFileSync(list, 'utf8')) as readonly Unseen[]

function credentialKeys(type: string): string[] {
  const { schema } = resolve('service/integration.json#/$defs/Credentials')
  const fields = Object.entries(schema['properties'] as Readonly<Record<string, Schema>>)
  return fields.flatMap(([key, field]) => (field['type'] === type ? [key] : []))
}

test('all 14 operations answer to the letter, and only the listed properties are never seen', async () => {
  const sandbox = await createStrictSandbox({ clock: virtualClock() })
  const send = sender(sandbox)
  const credentials = {
    ...Object.fromEntries(credentialKeys('string').map((key) => [key, `made-up-${key}`])),
    ...Object.fromEntries(credentialKeys('boolean').map((key) => [key, true])),
    tlsOptions: { rejectUnauthorized: true },
  }
  const filter = {
    isNegated: false,
    type: 'GROUP',
    value: 'AND',
    children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de,fr' }],
  }
  const created = await send('POST', '/v1/integrations', {
    providerId: 'grafana-on-call',
    channel: 'chat',
    identifier: 'grafana',
    active: true,
    credentials,
    conditions: [filter],
    configurations: { inboundWebhookEnabled: true, inboundWebhookSigningKey: 'made-up' },
  })
  await send('PUT', `/v1/integrations/${String(created.body['_id'])}`, { name: 'Grafana' })
  const mailgun = sandbox.state.integrations.get('Production', 'mailgun-old')
  await send('POST', `/v1/integrations/${mailgun?._id}/set-primary`)
  const deletion = { deleted: true, deletedAt: '2026-01-08T00:00:00.000Z', deletedBy: 'somebody' }
  sandbox.state.integrations.edit('Production', 'slack-ops', deletion)
  await send('GET', '/v1/integrations')

  await send('PUT', '/v1/subscribers/ops-oncall/credentials', {
    providerId: 'grafana-on-call',
    credentials: { alertUid: 'a', title: 't', imageUrl: 'i', state: 's', externalUrl: 'e', channel: 'c' },
  })
  await send('PUT', '/v1/subscribers/ops-oncall/credentials', {
    providerId: 'fcm',
    integrationIdentifier: 'fcm-push',
    credentials: { deviceTokens: ['made-up'] },
  })
  await send('PATCH', '/v2/subscribers/ops-oncall', { firstName: 'On' })
  await send('GET', '/v2/subscribers?limit=100')

  const environment = await send('POST', '/v1/environments', { name: 'Staging', color: '#ff8800' })
  await send('PUT', `/v1/environments/${String(environment.body['_id'])}`, { color: '#008800' })
  await send('GET', '/v1/environments')

  await send('POST', '/v1/events/trigger', { name: 'welcome', to: 'ops-oncall' })
  await send('POST', '/v1/events/trigger', { name: 'welcome', to: 'ops-oncall', actor: {} })
  await send('POST', '/v1/events/trigger', {
    name: 'comment-replies',
    to: [{ type: 'Topic', topicKey: 'operations' }],
    payload: { thread: 'a' },
  })
  sandbox.clock.advance(2000)

  await send('GET', '/v1/messages?limit=1000')
  await send('GET', '/v1/notifications?limit=50')
  for (const { _id } of sandbox.state.notifications('Production'))
    await send('GET', `/v1/notifications/${_id}`)

  const answered = new Set(sandbox.log.filter(({ status }) => status < 400).map(({ operation }) => operation))
  expect(operations.filter(({ id }) => !answered.has(id))).toEqual([])
  expect(sandbox.log.flatMap(({ unknownFields }) => unknownFields)).toEqual([])
  sandbox.assertStrict()
  const never = replyProperties().filter((property) => !sandbox.seen.has(property))
  expect(never).toEqual(unseen.map(({ property }) => property))
  await sandbox.close()
})
