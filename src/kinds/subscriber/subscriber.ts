// Subscribers: recipients with attributes, custom data and the credentials of their chat and push channels.
import type { Position } from '../../core/problem.ts'
import { at, isList, textOf } from '../../core/value.ts'
import { counted, listText } from '../../core/words.ts'
import { integrationStates } from '../integration/state-after-plan.ts'
import type { Doubt, Foresight, Kind } from '../kind.ts'
import type { Desired, Live } from '../resource.ts'
import { refreshSubscriber, subscriberChanges } from './changes.ts'
import { checkSubscriber } from './check-subscriber.ts'
import { channelsOf, fieldsOf, linkChannels, partOf } from './parts.ts'
import { allSubscribers, observeSubscriberPage, observeSubscribers } from './observe.ts'
import { beginSubscribers } from './requests.ts'
import { plainSubscriber, subscriberFields } from './fields.ts'

export const subscriber: Kind = {
  name: 'subscriber',
  scope: 'target',
  stages: ['attributes', 'channels'],
  fields: subscriberFields,
  createIfAsked: {
    hint: 'Create subscribers in your application, and set "subscribers.create" to "never" in the project file.',
  },
  fieldsOf,
  check: checkSubscriber,
  plain: plainSubscriber,
  link: linkChannels,
  begin: beginSubscribers,
  observe: observeSubscribers,
  all: allSubscribers,
  observePage: observeSubscriberPage,
  standIns: subscriberStandIns,
  changes: subscriberChanges,
  refresh: refreshSubscriber,
  doubts: doubtChannels,
}

/** A channel is identified by the name of its integration in `desired`: the service keeps it through a rename. */
function subscriberStandIns(earlier: readonly Desired[], desired: readonly Desired[]): Live[] {
  const renamed = new Map(
    desired
      .flatMap(channelsOf)
      .filter((channel) => channel['formerly'] !== undefined)
      .map((channel) => [textOf(channel['formerly']), textOf(channel['integrationIdentifier'])]),
  )
  return earlier.map((each) => {
    const channels = channelsOf(each).map((channel) => {
      const identifier = textOf(channel['integrationIdentifier'])
      return { ...channel, integrationIdentifier: renamed.get(identifier) ?? identifier }
    })
    const isDeclared = isList(at(each.declared, 'channels'))
    return {
      id: each.name,
      name: each.name,
      fields: isDeclared ? fieldsOf({ ...each.declared, channels }) : each.fields,
    }
  })
}

interface DeadChannels {
  /** Of the subscribers. One may have several channels with the integration. */
  readonly names: Set<string>
  /** Of the first. */
  readonly position: Position
  isWritten: boolean
}

/** One doubt for each integration: a hundred thousand subscribers may have it. */
export function doubtChannels({ observedOf, declaredOf, changes }: Foresight): Doubt[] {
  const states = new Map(
    integrationStates(observedOf('integration'), changes).map((each) => [each.name, each]),
  )
  const written = new Set(changes.map(({ kind, name, part }) => `${kind}\0${name}\0${part}`))
  const dead = new Map<string, DeadChannels>()
  for (const { desired } of declaredOf('subscriber').notPlain())
    for (const [index, channel] of channelsOf(desired).entries()) {
      const integration = textOf(channel['integrationIdentifier'])
      if (states.get(integration)?.after?.active === true) continue
      const position = desired.positionOf(['channels', index, 'integrationIdentifier'])
      const known = dead.get(integration) ?? { names: new Set(), isWritten: false, position }
      dead.set(integration, known)
      known.names.add(desired.name)
      known.isWritten ||= written.has(`subscriber\0${desired.name}\0${partOf(channel)}`)
    }
  return [...dead].map(([integration, { names, isWritten, position }]) => {
    const { before, after } = states.get(integration) ?? {}
    const state =
      after === undefined
        ? 'is not in the service'
        : before?.active === true
          ? 'becomes inactive'
          : 'is inactive'
    return {
      rule: 'dead-channel',
      message: `integration ${integration} ${state}, and the manifests declare a channel with this integration for ${counted(names.size, 'subscriber')}: ${listText([...names], 3)}`,
      hint: 'Declare the integration with active: true, or remove these channels from the manifests.',
      position,
      isWorse: before?.active === true || isWritten,
    }
  })
}
