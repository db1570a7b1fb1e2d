// The difference of two trees as people read it in a terminal: a plan's changes, and what is no longer managed.
import { countsOf, type Plan, type ReleasedNote, type Section } from '../core/plan.ts'
import { changeText } from './plan-text.ts'
import { counted, paint, type Style } from './style.ts'
import { visible } from './visible.ts'

/** The symbol of what is no longer managed: nothing is sent for it, and live keeps it. */
export const releasedSymbol = 'x'

/** `sides` are the names of what was compared with what. */
export function diffText(plan: Plan, sides: readonly [string, string] | undefined, style: Style): string {
  const shown = plan.sections.filter(
    (section) => section.target !== undefined || section.resources > 0 || releasedOf(section).length > 0,
  )
  const blocks = shown
    .filter((section) => section.changes.length + releasedOf(section).length > 0)
    .map((section) => sectionText(section, style))
  const opening =
    sides === undefined ? '' : paint(style, 'dim', `From ${visible(sides[0])} to ${visible(sides[1])}`)
  return (
    [[opening, headings(shown, style)].filter((part) => part !== '').join('\n'), ...blocks, footer(plan)]
      .filter((block) => block !== '')
      .join('\n\n') + '\n'
  )
}

function releasedOf({ released = [] }: Section): readonly ReleasedNote[] {
  return released
}

function headings(sections: readonly Section[], style: Style): string {
  const names = sections.map(({ target }) => visible(target ?? 'Organisation'))
  const width = Math.max(0, ...names.map((name) => name.length)) + 2
  return sections
    .map((section, index) =>
      `${paint(style, 'bold', (names[index] ?? '').padEnd(width))} ${headline(section)}`.trimEnd(),
    )
    .join('\n')
}

function headline(section: Section): string {
  const { standing, changes, resources, unchanged } = section
  const released = releasedOf(section)
  if (standing === 'removed')
    return `target removed, ${counted(released.length, 'resource')} no longer managed`
  if (standing === 'added') return `target added, ${counted(resources, 'resource')}`
  if (resources === 0 && released.length === 0) return 'nothing is declared'
  if (changes.length + released.length === 0 && unchanged === resources)
    return `no changes, ${same(resources)}`
  return counted(resources, 'resource')
}

function same(count: number): string {
  return `${counted(count, 'resource')} ${count === 1 ? 'is' : 'are'} the same`
}

function sectionText(section: Section, style: Style): string {
  return [
    paint(style, 'bold', visible(section.target ?? 'Organisation')),
    ...section.changes.map((change) => changeText(change, section, style)),
    ...releasedOf(section).map((note) => releasedText(note, style)),
  ].join('\n')
}

function releasedText(note: ReleasedNote, style: Style): string {
  const heading = visible(releasedHeading(note))
  const place = visible(`${note.position.file}:${note.position.line}`)
  const gap = Math.max(2, Math.min(style.columns, 120) - 44 - heading.length)
  return `${paint(style, 'cyan', releasedSymbol)} ${heading}${' '.repeat(gap)}${paint(style, 'dim', place)}`
}

/** `integration mailgun-old  no longer managed`; of one that is still declared with the fields that aren't. */
export function releasedHeading({ kind, name, paths }: ReleasedNote): string {
  const fields = paths === undefined ? '' : `: ${paths.map((path) => path.join('.')).join(', ')}`
  return `${kind} ${name}  no longer managed${fields}`
}

function footer({ sections }: Plan): string {
  const counts = countsOf(sections)
  const released = sections.reduce((total, section) => total + releasedOf(section).length, 0)
  const apart = released > 0 ? [`${released} no longer managed`] : []
  if (sections.every(({ changes }) => changes.length === 0))
    return `No changes. ${[same(counts.unchanged), ...apart].join(', ')}.`
  const parts = [
    `${counts.create} to create`,
    `${counts.update} to update`,
    `${counts.setPrimary} to set primary`,
    `${counts.deactivate} to deactivate`,
    `${counts.unchanged} unchanged`,
    ...apart,
  ]
  return `Diff: ${parts.join(', ')}.`
}
