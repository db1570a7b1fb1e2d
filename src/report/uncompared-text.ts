// What is declared otherwise than in a base, of what can't be compared.
import type { Plan } from '../core/plan/plan.ts'
import { linesFor } from './detail-text.ts'
import { placed, placeOf } from './place-text.ts'
import { uncomparedHeading, uncomparedTitle } from './plan-notes.ts'
import { paint, type Extent, type Style } from './style.ts'
import { visible } from './visible.ts'

/** Empty where there is nothing of it. */
export function uncomparedText(plan: Plan, style: Style, extent: Extent): string {
  const title = uncomparedTitle(plan)
  if (title === undefined || extent === 'summary') return ''
  return [
    paint(style, 'bold', visible(title)),
    ...(plan.declaredSince?.changes ?? []).flatMap((change) => [
      ...placed(
        paint(style, 'yellow', '? '),
        visible(uncomparedHeading(change, plan)),
        placeOf(change),
        style,
      ),
      ...linesFor(change.details, style, extent),
    ]),
  ].join('\n')
}
