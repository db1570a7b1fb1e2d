// Whether subscribers' channels still lead somewhere once a plan is carried out.
import { grouped } from '../../core/grouped.ts'
import { listText } from '../../core/words.ts'
import { textOf } from '../../core/value.ts'
import { standings } from '../integration/standing.ts'
import type { Doubt, Foresight } from '../kind.ts'
import { channelsOf, partOf } from './parts.ts'

/** One doubt for each integration: it may be that of a hundred thousand. */
export function doubtChannels({ observedOf, declaredOf, changes }: Foresight): Doubt[] {
  const standing = new Map(standings(observedOf('integration'), changes).map((each) => [each.name, each]))
  const written = new Set(changes.map(({ kind, name, part }) => `${kind}\0${name}\0${part}`))
  const dead = declaredOf('subscriber').flatMap((desired) =>
    channelsOf(desired).flatMap((channel, index) => {
      const integration = textOf(channel['integrationIdentifier'])
      if (standing.get(integration)?.after?.active === true) return []
      const isWritten = written.has(`subscriber\0${desired.name}\0${partOf(channel)}`)
      return { integration, desired, index, isWritten }
    }),
  )
  return [...grouped(dead, ({ integration }) => integration)].map(([integration, all]) => {
    const { before, after } = standing.get(integration) ?? {}
    const [first] = all as [(typeof dead)[number]]
    const state =
      after === undefined ? 'is unknown' : before?.active === true ? 'becomes inactive' : 'is inactive'
    const owners = all.length === 1 ? '1 subscriber has' : `${all.length} subscribers have`
    return {
      rule: 'dead-channel',
      message: `integration ${integration} ${state}, and ${owners} a channel on it: ${listText(
        all.map(({ desired }) => desired.name),
        3,
      )}`,
      hint: 'Declare it with active: true, or take the channels away.',
      position: first.desired.positionOf(['channels', first.index, 'integrationIdentifier']),
      isWorse: before?.active === true || all.some(({ isWritten }) => isWritten),
    }
  })
}
