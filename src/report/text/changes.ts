// Changes as text: the differences, where they are declared, and the side effects of requests.
import type { Change } from '../../core/plan/change.ts'
import type { ValueMap } from '../../core/value.ts'
import { visible } from '../../core/visible.ts'
import type { Changes } from '../document/document-node.ts'
import type { Extent } from '../words/note-lines.ts'
import {
  actions,
  shownAction,
  groupsOf,
  groupHeadingOf,
  headingOf,
  type ChangeGroup,
} from '../words/shown-changes.ts'
import { linesBelow } from './detail.ts'
import { laid, placed, placeOf } from './layout.ts'
import { paint, type Style } from './style.ts'
import { cutItems } from './value.ts'

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
