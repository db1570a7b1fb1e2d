// Reads the events of a channel, and judges whether the provider of an integration is failing.
import { append } from '../../core/append.ts'
import {
  judgeHealth,
  mostEvents,
  windowsBefore,
  type Attempt,
  type Threshold,
  type Health,
} from '../../core/delivery/health.ts'
import type { ListEventsQuery } from '../../wire/generated.ts'
import { attemptsIn, type Counting } from '../../delivery/traffic/attempts.ts'
import type { DeliveryTarget } from '../../delivery/target.ts'
import { readOnly } from '../../service/client.ts'
import { events } from '../../service/pages.ts'

export async function measured(
  counting: Counting,
  threshold: Threshold,
  { client, shown }: Pick<DeliveryTarget, 'client' | 'shown'>,
  now: number,
): Promise<Health> {
  const windows = windowsBefore(now, threshold)
  const attempts: Attempt[] = []
  const sampled = new Set<number>()
  for (const { from, to } of windows) {
    const query: ListEventsQuery = {
      channels: [counting.channel] as NonNullable<ListEventsQuery['channels']>,
      after: new Date(from).toISOString(),
      before: new Date(to).toISOString(),
    }
    let read = 0
    for await (const event of events(readOnly(client), query)) {
      if (read++ === mostEvents) {
        sampled.add(from)
        break
      }
      append(attempts, attemptsIn(shown(event), counting))
    }
  }
  const health = judgeHealth(attempts, windows, threshold)
  const counted = health.windows.map((each) =>
    sampled.has(each.from) ? { ...each, isSample: true as const } : each,
  )
  return { ...health, windows: counted }
}
