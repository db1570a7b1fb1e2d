// What doctor prints as JSON, beside the fields of every envelope.
import { z } from 'zod'
import { count } from '../../core/plan/shapes.ts'

const finding = z.strictObject({
  check: z.string().describe('What was checked, such as key.'),
  status: z.enum(['ok', 'note', 'problem']).describe('A problem would stop an apply.'),
  message: z.string(),
  hint: z.string().optional(),
})

const deployment = z
  .strictObject({
    replies: z.enum(['bare', 'wrapped', 'unknown']),
    vendor: z.string().optional().describe("The service's own name, as in svc-slack."),
    credentials: z.enum(['readable', 'masked', 'withheld', 'unknown']),
    integrations: z
      .enum(['organisation', 'environment', 'unknown'])
      .describe('Which integrations the list covers.'),
    apiKeys: z.enum(['all', 'own', 'none']).describe('Which API keys the list of environments shows.'),
    deviceTokens: z
      .literal('unknown')
      .describe("Whether a write replaces or appends device tokens. Reads don't show it."),
    idempotency: z
      .literal('unknown')
      .describe("Whether idempotency keys have an effect. Reads don't show it."),
    limits: z.array(
      z.strictObject({
        category: z.string(),
        limit: count.describe('Requests per window.'),
        window: count.describe('Length of the window in milliseconds.'),
        burst: count.describe('The most requests at once.'),
      }),
    ),
    clockSkew: z.int().optional().describe("Milliseconds by which the service's clock is ahead."),
  })
  .describe('Determined only from replies to reads.')

export const examination = {
  project: z.array(finding).optional().describe('Findings that belong to no target.'),
  targets: z
    .array(
      z.strictObject({
        target: z.string(),
        url: z.string().describe('The service URL.'),
        environment: z
          .strictObject({
            id: z.string(),
            name: z.string(),
            toldBy: z.enum(['hash', 'key', 'subscriber', 'event', 'environmentId', 'name']),
          })
          .optional()
          .describe('The environment that the API key belongs to, if that is proven.'),
        organisation: z.string().optional(),
        deployment: deployment.optional(),
        findings: z.array(finding),
      }),
    )
    .optional(),
}
