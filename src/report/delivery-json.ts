// What became of a trigger, for programs: the same facts as the text.
import type { Delivery, Explanation } from '../core/delivery/delivery.ts'
import type { Ending } from './delivery-text.ts'

export interface Told extends Ending {
  readonly deliveries: readonly Delivery[]
  readonly explanations: readonly Explanation[]
}

export function deliveryJson({ end, milliseconds, deliveries, explanations }: Told) {
  return { waited: { end, milliseconds: Math.round(milliseconds) }, deliveries, explanations }
}
