// What the log of a step says: the contract leaves the words open, so each names its cause.
import type { StepRules } from '../../activity-rules.ts'
import { failed, pending, success } from '../../worker/findings.ts'
import { select } from '../../worker/select.ts'

export const contractSteps: StepRules = {
  guess: (active) => active.find(({ primary }) => primary) ?? active[0],
  providerIs: 'selected',
  leftOut: 'skipped',
  select,
  unanswered: () => [],
  selected: ({ _id, providerId, identifier, name }, wanted) =>
    wanted === identifier
      ? [
          {
            ...pending(`${name} provider was selected`),
            raw: JSON.stringify({ providerId, identifier, name, _id }),
          },
        ]
      : [],
  filtered: () => success('Step was filtered based on steps filters'),
  unwanted: success('Step filtered by workflow preferences'),
  unaddressed: {
    email: failed('Subscriber does not have an email address'),
    sms: failed('Subscriber does not have a phone number'),
  },
  refused: (providerId, text) => ({
    ...failed(`Unexpected provider error: ${text}`),
    providerId,
    raw: JSON.stringify({ message: text }),
  }),
  noIntegration: (finding) => finding,
  allFailed: () => [],
}
