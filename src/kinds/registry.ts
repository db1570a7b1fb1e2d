// The kinds that belfry knows, in the order in which their changes are applied.
import { environment } from './environment/environment.ts'
import { integration } from './integration/integration.ts'
import type { Kind } from './kind.ts'
import { subscriber } from './subscriber/subscriber.ts'

export const registry: readonly Kind[] = [environment, integration, subscriber]
