// What doctor and audit found, as programs read it beside the fields of every envelope.
import { z } from 'zod'
import { optional } from '../given.ts'
import { count } from './shapes.ts'

const finding = z.strictObject({
  check: z.string().describe('The name of the check, such as key.'),
  status: z
    .enum(['ok', 'note', 'problem'])
    .describe('The result of the check. If the status is "problem", belfry apply would stop.'),
  message: z.string(),
  hint: z.string().optional(),
})

const deployment = z
  .strictObject({
    replies: z.enum(['bare', 'wrapped', 'unknown']),
    vendor: optional(z.string(), 'The name that the service uses in provider IDs, such as svc in svc-slack.'),
    credentials: z.enum(['readable', 'masked', 'withheld', 'unknown']),
    integrations: z
      .enum(['organisation', 'environment', 'unknown'])
      .describe(
        'Whether the list of integrations covers the whole organisation or only the environment of the API key.',
      ),
    apiKeys: z
      .enum(['all', 'own', 'none'])
      .describe(
        'The list of environments contains these API keys. "all": the API keys of all environments. "own": only the API key of the request. "none": no API keys.',
      ),
    deviceTokens: z
      .literal('unknown')
      .describe(
        'Whether a write replaces the device tokens or adds to them. The value is always "unknown", because doctor sends no writes.',
      ),
    idempotency: z
      .literal('unknown')
      .describe(
        'Whether idempotency keys have an effect. The value is always "unknown", because doctor sends no writes.',
      ),
    limits: z.array(
      z.strictObject({
        category: z.string(),
        limit: count.describe('The maximum number of requests in one time window.'),
        window: count.describe('The length of the time window in milliseconds.'),
        burst: count.describe('The maximum number of requests at once.'),
      }),
    ),
    clockSkew: optional(
      z.int(),
      'The number of milliseconds by which the clock of the service is ahead of the local clock.',
    ),
  })
  .describe(
    'The properties of the service. To find the properties, doctor sends only requests that do not change the service.',
  )

export const examination = {
  project: optional(z.array(finding), 'The findings that apply to the project and not to a single target.'),
  targets: z
    .array(
      z.strictObject({
        target: z.string(),
        url: z.string().describe('The service URL.'),
        environment: optional(
          z.strictObject({
            id: z.string(),
            name: z.string(),
            toldBy: z.enum(['hash', 'key', 'subscriber', 'event', 'environmentId', 'name']),
          }),
          "The environment that the API key belongs to. Absent if belfry can't determine the environment.",
        ),
        organisation: z.string().optional(),
        deployment: deployment.optional(),
        findings: z.array(finding),
      }),
    )
    .optional(),
}

export const auditedTarget = z.strictObject({
  target: z.string(),
  integrations: count,
  subscribers: count,
  unchecked: optional(
    z.literal('credentials'),
    'What belfry did not check, because the service does not return it.',
  ),
})

export const unreadTarget = z.strictObject({
  target: z.string(),
  kinds: z.array(z.enum(['integration', 'subscriber'])),
})
