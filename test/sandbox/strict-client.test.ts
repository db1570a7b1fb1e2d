// The contract profile against the strict validation of the official client: closed enumerations and typed errors.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSandbox, virtualClock, type Sandbox } from '../../src/sandbox/index.ts'
import { sender, type Send } from '../support/sandbox-client.ts'

/** `ResourceOriginEnum` of the client, in Novu's own words; the contract has `svc` in place of `novu`. */
const ofClient = ['novu-cloud', 'novu-cloud-v1', 'external']
const ofContract = new Set(['svc-cloud', 'svc-cloud-v1', 'external'])

let sandbox: Sandbox
let send: Send
beforeEach(async () => {
  sandbox = await createSandbox({ clock: virtualClock() })
  send = sender(sandbox)
})
afterEach(() => sandbox.close())

interface Event {
  readonly _id: string
  readonly template?: { readonly name: string; readonly origin?: string }
}

test("an event's workflow has an origin that both the contract and the client allow, or none", async () => {
  const { body } = await send<{ data: Event[] }>('GET', '/v1/notifications?limit=50')
  const single = await Promise.all(
    body.data.map(async ({ _id }) => (await send<Event>('GET', `/v1/notifications/${_id}`)).body),
  )
  const origins = (events: readonly Event[]): Set<string | undefined> =>
    new Set(events.map(({ template }) => template?.origin))
  const both = ofClient.filter((origin) => ofContract.has(origin))
  expect([origins(body.data), origins(single)]).toEqual([
    new Set([undefined, ...both]),
    new Set([undefined, ...both]),
  ])
})

const refused: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', '/v1/events/trigger', { name: 'nope', to: 'user-0001' }],
  ['POST', '/v1/events/trigger', { name: 'welcome' }],
  ['POST', '/v1/integrations', {}],
  ['PUT', '/v1/integrations/x', { name: 1 }],
  ['POST', '/v1/environments', { name: 'x', color: 'red' }],
  ['PUT', '/v1/environments/x', { name: 1 }],
  ['PUT', '/v1/subscribers/ops-oncall/credentials', {}],
  ['PATCH', '/v2/subscribers/ops-oncall', { email: 1 }],
  ['GET', '/v2/subscribers?limit=500', undefined],
  ['GET', '/v2/subscribers?subscriberId=a&subscriberId=b', undefined],
  ['GET', '/v1/messages?page=-1', undefined],
  ['GET', '/v1/notifications?limit=51', undefined],
]

test.each(refused)('%s %s %j is refused with messages by field', async (method, path, sent) => {
  const { status, body } = await send<{ errors?: Record<string, { messages: unknown }> }>(method, path, sent)
  expect(status).toBe(422)
  const messages = Object.values(body.errors ?? {}).map((field) => field.messages)
  expect(messages.length).toBeGreaterThan(0)
  for (const each of messages.flat()) expect(each).toEqual(expect.any(String))
})
