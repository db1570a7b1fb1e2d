// The end of a plan: how many changes there are, what they cost, and what nobody could compare.
import { writesOf } from '../core/plan/change.ts'
import { countsOf, type Plan } from '../core/plan/plan.ts'
import { countsApart, countWords, idleWords, matching, unreadableNotes } from './plan-notes.ts'
import { counted, duration } from '../core/words.ts'
import { dot, paint, type Extent, type Style } from './style.ts'
import { visible } from './visible.ts'

export function footer(plan: Plan, style: Style, extent: Extent): string {
  const counts = countsOf(plan.sections)
  const changes = plan.sections.flatMap((section) => section.changes)
  const isDiff = plan.live === 'declared'
  const cost = isDiff
    ? ''
    : `${counted(plan.requests.reads, 'read')}, ${duration(plan.requests.milliseconds)}`
  const apart = countsApart(counts)
  if (changes.length === 0) {
    return [
      `${idleWords(plan)}. ${[matching(counts.unchanged), ...apart].join(', ')}.   ${cost}`.trimEnd(),
      ...unreadableText(plan, style, extent),
    ].join('\n')
  }
  const parts = [...countWords(counts), `${counts.unchanged} unchanged`, ...apart]
  if (isDiff) return `Diff: ${parts.join(', ')}.`
  const writes = `${counted(writesOf(changes), 'write')} to make ${dot(style)} ${cost}`
  const sentence = `Plan: ${parts.join(', ')}.`
  const gap = sentence.length + 3 + writes.length > style.columns ? '\n' : '   '
  return [`${sentence}${gap}${writes}`, ...unreadableText(plan, style, extent)].join('\n')
}

/** Declared fields that nobody can compare, with the line that would send them. */
function unreadableText(plan: Plan, style: Style, extent: Extent): string[] {
  const notes = unreadableNotes(plan)
  if (notes === undefined) return []
  const { heading, resources, once } = notes
  const shown = resources.slice(0, { summary: 0, usual: 5, full: resources.length }[extent])
  const more = resources.length > shown.length ? `, and ${resources.length - shown.length} more` : ''
  const advice =
    once === undefined
      ? []
      : [
          `To send them once: ${once}`,
          'To send them at every apply: unreadable: always in belfry.yaml; only where they moved: unreadable: ledger',
        ]
  const named = shown.length === 0 ? '' : `: ${shown.join('; ')}${more}`
  return [`${heading}${named}`, ...advice].map((line) => paint(style, 'dim', visible(line)))
}
