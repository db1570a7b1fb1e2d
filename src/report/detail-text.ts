// The lines under a change: one for each field that appears, goes or changes; long texts as a line diff.
import { diffLines } from 'diff'
import type { Change } from '../core/change.ts'
import type { Detail } from '../core/compare.ts'
import { detailsOf } from '../core/detail.ts'
import { isMap, type Value } from '../core/value.ts'
import { arrow, paint, type Style } from './style.ts'
import { inline } from './value-text.ts'
import { visible } from './visible.ts'

const colors = { '+': 'green', '-': 'red', '~': 'yellow' } as const

export function detailLines(change: Change, style: Style): string[] {
  return linesFor(detailsUnder(change), style)
}

export function linesFor(all: readonly Detail[], style: Style): string[] {
  const details = all.flatMap((detail) => fitting(detail, style))
  const width = Math.min(36, Math.max(0, ...details.map(({ path }) => path.length)))
  return details.flatMap((detail) => linesOf(detail, width, style))
}

/** What changes, field by field, under a heading that names the change. */
export function detailsUnder(change: Change): readonly Detail[] {
  return change.differences
    .flatMap(detailsOf)
    .map((detail) => ({ ...detail, path: withinPart(detail.path, change.part) }))
}

/** The heading names the part already. */
function withinPart(path: string, part: string | undefined): string {
  const at = part === undefined ? -1 : path.indexOf(`.${part}.`)
  return at < 0 || part === undefined ? path : path.slice(at + part.length + 2)
}

/** A section that is too long for one line takes one for each key. */
function fitting(detail: Detail, style: Style): Detail[] {
  const { sign, path, after } = detail
  if (sign !== '+' || !isMap(after) || inline(after).length + 32 <= style.columns) return [detail]
  return Object.entries(after).map(([key, value]) => ({ sign, path: `${path}.${key}`, after: value }))
}

function linesOf(detail: Detail, width: number, style: Style): string[] {
  const sign = paint(style, colors[detail.sign], detail.sign)
  const name = visible(detail.path).padEnd(width)
  if (isLong(detail.before) || isLong(detail.after))
    return [`    ${sign} ${name.trimEnd()}`, ...lineDiff(detail, style)]
  if (detail.sign === '~')
    return [`    ${sign} ${name}  ${inline(detail.before)} ${arrow(style)} ${inline(detail.after)}`]
  return [`    ${sign} ${name}  ${inline(detail.sign === '+' ? detail.after : detail.before)}`]
}

export function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n')
}

function lineDiff({ before, after }: Detail, style: Style): string[] {
  return linesBetween(before, after).map((each) => {
    if (each === undefined) return '        ...'
    const shown = `${each.sign} ${visible(each.line)}`.trimEnd()
    return `        ${each.sign === ' ' ? shown : paint(style, colors[each.sign], shown)}`
  })
}

/** A line diff; unchanged lines farther than two from a change are left out, and undefined stands for them. */
export function linesBetween(
  before: Value | undefined,
  after: Value | undefined,
): readonly ({ readonly sign: '+' | '-' | ' '; readonly line: string } | undefined)[] {
  const lines = diffLines(textOf(before), textOf(after)).flatMap((part) =>
    part.value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => ({
        sign: part.added ? ('+' as const) : part.removed ? ('-' as const) : (' ' as const),
        line,
      })),
  )
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - 2), index + 3).some(({ sign }) => sign !== ' ')
  return lines.flatMap((line, index) => (near(index) ? [line] : near(index - 1) ? [undefined] : []))
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : inline(value)
}
