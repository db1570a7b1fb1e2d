// What becomes of a trigger on each profile: the same worker behind all of them, told in each one's own replies.
import { expect, test } from 'vitest'
import type { RetrievedNotification } from '../../../src/wire/generated.ts'
import type { ProviderSpec, Sandbox } from '../../../src/sandbox/index.ts'
import { dataOf, onEach, outcome, type Call } from '../../support/profile-table.ts'

const awhile = 2000
const day = 86_400_000

interface Given {
  readonly workflow: string
  readonly to?: unknown
  readonly payload?: object
  readonly providers?: readonly ProviderSpec[]
  readonly before?: (sandbox: Sandbox) => void
  /** Milliseconds that pass before it is looked at. */
  readonly wait?: number
}

/** `user-0003: email completed (Message sent)`, a line for each job, in the order of the recipients. */
async function jobs(call: Call, sandbox: Sandbox, given: Given): Promise<string[]> {
  const { workflow: name, to = 'user-0003', payload = {}, before, wait = awhile } = given
  before?.(sandbox)
  await call('POST', '/v1/events/trigger', { name, to, payload, transactionId: 't' })
  sandbox.clock.advance(wait)
  const page = (await call('GET', '/v1/notifications?transactionId=t')).body as { readonly data: Event[] }
  const lines: string[] = []
  for (const { _id } of page.data.toReversed()) {
    const { jobs: all = [], subscriber } = dataOf(await call('GET', `/v1/notifications/${_id}`)) as Event
    for (const { type, status, executionDetails } of all)
      lines.push(`${subscriber?.subscriberId}: ${type} ${status} (${executionDetails.at(-1)?.detail})`)
  }
  return lines
}

type Event = RetrievedNotification & { readonly _id: string }

const order = { order: '17' }
const shipped = { workflow: 'order-shipped', payload: order }
const mailgun = (outcomeOf: ProviderSpec['outcome']): Pick<Given, 'providers'> => ({
  providers: [{ providerId: 'mailgun', outcome: outcomeOf }],
})
const editing =
  (identifier: string, changes: Parameters<Sandbox['state']['integrations']['edit']>[2]) =>
  (sandbox: Sandbox): void =>
    void sandbox.state.integrations.edit('Production', identifier, changes)
const german = {
  isNegated: false,
  type: 'GROUP' as const,
  value: 'AND' as const,
  children: [{ on: 'subscriber' as const, field: 'locale', operator: 'EQUAL' as const, value: 'de-DE' }],
}
const sms = 'user-0003: sms completed (Message sent)'
const noIntegration = 'Subscriber does not have an active integration: '

const cases: readonly (readonly [string, Given, readonly string[]])[] = [
  ['all is well', shipped, ['user-0003: email completed (Message sent)', sms]],
  [
    'a provider refuses in its own words',
    { ...shipped, ...mailgun({ outcome: 'refuse' }) },
    [
      'user-0003: email failed (Unexpected provider error: Sandbox subdomains are for test purposes only. Please add your own domain)',
      sms,
    ],
  ],
  [
    'a provider refuses in words of the caller',
    { ...shipped, ...mailgun({ outcome: 'refuse', text: 'over quota' }) },
    ['user-0003: email failed (Unexpected provider error: over quota)', sms],
  ],
  [
    'a provider is slow',
    { ...shipped, ...mailgun({ outcome: 'slow', milliseconds: 5000 }) },
    ['user-0003: email running (Message created)', 'user-0003: sms pending (undefined)'],
  ],
  [
    'a provider was slow',
    { ...shipped, ...mailgun({ outcome: 'slow', milliseconds: 5000 }), wait: 6000 },
    ['user-0003: email completed (Message sent)', sms],
  ],
  [
    'a provider never answers',
    { ...shipped, ...mailgun({ outcome: 'silent' }), wait: day },
    ['user-0003: email running (Message created)', 'user-0003: sms pending (undefined)'],
  ],
  [
    'no integration is primary',
    { ...shipped, before: editing('mailgun-old', { primary: false }) },
    [
      `user-0003: email failed (${noIntegration}no email integration is primary, but mailgun-old is active)`,
      sms,
    ],
  ],
  [
    'the primary is switched off',
    { ...shipped, before: editing('mailgun-old', { active: false }) },
    [`user-0003: email failed (${noIntegration}mailgun-old is not active)`, sms],
  ],
  [
    'a condition does not hold',
    { ...shipped, before: editing('mailgun-old', { primary: false, conditions: [german] }) },
    [`user-0003: email failed (${noIntegration}the conditions of mailgun-old do not hold)`, sms],
  ],
  [
    'a recipient has no phone',
    { ...shipped, to: 'user-0001' },
    [
      'user-0001: email completed (Message sent)',
      'user-0001: sms skipped (Subscriber does not have a phone number)',
    ],
  ],
  [
    'several recipients, one of them by a topic too',
    {
      workflow: 'order-shipped',
      payload: order,
      to: ['user-0009', { type: 'Topic', topicKey: 'operations', exclude: ['user-0006'] }, 'ops-oncall'],
    },
    ['user-0009', 'ops-oncall', 'user-0003'].flatMap((id) => [
      `${id}: email completed (Message sent)`,
      `${id}: sms completed (Message sent)`,
    ]),
  ],
  [
    'a delay, then a digest',
    { workflow: 'weekly-digest', payload: { topic: 'news' } },
    [
      'user-0003: delay delayed (Step delayed: until 2026-02-01T00:10:00.030Z)',
      'user-0003: digest pending (undefined)',
      'user-0003: email pending (undefined)',
    ],
  ],
  [
    'a digest that is over',
    { workflow: 'weekly-digest', payload: { topic: 'news' }, wait: 9 * day },
    [
      'user-0003: delay completed (Delay is finished)',
      'user-0003: digest completed (Digest triggered events: 1)',
      'user-0003: email completed (Message sent)',
    ],
  ],
  [
    'a failure stops the rest',
    { workflow: 'trial-ending', payload: {}, before: editing('mailgun-old', { active: false }) },
    [
      'user-0003: delay failed (Delay date could not be read: the payload has no date at payload.lastDay)',
      `user-0003: email failed (${noIntegration}mailgun-old is not active)`,
      'user-0003: in_app canceled (Step was canceled: Email failed)',
    ],
  ],
]

/** Deployed services keep reasons back, and cancel what has no address. */
function asDeployed(line: string): string {
  return line
    .replace(/(Unexpected provider error|does not have an active integration): .*\)$/, '$1)')
    .replace(
      'skipped (Subscriber does not have a phone number)',
      'canceled (Subscriber missing phone number)',
    )
}

test.each(cases)('%s', async (_, given, lines) => {
  const { providers } = given
  const seen = await onEach((call, sandbox) => jobs(call, sandbox, given), {
    seed: { messages: [], notifications: [] },
    ...(providers !== undefined && { providers }),
  })
  const deployed = lines.map(asDeployed)
  expect(seen).toEqual({ contract: lines, 'novu-2026-04': deployed, 'novu-2026-09': deployed })
})

test('a second event goes into the digest that waits', async () => {
  const seen = await onEach(async (call, sandbox) => {
    for (const transactionId of ['first', 'second'])
      await call('POST', '/v1/events/trigger', {
        name: 'weekly-digest',
        to: 'user-0003',
        payload: { topic: 'news' },
        transactionId,
      })
    sandbox.clock.advance(15 * 60_000)
    return sandbox.state
      .notifications('Production')
      .map(({ jobs: all = [] }) => all.map(({ status }) => status).join(' '))
      .slice(-2)
  })
  const each = ['completed delayed pending', 'completed merged merged']
  expect(Object.values(seen)).toEqual([each, each, each])
})

const schema = {
  type: 'object',
  required: ['order'],
  properties: { order: { type: 'string' }, items: { type: 'integer' } },
}

test("a payload that isn't as its workflow demands", async () => {
  const seen = await onEach(async (call) => {
    const reply = await call('POST', '/v1/events/trigger', {
      name: 'order-shipped',
      to: 'user-0003',
      payload: { items: 'two' },
    })
    const { type, errors, schema: shown } = reply.body as Readonly<Record<string, unknown>>
    return [outcome(reply), type, errors, shown]
  })
  const refused = [
    '400 Payload validation failed',
    'PAYLOAD_VALIDATION_ERROR',
    [
      { field: 'order', message: "must have required property 'order'", schemaPath: '#/required' },
      { field: 'items', message: 'must be number', value: 'two', schemaPath: '#/properties/items/type' },
    ],
    schema,
  ]
  expect(seen).toEqual({
    contract: ['201', undefined, undefined, undefined],
    'novu-2026-04': refused,
    'novu-2026-09': refused,
  })
})

test("the default seed's events end no earlier than they were made", async () => {
  const seen = await onEach(async (_, sandbox) =>
    sandbox.state
      .notifications('Production')
      .flatMap(({ createdAt = '', updatedAt = '', jobs: all = [] }) =>
        all
          .flatMap((job) => [job.updatedAt, ...job.executionDetails.map((detail) => detail.createdAt)])
          .filter((time = '') => time < createdAt || time > updatedAt),
      ),
  )
  expect(Object.values(seen)).toEqual([[], [], []])
})
