// A text with a name, so that positions in it can be shown.
import type { Position } from '../../core/problem.ts'

export interface Source {
  /** As printed: relative to the working directory. */
  readonly file: string
  readonly text: string
  /** The file's line on which the text begins; 1 but for the lines of NDJSON. */
  readonly firstLine: number
  readonly lineStarts: readonly number[]
}

/** Offsets into a source's text, the end excluded. */
export type Range = readonly [from: number, to: number]

export interface Place {
  readonly source: Source
  readonly range: Range
}

export function sourceOf(file: string, text: string): Source {
  const lineStarts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1)
  return { file, text, firstLine: 1, lineStarts }
}

/** A line of a file that is read line by line; only its number is kept. */
export function lineOf(file: string, line: number): Source {
  return { file, text: '', firstLine: line, lineStarts: [0] }
}

export function placeOfLine(file: string, line = 1): Place {
  return { source: lineOf(file, line), range: [0, 0] }
}

/** The index of the line that holds an offset. */
export function lineAt(source: Source, offset: number): number {
  let low = 0
  let high = source.lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** Where a line begins and ends, its line break excluded. */
export function lineRange(source: Source, index: number): Range {
  const start = source.lineStarts[index] ?? 0
  const next = source.lineStarts[index + 1]
  const end = next === undefined ? source.text.length : next - 1
  return [start, end > start && source.text[end - 1] === '\r' ? end - 1 : end]
}

/** The position of a range; the length stops at the end of its first line. */
export function positionOf({ source, range: [from, to] }: Place): Position {
  const index = lineAt(source, from)
  const [start, end] = lineRange(source, index)
  return {
    file: source.file,
    line: source.firstLine + index,
    column: Math.max(0, from - start) + 1,
    length: Math.max(1, Math.min(to, end) - from),
  }
}
