// The same requests, and how each profile puts its answers on the wire.
import { expect, test } from 'vitest'
import { onEach } from '../../support/profile-table.ts'

test('the envelope: everything but pages', async () => {
  const shape = (body: unknown): string =>
    Array.isArray(body)
      ? 'list'
      : Object.keys(body as object).length === 1
        ? Object.keys(body as object).join()
        : 'bare'
  const seen = await onEach(async (call) => [
    shape((await call('GET', '/v1/integrations')).body),
    shape((await call('PATCH', '/v2/subscribers/ops-oncall', { data: { a: 1 } })).body),
    shape((await call('GET', '/v2/subscribers')).body),
    shape((await call('GET', '/v1/messages')).body),
    shape((await call('GET', '/v1/notifications')).body),
    shape((await call('GET', '/v1/nothing')).body),
  ])
  const novu = ['data', 'data', 'bare', 'bare', 'bare', 'bare']
  expect(seen).toEqual({
    contract: ['list', 'bare', 'bare', 'bare', 'bare', 'bare'],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test("the vendor's word, both ways, and not in what is the caller's own", async () => {
  const credentials = { webhookUrl: 'https://chat.example' }
  const seen = await onEach(async (call, sandbox) => {
    const word = sandbox.profile === 'contract' ? 'svc' : 'novu'
    const other = sandbox.profile === 'contract' ? 'novu' : 'svc'
    const path = '/v1/subscribers/ops-oncall/credentials'
    const created = { providerId: `${word}-slack`, channel: 'chat', active: true }
    await call('POST', '/v1/integrations', created)
    const data = { providerId: 'svc-slack', origin: 'novu' }
    await call('PATCH', '/v2/subscribers/ops-oncall', { data })
    const { status } = await call('PUT', path, { providerId: `${other}-slack`, credentials })
    const { body } = await call('PUT', path, { providerId: `${word}-slack`, credentials })
    const read = JSON.stringify(body)
    return [
      status,
      /"providerId":"\w+-slack"/.exec(read.replace(JSON.stringify(data), ''))?.[0],
      read.includes(JSON.stringify(data)),
      sandbox.state.integrations.list('Production').at(-1)?.providerId,
    ]
  })
  expect(seen).toEqual({
    contract: [422, '"providerId":"svc-slack"', true, 'svc-slack'],
    'novu-2026-04': [422, '"providerId":"novu-slack"', true, 'svc-slack'],
    'novu-2026-09': [422, '"providerId":"novu-slack"', true, 'svc-slack'],
  })
})
