// The profile that follows the contract exactly.
import { badRequest, errorBody, Refusal } from '../../http/refusals.ts'
import { sentences } from '../../operations/request-values.ts'
import type { Profile, WireRules } from '../../profile.ts'
import { contractActivity } from './activity.ts'
import { contractEnvironments, contractIntegrations, contractSubscribers } from './resources.ts'

/** Bodies have no envelope, and the contract's own enumerated values. */
const contractWire: WireRules = {
  received: (body) => body,
  sent: (reply) => reply,
  statuses: {},
  bodies: {},
  sentences,
  errorBody,
  contentType: 'application/json',
  readBody: (text, type) => {
    if (!/^application\/json\b/i.test(type)) throw new Refusal(415, 'Unsupported Media Type')
    try {
      return JSON.parse(text)
    } catch {
      throw badRequest('The body is not JSON')
    }
  },
  bodyLimit: () => Infinity,
}

export const contractProfile: Profile = {
  name: 'contract',
  wire: contractWire,
  environments: contractEnvironments,
  integrations: contractIntegrations,
  rateLimit: 'off',
  replays: 'none',
  subscribers: contractSubscribers,
  activity: contractActivity,
  operations: [],
}
