// A plan as people read it in a terminal: what differs, where it is declared, and what a call would bring with it.
import type { Action, Change } from '../core/change.ts'
import { countsOf, isDeactivation, type Plan, type ReleasedNote, type Section } from '../core/plan.ts'
import { detailLines, linesFor } from './detail-text.ts'
import {
  countsApart,
  countWords,
  doubtsOf,
  matching,
  organisation,
  releasedText,
  sectionsShown,
  stateOf,
  uncomparedHeading,
  uncomparedTitle,
  unmanagedOf,
  unreadableNotes,
} from './plan-notes.ts'
import { counted, dot, duration, paint, type Style } from './style.ts'
import { visible } from './visible.ts'

const symbols: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  'set-primary': '^',
  resend: '?',
}
const colors = {
  '+': 'green',
  '~': 'yellow',
  '^': 'cyan',
  '?': 'yellow',
  '-': 'red',
  '!': 'yellow',
  x: 'cyan',
} as const

/** `next` is the command that a reader would run now, where something is to be done. */
export function planText(plan: Plan, style: Style, next?: string): string {
  const shown = sectionsShown(plan)
  const blocks = shown.filter(hasSomething).map((section) => sectionText(section, style))
  return (
    [
      headings(shown, style),
      ...blocks,
      uncomparedText(plan, style),
      `${footer(plan, style)}${hint(plan, next)}`,
    ]
      .filter((block) => block !== '')
      .join('\n\n') + '\n'
  )
}

function headings(sections: readonly Section[], style: Style): string {
  const names = sections.map((section) => visible(section.target ?? organisation))
  const width = Math.max(0, ...names.map((name) => name.length)) + 2
  // Two trees are compared without any service.
  const isAsked = sections.some(({ url }) => url !== '')
  const urls = Math.max(0, ...sections.map((section) => section.url.length)) + 2
  return sections
    .map((section, index) => {
      const name = paint(style, 'bold', (names[index] ?? '').padEnd(width))
      const url = isAsked ? `${section.url.padEnd(urls)} ` : ''
      return `${name} ${url}${visible(stateOf(section))}`.trimEnd()
    })
    .join('\n')
}

function hasSomething(section: Section): boolean {
  const { changes, missing, pruned = [], unmanaged, duplicates, waiting, released = [] } = section
  return (
    released.length +
      pruned.length +
      changes.length +
      missing.length +
      unmanaged.length +
      duplicates.length +
      waiting.length >
    0
  )
}

function sectionText(section: Section, style: Style): string {
  const title = paint(style, 'bold', visible(section.target ?? organisation))
  return [
    title,
    ...section.changes.map((change) => changeText(change, section, style)),
    ...section.waiting.map(({ kind, name }) => `. ${visible(`${kind} ${name}`)} waits`),
    ...(section.released ?? []).map((note) => releasedLine(note, style)),
    ...[...doubtsOf(section), ...unmanagedOf(section)].map(
      (note) => `${paint(style, colors['!'], '!')} ${visible(note)}`,
    ),
  ].join('\n')
}

/** What is no longer managed has no call: live keeps it. */
function releasedLine(note: ReleasedNote, style: Style): string {
  return placed('x', visible(releasedText(note)), `${note.position.file}:${note.position.line}`, style)
}

function placed(symbol: string, heading: string, place: string, style: Style): string {
  const gap = Math.max(2, Math.min(style.columns, 120) - 44 - heading.length)
  const shown = paint(style, colors[symbol as keyof typeof colors], symbol)
  return `${shown} ${heading}${' '.repeat(gap)}${paint(style, 'dim', visible(place))}`
}

function changeText(change: Change, section: Section, style: Style): string {
  const via =
    change.target === undefined && section.target === undefined && change.via !== ''
      ? `  with the key of ${change.via}`
      : ''
  const place = `${change.position.file}:${change.position.line}${via}`
  return [
    placed(symbolOf(change), headingOf(change), place, style),
    ...(change.action === 'set-primary' ? [] : detailLines(change, style)),
    ...change.sideEffects.map((effect) => `      side effect: ${visible(effect)}`),
  ].join('\n')
}

/** What happens to which resource, in words: `integration ses-eu  becomes primary for email`. */
export function headingOf({ kind, name, part, action, summary }: Change): string {
  const what = `${kind} ${name}${part === undefined ? '' : ` ${part}`}`
  const how = action === 'resend' ? "re-send, can't be compared" : summary
  return visible(how === undefined ? what : `${what}  ${how}`)
}

export function symbolOf(change: Change): string {
  return isDeactivation(change) ? '-' : symbols[change.action]
}

function hint(plan: Plan, next: string | undefined): string {
  const isIdle = plan.sections.every(({ changes, waiting }) => changes.length + waiting.length === 0)
  return next === undefined || isIdle ? '' : `\nNext: ${next}`
}

function footer(plan: Plan, style: Style): string {
  const counts = countsOf(plan.sections)
  const changes = plan.sections.flatMap((section) => section.changes)
  const isDiff = plan.live === 'declared'
  const cost = isDiff
    ? ''
    : `${counted(plan.requests.reads, 'read')}, ${duration(plan.requests.milliseconds)}`
  const apart = countsApart(counts)
  if (changes.length === 0) {
    const unchanged = plan.sections.reduce((total, section) => total + section.unchanged, 0)
    return [
      `No changes. ${[matching(unchanged), ...apart].join(', ')}.   ${cost}`.trimEnd(),
      ...unreadableText(plan, style),
    ].join('\n')
  }
  const parts = [...countWords(counts), `${counts.unchanged} unchanged`, ...apart]
  if (isDiff) return `Diff: ${parts.join(', ')}.`
  const writes = `${counted(changes.length, 'write')} to make ${dot(style)} ${cost}`
  const sentence = `Plan: ${parts.join(', ')}.`
  const gap = sentence.length + 3 + writes.length > style.columns ? '\n' : '   '
  return [`${sentence}${gap}${writes}`, ...unreadableText(plan, style)].join('\n')
}

/** What is declared otherwise than in a base, of what can't be compared. */
function uncomparedText(plan: Plan, style: Style): string {
  const title = uncomparedTitle(plan)
  if (title === undefined) return ''
  return [
    paint(style, 'bold', visible(title)),
    ...(plan.declaredSince?.changes ?? []).flatMap((change) => [
      placed(
        '?',
        visible(uncomparedHeading(change, plan)),
        `${change.position.file}:${change.position.line}`,
        style,
      ),
      ...linesFor(change.details, style),
    ]),
  ].join('\n')
}

/** Declared fields that nobody can compare, with the line that would send them. */
function unreadableText(plan: Plan, style: Style): string[] {
  const notes = unreadableNotes(plan)
  if (notes === undefined) return []
  const { heading, resources, once } = notes
  const shown = resources.slice(0, 5)
  const more = resources.length > shown.length ? `, and ${resources.length - shown.length} more` : ''
  const advice =
    once === undefined
      ? []
      : [
          `To send them once: ${once}`,
          'To send them at every apply: unreadable: always in belfry.yaml; only where they moved: unreadable: ledger',
        ]
  return [`${heading}: ${shown.join('; ')}${more}`, ...advice].map((line) =>
    paint(style, 'dim', visible(line)),
  )
}
