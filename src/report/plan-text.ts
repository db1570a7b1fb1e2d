// A plan as people read it in a terminal: what differs, where it is declared, and what a call would bring with it.
import type { Action, Change } from '../core/change.ts'
import { countsOf, isDeactivation, type Plan, type Section } from '../core/plan.ts'
import { detailLines } from './detail-text.ts'
import { quoted } from './shell.ts'
import { counted, dot, duration, paint, type Style } from './style.ts'
import { visible } from './visible.ts'

const symbols: Readonly<Record<Action, string>> = {
  create: '+',
  update: '~',
  'set-primary': '^',
  resend: '?',
}
const colors = { '+': 'green', '~': 'yellow', '^': 'cyan', '?': 'yellow', '-': 'red', '!': 'yellow' } as const

/** What to do about something that is live twice: no operation of the service takes one of them away. */
export const removeAllButOne = 'Remove all but one in the dashboard of the service'

/** `next` is the command that a reader would run now, where something is to be done. */
export function planText(plan: Plan, style: Style, next?: string): string {
  const shown = plan.sections.filter((section) => section.target !== undefined || section.resources > 0)
  const blocks = shown.filter(hasSomething).map((section) => sectionText(section, style))
  return (
    [headings(shown, style), ...blocks, `${footer(plan, style)}${hint(plan, next)}`]
      .filter((block) => block !== '')
      .join('\n\n') + '\n'
  )
}

function headings(sections: readonly Section[], style: Style): string {
  const names = sections.map((section) => visible(section.target ?? 'Organisation'))
  const width = Math.max(0, ...names.map((name) => name.length)) + 2
  const urls = Math.max(0, ...sections.map((section) => section.url.length)) + 2
  return sections
    .map((section, index) => {
      const name = paint(style, 'bold', (names[index] ?? '').padEnd(width))
      return `${name} ${section.url.padEnd(urls)} ${headline(section)}`.trimEnd()
    })
    .join('\n')
}

function headline(section: Section): string {
  if (section.waitsFor !== undefined) return `waiting: ${visible(section.waitsFor)}`
  if (section.resources === 0) return 'nothing is declared'
  if (section.changes.length === 0 && section.unchanged === section.resources)
    return `no changes, ${counted(section.resources, 'resource')} ${section.resources === 1 ? 'matches' : 'match'}`
  return counted(section.resources, 'resource')
}

function hasSomething(section: Section): boolean {
  const { changes, missing, pruned = [], unmanaged, duplicates, waiting } = section
  return (
    pruned.length + changes.length + missing.length + unmanaged.length + duplicates.length + waiting.length >
    0
  )
}

function sectionText(section: Section, style: Style): string {
  const title = paint(style, 'bold', visible(section.target ?? 'Organisation'))
  const notes = [
    ...section.duplicates.map(
      ({ kind, name, ids }) =>
        `${kind} ${name} is live ${ids.length} times (${ids.join(', ')}) and left alone. ${removeAllButOne}.`,
    ),
    ...section.missing.map(
      ({ kind, name, position }) =>
        `${kind} ${name} is missing: the service doesn't know it and can't create it (${position.file}:${position.line})`,
    ),
    ...(section.pruned ?? []).map(
      ({ kind, name, path, count }) =>
        `${kind} ${name}: the service dropped ${counted(count, 'entry', 'entries')} of ${path.join('.')} that ${count === 1 ? 'was' : 'were'} applied; sent again only with --resend ${kind}/${name}`,
    ),
    ...section.unmanaged.map(({ kind, name }) => `${kind} ${name} is live but in no manifest; kept`),
  ]
  return [
    title,
    ...section.changes.map((change) => changeText(change, section, style)),
    ...section.waiting.map(({ kind, name }) => `. ${visible(`${kind} ${name}`)} waits`),
    ...notes.map((note) => `${paint(style, colors['!'], '!')} ${visible(note)}`),
  ].join('\n')
}

function changeText(change: Change, section: Section, style: Style): string {
  const place = visible(`${change.position.file}:${change.position.line}`)
  const heading = headingOf(change)
  const gap = Math.max(2, Math.min(style.columns, 120) - 44 - heading.length)
  const via =
    change.target === undefined && section.target === undefined
      ? `  with the key of ${visible(change.via)}`
      : ''
  const symbol = symbolOf(change)
  return [
    `${paint(style, colors[symbol as keyof typeof colors], symbol)} ${heading}${' '.repeat(gap)}${paint(style, 'dim', place + via)}`,
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
  const cost = `${counted(plan.requests.reads, 'read')}, ${duration(plan.requests.milliseconds)}`
  const apart = [
    counts.unmanaged > 0 ? `${counts.unmanaged} unmanaged` : '',
    counts.missing > 0 ? `${counts.missing} missing` : '',
    counts.waiting > 0 ? `${counts.waiting} waiting` : '',
    counts.resend > 0 ? `${counts.resend} to re-send` : '',
  ].filter((part) => part !== '')
  if (changes.length === 0) {
    const matching = plan.sections.reduce((total, section) => total + section.unchanged, 0)
    const what = `${counted(matching, 'resource')} ${matching === 1 ? 'matches' : 'match'}`
    return [`No changes. ${[what, ...apart].join(', ')}.   ${cost}`, ...unreadableText(plan, style)].join(
      '\n',
    )
  }
  const parts = [
    `${counts.create} to create`,
    `${counts.update} to update`,
    `${counts.setPrimary} to set primary`,
    `${counts.deactivate} to deactivate`,
    `${counts.unchanged} unchanged`,
    ...apart,
  ]
  const writes = `${counted(changes.length, 'write')} to make ${dot(style)} ${cost}`
  const sentence = `Plan: ${parts.join(', ')}.`
  const gap = sentence.length + 3 + writes.length > style.columns ? '\n' : '   '
  return [`${sentence}${gap}${writes}`, ...unreadableText(plan, style)].join('\n')
}

/** Declared fields that nobody can compare, with the line that would send them. */
function unreadableText(plan: Plan, style: Style): string[] {
  const notes = plan.sections.flatMap((section) => section.unreadable)
  if (notes.length === 0) return []
  const shown = plan.sections
    .filter(({ unreadable }) => unreadable.length > 0)
    .flatMap(({ target, unreadable }, _, { length }) =>
      unreadable.map(({ kind, name, paths }) => {
        const what = `${kind} ${name} (${paths.map((path) => path.join('.')).join(', ')})`
        return length > 1 && target !== undefined ? `${what} of ${target}` : what
      }),
    )
    .slice(0, 5)
  const more = notes.length > shown.length ? `, and ${notes.length - shown.length} more` : ''
  if (plan.secrets === 'named') {
    const what = counted(notes.length, 'resource has secrets', 'resources have secrets')
    const line = `${what} that are known by name only and were not compared: ${shown.join('; ')}${more}`
    return [paint(style, 'dim', visible(line))]
  }
  return [
    visible(
      `${counted(notes.length, 'resource has', 'resources have')} fields that can't be compared and are not sent: ${shown.join('; ')}${more}`,
    ),
    visible(`To send them once: belfry apply ${selectors(notes)}`),
    'To send them at every apply: unreadable: always in belfry.yaml; only where they moved: unreadable: ledger',
  ].map((line) => paint(style, 'dim', line))
}

/** Few by name, many by kind. */
function selectors(notes: readonly { readonly kind: string; readonly name: string }[]): string {
  const all = [...new Set(notes.map(({ kind, name }) => `${kind}/${name}`))]
  const few = all.length <= 3 ? all : [...new Set(notes.map(({ kind }) => `${kind}/*`))]
  return few.map((selector) => `--resend ${quoted(selector)}`).join(' ')
}
