// Operations 8, 12 and 13: every way in which messages and events are found, and all that they hold.
import { expect } from 'vitest'
import { listEvents, listMessages, retrieveEvent } from '../../../src/service/operations.ts'
import { events as allEvents, messages as allMessages } from '../../../src/service/pages.ts'
import type { ChannelInput, ListMessagesQuery } from '../../../src/wire/generated.ts'
import { words } from '../../support/contract-places.ts'
import { all, type Scenario } from '../scenario.ts'

const messages: Scenario = {
  name: 'messages',
  title: 'lists messages by every filter, and reads them in full',
  run: async ({ client, read }) => {
    const found = async (query: ListMessagesQuery): Promise<number> =>
      (await read(listMessages(client, query))).data.length

    const { data, ...page } = await read(listMessages(client))
    expect(page).toEqual({ totalCount: 6, hasMore: false, pageSize: 10, page: 0 })
    for (const channel of words('common.json#/$defs/Channel') as readonly ChannelInput[]) {
      const { data: some } = await read(listMessages(client, { channel }))
      expect(new Set(some.map((message) => message.channel))).toEqual(new Set([channel]))
    }
    expect(await found({ subscriberId: 'bare' })).toBe(1)
    expect(await found({ transactionId: ['letters'] })).toBe(5)
    expect(await found({ transactionId: ['letters', 'letters-of-bare'] })).toBe(6)
    expect(await found({ contextKeys: ['tenant:acme', 'region:eu'] })).toBe(1)
    expect(await found({ limit: 4, page: 1 })).toBe(2)
    expect(await all(allMessages(client, { limit: 4 }))).toEqual(data)
  },
}

const events: Scenario = {
  name: 'events',
  title: 'lists events by every filter, and reads them in full',
  run: async ({ client, read }) => {
    const { data, ...page } = await read(listEvents(client))
    expect(page).toEqual({ hasMore: false, pageSize: 10, page: 0 })
    const complete = data.find(({ transactionId }) => transactionId === 'letters')?._templateId ?? ''
    const letters = ['letters', 'letters-of-bare']
    const seeded = ['event-0', 'event-1', 'event-2', 'event-3']

    for (const [query, expected] of [
      [{ channels: ['throttle'] }, ['event-0']],
      [{ channels: ['email', 'in_app'] }, seeded],
      [{ templates: complete }, letters],
      [{ templates: [complete, 'another'] }, letters],
      [{ emails: 'ada@acme.example' }, [...seeded, 'letters']],
      [{ emails: ['ada@acme.example', 'nobody@acme.example'] }, [...seeded, 'letters']],
      [{ subscriberIds: 'bare' }, ['letters-of-bare']],
      [{ subscriberIds: ['bare', 'nobody'] }, ['letters-of-bare']],
      [{ search: 'bare' }, ['letters-of-bare']],
      [{ transactionId: 'event-2' }, ['event-2']],
      [{ topicKey: 'operations' }, ['event-0']],
      [{ after: '2026-01-13T00:00:00.000Z' }, ['event-3', ...letters]],
      [{ before: '2026-01-12T00:00:00.000Z' }, ['event-0', 'event-1']],
      [{ limit: 4, page: 1 }, ['event-0', 'event-1']],
    ] as const) {
      const { data: some } = await read(listEvents(client, query as Parameters<typeof listEvents>[1]))
      const found = some.map(({ transactionId }) => transactionId).sort()
      expect([query, found]).toEqual([query, expected])
    }
    expect(await all(allEvents(client, { limit: 4 }))).toEqual(data)
  },
}

const event: Scenario = {
  name: 'event',
  title: 'retrieves every event in full',
  run: async ({ sandbox, client, read }) => {
    for (const stored of sandbox.state.notifications('Production')) {
      const { template, subscriber, ...rest } = await read(retrieveEvent(client, stored._id))
      expect(rest).toEqual(stored)
      expect(subscriber?._id).toBe(stored._subscriberId)
      expect(template?._id).toBe(stored._templateId)
    }
  },
}

export const activityScenarios = [messages, events, event]
