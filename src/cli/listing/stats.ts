// belfry messages stats: how many messages were delivered lately, by what sent them or by their status.
import { tallyOf, type CountedMessage } from '../../core/delivery/traffic.ts'
import { textOf } from '../../core/value.ts'
import { grouped } from '../../core/grouped.ts'
import { hasErrors, usable, type Problem } from '../../core/problem.ts'
import { countTraffic } from '../../delivery/traffic/count.ts'
import { problemOf } from '../../engine/failure.ts'
import { exitOfProblems } from '../../library/exit.ts'
import { integration } from '../../kinds/integration/integration.ts'
import type { StatsResult } from '../../report/activity/stats.ts'
import { readOnly } from '../../service/client.ts'
import type { ListMessagesQuery } from '../../wire/generated.ts'
import type { StatsFlags } from '../options/activity.ts'
import { telling } from '../output.ts'
import type { Io } from '../terminal/io.ts'
import { onTarget } from './on-target.ts'
import { liveOf, lookAt } from './resources.ts'

interface Asked {
  readonly query: ListMessagesQuery
  /** Of the options. */
  readonly problems: readonly Problem[]
  /** A problem in place of the one that an error would be. */
  readonly problemOf: (error: unknown, target: string) => Problem | undefined
}

export function showStats(
  flags: StatsFlags,
  { query, problems, problemOf: own }: Asked,
  io: Io,
): Promise<number> {
  const { by } = flags
  return telling('messages stats', flags, io, (teller) =>
    onTarget(flags, { problems }, io, teller, async (opened, warnings) => {
      const { alias: target } = opened.target
      const found = [...warnings]
      try {
        const look = by === 'integration' ? await lookAt(integration, opened, found) : undefined
        if (hasErrors(found)) return teller.refuse({ problems: found }, 'Nothing is shown.')
        const live = look === undefined ? [] : await liveOf(integration, look, opened)
        const { summary: counted, messages } = await countTraffic({
          client: readOnly(opened.client),
          open: opened.open,
          integrations: live.map(({ name, fields }) => ({
            name: opened.filter.take(name),
            channel: textOf(fields['channel']),
            providerId: textOf(fields['providerId']),
          })),
          isWanted: () => true,
          period: usable(flags.last) ?? 0,
          now: io.now().getTime(),
          maxMessages: usable(flags.maxMessages),
          query,
          onPage: (progress) => opened.onRead({ what: 'messages', ...progress }),
        })
        opened.clear()
        const exit = exitOfProblems(found)
        const result = { target, by, counted, groups: groupsBy(by, messages) }
        return teller.tell({ command: 'messages stats', exit, problems: found, result })
      } catch (error) {
        opened.clear()
        const problem = own(error, target) ?? problemOf(error, target)
        return teller.refuse({ problems: [...found, problem] }, 'Nothing is shown.')
      }
    }),
  )
}

function groupsBy(by: StatsResult['by'], messages: readonly CountedMessage[]): StatsResult['groups'] {
  const groupOf = ({ integrations, ...message }: CountedMessage) =>
    by === 'integration'
      ? { group: integrations.join(', '), channel: message.channel, provider: message.provider }
      : { group: message[by] }
  return [...grouped(messages, (message) => JSON.stringify(groupOf(message))).values()]
    .flatMap((same) => (same[0] === undefined ? [] : { ...groupOf(same[0]), ...tallyOf(same) }))
    .toSorted((one, other) => other.messages - one.messages)
}
