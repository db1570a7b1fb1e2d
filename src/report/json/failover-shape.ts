// A failover as programs read it.
import { z } from 'zod'
import { given, optional } from '../../core/given.ts'
import { count } from '../../core/plan/shapes.ts'
import type { FailoverAccount } from '../account.ts'
import { outcomeJson, printedPlan } from './json.ts'
import { outcome } from './plan-shape.ts'
import { plan as planShape } from './plan-shape.ts'
import { smokeJson, smokeShape } from './smoke-shape.ts'

export const failoverShape = {
  target: optional(z.string(), 'The target that was read. Absent if no target was read.'),
  channel: z.string().optional(),
  from: optional(
    z.string(),
    'The integration that was primary before the command. Absent if there was none, or if it is not known.',
  ),
  to: optional(z.string(), 'The integration that the command makes primary.'),
  state: optional(
    z.enum(['switched', 'already', 'not switched', 'unknown', 'left']),
    '"switched": the integration in `to` is primary now. "already": it was primary before. "not switched": a request or the smoke trigger failed before the switch. "unknown": belfry sent the request that makes it primary, but could not verify the result. "left": --if-failing found no reason to switch, or was used without --yes. Absent if the command was refused.',
  ),
  health: optional(
    z.strictObject({
      verdict: z.enum(['failing', 'healthy', 'not enough traffic']),
      windows: z.array(
        z.strictObject({
          from: z.string(),
          to: z.string(),
          delivered: count.describe('The number of messages that the provider accepted.'),
          refused: count.describe('The number of messages that the provider refused.'),
          isSample: optional(
            z.literal(true),
            'true if the window has more events than belfry reads: the numbers are those of the newest 1,000 events. Absent if belfry read all events of the window.',
          ),
        }),
      ),
    }),
    'The result of --if-failing. The windows are in the order of their times.',
  ),
  plan: planShape.optional(),
  results: z.array(outcome).optional(),
  smoke: optional(z.strictObject(smokeShape), 'The result of the smoke trigger.'),
}

export function failoverJson(account: FailoverAccount): object {
  const { target, channel, from, to, state, health, plan, results, smoke } = account
  return given({
    target,
    channel,
    from,
    to,
    state,
    health: health && {
      verdict: health.verdict,
      windows: health.windows.map((each) => ({
        ...each,
        from: new Date(each.from).toISOString(),
        to: new Date(each.to).toISOString(),
      })),
    },
    plan: plan && printedPlan(plan),
    results: results?.map(outcomeJson),
    smoke: smoke && smokeJson(smoke),
  })
}
