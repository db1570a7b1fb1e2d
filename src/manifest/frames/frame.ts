// The lines around a problem, with everything that may be a secret replaced.
import type { FrameLine } from '../../core/problem.ts'
import { lineAt, lineRange, type Place, type Range, type Source } from '../text/node.ts'

const longestQuote = 60

/** Quotes a user's text in a message: at most its first 60 characters. */
export function show(text: string): string {
  const short = text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text
  return `"${short}"`
}

/** `an integration`, `a subscriber`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** `credentials.apiKey`, `channels[0].providerId`. */
export function pathText(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
}

/** A part of one line, and what is shown in its place. Offsets into the line. */
export interface Piece {
  readonly range: Range
  readonly text: string
}

export interface Masks {
  /** What to replace on a line, in order; lines count from 0. Undefined if the line is not shown at all. */
  readonly hidden: (line: number) => readonly Piece[] | undefined
  /** Whether a line contains a value of a resource that describes a person. */
  readonly isPersonal: (line: number) => boolean
}

/** Instead of a value that may be a secret. */
export const mask = '(secret)'

/** The most characters of a line that are shown: a longer line is cut around the problem. */
const widest = 160
/** A line with more characters, as generated files have, isn't shown. */
const longest = 4096

/** The line of a problem and the line before it; no lines if the masks hide the line of the problem, or if it is too long. */
export function frameOf({ source, range }: Place, masks: Masks): FrameLine[] {
  const index = lineAt(source, range[0])
  const [start, end] = lineRange(source, index)
  const pieces = masks.hidden(index)
  if (end - start > longest || pieces === undefined) return []
  const [before, after] = lineRange(source, index - 1)
  const above = index > 0 && after - before <= longest ? masks.hidden(index - 1) : undefined
  const first = above === undefined ? [] : [shownLine(source, index - 1, above, masks)]
  const from = Math.min(range[0], end) - start
  const to = Math.max(from + 1, Math.min(range[1], end) - start)
  const line = shownLine(source, index, pieces, masks, [from, to])
  return [...first, line].filter(({ text, mark }) => text.trim() !== '' || mark !== undefined)
}

/** All of a source. A line that is not shown is only a mask. */
export function maskedText(source: Source, masks: Masks): string {
  let shown = ''
  let from = 0
  const skipTo = ([at, next]: Range, text: string): void => {
    shown += source.text.slice(from, at) + text
    from = next
  }
  source.lineStarts.forEach((_, index) => {
    const line = lineRange(source, index)
    const pieces = masks.hidden(index)
    if (pieces === undefined) return skipTo(line, mask)
    for (const { range, text } of pieces) skipTo([line[0] + range[0], line[0] + range[1]], text)
  })
  return shown + source.text.slice(from)
}

function shownLine(
  source: Source,
  index: number,
  pieces: readonly Piece[],
  masks: Masks,
  at?: Range,
): FrameLine {
  const [start, end] = lineRange(source, index)
  const text = source.text.slice(start, end)
  let shown = ''
  let from = 0
  let [markFrom, markTo] = at ?? [0, 0]
  for (const piece of pieces) {
    const [pieceFrom, pieceTo] = piece.range
    shown += text.slice(from, pieceFrom)
    if (at !== undefined) {
      if (at[0] >= pieceTo) markFrom += piece.text.length - (pieceTo - pieceFrom)
      else if (at[0] >= pieceFrom) markFrom = shown.length
      if (at[1] >= pieceTo) markTo += piece.text.length - (pieceTo - pieceFrom)
      else if (at[1] > pieceFrom) markTo = shown.length + piece.text.length
    }
    shown += piece.text
    from = pieceTo
  }
  shown += text.slice(from)
  const mark = at && { column: markFrom + 1, length: Math.max(1, markTo - markFrom) }
  const line = { number: source.firstLine + index, text: shown, ...(mark && { mark }) }
  return cut(masks.isPersonal(index) ? { ...line, isPersonal: true } : line)
}

function cut(line: FrameLine): FrameLine {
  if (line.text.length <= widest) return line
  const column = line.mark?.column ?? 1
  const from = Math.max(0, Math.min(column - 1 - widest / 4, line.text.length - widest))
  const text = `${from > 0 ? '…' : ''}${line.text.slice(from, from + widest)}${from + widest < line.text.length ? '…' : ''}`
  if (line.mark === undefined) return { ...line, text }
  const shifted = column - from + (from > 0 ? 1 : 0)
  const length = Math.max(1, Math.min(line.mark.length, text.length - shifted + 1))
  return { ...line, text, mark: { column: shifted, length } }
}
