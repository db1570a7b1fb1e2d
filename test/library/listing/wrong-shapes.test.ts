// Replies of the wrong shape to what lists and shows events and messages: they are refused, and nothing is shown.
import { expect, test } from 'vitest'
import { cliWorld } from '../../support/cli-world.ts'
import { startProxy } from '../../support/cli-proxy.ts'

const list = (...items: readonly unknown[]): unknown => ({
  page: 0,
  hasMore: false,
  pageSize: 10,
  data: items,
})
const event = { _id: 'e-1', transactionId: 't-1' }

test.each<[string, unknown, string]>([
  ['messages list', list({ channel: 'email' }), 'data[0]._id'],
  ['messages list', list({ _id: 7 }), 'data[0]._id'],
  ['messages list', { messages: [] }, 'data'],
  ['messages get m-1', list({ channel: 'email' }), 'data[0]._id'],
  ['messages get m-1', list({ _id: 'm-0' }, { id: 'm-1' }), 'data[1]._id'],
  ['events list', list({ ...event, jobs: 'none' }), 'data[0].jobs'],
  ['events get e-1', { data: {} }, '_id'],
  ['events get e-1', { data: [event] }, 'the body'],
  ['events get e-1', { data: { transactionId: 't-1' } }, '_id'],
  ['events get e-1', { data: { ...event, jobs: {} } }, 'jobs'],
  ['events get e-1', { data: { ...event, jobs: [null] } }, 'jobs[0]'],
  [
    'events get e-1',
    { data: { ...event, jobs: [{ executionDetails: 'none' }] } },
    'jobs[0].executionDetails',
  ],
])('%s after the reply %j', async (command, reply, place) => {
  const { run, sandbox } = await cliWorld({})
  const BELFRY_URL = await startProxy(sandbox.url, ({ path }) =>
    /\/(?:messages|notifications)\b/.test(path) ? { status: 200, body: JSON.stringify(reply) } : undefined,
  )
  const { exit, out, err } = await run(`${command} -t Production`, { env: { BELFRY_URL } })
  expect({ exit, out }).toEqual({ exit: 1, out: '' })
  expect(err).toContain(place)
  expect(err).toContain('Nothing is shown.')
})

test('a reply with no more than IDs is shown', async () => {
  const { run, sandbox } = await cliWorld({})
  const BELFRY_URL = await startProxy(sandbox.url, ({ path }) =>
    /\/(?:messages|notifications)\b/.test(path)
      ? { status: 200, body: JSON.stringify(path.includes('e-1') ? { data: event } : list({ _id: 'e-1' })) }
      : undefined,
  )
  for (const command of ['messages list', 'messages get e-1', 'events list', 'events get e-1'])
    expect((await run(`${command} -t Production`, { env: { BELFRY_URL } })).exit).toBe(0)
})
