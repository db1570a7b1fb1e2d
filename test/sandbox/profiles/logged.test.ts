// The log of a step in the profiles of Novu: why it did not send, which integration was selected, which provider is a guess.
import { expect, test } from 'vitest'
import type { Message, RetrievedNotification } from '../../../src/wire/generated.ts'
import type { ProviderSpec, Sandbox } from '../../../src/sandbox/index.ts'
import { loggedSeed as seed } from '../../support/logged-seed.ts'
import { dataOf, onOne, type Call } from '../../support/profile-table.ts'

interface Logged {
  readonly event: RetrievedNotification
  readonly messages: readonly Message[]
}

async function logged(call: Call, sandbox: Sandbox, name: string, to: string): Promise<Logged> {
  await call('POST', '/v1/events/trigger', { name, to, transactionId: 't' })
  sandbox.clock.advance(2000)
  const events = (await call('GET', '/v1/notifications?transactionId=t')).body as { data: [{ _id: string }] }
  const messages = (await call('GET', '/v1/messages?transactionId=t')).body as { data: Message[] }
  const event = dataOf(await call('GET', `/v1/notifications/${events.data[0]._id}`))
  return { event: event as RetrievedNotification, messages: messages.data }
}

async function onDeployed(
  name: string,
  to: string,
  providers: readonly ProviderSpec[] = [],
): Promise<Logged> {
  const run = (call: Call, sandbox: Sandbox) => logged(call, sandbox, name, to)
  const [first, second] = [
    await onOne('novu-2026-04', run, { seed, providers }),
    await onOne('novu-2026-09', run, { seed, providers }),
  ]
  expect(second.event.jobs).toEqual(first.event.jobs)
  return first
}

const queued = 'Pending Step queued'
const sending = (name: string): string[] => [
  queued,
  `Pending ${name} provider was selected`,
  'Pending Message created',
]
const refusing = (providerId: string): ProviderSpec[] => [{ providerId, outcome: { outcome: 'refuse' } }]
const refused = 'Failed Unexpected provider error'

type Row = readonly [
  title: string,
  workflow: string,
  to: string,
  job: string,
  details: readonly string[],
  message: string | undefined,
  providers: readonly ProviderSpec[],
]

const cases: readonly Row[] = [
  [
    'without an email address',
    'email',
    'bare',
    'canceled',
    [...sending('Mailgun'), 'Failed Subscriber missing email address'],
    'warning',
    [],
  ],
  [
    'without a phone number',
    'sms',
    'bare',
    'canceled',
    [...sending('Twilio'), 'Failed Subscriber missing phone number'],
    'warning',
    [],
  ],
  [
    'with a condition that does not hold',
    'skipped',
    'ada',
    'canceled',
    [queued, 'Success Bridge execution skipped'],
    undefined,
    [],
  ],
  [
    'with one of an external workflow',
    'skipped-elsewhere',
    'ada',
    'canceled',
    [queued, 'Success Step was skipped based on steps conditions'],
    undefined,
    [],
  ],
  [
    'left out by preferences',
    'unwanted',
    'ada',
    'canceled',
    [queued, 'Success Step filtered by user preferences'],
    undefined,
    [],
  ],
  [
    'refused by its provider',
    'email',
    'ada',
    'failed',
    [...sending('Mailgun'), refused],
    'error',
    refusing('mailgun'),
  ],
  [
    'to a chat, refused by all providers',
    'chat',
    'ada',
    'failed',
    [...sending('Slack'), refused, 'Failed All chat channels failed to send the message'],
    'error',
    refusing('slack'),
  ],
  [
    'to devices, refused by all providers',
    'push',
    'ada',
    'failed',
    [
      ...sending('Fcm'),
      refused,
      'Failed There was one or more errors when trying to execute the notification',
    ],
    'error',
    refusing('fcm'),
  ],
]

test.each(cases)('a step %s', async (_, name, to, status, details, messageStatus, providers) => {
  const { event, messages } = await onDeployed(name, to, providers)
  const [job] = event.jobs ?? []
  expect(job?.status).toBe(status)
  expect(job?.executionDetails.map((each) => `${each.status} ${each.detail}`)).toEqual(details)
  expect(messages.map((message) => message.status)).toEqual(
    messageStatus === undefined ? [] : [messageStatus],
  )
  const [said] = job?.executionDetails.filter(({ detail }) => detail === 'Unexpected provider error') ?? []
  if (said === undefined) return
  expect(JSON.parse(said.raw ?? '')).toEqual({ message: expect.stringMatching(/\w{4}/), name: 'Error' })
})

test('the provider of a job and of its log is that of the oldest integration; the message has the one that sent', async () => {
  const { event, messages } = await onDeployed('email', 'ada')
  const [job] = event.jobs ?? []
  const details = job?.executionDetails ?? []
  const selected = details.find(({ detail }) => detail === 'Mailgun provider was selected')
  expect([job?.providerId, new Set(details.map(({ providerId }) => providerId))]).toEqual([
    'ses',
    new Set(['ses']),
  ])
  expect(messages.map(({ providerId }) => providerId)).toEqual(['mailgun'])
  expect(JSON.parse(selected?.raw ?? '')).toEqual({
    providerId: 'mailgun',
    identifier: 'mailgun',
    name: 'The mailgun',
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
  })
})
