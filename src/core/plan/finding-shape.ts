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
