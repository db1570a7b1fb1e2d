// Texts of a job's execution details; the step rules of a profile have others, and can replace that of `noIntegration`.
import type { IntegrationRecord, Finding } from '../store/records.ts'

export const pending = (detail: string): Finding => ({ status: 'Pending', detail, source: 'Internal' })
export const success = (detail: string): Finding => ({ status: 'Success', detail, source: 'Internal' })
export const failed = (detail: string): Finding => ({ status: 'Failed', detail, source: 'Internal' })

export const stepQueued = pending('Step queued')
export const stepDelayed = (until: string): Finding => pending(`Step delayed: until ${until}`)
export const delayFinished = success('Delay is finished')
export const stepDigested = (until: string): Finding => pending(`Start digesting: until ${until}`)
export const digestMerged = (into: string): Finding => ({
  ...success('Digest was merged with other digest'),
  raw: JSON.stringify({ notificationId: into }),
})
export const digestTriggered = (count: number): Finding => success(`Digest triggered events: ${count}`)
export const nothingToDigest = success('Digest triggered events: no other event in the look-back period')
export const stepDone = success('Step completed')

export const throttled = (limit: number): Finding =>
  success(`Step was throttled: the limit for the throttle period is ${limit}`)
export const canceled = (why: string): Finding => ({
  ...failed(`Step was canceled: ${why}`),
  status: 'Warning',
})

export const delayPathMissing = (path: string): Finding => ({
  ...failed(`Delay date could not be read: the payload has no date at ${path}`),
  source: 'Payload',
})

/** The reason is one of `select`'s. */
export const noIntegration = (reason: string, rows: readonly IntegrationRecord[]): Finding => ({
  ...failed(`Subscriber does not have an active integration: ${reason}`),
  raw: JSON.stringify({ integrations: rows.map(({ identifier }) => identifier) }),
})

const missing = {
  channel: 'Subscriber does not have a configured channel',
  webhook: 'Webhook URL for the chat channel is missing',
  tokens: 'Subscriber credentials is missing the tokens for sending a push notification message',
  phone: 'Subscriber does not have a phone number',
} as const
/** What a subscriber lacks to be reached through an integration. */
export const missingFor = (
  { identifier, providerId }: IntegrationRecord,
  what: keyof typeof missing,
): Finding => ({
  ...failed(`${missing[what]}: ${identifier}`),
  source: 'Credentials',
  providerId,
  raw: JSON.stringify({ integrations: [identifier] }),
})

export const messageCreated = (providerId: string): Finding => ({ ...pending('Message created'), providerId })
export const messageSent = (providerId: string): Finding => ({ ...success('Message sent'), providerId })
