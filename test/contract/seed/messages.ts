// Messages that together have every field, channel and state.
import type { Seed } from '../../../src/sandbox/index.ts'
import { rows, words } from '../../support/contract-places.ts'
import { notifications } from './activity.ts'

type Event = NonNullable<Seed['notifications']>[number]
type Message = NonNullable<Seed['messages']>[number]
type Action = NonNullable<NonNullable<Message['cta']>['action']>
type Block = Extract<NonNullable<Message['content']>, readonly unknown[]>[number]
type Button = NonNullable<Action['buttons']>[number]

const block = 'message.json#/$defs/EmailBlock/properties'
const blocks = rows({
  type: words(`${block}/type`),
  content: ['Start'],
  url: ['https://acme.example/start'],
  styles: (
    words(`${block}/styles/properties/textAlign`) as readonly NonNullable<Block['styles']>['textAlign'][]
  ).map((textAlign) => ({ textAlign })),
})

const action = 'message.json#/$defs/MessageAction/properties'
const actions: Action[] = rows({
  status: words(`${action}/status`),
  type: words(`${action}/result/properties/type`),
}).map(({ status, type }) => ({
  status,
  buttons: (words('message.json#/$defs/MessageButton/properties/type') as readonly Button['type'][]).map(
    (each) => ({
      type: each,
      content: 'Start',
      resultContent: 'Started',
    }),
  ),
  result: { type, payload: { started: true } },
}))

/** The event of the messages, of a workflow with every field. */
const own: Event = {
  environment: 'Production',
  subscriberId: 'ada',
  workflow: 'complete',
  transactionId: 'letters',
  createdAt: '2026-01-20T09:00:00.000Z',
}
const others: Event = { ...own, subscriberId: 'bare', transactionId: 'letters-of-bare' }

/** Of one subscriber with everything; another with nothing has one. */
export const messages: Message[] = [
  ...rows({
    channel: words('common.json#/$defs/Channel') as readonly Message['channel'][],
    status: words('message.json#/$defs/Message/properties/status'),
    action: actions,
    content: [blocks, 'Good to have you.'],
    optional: ['made-up', null],
  }).map(({ action: each, optional, ...row }, index): Message => ({
    ...row,
    ...own,
    _messageTemplateId: optional,
    _feedId: optional,
    createdAt: `2026-01-20T09:00:0${index}.000Z`,
    deliveredAt: ['2026-01-20T09:00:02.000Z', '2026-01-21T09:00:00.000Z'],
    lastSeenDate: '2026-01-20T10:00:00.000Z',
    lastReadDate: '2026-01-20T10:00:01.000Z',
    subject: 'Welcome',
    read: true,
    seen: true,
    snoozedUntil: '2026-01-21T09:00:00.000Z',
    email: 'ada@acme.example',
    phone: '+15550000001',
    directWebhookUrl: 'https://hooks.acme.example/made-up',
    providerId: 'mailgun',
    deviceTokens: ['made-up-token'],
    title: 'Welcome',
    cta: { type: 'redirect', data: { url: '/start' }, action: each },
    errorId: 'provider_error',
    errorText: 'The provider refused the message',
    payload: { name: 'Ada' },
    overrides: {},
    contextKeys: index === 0 ? ['region:eu', 'tenant:acme'] : ['region:eu'],
  })),
  { ...others, channel: 'email' },
]

export const events: Event[] = [...notifications, own, others]
