// The request that updates an integration.
import { IdOf, type ValueMap } from '../../core/value.ts'
import { operations } from '../../service/paths.ts'
import type { Desired } from '../resource.ts'

export function put(desired: Desired, { conditions, ...fields }: ValueMap) {
  return {
    operation: operations.updateIntegration,
    parameters: { integrationId: new IdOf('integration', desired.name) },
    // The contract clears conditions with an empty list; it has no null here.
    body: { ...fields, ...(conditions !== undefined && { conditions: conditions ?? [] }) },
  }
}
