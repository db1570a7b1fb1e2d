// The operations of the contract, in one list; profiles can have others too.
import { environmentOperations } from './environments.ts'
import { eventOperations, messageOperations } from './events.ts'
import { integrationOperations } from './integrations.ts'
import { searchOperations, subscriberOperations } from './subscribers.ts'
import { triggerOperations } from './trigger.ts'
import type { Operation } from '../profile.ts'

export const operations: readonly Operation[] = [
  ...subscriberOperations,
  ...searchOperations,
  ...integrationOperations,
  ...environmentOperations,
  ...messageOperations,
  ...eventOperations,
  ...triggerOperations,
]
