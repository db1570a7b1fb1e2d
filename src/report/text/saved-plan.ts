// The origin of a saved plan, and the fields that its base declares differently.
import type { Origin, Plan, UncomparedChange } from '../../core/plan/plan.ts'
import type { Extent } from '../words/note-lines.ts'
import { paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'
import { linesFor } from './detail.ts'
import { placed, placeOf } from './layout.ts'
import { uncomparedHeading, uncomparedTitle } from '../words/uncompared.ts'

/** Ends with a line break. */
export function savedPlanHeading({ belfry, madeAt, commit }: Origin, style: Style): string {
  const at = madeAt.replace('T', ' ').replace(/\.\d{1,9}Z$/, 'Z')
  const facts = [
    `Plan made at ${at}`,
    commit === undefined ? 'unknown commit' : `commit ${commit}`,
    `belfry ${belfry}`,
  ]
  return `${paint(style, 'dim', visible(facts.join(', ')))}\n`
}

/** Empty if there are none. */
export function uncomparedText(plan: Plan, style: Style, extent: Extent): string {
  const title = uncomparedTitle(plan)
  if (title === undefined || extent === 'summary') return ''
  return [
    paint(style, 'bold', visible(title)),
    ...(plan.declaredSince?.changes ?? []).flatMap((change) => uncomparedLines(change, plan, style, extent)),
  ].join('\n')
}

export function uncomparedLines(
  change: UncomparedChange,
  plan: Plan,
  style: Style,
  extent: Extent,
): readonly string[] {
  const sign = style.diff ? '! ' : paint(style, 'yellow', '? ')
  return [
    ...placed(sign, visible(uncomparedHeading(change, plan)), placeOf(change), style),
    ...linesFor(change.details, style, extent),
  ]
}
