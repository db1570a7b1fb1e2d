// The operations that the sandbox knows, in one list.
import { environmentOperations } from './environments.ts'
import { eventOperations } from './events.ts'
import { integrationOperations } from './integrations.ts'
import { messageOperations } from './messages.ts'
import { searchOperations } from './search.ts'
import { subscriberOperations } from './subscribers.ts'
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
