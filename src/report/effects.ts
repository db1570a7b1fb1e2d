// Sentences below the fields of a change, the same in every format; not yet made visible.
import { trafficWords } from '../core/delivery/traffic.ts'
import type { Change } from '../core/plan/change.ts'

/** Each with its label: `side effect` or `traffic`. */
export function effectsOf({
  name,
  sideEffects,
  traffic = [],
}: Change): readonly (readonly [string, string])[] {
  return [
    ...sideEffects.map((effect) => ['side effect', effect] as const),
    ...traffic.map(({ integration, counts }) => {
      const label = integration === name ? 'traffic' : `traffic of ${integration}`
      return [label, trafficWords(counts, integration)] as const
    }),
  ]
}

/** `side effect: mailgun-old stops being primary` */
export function effectLines(change: Change): readonly string[] {
  return effectsOf(change).map((effect) => effect.join(': '))
}
