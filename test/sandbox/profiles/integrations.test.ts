// Integrations: what each profile answers to the same requests.
import { expect, test } from 'vitest'
import type { IntegrationRecord, ProfileName, Sandbox } from '../../../src/sandbox/index.ts'
import { dataOf, onEach, onOne, outcome, type Call, type Reply } from '../../support/profile-table.ts'

const deployed = ['novu-2026-04', 'novu-2026-09'] as const
const ses = { providerId: 'ses', channel: 'email', identifier: 'ses' }
const condition = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ on: 'subscriber', field: 'locale', operator: 'IN', value: 'de,fr' }],
}

const find = (sandbox: Sandbox, identifier: string, environment = 'Production') =>
  sandbox.state.integrations.get(environment, identifier)
const idOf = (sandbox: Sandbox, identifier: string): string =>
  (find(sandbox, identifier) ?? find(sandbox, identifier, 'Development'))?._id ?? identifier
const put = (call: Call, sandbox: Sandbox, identifier: string, body: unknown): Promise<Reply> =>
  call('PUT', `/v1/integrations/${idOf(sandbox, identifier)}`, body)
const promote = (call: Call, sandbox: Sandbox, identifier: string): Promise<Reply> =>
  call('POST', `/v1/integrations/${idOf(sandbox, identifier)}/set-primary`)
/** `mailgun-old*, ses`: active integrations for email, the primary ones marked. */
const emails = (sandbox: Sandbox): string =>
  sandbox.state.integrations
    .list('Production')
    .filter(({ channel, active }) => channel === 'email' && active)
    .map(({ identifier, primary }) => identifier + (primary ? '*' : ''))
    .join(', ')

test('which integrations the list shows, and whether with credentials', async () => {
  const seen = await onEach(async (call) => {
    const rows = dataOf(await call('GET', '/v1/integrations')) as IntegrationRecord[]
    const { credentials } = rows.find(({ identifier }) => identifier === 'twilio-sms') ?? {}
    return [rows.length, Object.keys(credentials ?? {}).length]
  })
  expect(seen).toEqual({ contract: [7, 3], 'novu-2026-04': [7, 3], 'novu-2026-09': [5, 0] })
})

test('what a create, an update and a promotion show of credentials', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const body = { ...ses, credentials: { apiKey: 'k' } }
    const replies = [
      await call('POST', '/v1/integrations', body),
      await put(call, sandbox, 'ses', { credentials: { apiKey: 'new' } }),
      await promote(call, sandbox, 'ses'),
    ]
    return replies.map((reply) => {
      const { credentials } = dataOf(reply) as IntegrationRecord
      return `${reply.status} ${credentials.apiKey ?? 'hidden'}`
    })
  })
  expect(seen).toEqual({
    contract: ['201 k', '200 new', '200 new'],
    'novu-2026-04': ['201 k', '200 new', '201 new'],
    'novu-2026-09': ['201 hidden', '200 hidden', '200 hidden'],
  })
})

test('an active first integration for a channel takes primary by itself', async () => {
  const seen = await onEach(async (call, sandbox) => {
    await put(call, sandbox, 'mailgun-old', { active: false })
    const afterwards = [emails(sandbox)]
    for (const identifier of ['first', 'second']) {
      await call('POST', '/v1/integrations', { ...ses, identifier, active: true })
      afterwards.push(emails(sandbox))
    }
    return afterwards
  })
  const takes = ['', 'first*', 'first*, second']
  expect(seen).toEqual({
    contract: ['', 'first', 'first, second'],
    'novu-2026-04': takes,
    'novu-2026-09': takes,
  })
})

interface Step {
  readonly title: string
  readonly on: string
  readonly body: object
  readonly contract: string
  readonly novu: string
}

const steps: readonly Step[] = [
  { title: 'switched off', on: 'mailgun-old', body: { active: false }, contract: 'ses', novu: 'ses' },
  {
    title: 'given conditions',
    on: 'mailgun-old',
    body: { conditions: [condition] },
    contract: 'mailgun-old*, ses',
    novu: 'mailgun-old, ses',
  },
  {
    title: 'given no conditions',
    on: 'mailgun-old',
    body: { conditions: [] },
    contract: 'mailgun-old*, ses',
    novu: 'mailgun-old*, ses',
  },
  {
    title: 'renamed',
    on: 'mailgun-old',
    body: { name: 'M' },
    contract: 'mailgun-old*, ses',
    novu: 'mailgun-old*, ses',
  },
]

test.each(steps)('a primary that is $title promotes nobody', async ({ on, body, contract, novu }) => {
  const seen = await onEach(async (call, sandbox) => {
    await call('POST', '/v1/integrations', { ...ses, active: true })
    await put(call, sandbox, on, body)
    return emails(sandbox)
  })
  expect(seen).toEqual({ contract, 'novu-2026-04': novu, 'novu-2026-09': novu })
})

test('switched on again it is not primary, though it is the only one', async () => {
  const seen = await onEach(async (call, sandbox) => {
    await put(call, sandbox, 'mailgun-old', { active: false })
    await put(call, sandbox, 'mailgun-old', { active: true })
    return emails(sandbox)
  })
  expect(seen).toEqual({
    contract: 'mailgun-old*',
    'novu-2026-04': 'mailgun-old',
    'novu-2026-09': 'mailgun-old',
  })
})

test('a promotion switches on and clears conditions; of what is primary it changes nothing', async () => {
  const seen = await onEach(async (call, sandbox) => {
    await call('POST', '/v1/integrations', { ...ses, active: false, conditions: [condition] })
    await promote(call, sandbox, 'ses')
    const { active, primary, conditions = [] } = find(sandbox, 'ses') ?? {}
    const { updatedAt } = find(sandbox, 'ses') ?? {}
    sandbox.clock.advance(1000)
    await promote(call, sandbox, 'ses')
    return [
      active,
      primary,
      conditions.length,
      find(sandbox, 'ses')?.updatedAt === updatedAt,
      emails(sandbox),
    ]
  })
  const novu = [true, true, 0, true, 'mailgun-old, ses*']
  expect(seen).toEqual({
    contract: [false, true, 1, true, 'mailgun-old'],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

const three = ['one', 'two', 'three'].map((identifier) => ({
  environment: 'Production',
  identifier,
  providerId: 'ses',
  channel: 'email' as const,
  active: true,
}))

test('of several primaries one stays as it is when it is promoted; another takes the flag from all', async () => {
  const seen = await onEach(async (call, sandbox) => {
    for (const row of three) sandbox.state.integrations.add({ ...row, primary: row.identifier !== 'three' })
    const afterwards: string[] = []
    for (const identifier of ['one', 'three']) {
      await promote(call, sandbox, identifier)
      afterwards.push(emails(sandbox))
    }
    return afterwards
  })
  const novu = ['mailgun-old*, one*, two*, three', 'mailgun-old, one, two, three*']
  expect(seen).toEqual({
    contract: ['mailgun-old, one*, two, three', novu[1]],
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test('switched off and promoted, one of several primaries is the only one', async () => {
  const seen = await onEach(async (call, sandbox) => {
    for (const row of three) sandbox.state.integrations.add({ ...row, primary: true })
    await put(call, sandbox, 'one', { active: false })
    await promote(call, sandbox, 'one')
    return emails(sandbox)
  })
  const novu = 'mailgun-old, one*, two, three'
  expect(seen).toEqual({
    // The contract doesn't say that a promotion switches on.
    contract: 'mailgun-old, two, three',
    'novu-2026-04': novu,
    'novu-2026-09': novu,
  })
})

test('what is promoted has the highest priority, so that a later create takes nothing from it', async () => {
  for (const profile of deployed) {
    const seen = await onOne(profile, async (call, sandbox) => {
      await call('POST', '/v1/integrations', { ...ses, active: true })
      await promote(call, sandbox, 'ses')
      await call('POST', '/v1/integrations', { ...ses, identifier: 'later', active: true })
      return emails(sandbox)
    })
    expect(seen).toBe('mailgun-old, ses*, later')
  }
})

type Answers = Readonly<Record<ProfileName, string>>

const all = (answer: string): Answers => ({
  contract: answer,
  'novu-2026-04': answer,
  'novu-2026-09': answer,
})
const unknownId = '0123456789abcdef01234567'
const foreign = '403 The key belongs to another environment'

const updates: readonly (readonly [string, string, object, Answers])[] = [
  ['nothing', 'mailgun-old', {}, all('400 No properties found for update')],
  ['only check', 'mailgun-old', { check: true }, all('400 No properties found for update')],
  [
    'an empty name',
    'mailgun-old',
    { name: '' },
    { ...all('400 No properties found for update'), contract: '200' },
  ],
  [
    'its own identifier',
    'mailgun-old',
    { identifier: 'mailgun-old' },
    { ...all('400 No properties found for update'), contract: '200' },
  ],
  [
    "another's identifier",
    'mailgun-old',
    { identifier: 'twilio-sms' },
    all('409 Integration with identifier already exists'),
  ],
  [
    'an identifier of another environment',
    'mailgun-old',
    { identifier: 'svc-email' },
    { ...all('409 Integration with identifier already exists'), contract: '200' },
  ],
  ['fields that nobody knows', 'mailgun-old', { name: 'x', shape: 'round' }, all('200')],
  [
    'null for a name',
    'mailgun-old',
    { name: null, active: false },
    { ...all('200'), contract: '422 Validation Error' },
  ],
  ['a name, of another environment', 'svc-email', { name: 'x' }, { ...all('200'), 'novu-2026-09': foreign }],
  ['a name, of an unknown one', unknownId, { name: 'x' }, all(`404 Entity with id ${unknownId} not found`)],
  [
    'a name, of what is no id',
    'x',
    { name: 'x' },
    {
      ...all('500 Internal server error, contact support and provide them with the errorId'),
      contract: '404 Entity with id x not found',
    },
  ],
  [
    'children that are no list',
    'mailgun-old',
    { conditions: [{ children: 1 }] },
    {
      ...all('400 Cast to Array failed for path "children"'),
      contract: '422 Validation Error',
    },
  ],
]

test.each(updates)('an update with %s', async (_, identifier, body, answers) => {
  const seen = await onEach(async (call, sandbox) => outcome(await put(call, sandbox, identifier, body)))
  expect(seen).toEqual(answers)
})

const promotions: readonly (readonly [string, string, Answers])[] = [
  ['push', 'fcm-push', all('400 Channel push does not support primary')],
  [
    'what is no id',
    'x',
    {
      ...all('422 Validation failed for SetIntegrationAsPrimaryCommand: integrationId must be a mongodb id'),
      contract: '404 Entity with id x not found',
    },
  ],
  [
    'an unknown one',
    unknownId,
    {
      ...all(`404 Integration with id ${unknownId} not found`),
      contract: `404 Entity with id ${unknownId} not found`,
    },
  ],
]

test.each(promotions)('a promotion of %s', async (_, identifier, answers) => {
  const seen = await onEach(async (call, sandbox) => outcome(await promote(call, sandbox, identifier)))
  expect(seen).toEqual(answers)
})

test("a promotion of another environment's", async () => {
  const seen = await onEach(async (call, sandbox) => (await promote(call, sandbox, 'svc-email')).status)
  expect(seen).toEqual({ contract: 404, 'novu-2026-04': 201, 'novu-2026-09': 403 })
})

test.each([
  [{ providerId: 'novu', channel: 'in_app' }, '400 One environment can only have one In app provider'],
  [{ ...ses, identifier: 'mailgun-old' }, '409 Integration with identifier already exists'],
  [{ ...ses, identifier: 'svc-email' }, '201'],
  [{ providerId: 'made-up', channel: 'sms' }, '201'],
  [{ ...ses, conditions: [{ children: [] }] }, '201'],
  [{ ...ses, credentials: { port: 25 } }, '422 Validation Error'],
  [{ ...ses, credentials: { secure: 'true' } }, '201'],
  [{ ...ses, _environmentId: 'x' }, '422 Validation Error'],
])('deployed services answer a create with %j by %s', async (body, answer) => {
  for (const profile of deployed) {
    const seen = await onOne(profile, async (call) => outcome(await call('POST', '/v1/integrations', body)))
    expect(seen).toBe(answer)
  }
})

test('a built-in one, which the host has no credentials for', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const providerId = sandbox.profile === 'contract' ? 'svc-sms' : 'novu-sms'
    const body = { providerId, channel: 'sms' }
    return (await call('POST', '/v1/integrations', body)).status
  })
  expect(seen).toEqual({ contract: 201, 'novu-2026-04': 400, 'novu-2026-09': 400 })
})

test('a create for another environment', async () => {
  const seen = await onEach(async (call, sandbox) => {
    const _environmentId = sandbox.state.environments.get('Development')?._id
    const { status } = await call('POST', '/v1/integrations', { ...ses, _environmentId })
    return [status, find(sandbox, 'ses', 'Development') !== undefined]
  })
  expect(seen).toEqual({ contract: [201, false], 'novu-2026-04': [201, true], 'novu-2026-09': [403, false] })
})

test('only the keys of credentials that are stored come back', async () => {
  const credentials = { apiKey: 'k', apiURL: 'dropped', signingSecret: 's' }
  const shown = await onOne(
    'novu-2026-04',
    async (call) =>
      dataOf(await call('POST', '/v1/integrations', { ...ses, credentials })) as IntegrationRecord,
  )
  expect(shown.credentials).toEqual({ apiKey: 'k', signingSecret: 's' })
})

test('a check asks the provider of an email integration, and only there', async () => {
  const seen = await onEach(async (call, sandbox) => {
    sandbox.providers.set('ses', { outcome: 'refuse', text: 'Bad key' })
    sandbox.providers.set('twilio', { outcome: 'refuse', text: 'Bad key' })
    return [
      outcome(await call('POST', '/v1/integrations', { ...ses, check: true })),
      outcome(await call('POST', '/v1/integrations', { providerId: 'twilio', channel: 'sms', check: true })),
    ]
  })
  expect(seen).toEqual({
    contract: ['201', '201'],
    'novu-2026-04': ['400 Bad key', '201'],
    'novu-2026-09': ['400 Bad key', '201'],
  })
})

test('each write gives conditions new ids', async () => {
  const ids = (text: string): string[] =>
    [...text.matchAll(/"_id":"([0-9a-f]{24})"/g)].map(([, id = '']) => id)
  const seen = await onOne('novu-2026-04', async (call, sandbox) => {
    await call('POST', '/v1/integrations', { ...ses, conditions: [condition] })
    const before = ids(JSON.stringify(find(sandbox, 'ses')?.conditions))
    await put(call, sandbox, 'ses', { name: 'x' })
    return [...before, ...ids(JSON.stringify(find(sandbox, 'ses')?.conditions))]
  })
  expect([seen.length, new Set(seen).size]).toEqual([4, 4])
})
