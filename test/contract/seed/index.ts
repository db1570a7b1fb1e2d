// The sandbox's start for the tests of the whole contract: small, but with everything that a reply can hold.
import { parseSeed } from '../../../src/sandbox/index.ts'
import { integrations } from './integrations.ts'
import { events, messages } from './messages.ts'
import { environments, subscribers } from './people.ts'
import { workflows } from './workflows.ts'

const environment = 'Production'

/** Checked by the sandbox, which so accepts whatever it holds. */
export const contractSeed = parseSeed({
  environments,
  integrations,
  subscribers,
  workflows,
  topics: [{ environment, key: 'operations', subscribers: ['ada', 'newcomer'] }],
  tenants: [{ environment, identifier: 'acme', name: 'Acme' }],
  notifications: events,
  messages,
})
