// Lays a line out on a terminal: wrapped between words, indented to where its text began, in characters that the terminal can
// show.
import { paint, type Style } from './style.ts'
import type { Position } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { commandHeads } from '../document/document-node.ts'

const escape = String.raw`\u001B\[\d+m`
const painting = new RegExp(escape, 'g')
const paintOrCharacter = new RegExp(`${escape}|.`, 'gsu')

/**
 * The lines of a wrapped line; those after the first are indented by `hang` columns, or by less if there is little room. Output
 * to a file or a pipe isn't wrapped, so that it can be searched.
 */
export function laid(line: string, hang: number, style: Style): readonly string[] {
  if (style.terminal === undefined) return [line]
  const text = style.unicode === 'yes' ? line : inAscii(line)
  if (cells(text) <= style.columns) return [text]
  const most = style.columns < 30 ? 4 : style.columns - 20
  const begin = text.length - text.trimStart().length
  const shown = begin > most ? text.slice(begin - most) : text
  return wrapped(shown, Math.min(hang, most), style.columns)
}

/** Each line of a text; its continuation lines are indented by two more columns. */
export function laidOut(text: string, style: Style): string {
  if (style.terminal === undefined) return text
  return text
    .split('\n')
    .flatMap((line) => {
      const room = Object.values(commandHeads).some((head) => unpainted(line).startsWith(head))
        ? { ...style, columns: Infinity }
        : style
      const bare = unpainted(line)
      return laid(line, bare.length - bare.trimStart().length + 2, room)
    })
    .join('\n')
}

function wrapped(text: string, indent: number, columns: number): readonly string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  const turn = (): void => {
    lines.push(current)
    current = ' '.repeat(indent)
    used = indent
  }
  let before = ''
  for (const [, between = '', word = ''] of text.matchAll(/( *)([^ ]*)/g)) {
    const blanks = before + between
    // Colors belong to the word before them, and blanks to the word after them.
    before = cells(word) === 0 ? blanks : ''
    if (cells(word) === 0) {
      current += word
      continue
    }
    const isFirst = lines.length === 0 && cells(current) === 0
    const start = lines.length === 0 ? 0 : indent
    if (!isFirst && used > start && used + blanks.length + cells(word) > columns) turn()
    else if (isFirst || used > start) {
      current += blanks
      used += blanks.length
    }
    for (const part of parts(word, columns - used, columns - indent)) {
      if (used + cells(part) > columns) turn()
      current += part
      used += cells(part)
    }
  }
  if (unpainted(current).trim() === '' && lines.length > 0) lines[lines.length - 1] += current.trimStart()
  else lines.push(current)
  return lines
}

/** A word in pieces, if it is longer than a line. */
function parts(word: string, first: number, next: number): readonly string[] {
  if (cells(word) <= Math.max(first, next)) return [word]
  const pieces: string[] = []
  let piece = ''
  let room = Math.max(2, first)
  let used = 0
  // Color codes have no width; a combining character stays with the one before it.
  for (const [character] of word.matchAll(paintOrCharacter)) {
    const width = cells(character)
    if (used + width > room) {
      pieces.push(piece)
      ;[piece, used, room] = ['', 0, Math.max(2, next)]
    }
    piece += character
    used += width
  }
  return [...pieces, piece]
}

function cells(text: string): number {
  return widthOf(unpainted(text))
}

function unpainted(text: string): string {
  return text.replaceAll(painting, '')
}

const signs: Readonly<Record<string, string>> = { '→': '->', '·': '-', '…': '...', '’': "'", '–': '-' }

/** Characters that a terminal without Unicode would show wrongly. */
function inAscii(text: string): string {
  return text.replaceAll(
    /[\u0080-\u{10FFFF}]/gu,
    (character) => signs[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Two columns wide, beside emoji. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f], [0x2e80, 0x303e], [0x3041, 0xa4cf], [0xac00, 0xd7a3], [0xf900, 0xfaff], [0xfe30, 0xfe6f],
  [0xff00, 0xff60], [0xffe0, 0xffe6], [0x20000, 0x3fffd],
] // prettier-ignore

const ascii = /^[ -~]*$/

export function widthOf(text: string): number {
  if (ascii.test(text)) return text.length
  let width = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x300) width += 1
    else if (!/\p{M}/u.test(character)) width += isWide(character, point) ? 2 : 1
  }
  return width
}

function isWide(character: string, point: number): boolean {
  return /\p{Emoji_Presentation}/u.test(character) || wide.some(([from, to]) => point >= from && point <= to)
}

/** The width of the column of places, at the right of at most 120 columns. */
const placeWidth = 44

/** The place at the right, or on the next line if there is no room for it. */
export function placed(sign: string, heading: string, place: string, style: Style): readonly string[] {
  if (place === '') return [`${sign}${heading}`]
  const painted = paint(style, 'dim', place)
  const room = Math.min(style.columns, 120)
  const gap = Math.max(2, room - placeWidth - widthOf(heading))
  const most = style.columns - 2 - widthOf(heading) - widthOf(place)
  if (style.terminal === undefined || gap <= most) return [`${sign}${heading}${' '.repeat(gap)}${painted}`]
  return most >= 2
    ? [`${sign}${heading}${' '.repeat(most)}${painted}`]
    : [`${sign}${heading}`, `    ${painted}`]
}

/** Empty for a resource of a comparison that no manifest declares. */
export function placeOf({ position }: { readonly position: Position }): string {
  return position.file === '' ? '' : visible(`${position.file}:${position.line}`)
}

/** With blanks up to so many columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}
