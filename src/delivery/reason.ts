// A reason as explanations give it, and the service's own words in it.
import { decisive, wordsOf } from '../core/cause.ts'
import type { Explanation, Step } from '../core/delivery.ts'

/** What an explanation says besides whom it is about. */
export type Reason = Omit<Explanation, 'recipient' | 'channel'>

/** `: Provider error …`, what a step's log says of it. */
export function saying(step: Step): string {
  const detail = decisive(step)
  const words = detail === undefined ? '' : wordsOf(detail)
  return words === '' ? '' : `: ${words}`
}
