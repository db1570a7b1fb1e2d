// The service's own name: replaced where the service enumerates values, and nowhere else.
import { expect, test } from 'vitest'
import { namesVendor, respelledBody, respelledItem, type IdentifiedBody } from '../../src/delivery/trigger.ts'

const body: IdentifiedBody = { name: 'welcome', to: 'ada', transactionId: 't' }
const channels = (...providers: readonly string[]) =>
  providers.map((providerId) => ({ providerId, token: 'svc-x' }))

test('an event and a subscriber name providers as the project does, and other texts stay', () => {
  const item = {
    providerId: 'novu-slack',
    title: 'novu-slack',
    template: { origin: 'novu', name: 'novu' },
    jobs: [
      { providerId: 'novu', type: 'novu', executionDetails: [{ providerId: 'novu-email', detail: 'novu' }] },
    ],
    channels: channels('novu-slack', 'discord'),
  }
  expect(respelledItem(item, 'svc')).toEqual({
    providerId: 'svc-slack',
    title: 'novu-slack',
    template: { origin: 'svc', name: 'novu' },
    jobs: [
      { providerId: 'svc', type: 'novu', executionDetails: [{ providerId: 'svc-email', detail: 'novu' }] },
    ],
    channels: channels('svc-slack', 'discord'),
  })
  expect(respelledItem(item, undefined)).toBe(item)
})

const named: readonly (readonly [string, IdentifiedBody, IdentifiedBody])[] = [
  [
    'in the channels of a recipient',
    { ...body, to: ['ada', { subscriberId: 'bob', channels: channels('svc-slack', 'discord') }] },
    { ...body, to: ['ada', { subscriberId: 'bob', channels: channels('novu-slack', 'discord') }] },
  ],
  [
    'in those of an actor',
    { ...body, actor: { subscriberId: 'bob', channels: channels('svc-slack') } },
    { ...body, actor: { subscriberId: 'bob', channels: channels('novu-slack') } },
  ],
  [
    'as a key of the overrides',
    { ...body, overrides: { 'svc-slack': { text: 'svc-slack' }, email: { from: 'svc' } } },
    { ...body, overrides: { 'novu-slack': { text: 'svc-slack' }, email: { from: 'svc' } } },
  ],
  [
    'as a key of the providers in the overrides',
    { ...body, overrides: { providers: { 'svc-slack': { a: 1 }, fcm: {} } } },
    { ...body, overrides: { providers: { 'novu-slack': { a: 1 }, fcm: {} } } },
  ],
]

test.each(named)('a trigger names the service %s', (_, written, sent) => {
  expect(namesVendor(written)).toBe(true)
  expect(respelledBody(written, 'novu')).toEqual(sent)
  expect(respelledBody(written, undefined)).toEqual(written)
})

test.each<[string, IdentifiedBody]>([
  ['nothing of the kind', body],
  [
    'the word in a payload',
    { ...body, payload: { providerId: 'svc-slack', channels: channels('svc-slack') } },
  ],
  ['overrides of others', { ...body, overrides: { email: { svc: 'svc' }, providers: { fcm: {} } } }],
  ['overrides that are no map', { ...body, overrides: { providers: ['svc-slack'] } }],
])('a trigger with %s is sent as it is', (_, written) => {
  expect(namesVendor(written)).toBe(false)
  expect(respelledBody(written, 'novu')).toEqual(written)
})
