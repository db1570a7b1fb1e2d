// Workflows of every origin and status, of which one has every field.
import type { Seed } from '../../../src/sandbox/index.ts'
import { rows, words } from '../../support/contract-places.ts'
import { filters } from './integrations.ts'

type Workflow = NonNullable<Seed['workflows']>[number]
type Step = NonNullable<Workflow['steps']>[number]
type Metadata = NonNullable<Step['metadata']>

type Job = NonNullable<NonNullable<Seed['notifications']>[number]['jobs']>[number]
type Digest = NonNullable<Job['digest']>
type Timed = NonNullable<Digest['timed']>

export const units = words('workflow.json#/$defs/TimeUnit')
/** When something repeats, in every way. */
export const schedule = {
  ordinal: words('workflow.json#/$defs/Ordinal'),
  ordinalValue: words('workflow.json#/$defs/OrdinalValue'),
  monthlyType: words('workflow.json#/$defs/MonthlyType'),
}
export const weekDays = words('workflow.json#/$defs/WeekDay') as readonly NonNullable<
  Timed['weekDays']
>[number][]

const metadata: Metadata[] = [
  ...rows({
    type: words('workflow.json#/$defs/DigestRegularMetadata/properties/type'),
    amount: [5],
    unit: units,
    digestKey: ['payload.topic'],
    backoff: [true],
    backoffAmount: [1],
    backoffUnit: units,
    updateMode: [false],
  }),
  ...units.map((unit) => ({ type: 'regular' as const, amount: 5, unit })),
  ...rows({ ...schedule, unit: units }).map(({ unit, ...timed }) => ({
    type: 'timed' as const,
    amount: 1,
    unit,
    digestKey: 'payload.topic',
    timed: { ...timed, atTime: '09:00', weekDays: [...weekDays], monthDays: ['1', '15'] },
  })),
  { type: 'scheduled', delayPath: 'payload.lastDay' },
]

const step: Omit<Step, 'variants'> = {
  _id: 'step-all',
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'All',
  _templateId: 'template-all',
  active: true,
  shouldStopOnFail: true,
  template: { type: 'in_app', content: 'Hello {{payload.name}}' },
  _parentId: 'step-before',
  replyCallback: { active: true, url: 'https://acme.example/replies' },
}

const steps: Step[] = metadata.map((each, index) => {
  const all = { ...step, metadata: each, filters: index === 0 ? filters : [] }
  return { ...all, variants: [all] }
})

/** With every field; an environment's workflow has a parent where the parent environment has the same one. */
function complete(environment: string): Workflow {
  return {
    environment,
    identifier: 'complete',
    name: 'Complete',
    description: 'Has every field that a workflow can have.',
    preferenceSettings: { email: true, sms: true, in_app: true, chat: true, push: true },
    tags: ['all'],
    steps,
    triggers: [
      {
        type: 'event',
        identifier: 'complete',
        variables: [{ name: 'name' }],
        subscriberVariables: [{ name: 'firstName' }],
      },
    ],
    data: { owner: 'operations' },
    workflowIntegrationStatus: { hasActiveIntegrations: true },
  }
}

const environment = 'Production'
const inApp: Step = { active: true, template: { type: 'in_app', content: 'Hello {{payload.name}}' } }

export const origins = words('event.json#/$defs/NotificationTemplate/properties/origin')

export const workflows: Workflow[] = [
  complete('Development'),
  complete(environment),
  ...origins.map((origin) => ({ environment, identifier: origin, name: origin, origin, steps: [inApp] })),
  { environment, identifier: 'greeting', name: 'Greeting', severity: 'low', steps: [inApp] },
  { environment, identifier: 'retired', name: 'Retired', active: false, steps: [inApp] },
  { environment, identifier: 'empty', name: 'Empty' },
  { environment, identifier: 'paused', name: 'Paused', steps: [{ ...inApp, active: false }] },
]
