// Operation 14: a trigger in every form and with every outcome, and what is read of it afterwards.
import { expect } from 'vitest'
import { triggerEvent } from '../../../src/service/operations.ts'
import { events, messages, subscribers } from '../../../src/service/pages.ts'
import { all, type Scenario } from '../scenario.ts'
import { subscriberProviders } from '../seed/people.ts'

type Body = Parameters<typeof triggerEvent>[1]

const everybody: Body['to'] = [
  'ada',
  { type: 'Topic', topicKey: 'operations' },
  {
    subscriberId: 'grace',
    email: 'grace@acme.example',
    firstName: 'Grace',
    lastName: 'Guarda',
    phone: '+15550000009',
    avatar: 'https://static.acme.example/grace.png',
    locale: 'fr-FR',
    timezone: 'Europe/Paris',
    data: { plan: 'free' },
    channels: subscriberProviders.map((providerId) => ({
      providerId,
      integrationIdentifier: `all-${providerId}`,
      credentials: { webhookUrl: 'https://hooks.acme.example/grace', deviceTokens: ['made-up'] },
    })),
  },
]

const trigger: Scenario = {
  name: 'trigger',
  title: 'triggers with every field and every form of recipient, and reads the result',
  run: async ({ sandbox, client, read }) => {
    const reply = await read(
      triggerEvent(client, {
        name: 'greeting',
        to: everybody,
        payload: { name: 'Ada' },
        overrides: { svc: { tone: 'calm' } },
        transactionId: 'all-of-it',
        actor: { subscriberId: 'sender', firstName: 'Sender' },
        tenant: { identifier: 'acme', name: 'Acme Limited' },
        context: { region: 'eu' },
      }),
    )
    expect(reply).toEqual({ acknowledged: true, status: 'processed', transactionId: 'all-of-it' })
    for (const to of ['bare', { subscriberId: 'bare' }]) {
      const body = { name: 'greeting', to, actor: 'ada', tenant: 'acme' }
      expect((await read(triggerEvent(client, body))).status).toBe('processed')
    }
    sandbox.clock.advance(10_000)

    const made = await all(events(client, { transactionId: 'all-of-it' }))
    const reached = new Set(made.map(({ subscriber }) => subscriber?.subscriberId))
    expect(reached).toEqual(new Set(['ada', 'grace', 'newcomer']))
    expect(made[0]).toMatchObject({ payload: { name: 'Ada' }, jobs: [{ status: 'completed' }] })
    const sent = await all(messages(client, { transactionId: ['all-of-it'], contextKeys: ['region:eu'] }))
    expect(sent).toHaveLength(3)
    expect(sent[0]).toMatchObject({ content: 'Hello Ada', overrides: { svc: { tone: 'calm' } } })
    const [grace] = await all(subscribers(client, { subscriberId: 'grace' }))
    expect(grace?.channels).toHaveLength(subscriberProviders.length)
    expect(await all(subscribers(client, { subscriberId: 'sender' }))).toHaveLength(1)
    expect(sandbox.state.tenants('Production')).toMatchObject([{ name: 'Acme Limited' }])
  },
}

const outcomes: Scenario = {
  name: 'outcomes',
  title: 'reads every status that a trigger can end with',
  run: async ({ client, read }) => {
    const cases: readonly (readonly [string, Partial<Body>])[] = [
      ['processed', {}],
      ['trigger_not_active', { name: 'retired' }],
      ['no_workflow_steps_defined', { name: 'empty' }],
      ['no_workflow_active_steps_defined', { name: 'paused' }],
      ['no_tenant_found', { tenant: 'nobody' }],
      ['invalid_recipients', { to: [{}] }],
    ]
    for (const [status, body] of cases) {
      const reply = await read(triggerEvent(client, { name: 'greeting', to: 'ada', ...body }))
      expect(reply).toMatchObject({ acknowledged: true, status })
    }
    const failed = await read(triggerEvent(client, { name: 'greeting', to: 'ada', actor: {} }))
    expect(failed).toMatchObject({ acknowledged: false, status: 'error' })
    expect(failed.error).toEqual(['The actor has no subscriberId.'])
  },
}

export const triggerScenarios = [trigger, outcomes]
