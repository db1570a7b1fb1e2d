// Histories of messages whose figures are known, and their events with or without the name of the integration.
import * as fc from 'fast-check'
import type { Seed } from '../../src/sandbox/index.ts'

export const now = Date.parse('2026-03-02T12:00:00.000Z')

export const integrations = [
  { identifier: 'mail-one', providerId: 'mailgun', channel: 'email' },
  { identifier: 'mail-two', providerId: 'mailgun', channel: 'email' },
  { identifier: 'ses-eu', providerId: 'ses', channel: 'email' },
  { identifier: 'twilio-sms', providerId: 'twilio', channel: 'sms' },
] as const

/** One message of one event. */
export interface Sent {
  readonly by: (typeof integrations)[number]['identifier']
  readonly status: 'sent' | 'error' | 'warning'
  /** Minutes before `now`. */
  readonly age: number
  /** Whether the log of its event names the integration. */
  readonly log: 'named' | 'silent'
}

export const history: fc.Arbitrary<Sent[]> = fc.array(
  fc.record({
    by: fc.constantFrom(...integrations.map(({ identifier }) => identifier)),
    status: fc.constantFrom('sent', 'sent', 'error', 'warning'),
    age: fc.integer({ min: 1, max: 48 * 60 }),
    log: fc.constantFrom('named', 'named', 'silent'),
  }),
  { maxLength: 260, size: 'max' },
)

const environment = 'Production'

export function trafficSeed(all: readonly Sent[]): Seed {
  const messages = all.map(({ by, status, age }, index) => {
    const { channel, providerId } =
      integrations.find(({ identifier }) => identifier === by) ?? integrations[0]
    const createdAt = new Date(now - age * 60_000).toISOString()
    const whom = { environment, subscriberId: 'ada', workflow: 'welcome', transactionId: `txn-${index}` }
    const personal = {
      email: 'canary-ada@acme.example',
      content: 'canary content',
      payload: { name: 'canary-name' },
    }
    return { ...whom, ...personal, channel, providerId, status, createdAt }
  })
  return {
    integrations: integrations.map((each) => ({ environment, active: true, ...each })),
    subscribers: [{ environment, subscriberId: 'ada', email: 'canary-ada@acme.example' }],
    workflows: [{ environment, identifier: 'welcome', name: 'Welcome', active: true, steps: [] }],
    topics: [],
    tenants: [],
    messages,
    notifications: all.map(({ by, log }, index) => {
      const { channel, providerId, createdAt, ...message } = messages[index] as (typeof messages)[number]
      const raw = JSON.stringify({ providerId, identifier: by, name: by, _id: `id-${by}` })
      const detail = {
        _id: `detail-${index}`,
        createdAt,
        status: 'Pending' as const,
        detail: log === 'named' ? 'Mail provider was selected' : 'Message created',
        isRetry: false,
        isTest: false,
        source: 'Internal' as const,
        ...(log === 'named' && { raw }),
      }
      const { subscriberId, workflow, transactionId } = message
      return {
        environment,
        subscriberId,
        workflow,
        transactionId,
        createdAt,
        channels: [channel],
        jobs: [
          {
            _id: `job-${index}`,
            type: channel,
            // As services do: a guess.
            providerId: 'ses' as const,
            status: 'completed',
            executionDetails: [detail],
            step: { _id: `step-${index}`, active: true, filters: [], _templateId: `template-${index}` },
          },
        ],
      }
    }),
  }
}
