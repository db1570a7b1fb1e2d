// What programs read of the messages of integrations, as zod states it.
import { z } from 'zod'
import { count } from '../plan/shapes.ts'

const tally = {
  messages: count.describe('The number of messages.'),
  delivered: count.describe('The number of messages with the status "sent".'),
  failed: count.describe('The number of messages with the status "error".'),
  warnings: count.describe(
    'The number of messages with the status "warning", such as messages to a subscriber without an address.',
  ),
}

export const traffic = z.strictObject({
  integrations: z
    .array(z.string())
    .describe(
      'The identifier of the integration. Several identifiers: the integrations have the same provider, and belfry counts their messages together.',
    ),
  ...tally,
})

export const countedMessages = z.strictObject({
  period: count.describe('The period that was asked for, in milliseconds.'),
  since: z.string().describe('The beginning of the period, in ISO 8601.'),
  messages: count.describe('The number of messages that were counted.'),
  isSample: z
    .boolean()
    .describe('Whether the period has more messages than were counted. belfry counts the newest messages.'),
  oldest: z
    .string()
    .exactOptional()
    .describe('The time of the oldest message that was counted, in ISO 8601. Absent without messages.'),
})

/** Of messages stats: absent without a result. */
export const statsShape = {
  target: z.string().exactOptional().describe('The target that was read.'),
  by: z.enum(['integration', 'provider', 'channel', 'status']).exactOptional(),
  counted: countedMessages.exactOptional(),
  groups: z
    .array(
      z.strictObject({
        group: z
          .string()
          .describe(
            'The identifier, the provider, the channel or the status. If belfry counts the messages of several integrations together, their identifiers with ", " between them. Empty if no integration has the provider of the messages.',
          ),
        channel: z.string().exactOptional().describe('The channel. Present with --by integration.'),
        provider: z.string().exactOptional().describe('The provider. Present with --by integration.'),
        ...tally,
      }),
    )
    .exactOptional()
    .describe('The groups, with the most messages first.'),
}
