// One change in a review: its row in the table, and its lines in a diff block.
import type { Change, Subject } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare.ts'
import { byKey, detailsBelow, detailsUnder, isLong, linesBetween, type MarkedDetail } from '../text/detail.ts'
import { groupHeadingOf, headingOf, symbolOf } from '../text/plan.ts'
import { requestLines } from '../text/request-lines.ts'
import { cutItems, cutPair, cutText, inline } from '../text/value.ts'
import { grouped } from '../../core/grouped.ts'
import { visible } from '../../core/visible.ts'
import { listText } from '../../core/words.ts'
import { groupSubject, type ChangeGroup } from '../groups.ts'
import { cell, code, prose } from './escape.ts'
import type { Place } from './places.ts'

const longest = 400
const mostLines = 100
/** So many fields are in a row with their values, if these are no longer than this. */
const mostInRow = 3
const longestInRow = 80
/** So many are in a row by name. */
const mostPaths = 4

/** What may do harm comes first, then what changes something, then what only adds. */
const ranks: Readonly<Record<string, number>> = { '-': 0, '^': 1, '~': 2, '+': 3, '?': 4 }

export function rankOf(change: Change): number {
  return ranks[symbolOf(change)] ?? 2
}

/** `integration ses-eu`, and its part. */
export function resourceOf({ kind, name, part }: Subject): string {
  const names = [name, ...(part === undefined ? [] : [part])]
  return [prose(kind), ...names.map((each) => code(each, 200))].join(' ')
}

/** What happens to it, in a few words, and what comes with it. */
export function whatHappens(change: Change): string {
  const more = requestLines(change).map((line) => `<br>${prose(line)}`)
  return `${[wordsOf(change), fieldsOf(change)].filter((each) => each !== '').join(' ')}${more.join('')}`
}

/** What happens beside them. */
export function effectsIn(group: ChangeGroup): readonly string[] {
  const { first, changes } = group
  const subject = changes.length === 1 ? resourceOf(first) : prose(groupSubject(group))
  return first.sideEffects.map((effect) => `- ${subject}: ${prose(effect)}`)
}

/** Of a change, or of changes that are alike: then the row opens to their names, `most` characters at most. */
export function rowOf(group: ChangeGroup, most: number, place: Place): string {
  const { first, changes } = group
  const others = changes.length - 1
  return row([
    code(symbolOf(first)),
    others === 0 ? resourceOf(first) : resourcesOf(group, most),
    whatHappens(first),
    `${place(first.position)}${others === 0 ? '' : ` and ${others} more`}`,
  ])
}

function resourcesOf(group: ChangeGroup, most: number): string {
  let room = most
  const names = group.changes.map(({ name }) => code(name, 200))
  const shown = names.filter((name, index) => (room -= name.length + 2) >= 0 || index === 0)
  const rest = names.length - shown.length
  const more = rest === 0 ? '' : ` ${cutItems(rest, 'name')}`
  return `<details><summary>${prose(groupSubject(group))}</summary>${shown.join(', ')}${more}</details>`
}

export function row(cells: readonly string[]): string {
  return `| ${cells.map(cell).join(' | ')} |`
}

/** A table with these titles; it frames its rows. */
export function tableOf(titles: readonly string[]): (rows: readonly string[]) => string {
  return (rows) => [row(titles), `|${' --- |'.repeat(titles.length)}`, ...rows].join('\n')
}

function wordsOf(change: Change): string {
  if (symbolOf(change) === '-') return 'deactivate'
  if (change.summary !== undefined) return prose(change.summary)
  return {
    create: 'create',
    // Values say it themselves.
    update: areFew(detailsUnder(change)) ? '' : 'update',
    'set-primary': 'set primary',
    resend: "re-send (can't be compared)",
  }[change.action]
}

/** Of an update, which fields, and of few fields their values; of a create all are new. */
function fieldsOf(change: Change): string {
  if (change.action !== 'update' && change.action !== 'resend') return ''
  const all = detailsUnder(change)
  if (all.length === 1 && symbolOf(change) === '-') return ''
  if (areFew(all)) return all.map((detail) => `${valuesOf(detail)}${markOf(detail)}`).join('<br>')
  return [...grouped(all, markOf)]
    .map(([mark, own]) => {
      const paths = [...new Set(own.map(({ path }) => code(path, 100)))]
      return `${listText(paths, mostPaths)}${mark}`
    })
    .join('<br>')
}

function markOf({ mark }: MarkedDetail): string {
  return mark === undefined ? '' : ` (${mark})`
}

/** Few enough, and each short enough, for a row. */
function areFew(all: readonly Detail[]): boolean {
  const values = all.flatMap(({ before, after }) => [before, after])
  return (
    all.length <= mostInRow && values.every((each) => !isLong(each) && inline(each).length <= longestInRow)
  )
}

function valuesOf({ sign, path, before, after }: Detail): string {
  const [name, was, is] = [code(path, 100), code(inline(before)), code(inline(after))]
  return { '+': `${name} added: ${is}`, '-': `${name} removed: ${was}`, '~': `${name} ${was} → ${is}` }[sign]
}

/** Whether its row shows everything that its lines would. */
export function isInRow(change: Change): boolean {
  const all = detailsBelow(change)
  return all.length === 0 || (change.action !== 'create' && areFew(all))
}

/** Lines of a `diff` block. Their first character shows what happens. */
export function diffOf(group: ChangeGroup): string[] {
  const change = group.first
  const marks: Readonly<Record<string, string>> = { '+': '+', '-': '-' }
  const head = `${marks[symbolOf(change)] ?? '!'} ${group.changes.length === 1 ? headingOf(change) : groupHeadingOf(group)}`
  const more = requestLines(change).map((line) => `      ${line}`)
  const byMark = grouped(detailsBelow(change), ({ mark = '' }) => mark)
  return diffUnder(head, byMark, more)
}

/** `parts` are details under what is said of them, which is nothing for most. */
export function diffUnder(
  head: string,
  parts: ReadonlyMap<string, readonly Detail[]>,
  after: readonly string[] = [],
): string[] {
  const all = [...parts].map(([title, details]) => ({ title, details: details.flatMap(byKey) }))
  const paths = all.flatMap(({ details }) => details.map(({ path }) => visible(path).length))
  const width = Math.min(36, Math.max(0, ...paths))
  const lines = all.flatMap(({ title, details }) => [
    ...(title === '' ? [] : [`      ${title}:`]),
    ...details.flatMap((detail) => linesOf(detail, width)),
  ])
  const more = lines.length > mostLines ? [`      ${cutItems(lines.length - mostLines, 'line')}`] : []
  return [head, ...lines.slice(0, mostLines), ...more, ...after].map((line) => cutText(visible(line), 1000))
}

function linesOf({ sign, path, before, after }: Detail, width: number): string[] {
  const name = cutText(visible(path), 200)
  if (isLong(before) || isLong(after))
    return [
      `${sign === '~' ? '!' : sign}     ${name}`,
      ...linesBetween(before, after).map((each) =>
        each === undefined ? '          ...' : `${each.sign}         ${cutText(each.line, longest)}`,
      ),
    ]
  const [was, is] = cutPair(inline(before), inline(after), longest)
  return [
    ...(sign === '+' ? [] : [`-     ${name.padEnd(width)}  ${was}`]),
    ...(sign === '-' ? [] : [`+     ${name.padEnd(width)}  ${is}`]),
  ]
}
