// Events and messages that together have every field, state and provider.
import type { Seed } from '../../../src/sandbox/index.ts'
import { rows, words } from '../../support/contract-places.ts'
import { filters } from './integrations.ts'
import { origins, schedule, units, weekDays } from './workflows.ts'

type Event = NonNullable<Seed['notifications']>[number]
type Job = NonNullable<Event['jobs']>[number]
type Detail = Job['executionDetails'][number]
type Step = Job['step']

const environment = 'Production'
const time = '2026-01-10T09:00:00.000Z'
const providers = words('event.json#/$defs/RetrievedJobProviderId') as readonly Job['providerId'][]
const stepTypes = words('event.json#/$defs/RetrievedStepType') as readonly Job['type'][]

const bare: Step = { _id: 'step', active: true, filters: [], _templateId: 'template' }
const step: Step = {
  ...bare,
  filters,
  name: 'Step',
  _parentId: 'step-before',
  replyCallback: {},
  controlVariables: {},
  metadata: {},
  issues: {},
  template: {},
  variants: [{ ...bare, filters, _parentId: null }],
}

const details: Detail[] = rows({
  status: words('event.json#/$defs/ExecutionDetail/properties/status'),
  source: words('event.json#/$defs/ExecutionDetail/properties/source'),
  raw: [null, '{"code":1}'],
  providerId: providers,
}).map((row, index) => ({
  ...row,
  _id: `detail-${index}`,
  createdAt: time,
  detail: 'As it went',
  isRetry: false,
  isTest: false,
}))

const job = { step: bare, status: 'completed', executionDetails: [] }

/** The first one has all fields. */
const fullJob = {
  step,
  updatedAt: time,
  payload: { name: 'Ada' },
  overrides: {},
  executionDetails: details,
  scheduleExtensionsCount: 1,
}

const digests: NonNullable<Job['digest']>[] = rows({
  ...schedule,
  type: words('event.json#/$defs/DigestMetadata/properties/type'),
  unit: units,
}).map(({ type, unit, ...timed }) => ({
  type,
  unit,
  amount: 1,
  digestKey: 'payload.topic',
  events: [{ topic: 'news' }],
  backoff: true,
  backoffAmount: 10,
  backoffUnit: unit,
  updateMode: false,
  timed: {
    ...timed,
    atTime: '09:00',
    weekDays: [...weekDays],
    monthDays: [1, 15],
    cronExpression: '0 9 * * 1',
    untilDate: time,
  },
}))

const jobs: Job[] = [
  ...providers.map((providerId) => ({ type: 'email' as const, providerId })),
  ...stepTypes.map((type) => ({ type, providerId: 'svc' as const })),
  ...digests.map((digest) => ({ type: 'digest' as const, providerId: 'svc' as const, digest })),
].map((each, index) => ({ ...job, ...each, ...(index === 0 && fullJob), _id: `job-${index}` }))

/** One for each severity, of workflows of every origin, the newest last. */
export const notifications: Event[] = rows({
  severity: words('event.json#/$defs/RetrievedNotification/properties/severity'),
  workflow: origins,
}).map((row, index) => ({
  ...row,
  environment,
  subscriberId: 'ada',
  transactionId: `event-${index}`,
  _digestedNotificationId: 'event-before',
  createdAt: `2026-01-1${index}T09:00:00.000Z`,
  updatedAt: `2026-01-1${index}T09:00:01.000Z`,
  channels: index === 0 ? [...stepTypes] : ['email'],
  jobs: index === 0 ? jobs : [],
  payload: { name: 'Ada' },
  tags: ['all'],
  controls: {},
  to: { subscriberId: 'ada' },
  topics: [{ _topicId: 'topic-operations', topicKey: index === 0 ? 'operations' : 'customers' }],
  critical: true,
  contextKeys: ['region:eu'],
}))
