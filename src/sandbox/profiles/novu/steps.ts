// What the log of a step says in deployed services, whose jobs keep the provider that was guessed when they were made.
import type { StepRules } from '../../activity-rules.ts'
import { failed, pending, success } from '../../worker/findings.ts'
import { ownOrigin } from './activity-shapes.ts'
import { novuIntegrations } from './integrations.ts'
import { hold, type Facts } from '../../operations/conditions.ts'
import { hasPrimary } from '../../operations/vocabulary.ts'
import type { IntegrationRecord } from '../../store/records.ts'
import { select, type Selection } from '../../worker/select.ts'

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

/** The oldest whose conditions the tenant meets; if there is none, the primary, whatever its own conditions say. */
function selectByTenant(
  channel: string,
  integrations: readonly IntegrationRecord[],
  { tenant = {} }: Facts,
): Selection {
  const isNamed = Object.keys(tenant).length > 0
  const isChosen = ({ active, conditions = [] }: IntegrationRecord): boolean =>
    active &&
    conditions.some(({ children }) => children.some(({ on }) => on === 'tenant')) &&
    hold(conditions, { tenant })
  const chosen = isNamed && hasPrimary(channel) ? integrations.find(isChosen) : undefined
  return chosen === undefined
    ? select(
        channel,
        integrations.map((row) => ({ ...row, conditions: [] })),
        {},
      )
    : { chosen: [chosen] }
}
