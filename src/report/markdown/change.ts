// One change in a review: its row in the table, and its lines in a diff block.
import type { Change, Subject } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare.ts'
import { byKey, detailsBelow, detailsUnder, isLong, linesBetween } from '../text/detail.ts'
import { headingOf, symbolOf } from '../text/plan.ts'
import { requestLines } from '../text/request-lines.ts'
import { cutLines, cutPair, cutText, inline } from '../text/value.ts'
import { visible } from '../../core/visible.ts'
import { cell, code, prose } from './escape.ts'
import type { Place } from './places.ts'

const longest = 400
const mostLines = 100
/** Of a value in a row. */
const longestInRow = 80

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
  const more = [
    ...requestLines(change).map((line) => `<br>${prose(line)}`),
    ...change.sideEffects.map((effect) => `<br>side effect: ${prose(effect)}`),
  ]
  return `${[wordsOf(change), fieldsOf(change)].filter((each) => each !== '').join(' ')}${more.join('')}`
}

export function rowOf(change: Change, place: Place): string {
  return row([code(symbolOf(change)), resourceOf(change), whatHappens(change), place(change.position)])
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
    update: 'update',
    'set-primary': 'set primary',
    resend: "re-send (can't be compared)",
  }[change.action]
}

/** Of an update, which fields, and of one field its values; of a create all are new. */
function fieldsOf(change: Change): string {
  if (change.action !== 'update' && change.action !== 'resend') return ''
  const details = detailsUnder(change)
  const paths = [...new Set(details.map(({ path }) => path))]
  if (paths.length === 1 && symbolOf(change) === '-') return ''
  const [only] = details
  if (only !== undefined && details.length === 1 && isShort(only)) return valuesOf(only)
  const more = paths.length > 4 ? ` and ${paths.length - 4} more` : ''
  return (
    paths
      .slice(0, 4)
      .map((path) => code(path, 100))
      .join(', ') + more
  )
}

function isShort({ before, after }: Detail): boolean {
  return [before, after].every((value) => !isLong(value) && inline(value).length <= longestInRow)
}

function valuesOf({ sign, path, before, after }: Detail): string {
  const [name, was, is] = [code(path, 100), code(inline(before)), code(inline(after))]
  return { '+': `${name} added: ${is}`, '-': `${name} removed: ${was}`, '~': `${name} ${was} → ${is}` }[sign]
}

/** Whether its row shows everything that its lines would. */
export function isInRow(change: Change): boolean {
  const [only, ...others] = detailsBelow(change)
  if (only === undefined) return true
  return change.action !== 'create' && others.length === 0 && isShort(only)
}

/** Lines of a `diff` block. Their first character shows what happens. */
export function diffOf(change: Change): string[] {
  const marks: Readonly<Record<string, string>> = { '+': '+', '-': '-' }
  const head = `${marks[symbolOf(change)] ?? '!'} ${headingOf(change)}`
  const more = [
    ...requestLines(change).map((line) => `      ${line}`),
    ...change.sideEffects.map((effect) => `      side effect: ${effect}`),
  ]
  return diffUnder(head, detailsBelow(change), more)
}

export function diffUnder(head: string, all: readonly Detail[], after: readonly string[] = []): string[] {
  const details = all.flatMap(byKey)
  const width = Math.min(36, Math.max(0, ...details.map(({ path }) => visible(path).length)))
  const lines = details.flatMap((detail) => linesOf(detail, width))
  const more = lines.length > mostLines ? [`      ${cutLines(lines.length - mostLines)}`] : []
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
