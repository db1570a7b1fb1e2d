// Sentences below the fields of a change, the same in every format; not yet made visible.
import type { Change } from '../core/plan/change.ts'

/** `side effect: mailgun-old stops being primary` */
export function effectLines({ sideEffects }: Change): readonly string[] {
  return sideEffects.map((effect) => `side effect: ${effect}`)
}
