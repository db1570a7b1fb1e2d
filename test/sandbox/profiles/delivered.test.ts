// Through which of several integrations the profiles of Novu send, and what their messages contain.
import { expect, test } from 'vitest'
import type { Message, RetrievedNotification } from '../../../src/wire/generated.ts'
import type { Sandbox, Seed } from '../../../src/sandbox/index.ts'
import { dataOf, onEach, onOne, type Call } from '../../support/profile-table.ts'

const deployed = ['novu-2026-04', 'novu-2026-09'] as const
const environment = 'Production'
const block = { type: 'text', content: 'Hello' }
const link = { type: 'button', content: 'Open', url: 'https://acme.example/' }
const templates = {
  email: { type: 'email', subject: 'Hello', content: [block, link] },
  chat: { type: 'chat', content: 'Hello' },
  in_app: { type: 'in_app', content: 'Hello' },
} as const
type Channel = keyof typeof templates

const workflows: Seed['workflows'] = Object.entries(templates).map(([identifier, template]) => ({
  environment,
  identifier,
  name: identifier,
  steps: [{ active: true, template }],
}))
const seed: Seed = { workflows, messages: [], notifications: [], integrations: [] }

function integration(sandbox: Sandbox, identifier: string, more: object = {}) {
  const row = { environment, identifier, providerId: identifier, channel: 'email', active: true, ...more }
  return sandbox.state.integrations.add(row as Parameters<typeof sandbox.state.integrations.add>[0])
}

interface Sent {
  readonly event: RetrievedNotification
  readonly messages: readonly Message[]
}

async function send(call: Call, sandbox: Sandbox, channel: Channel, more: object = {}): Promise<Sent> {
  const transactionId = `t-${sandbox.log.length}`
  await call('POST', '/v1/events/trigger', { name: channel, to: 'user-0003', transactionId, ...more })
  sandbox.clock.advance(2000)
  const query = `transactionId=${transactionId}`
  const events = (await call('GET', `/v1/notifications?${query}`)).body as { data: [{ _id: string }] }
  const messages = (await call('GET', `/v1/messages?${query}`)).body as { data: Message[] }
  const event = dataOf(await call('GET', `/v1/notifications/${events.data[0]._id}`))
  return { event: event as RetrievedNotification, messages: messages.data }
}

/** The identifier of the integration that a step was sent through, by its log. */
function through({ event }: Sent): string | undefined {
  const details = event.jobs?.[0]?.executionDetails ?? []
  const raw = details.find(({ detail }) => detail.endsWith('provider was selected'))?.raw
  return raw == null ? undefined : (JSON.parse(raw) as { readonly identifier: string }).identifier
}

const onDeployed = async <Value>(run: (call: Call, sandbox: Sandbox) => Promise<Value>): Promise<Value> => {
  const [first, second] = [await onOne(deployed[0], run, { seed }), await onOne(deployed[1], run, { seed })]
  expect(second).toEqual(first)
  return first
}

test('an override of a trigger selects an active integration, primary or not; any other is ignored', async () => {
  const override = (integrationIdentifier: string) => ({ overrides: { email: { integrationIdentifier } } })
  const seen = await onEach(
    async (call, sandbox) => {
      integration(sandbox, 'ses', { primary: true })
      integration(sandbox, 'mailgun')
      integration(sandbox, 'postmark', { active: false })
      const used: (string | undefined)[] = []
      for (const more of [{}, override('mailgun'), override('postmark'), override('none')]) {
        used.push((await send(call, sandbox, 'email', more)).messages[0]?.providerId)
      }
      return used
    },
    { seed },
  )
  const selected = ['ses', 'mailgun', 'ses', 'ses']
  expect(seen).toEqual({ contract: selected, 'novu-2026-04': selected, 'novu-2026-09': selected })
})

test('a chat channel of an inactive integration is logged beside the one that works', async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    const chat = { channel: 'chat', providerId: 'slack' }
    integration(sandbox, 'slack-old', chat)
    integration(sandbox, 'slack-new', chat)
    for (const integrationIdentifier of ['slack-old', 'slack-new']) {
      const credentials = { webhookUrl: `https://hooks.example/${integrationIdentifier}` }
      const body = { providerId: 'slack', integrationIdentifier, credentials }
      await call('PUT', '/v1/subscribers/user-0003/credentials', body)
    }
    sandbox.state.integrations.edit(environment, 'slack-old', { active: false })
    const { event, messages } = await send(call, sandbox, 'chat')
    const [job] = event.jobs ?? []
    return [job?.status, job?.executionDetails.map(({ detail }) => detail), messages.length]
  })
  expect(seen).toEqual([
    'completed',
    [
      'Step queued',
      'Subscriber does not have an active integration',
      'Slack provider was selected',
      'Message created',
      'Message sent',
    ],
    1,
  ])
})

test('of several primaries the newest sends; deactivating one and promoting it leaves it as the only one', async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    const [first] = ['ses', 'mailgun', 'postmark'].map((identifier) => {
      sandbox.clock.advance(1000)
      return integration(sandbox, identifier, { primary: true })
    })
    const used: (string | undefined)[] = []
    const look = async (): Promise<void> => void used.push(through(await send(call, sandbox, 'email')))
    await look()
    await call('POST', `/v1/integrations/${first?._id}/set-primary`)
    await look()
    await call('PUT', `/v1/integrations/${first?._id}`, { active: false })
    await look()
    await call('POST', `/v1/integrations/${first?._id}/set-primary`)
    await look()
    return used
  })
  expect(seen).toEqual(['postmark', 'postmark', 'postmark', 'ses'])
})

test("an email message's content is one string, and unset fields are left out", async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    integration(sandbox, 'ses', { primary: true })
    integration(sandbox, 'inbox', { providerId: 'svc', channel: 'in_app' })
    const overrides = { email: { integrationIdentifier: 'ses' } }
    const sent = [
      ...(await send(call, sandbox, 'email')).messages,
      ...(await send(call, sandbox, 'email', { overrides })).messages,
      ...(await send(call, sandbox, 'in_app')).messages,
    ]
    return sent.map((message) => [
      message.content,
      message.email,
      message.overrides,
      Object.keys(message.cta ?? {}),
    ])
  })
  const content = '<p>Hello</p><a href="https://acme.example/">Open</a>'
  const email = 'user-0003@people.example'
  const keys = ['action', 'type']
  expect(seen).toEqual([
    [content, email, undefined, keys],
    [content, email, { email: { integrationIdentifier: 'ses' } }, keys],
    ['Hello', undefined, undefined, keys],
  ])
})

test.each([
  ['svc-cloud', ''],
  ['svc-cloud-v1', 'Hello'],
  ['external', 'Hello'],
] as const)(
  "a step's template of a workflow of origin %s shows its content as %j",
  async (origin, content) => {
    for (const profile of deployed) {
      const run = async (call: Call, sandbox: Sandbox): Promise<unknown> => {
        integration(sandbox, 'inbox', { providerId: 'svc', channel: 'in_app' })
        const { event, messages } = await send(call, sandbox, 'in_app')
        return [event.jobs?.[0]?.step.template?.['content'], messages[0]?.content]
      }
      const own = { ...seed, workflows: workflows.map((workflow) => ({ ...workflow, origin })) }
      expect(await onOne(profile, run, { seed: own })).toEqual([content, 'Hello'])
    }
  },
)

test('set-primary gives the highest priority and keeps the order of the others; conditions change no priority', async () => {
  const seen = await onDeployed(async (call, sandbox) => {
    const ids = new Map<string, string>()
    for (const identifier of ['ses', 'mailgun', 'postmark']) {
      const body = { identifier, providerId: identifier, channel: 'email', active: true }
      const { _id } = dataOf(await call('POST', '/v1/integrations', body)) as { readonly _id: string }
      ids.set(identifier, _id)
    }
    const state = (): string =>
      sandbox.state.integrations
        .list(environment)
        .filter(({ channel }) => channel === 'email')
        .toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0))
        .map(({ identifier, primary }) => identifier + (primary ? '*' : ''))
        .join(' ')
    const priorityOf = (identifier: string): unknown =>
      sandbox.state.integrations.get(environment, identifier)?.priority
    const found: unknown[] = [state()]
    await call('POST', `/v1/integrations/${ids.get('mailgun')}/set-primary`)
    found.push(state())
    const before = priorityOf('mailgun')
    const conditions = [{ type: 'GROUP', value: 'AND', isNegated: false, children: [] }]
    await call('PUT', `/v1/integrations/${ids.get('mailgun')}`, { conditions })
    found.push(state(), priorityOf('mailgun') === before)
    return found
  })
  expect(seen).toEqual(['ses* postmark mailgun', 'mailgun* ses postmark', 'mailgun ses postmark', true])
})

test('a provider refuses for a single integration, by its identifier', async () => {
  const seen = await onEach(
    async (call, sandbox) => {
      integration(sandbox, 'ses-eu', { primary: true, providerId: 'ses' })
      integration(sandbox, 'ses-us', { providerId: 'ses' })
      sandbox.providers.set('ses-eu', { outcome: 'refuse', text: 'down' })
      const overrides = { email: { integrationIdentifier: 'ses-us' } }
      const sent = [await send(call, sandbox, 'email'), await send(call, sandbox, 'email', { overrides })]
      return sent.map(({ messages: [message] }) => message?.status)
    },
    { seed },
  )
  const statuses = ['error', 'sent']
  expect(seen).toEqual({ contract: statuses, 'novu-2026-04': statuses, 'novu-2026-09': statuses })
})
