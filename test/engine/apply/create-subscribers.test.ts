// Declared subscribers that the service doesn't know, where the project has them created.
import { expect, test } from 'vitest'
import { TransportError } from '../../../src/service/errors.ts'
import { createTransport, type Transport } from '../../../src/service/transport.ts'
import { createSandbox, productionApiKey } from '../../../src/sandbox/index.ts'
import { openScene, outcomes, writesTo } from '../../support/laws/scene.ts'
import type { Options, World } from '../../support/laws/world.ts'

const creating: Options = { request: { missing: 'create' } }
const create = 'POST /v2/subscribers?failIfExists=true'

const open = (subscribers: string, profile: 'novu-2026-04' | 'novu-2026-09' = 'novu-2026-09') =>
  openScene({
    yaml: `subscribers: [${subscribers}]`,
    integrations: [
      {
        environment: 'Production',
        identifier: 'slack-ops',
        providerId: 'slack',
        channel: 'chat',
        active: true,
      },
      { environment: 'Production', identifier: 'fcm-main', providerId: 'fcm', channel: 'push', active: true },
    ],
    subscribers: [{ environment: 'Production', subscriberId: 'here', firstName: 'H' }],
    profile,
  })

const slack = `{ providerId: slack, integrationIdentifier: slack-ops, credentials: { webhookUrl: https://hooks.example/a } }`
const fcm = `{ providerId: fcm, integrationIdentifier: fcm-main, credentials: { deviceTokens: [t1, t2] } }`
const ada = '{ subscriberId: ada, email: ada@acme.example, phone: null, data: { team: a, gone: null } }'

/** What another process sends, with the API key of Production. */
async function post({ sandbox, transport }: World, body: object): Promise<void> {
  const { status } = await transport({
    method: 'POST',
    url: `${sandbox.url}/v2/subscribers`,
    headers: {
      authorization: `ApiKey ${sandbox.keys['Production']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  expect(status).toBe(201)
  sandbox.clearLog()
}

const stored = ({ sandbox }: World, id: string) => sandbox.state.subscribers.get('Production', id)

test.each(['novu-2026-04', 'novu-2026-09'] as const)(
  'in %s: created with all that is declared, then its channels; the next plan is empty',
  async (profile) => {
    const world = await open(
      `${ada.slice(0, -2)}, channels: [${slack}, ${fcm}] }, { subscriberId: bare }, { subscriberId: here, firstName: New }`,
      profile,
    )
    const result = await world.apply(creating)
    expect(outcomes(result)).toEqual([
      'subscriber/ada/create done',
      'subscriber/bare/create done',
      'subscriber/here/update done',
      'subscriber/ada/slack@slack-ops/update done',
      'subscriber/ada/fcm@fcm-main/update done',
    ])
    expect(writesTo(world).toSorted()).toEqual([
      'PATCH /v2/subscribers/here 200',
      `${create} 201`,
      `${create} 201`,
      'PUT /v1/subscribers/ada/credentials 200',
      'PUT /v1/subscribers/ada/credentials 200',
    ])
    const first = world.writes().find(({ method }) => method === 'POST')
    expect(first?.body).toEqual({ subscriberId: 'ada', email: 'ada@acme.example', data: { team: 'a' } })
    expect(stored(world, 'ada')).toMatchObject({ email: 'ada@acme.example', data: { team: 'a' } })
    expect(stored(world, 'ada')?.channels?.map(({ credentials }) => credentials)).toEqual([
      { webhookUrl: 'https://hooks.example/a' },
      { deviceTokens: ['t1', 't2'] },
    ])
    expect(result.after?.sections.flatMap(({ changes, notes }) => [...changes, ...notes])).toEqual([])
    await world.close()
  },
)

test.each([
  ['exact: [data]', 'data: { a: 1 }, exact: [data]', { data: { a: 1 } }],
  ['exact data that is empty', 'data: { a: null }, exact: [data]', { data: {} }],
  ['only null', 'data: null, email: null', {}],
  ['an attribute that the service drops', 'avatar: a.png, expectDropped: [avatar]', { avatar: 'a.png' }],
])('%s', async (_, fields, sent) => {
  const world = await open(`{ subscriberId: ada, ${fields} }`)
  const { after } = await world.apply(creating)
  expect(world.writes().map(({ body }) => body)).toEqual([{ subscriberId: 'ada', ...sent }])
  expect(after?.sections.flatMap(({ changes }) => changes)).toEqual([])
  await world.close()
})

test('never, which is the default: it is missing, and nothing is sent', async () => {
  const world = await open(ada)
  const { plan } = await world.plan()
  expect(plan.sections.flatMap(({ changes }) => changes)).toEqual([])
  expect(plan.sections.flatMap(({ notes }) => notes)).toMatchObject([{ sort: 'missing', name: 'ada' }])
  await world.close()
})

test.each([
  [
    'the same: done already',
    { email: 'ada@acme.example', data: { team: 'a', own: 1 } },
    'subscriber/ada/create done already',
  ],
  [
    'another: it failed, and the field that differs is named',
    { email: 'other@acme.example', data: { own: 1 } },
    expect.stringMatching(
      /^subscriber\/ada\/create failed: .* status 409: .*differs from the manifest in email, data\.team$/,
    ),
  ],
])('another process creates it between the look and the request: %s', async (_, theirs, outcome) => {
  const world = await open(ada)
  const planned = await world.plan(creating)
  await post(world, { subscriberId: 'ada', ...theirs })
  // The plan's own look is recent enough, so the request goes out.
  const result = await world.apply(creating, planned)
  expect(outcomes(result)).toEqual([outcome])
  expect(writesTo(world)).toEqual([`${create} 409`])
  expect(stored(world, 'ada')).toMatchObject(theirs)
  await world.close()
})

test('another process creates it after the plan, and the look finds it: stale, nothing is sent', async () => {
  const world = await open(ada)
  let now = 0
  const clock = (): number => now
  const planned = await world.plan({ ...creating, clock })
  await post(world, { subscriberId: 'ada', email: 'other@acme.example' })
  now = 6000
  const result = await world.apply({ ...creating, clock }, planned)
  expect(outcomes(result)).toEqual([
    'subscriber/ada/create stale: the resource was created in the service since the plan was made',
  ])
  expect(writesTo(world)).toEqual([])
  await world.close()
})

test('the channel that the other process gave it stays', async () => {
  const world = await open(`{ subscriberId: ada, channels: [${slack}] }`)
  const planned = await world.plan(creating)
  await post(world, { subscriberId: 'ada' })
  const theirs = { providerId: 'slack', integrationIdentifier: 'slack-ops' }
  await world.transport({
    method: 'PUT',
    url: `${world.sandbox.url}/v1/subscribers/ada/credentials`,
    headers: {
      authorization: `ApiKey ${world.sandbox.keys['Production']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...theirs, credentials: { webhookUrl: 'https://hooks.example/theirs' } }),
  })
  world.sandbox.clearLog()
  const result = await world.apply(creating, planned)
  expect(outcomes(result)).toEqual([
    'subscriber/ada/create done already',
    'subscriber/ada/slack@slack-ops/update stale: channels.slack@slack-ops.webhookUrl changed in the service since the plan was made',
  ])
  await world.close()
})

test('a reply that is lost: it is looked for before anything is sent again', async () => {
  const world = await open(ada)
  let posts = 0
  const transport: Transport = async (request) => {
    const reply = await world.transport(request)
    if (request.method !== 'POST') return reply
    posts += 1
    throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
  }
  const result = await world.apply({ ...creating, transport })
  expect([outcomes(result), posts]).toEqual([['subscriber/ada/create done already'], 1])
  await world.close()
})

test('a request that never arrived is sent again', async () => {
  const world = await open(ada)
  let posts = 0
  const transport: Transport = (request) => {
    if (request.method !== 'POST' || ++posts > 1) return world.transport(request)
    throw new TransportError({ phase: 'unknown', code: 'ECONNRESET', sentence: 'the connection was cut' })
  }
  const patience = { sleep: () => Promise.resolve(), random: () => 0.5, budget: 60_000 }
  const result = await world.apply({ ...creating, transport, patience })
  expect([outcomes(result), posts]).toEqual([['subscriber/ada/create done'], 2])
  await world.close()
})

test('a value that the service refuses: only this one fails', async () => {
  const world = await open(`{ subscriberId: ada, channels: [${slack}] }, { subscriberId: bare }`)
  const transport: Transport = (request) =>
    request.method === 'POST' && request.body?.includes('ada') === true
      ? Promise.resolve({ status: 422, headers: {}, body: '{"message":"email must be an email"}' })
      : world.transport(request)
  const result = await world.apply({ ...creating, transport })
  expect(outcomes(result)).toEqual([
    'subscriber/ada/create failed: createSubscriber was refused with status 422: email must be an email',
    'subscriber/bare/create done',
    'subscriber/ada/slack@slack-ops/update skipped: this change depends on Production/subscriber/ada/create (failed)',
  ])
  await world.close()
})

test('a service without the operation is asked once, whatever runs in parallel', async () => {
  const world = await open(
    `{ subscriberId: here, firstName: New }, ${Array.from({ length: 20 }, (_, index) => `{ subscriberId: s${index}, channels: [${slack}] }`).join()}`,
  )
  // The routes that the contract lacks too.
  const sandbox = await createSandbox({ profile: 'contract' })
  const transport = createTransport()
  const absent: Transport = (request) =>
    request.method === 'POST'
      ? transport({
          ...request,
          url: request.url.replace(world.sandbox.url, sandbox.url),
          headers: { ...request.headers, authorization: `ApiKey ${productionApiKey}` },
        })
      : world.transport(request)
  const result = await world.apply({ ...creating, transport: absent, parallel: 8 })
  const all = outcomes(result)
  const reason = 'this service has no operation to create a subscriber'
  expect(all.slice(0, 2)).toEqual([
    'subscriber/here/update done',
    `subscriber/s0/create failed: ${reason}: createSubscriber was refused with status 404: Cannot POST /v2/subscribers?failIfExists=true`,
  ])
  expect(all.slice(2).map((line) => line.replace(/^\S+ /, ''))).toEqual(Array(39).fill(`skipped: ${reason}`))
  expect(result.results[1]?.outcome).toMatchObject({
    hint: 'Create subscribers in your application, and set "subscribers.create" to "never" in the project file.',
  })
  expect(sandbox.log.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/v2/subscribers?failIfExists=true 404',
  ])
  await Promise.all([transport.close(), sandbox.close(), world.close()])
})
