// The requests of a change that takes more than one, as people read them.
import { pathOf, type Call, type Change } from '../../core/plan/change.ts'
import type { ValueMap } from '../../core/value.ts'
import { inline } from './value.ts'

/** One line for each, such as `request 1: PUT /v1/integrations/ID  active: false`; none where there is only one. */
export function requestLines({ preparation, call, restoration }: Change): readonly string[] {
  if (preparation === undefined) return []
  return [
    `request 1: ${callText(preparation.call)}  ${valuesOf(preparation.after)}`,
    `request 2: ${callText(call)}`,
    ...(restoration
      ? [
          `request 3, only if the service doesn't undo request 1: ${callText(restoration.call)}  ${valuesOf(restoration.after)}`,
        ]
      : []),
  ]
}

export function callText(call: Call): string {
  return `${call.operation.method} ${pathOf(call)}`
}

function valuesOf(fields: ValueMap): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${inline(value)}`)
    .join(', ')
}
