// Where a saved plan comes from, and what was not compared in it.
import { notesOf, noteText } from '../../core/plan/notes.ts'
import type { Origin, Plan } from '../../core/plan/plan.ts'
import { type Extent, paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'
import { linesFor } from './detail.ts'
import { placed, placeOf } from './layout.ts'
import { uncomparedHeading, uncomparedTitle } from '../plan-notes.ts'

/** Ends with a line break. */
export function savedPlanHeading(
  { belfry, madeAt, commit, secrets }: Origin,
  plan: Plan,
  style: Style,
): string {
  const at = madeAt.replace('T', ' ').replace(/\.\d{1,9}Z$/, 'Z')
  const facts = [
    `Plan made at ${at}`,
    commit === undefined ? 'unknown commit' : `commit ${commit}`,
    `belfry ${belfry}`,
  ]
  const unverified = plan.sections.flatMap((section) =>
    notesOf(section, 'unreadable').map(
      (note) => `${section.target === undefined ? '' : `${section.target}  `}${noteText(note)}`,
    ),
  )
  const why =
    secrets === 'named'
      ? 'These secrets were not compared, because belfry had only their names, not their values:'
      : "These fields were not compared, because the service doesn't return their values:"
  const lines = [
    facts.join(', '),
    ...(unverified.length === 0 ? [] : [why, ...unverified.map((each) => `  ${each}`)]),
  ]
  return lines.map((line) => `${paint(style, 'dim', visible(line))}\n`).join('')
}

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
