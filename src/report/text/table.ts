// Rows of texts in columns. On a terminal they fit its width: cells are cut, and optional columns are left out.
import type { ValueMap } from '../../core/value.ts'
import { paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'
import { widthOf, padded } from './layout.ts'

export interface Column {
  readonly title: string
  /** The smallest width it may be cut to; absent for ids, which are useless if cut. */
  readonly least?: number
  /** Left out if the other columns would become too narrow; the last of these first. */
  readonly optional?: true
}

/** A field of the records of a list, as its text or as `cell` makes it of the record. */
export interface ListColumn extends Column {
  readonly field: string
  readonly cell?: (item: ValueMap, field: string) => Cell
}

/** A cell's text, made visible here, or with what colours the whole of it. */
export type Cell = string | { readonly text: string; readonly color: 'green' | 'yellow' | 'red' | 'dim' }

const gap = '  '

/** A column this wide is still readable when it is cut. */
const comfortable = 20

/** A line for the titles and one for each row. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: Style,
): string[] {
  const cells = rows.map((row) =>
    row.map((cell) => ({ ...shownCell(cell), text: visible(shownCell(cell).text) })),
  )
  const natural = columns.map(({ title }, index) =>
    cells.reduce((width, row) => Math.max(width, widthOf(row[index]?.text ?? '')), title.length),
  )
  const isTerminal = style.terminal === true
  const kept = keptColumns(columns, natural, isTerminal ? style.columns : Infinity)
  // In a pipe a long text is not cut; it only shifts the rest of its own line.
  const widths = isTerminal
    ? fitted(columns, natural, kept, style.columns)
    : natural.map((width) => Math.min(width, style.columns))
  const line = (texts: readonly { readonly text: string; readonly color?: Color }[]): string =>
    kept
      .map((index, at) => {
        const { text = '', color } = texts[index] ?? {}
        const shown = isTerminal ? cut(text, widths[index] ?? 0, style) : text
        const filled = at === kept.length - 1 ? shown : padded(shown, widths[index] ?? 0)
        return color === undefined ? filled : paint(style, color, filled)
      })
      .join(gap)
      .trimEnd()
  const titles = columns.map(({ title }) => ({ text: title, color: 'bold' as const }))
  return [line(titles), ...cells.map(line)]
}

type Color = Exclude<Cell, string>['color'] | 'bold'

function shownCell(cell: Cell): { readonly text: string; readonly color?: Color } {
  return typeof cell === 'string' ? { text: cell } : cell
}

const noColumn: Column = { title: '' }

function keptColumns(
  columns: readonly Column[],
  natural: readonly number[],
  columnsOfScreen: number,
): number[] {
  const kept = columns.map((_, index) => index)
  const widthFor = ({ least, optional }: Column): number => {
    if (least === undefined) return Infinity
    return optional === true ? least : Math.max(least, comfortable)
  }
  const needed = (): number =>
    kept.reduce(
      (sum, index) => sum + Math.min(widthFor(columns[index] ?? noColumn), natural[index] ?? 0),
      0,
    ) +
    gap.length * (kept.length - 1)
  while (needed() > columnsOfScreen) {
    const last = kept.findLast((index) => columns[index]?.optional === true)
    if (last === undefined) break
    kept.splice(kept.indexOf(last), 1)
  }
  return kept
}

/** Narrows the widest column that may be cut until all fit. */
function fitted(
  columns: readonly Column[],
  natural: readonly number[],
  kept: readonly number[],
  columnsOfScreen: number,
): readonly number[] {
  // A text of megabytes takes no more steps than one that is slightly too wide.
  const widths = natural.map((width, index) =>
    Math.min(width, Math.max(columns[index]?.least ?? Infinity, columnsOfScreen)),
  )
  const total = (): number =>
    kept.reduce((sum, index) => sum + (widths[index] ?? 0), 0) + gap.length * (kept.length - 1)
  while (total() > columnsOfScreen) {
    const cuttable = kept.filter((index) => (widths[index] ?? 0) > (columns[index]?.least ?? Infinity))
    const widest = cuttable.toSorted((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))[0]
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/** At most so many columns, with a sign if something is missing. */
export function cut(text: string, width: number, { unicode }: Pick<Style, 'unicode'>): string {
  if (widthOf(text) <= width) return text
  const sign = unicode === 'yes' ? '…' : '~'
  let shown = ''
  let used = 0
  for (const character of text) {
    used += widthOf(character)
    if (used > width - 1) break
    shown += character
  }
  return `${shown}${sign}`
}
