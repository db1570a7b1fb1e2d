// What the log of a step says in deployed services, whose jobs keep the provider that was guessed when they were made.
import type { StepRules } from '../../activity-rules.ts'
import { failed, pending, success } from '../../worker/findings.ts'
import { ownOrigin } from './activity-shapes.ts'
import { novuIntegrations } from './integrations.ts'
import { selectByTenant } from './tenant-conditions.ts'

/** Behind the refusals of all integrations of a channel that has several. */
const summaries: Readonly<Record<string, string>> = {
  chat: 'All chat channels failed to send the message',
  push: 'There was one or more errors when trying to execute the notification',
}

const noIntegration = failed('Subscriber does not have an active integration')

export const novuSteps: StepRules = {
  // The oldest, whichever is primary or has conditions that hold.
  guess: ([oldest]) => oldest,
  providerIs: 'guessed',
  leftOut: 'canceled',
  select: selectByTenant,
  unanswered: (idle) => idle.filter(({ channel }) => channel === 'chat').map(() => noIntegration),
  selected: ({ _id, channel, providerId, identifier, name }) =>
    channel === 'in_app'
      ? []
      : [
          {
            ...pending(`${novuIntegrations.displayName(providerId)} provider was selected`),
            raw: JSON.stringify({ providerId, identifier, name, _id }),
          },
        ],
  filtered: ({ origin = ownOrigin }) =>
    success(origin === ownOrigin ? 'Bridge execution skipped' : 'Step was skipped based on steps conditions'),
  unwanted: success('Step filtered by user preferences'),
  unaddressed: {
    email: failed('Subscriber missing email address'),
    sms: failed('Subscriber missing phone number'),
  },
  refused: (_, text) => ({
    ...failed('Unexpected provider error'),
    raw: JSON.stringify({ message: text, name: 'Error' }),
  }),
  noIntegration: () => noIntegration,
  allFailed: (channel) => {
    const summary = summaries[channel]
    return summary === undefined ? [] : [failed(summary)]
  },
}
