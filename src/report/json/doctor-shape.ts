// What doctor prints as JSON, beside the fields of every envelope.
import { z } from 'zod'
import { count } from '../../core/plan/shapes.ts'

const finding = z.strictObject({
  check: z.string().describe('What was looked at, such as key.'),
  status: z.enum(['ok', 'note', 'problem']).describe('An apply would stop at a problem.'),
  message: z.string(),
  hint: z.string().optional(),
})

const deployment = z
  .strictObject({
    replies: z.enum(['bare', 'wrapped', 'unknown']),
    vendor: z.string().optional().describe("The service's own word, as in svc-slack."),
    credentials: z.enum(['readable', 'masked', 'withheld', 'unknown']),
    integrations: z.enum(['organisation', 'environment', 'unknown']).describe('What their list spans.'),
    apiKeys: z.enum(['all', 'own', 'none']).describe('Whose keys the list of environments shows.'),
    deviceTokens: z
      .literal('unknown')
      .describe('Whether a write replaces or appends them: reads never tell.'),
    idempotency: z.literal('unknown').describe('Reads never tell.'),
    limits: z.array(
      z.strictObject({
        category: z.string(),
        limit: count.describe('Requests in one window.'),
        window: count.describe('Milliseconds.'),
        burst: count.describe('Requests at most at once.'),
      }),
    ),
    clockSkew: z.int().optional().describe("Milliseconds by which the service's clock is ahead."),
  })
  .describe('From replies to reads alone.')

export const examination = {
  project: z.array(finding).optional().describe('What belongs to no target.'),
  targets: z
    .array(
      z.strictObject({
        target: z.string(),
        url: z.string(),
        environment: z
          .strictObject({
            id: z.string(),
            name: z.string(),
            toldBy: z.enum(['hash', 'key', 'subscriber', 'event', 'environmentId', 'name']),
          })
          .optional()
          .describe('The environment that the key belongs to, where that is proven.'),
        organisation: z.string().optional(),
        deployment: deployment.optional(),
        findings: z.array(finding),
      }),
    )
    .optional(),
}
