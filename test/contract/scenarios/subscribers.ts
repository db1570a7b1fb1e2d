// Operations 1 to 3: what a subscriber is sent, and every way in which subscribers are found.
import { expect } from 'vitest'
import { searchSubscribers } from '../../../src/service/operations.ts'
import { subscribers } from '../../../src/service/pages.ts'
import { updateSubscriber, upsertSubscriberCredentials } from '../../support/write-operations.ts'
import { all, type Scenario } from '../scenario.ts'
import { channelCredentials, subscriberProviders } from '../seed/people.ts'

const credentials: Scenario = {
  name: 'credentials',
  title: 'sends the credentials of every provider of a subscriber',
  run: async ({ client, read }) => {
    for (const providerId of subscriberProviders) {
      const body = { providerId, integrationIdentifier: `all-${providerId}`, credentials: channelCredentials }
      const { channels } = await read(upsertSubscriberCredentials(client, 'newcomer', body))
      expect(channels?.at(-1)).toMatchObject(body)
    }
    const slack = { providerId: 'slack', credentials: { webhookUrl: 'https://hooks.acme.example/other' } }
    const { channels, firstName } = await read(upsertSubscriberCredentials(client, 'bare', slack))
    expect(channels).toMatchObject([slack])
    expect(firstName).toBeNull()
  },
}

const attributes: Scenario = {
  name: 'attributes',
  title: 'changes every attribute of a subscriber',
  run: async ({ client, read }) => {
    const body = {
      firstName: 'Grace',
      lastName: 'Guarda',
      email: 'grace@acme.example',
      phone: '+15550000009',
      avatar: 'https://static.acme.example/grace.png',
      timezone: 'Europe/Paris',
      locale: 'fr-FR',
      data: { plan: 'free' },
    }
    expect(await read(updateSubscriber(client, 'ada', body))).toMatchObject(body)
    const named = await read(updateSubscriber(client, 'bare', { firstName: 'Bare' }))
    expect(named).toMatchObject({ firstName: 'Bare', lastName: null, data: null })
    const unnamed = await read(updateSubscriber(client, 'bare', { firstName: null }))
    expect(unnamed.firstName).toBeNull()
  },
}

const search: Scenario = {
  name: 'search',
  title: 'finds subscribers by every filter, order and cursor',
  run: async ({ client, read }) => {
    const found = async (query: Parameters<typeof searchSubscribers>[1]): Promise<readonly string[]> =>
      (await read(searchSubscribers(client, query))).data.map(({ subscriberId }) => subscriberId)

    const order = { orderBy: 'subscriberId', orderDirection: 'ASC' } as const
    expect(await found(order)).toEqual(['ada', 'bare', 'newcomer'])
    expect(await found({ ...order, orderDirection: 'DESC' })).toEqual(['newcomer', 'bare', 'ada'])
    expect(await found({ ...order, limit: 2 })).toEqual(['ada', 'bare'])

    const { next, previous } = await read(searchSubscribers(client, { ...order, limit: 1 }))
    expect([typeof next, previous]).toEqual(['string', null])
    const after = next ?? ''
    expect(await found({ ...order, after })).toEqual(['bare', 'newcomer'])
    expect(await found({ ...order, after, includeCursor: true })).toEqual(['ada', 'bare', 'newcomer'])
    const second = await read(searchSubscribers(client, { ...order, after, limit: 1 }))
    expect(await found({ ...order, before: second.previous ?? '' })).toEqual(['ada'])

    expect(await found({ email: 'new@' })).toEqual(['newcomer'])
    expect(await found({ ...order, name: 'Ada Archer' })).toEqual(['ada', 'newcomer'])
    expect(await found({ ...order, phone: '+1555' })).toEqual(['ada', 'newcomer'])
    expect(await found({ subscriberId: 'bare' })).toEqual(['bare'])

    const walked = await all(subscribers(client, { ...order, limit: 1 }))
    expect(walked).toEqual((await searchSubscribers(client, order)).data)
  },
}

export const subscriberScenarios = [credentials, attributes, search]
