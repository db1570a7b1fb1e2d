// The sandbox's start for the tests of the whole contract: small, but with everything that a reply can hold.
import type { Seed } from '../../../src/sandbox/index.ts'
import { events, messages } from './messages.ts'
import { environments, integrations, subscribers } from './people.ts'
import { workflows } from './workflows.ts'

const environment = 'Production'

export const contractSeed: Seed = {
  environments,
  integrations,
  subscribers,
  workflows,
  topics: [{ environment, key: 'operations', subscribers: ['ada', 'newcomer'] }],
  tenants: [{ environment, identifier: 'acme', name: 'Acme' }],
  notifications: events,
  messages,
}
