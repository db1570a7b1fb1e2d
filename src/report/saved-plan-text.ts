// Where a saved plan comes from, and what it knows nothing about.
import { notesOf, noteText } from '../core/plan/notes.ts'
import type { Origin, Plan } from '../core/plan/plan.ts'
import { paint, type Style } from './style.ts'
import { visible } from './visible.ts'

/** Ends with a line break. */
export function savedPlanHeading(
  { belfry, madeAt, commit, secrets }: Origin,
  plan: Plan,
  style: Style,
): string {
  const at = madeAt.replace('T', ' ').replace(/\.\d{1,9}Z$/, 'Z')
  const facts = [
    `Plan of ${at}`,
    commit === undefined ? 'no commit known' : `commit ${commit}`,
    `belfry ${belfry}`,
  ]
  const unverified = plan.sections.flatMap((section) =>
    notesOf(section, 'unreadable').map(
      (note) => `${section.target === undefined ? '' : `${section.target}  `}${noteText(note)}`,
    ),
  )
  const why =
    secrets === 'named'
      ? 'Unverified, because secrets were known by name only:'
      : "Unverified, because the service doesn't show it:"
  const lines = [
    facts.join(', '),
    ...(unverified.length === 0 ? [] : [why, ...unverified.map((each) => `  ${each}`)]),
  ]
  return lines.map((line) => `${paint(style, 'dim', visible(line))}\n`).join('')
}
