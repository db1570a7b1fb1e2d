// Changes as text: equal ones once, and below each its fields, requests and side effects; long texts as a line diff.
import { largest } from '../../core/lists.ts'
import { diffLines } from 'diff'
import { type Change, pathOf, type Call } from '../../core/plan/change.ts'
import type { Detail } from '../../core/plan/compare-fields.ts'
import { isMap, type Value, type ValueMap } from '../../core/value.ts'
import type { Changes } from '../document/document-node.ts'
import {
  actions,
  detailsBelow,
  detailsUnder,
  shownAction,
  groupsOf,
  groupHeadingOf,
  headingOf,
  type ChangeGroup,
  type MarkedDetail,
} from '../words/shown-changes.ts'
import { laid, placed, placeOf, widthOf, padded } from './layout.ts'
import { cutItems, cutPair, cutText, inline } from './value.ts'
import type { Extent } from '../words/note-lines.ts'
import { arrow, paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

const colors = { '+': 'green', '-': 'red', '~': 'yellow', '=': 'dim' } as const

/** The most characters of a value, unless everything is asked for, and in a comment, which has less space. */
const longest = 2000
const longestInDiff = 300

/** Equal changes as one text, unless everything is shown. */
export function* changeTexts(
  { changes, same }: Changes,
  style: Style,
  extent: Extent,
): Generator<string, void> {
  if (extent === 'full')
    for (const change of changes) yield changeText(change, style, extent, same?.get(change.id))
  else for (const group of groupsOf(changes)) yield groupText(group, style, extent)
}

/** Equal changes as one, with the names of some resources. */
export function groupText(group: ChangeGroup, style: Style, extent: Extent): string {
  const { first, changes } = group
  if (changes.length === 1) return changeText(first, style, extent)
  const place = `${placeOf(first)} and ${changes.length - 1} more`
  const names = changes.map(({ name }) => visible(name))
  const rest = names.length - mostNamed
  const more = `and ${rest} more${extent === 'usual' ? ' (listed with --full)' : ''}`
  const few = [names.slice(0, mostNamed).join(', '), ...(rest > 0 ? [more] : [])].join(' ')
  return [
    ...placed(signOf(first, style), groupHeadingOf(group), place, style),
    ...(style.diff ? namesInDiff(names) : laid(`      ${few}`, 6, style)),
    ...linesBelow(first, style, extent),
  ].join('\n')
}

/** Ten in a line; a comment has no --full. */
function namesInDiff(names: readonly string[], from = 0): readonly string[] {
  if (from >= names.length) return []
  if (from >= mostInDiff) return [`      ${cutItems(names.length - from, 'name')}`]
  return [`      ${names.slice(from, from + 10).join(', ')}`, ...namesInDiff(names, from + 10)]
}

const mostNamed = 5
const mostInDiff = 300

/** `same`: declared fields of the resource that already match, to be shown with this change. */
function changeText(change: Change, style: Style, extent: Extent, same?: ValueMap): string {
  const via =
    change.target === undefined && change.via !== '' ? `  with the API key of ${visible(change.via)}` : ''
  return [
    ...placed(signOf(change, style), headingOf(change), `${placeOf(change)}${via}`, style),
    ...linesBelow(change, style, extent, same),
  ].join('\n')
}

function signOf(change: Change, style: Style): string {
  const { symbol, color } = actions[shownAction(change)]
  if (style.diff) return symbol === '+' || symbol === '-' ? `${symbol} ` : '! '
  return `${paint(style, color, symbol)} `
}

/** The requests, fields and side effects of a change. `same` are declared fields of the resource that need no change, if everything is shown. */
export function linesBelow(change: Change, style: Style, extent: Extent, same?: ValueMap): readonly string[] {
  const requests = requestLines(change)
  // Several requests are always shown; a single one only if everything is shown.
  const shown = requests.length === 0 && extent === 'full' ? [callText(change.call)] : requests
  const kept = Object.entries(same ?? {}).map(([path, after]) => ({ sign: '=', path, after }) as const)
  const details = (same === undefined ? detailsBelow : detailsUnder)(change)
  return [
    ...shown.map((line) => `      ${visible(line)}`),
    ...linesFor([...details, ...kept], style, extent),
    ...change.sideEffects.map((effect) => `      side effect: ${visible(effect)}`),
  ]
}

/** At least one line for each detail; the paths are aligned. */
export function linesFor(all: readonly Line[], style: Style, extent: Extent): string[] {
  // A section that is too long for one line takes one for each key.
  const lines = all.flatMap((line): readonly Line[] =>
    line.sign === '+' && inline(line.after).length + 32 > style.columns ? byKey(line) : [line],
  )
  const width = Math.min(36, largest(lines.map(({ path }) => widthOf(visible(path)))))
  const usual = style.diff ? longestInDiff : longest
  const most = extent === 'full' ? Infinity : usual
  return lines.flatMap((line) => linesOf(line, width, style, most))
}

/** A detail, or with the sign `=` a declared field that needs no change. */
type Line = Omit<MarkedDetail, 'sign'> & { readonly sign: Detail['sign'] | '=' }

/** A new map as one line for each of its keys; anything else unchanged. */
function byKey(line: Line): readonly Line[] {
  const { path, after } = line
  if (!isMap(after) || Object.keys(after).length === 0) return [line]
  return Object.entries(after).map(([key, entry]) => ({ ...line, path: `${path}.${key}`, after: entry }))
}

function linesOf(detail: Line, width: number, style: Style, most: number): readonly string[] {
  const lead =
    style.diff === undefined
      ? `    ${paint(style, colors[detail.sign], detail.sign)} `
      : `${diffSigns[detail.sign]}     `
  const name = padded(visible(detail.path), width)
  const hang = width + 8
  if (detail.sign !== '=' && (isLong(detail.before) || isLong(detail.after)))
    return [
      `${lead}${detail.mark === undefined ? name.trimEnd() : `${name}  (${detail.mark})`}`,
      ...diffText(detail, style, most).flatMap((line) => laid(line, 12, style)),
    ]
  const [before, after] = cutPair(inline(detail.before), inline(detail.after), most)
  const side = detail.sign === '-' ? before : after
  const value = detail.sign === '~' ? `${before} ${arrow(style)} ${after}` : side
  const mark = detail.mark === undefined ? '' : paint(style, 'dim', `  (${detail.mark})`)
  return laid(`${lead}${name}  ${value}${mark}`, hang, style)
}

/** What sites color in a `diff` block; they know no `~`. */
const diffSigns = { '+': '+', '-': '-', '~': '!', '=': ' ' } as const

function isLong(value: unknown): value is string {
  return typeof value === 'string' && value.includes('\n')
}

function diffText({ before, after }: Line, style: Style, most: number): string[] {
  return linesBetween(before, after).map((each) => {
    if (each === undefined) return '        ...'
    const shown = `${each.sign} ${cutText(visible(each.line), most)}`.trimEnd()
    if (style.diff) return `${each.sign}         ${shown.slice(2)}`.trimEnd()
    return `        ${each.sign === ' ' ? shown : paint(style, colors[each.sign], shown)}`
  })
}

interface DiffLine {
  readonly sign: '+' | '-' | ' '
  readonly line: string
}

/** A line diff; unchanged lines farther than two from a change are left out, and each gap is `undefined`. */
function linesBetween(
  before: Value | undefined,
  after: Value | undefined,
): readonly (DiffLine | undefined)[] {
  const lines = diffLines(textOf(before), textOf(after)).flatMap(({ added, removed, value }) => {
    const kept = removed ? '-' : ' '
    const own = value.replace(/\n$/, '').split('\n')
    return own.map((line): DiffLine => ({ sign: added ? '+' : kept, line }))
  })
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - 2), index + 3).some(({ sign }) => sign !== ' ')
  return lines.flatMap((line, index) => {
    if (near(index)) return [line]
    return near(index - 1) ? [undefined] : []
  })
}

function textOf(value: Value | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : inline(value)
}

/** One line for each, such as `request 1: PUT /v1/integrations/ID  active: false`; empty if there is only one. */
export function requestLines({ preparation, call, restoration }: Change): readonly string[] {
  if (preparation === undefined) return []
  return [
    `request 1: ${callText(preparation.call)}  ${valuesOf(preparation.after)}`,
    `request 2: ${callText(call)}`,
    ...(restoration
      ? [
          `request 3, only if the service doesn't undo request 1: ${callText(restoration.call)}  ${valuesOf(restoration.after)}`,
        ]
      : []),
  ]
}

export function callText(call: Call): string {
  return `${call.operation.method} ${pathOf(call)}`
}

function valuesOf(fields: ValueMap): string {
  return Object.entries(fields)
    .map(([field, value]) => `${field}: ${inline(value)}`)
    .join(', ')
}
