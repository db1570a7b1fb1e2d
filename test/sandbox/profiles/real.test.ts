// The profile of April 2026 against true replies of that release: the same status and the same keys everywhere.
import { expect, test } from 'vitest'
import { onOne, type Call } from '../../support/profile-table.ts'
import { realReplies as real } from '../../support/real-replies.ts'

/** Below these keys everything is the caller's own, or the workflow's. */
const free = new Set(['payload', 'template.steps', 'step', 'to', 'credentials'])

/** `data[].apiKeys[].key: string`, a line for each value; keys that are free count, what is below them doesn't. */
function shapeOf(value: unknown, at = ''): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [`${at}: list`] : value.flatMap((item) => shapeOf(item, `${at}[]`))
  if (typeof value !== 'object' || value === null) return [`${at}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, item]) =>
    free.has(key) || (key === 'data' && at !== '' && !Array.isArray(item))
      ? [`${at}.${key}`]
      : shapeOf(item, `${at}.${key}`),
  )
}

const lines = (value: unknown): string[] => [...new Set(shapeOf(value))].toSorted()

const email = {
  name: 'E',
  identifier: 'e',
  providerId: 'sendgrid',
  channel: 'email',
  active: true,
  check: false,
}
const credentials = { apiKey: 'k', from: 'a@example.com', senderName: 'x' }

/** What the sandbox answers to requests like those of the true replies. */
async function answers(
  call: Call,
  settle: () => void,
): Promise<Record<string, { status: number; body: unknown }>> {
  const created = await call('POST', '/v1/integrations', { ...email, credentials })
  const id = (created.body as { data: { _id: string } }).data._id
  const environment = await call('POST', '/v1/environments', { name: 'Env', color: '#2F8FFF' })
  const environmentId = (environment.body as { data: { _id: string } }).data._id
  await call('POST', '/v2/subscribers', {
    subscriberId: 's',
    email: 'r@example.com',
    firstName: 'F',
    locale: 'en_US',
    data: { a: 1 },
  })
  const push = { name: 'P', identifier: 'p', providerId: 'fcm', channel: 'push', active: true }
  const fcm = await call('POST', '/v1/integrations', { ...push, credentials: { serviceAccount: '{}' } })
  const tokens = { providerId: 'fcm', credentials: { deviceTokens: ['t1'] } }
  const upserted = await call('PUT', '/v1/subscribers/s/credentials', tokens)
  await call('POST', '/v2/subscribers', { subscriberId: 'bare' })
  await call('PUT', '/v1/subscribers/bare/credentials', tokens)
  const triggered = await call('POST', '/v1/events/trigger', {
    name: 'plain',
    to: { subscriberId: 's' },
    payload: { run: 'x' },
    transactionId: 't',
  })
  settle()
  const events = await call('GET', '/v1/notifications?transactionId=t')
  const eventId = (events.body as { data: [{ _id: string }] }).data[0]._id
  // The others have more than the two of the true list.
  const listed = await call('GET', '/v1/integrations')
  const { data } = listed.body as { readonly data: readonly { readonly channel: string }[] }
  const inApp = data.filter(({ channel }) => channel === 'in_app')
  return {
    'environments.list': await call('GET', '/v1/environments'),
    'environments.create': environment,
    'environments.update': await call('PUT', `/v1/environments/${environmentId}`, { name: 'Env2' }),
    'integrations.create': created,
    'integrations.update': await call('PUT', `/v1/integrations/${id}`, { name: 'E2', check: false }),
    'integrations.setAsPrimary': await call('POST', `/v1/integrations/${id}/set-primary`),
    'integrations.list': { status: listed.status, body: { data: inApp } },
    'integrations.create fcm': fcm,
    'subscribers.credentials.update': upserted,
    'subscribers.patch': await call('PATCH', '/v2/subscribers/s', { firstName: 'Ann', data: { a: 1 } }),
    'subscribers.search': await call('GET', '/v2/subscribers?limit=1'),
    trigger: triggered,
    'notifications.list': events,
    'notifications.retrieve': await call('GET', `/v1/notifications/${eventId}`),
    'messages.retrieve': await call('GET', '/v1/messages?channel=in_app&limit=1'),
    'error 422 create': await call('POST', '/v1/integrations', { name: 'x' }),
    'error 409': await call('POST', '/v1/integrations', email),
    'error 404': await call('PUT', '/v1/integrations/0123456789abcdef01234567', { name: 'x' }),
    'error 422 trigger': await call('POST', '/v1/events/trigger', { name: 'nope', to: 's' }),
    'error 400 creds': await call('PUT', '/v1/subscribers/nobody/credentials', tokens),
  }
}

const workflow = {
  environment: 'Production',
  identifier: 'plain',
  name: 'Plain',
  steps: [
    {
      _id: '6b0000060000000000000abc',
      _templateId: '6b0000060000000000000abd',
      name: 'In-App',
      active: true,
      template: { type: 'in_app', content: 'hello' },
    },
  ],
}

test.each(real.map((each) => [each.op, each] as const))('%s', async (op, { status, response }) => {
  const own = await onOne(
    'novu-2026-04',
    (call, sandbox) => answers(call, () => sandbox.clock.advance(2000)),
    { seed: { workflows: [workflow], messages: [], notifications: [] } },
  )
  const answer = own[op]
  expect([answer?.status, lines(answer?.body)]).toEqual([status, lines(response)])
})
