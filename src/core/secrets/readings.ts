// Undoes the ways in which services write a string, so that a secret is found in any of them.
import { firstAfter } from '../lists.ts'
import type { Range } from './piece-index.ts'

/** What a string may mean. */
export interface Reading {
  readonly text: string
  /** Where one of its characters was written in the source. */
  readonly placeOf: (index: number) => Range
}

/** Without JSON escapes, HTML entities, percent escapes, white space and upper case. */
export function normalise(source: string): Reading {
  return folded(withoutEscapes(asWritten(source)))
}

/** The source as `normalise` reads it, and also as quoted-printable and as a form's value if it may be that. */
export function normalReadings(source: string): readonly Reading[] {
  const written = asWritten(source)
  const different = new Set([written, replaced(written, quotedPrintable, characterOf), asForm(written)])
  return Array.from(different, (each) => folded(withoutEscapes(each)))
}

/** The source as it is, and without percent escapes of one level, as in a path and as in a form. */
export function exactReadings(source: string): readonly Reading[] {
  const written = asWritten(source)
  if (!source.includes('%')) return [written]
  return [written, ...[written, asForm(written)].map((each) => replaced(each, percents, characterOf))]
}

/** The source in all ways in which it may contain base64 and hexadecimal digits. */
export function encodedReadings(source: string): readonly Reading[] {
  const unescaped = withoutEscapes(asWritten(source))
  return unescaped.text === source ? [unescaped] : [unescaped, ...exactReadings(source)]
}

/** Escapes inside escapes, such as JSON inside JSON, or entities of entities: so many levels are undone. */
const deepest = 4

const percents = new RegExp(bytesAfter('%'), 'gi')
const quotedPrintable = new RegExp(`=\\r?\\n|${bytesAfter('=')}`, 'gi')
const escapes = new RegExp(
  String.raw`\\(?:u[\da-f]{4}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|apos|gt|lt|nbsp|quot);|${bytesAfter('%')}`,
  'gi',
)

/** The bytes of one character in UTF-8, each as two hexadecimal digits after a sign. */
function bytesAfter(sign: string): string {
  const next = `${sign}[89ab][\\da-f]`
  return `${sign}(?:[0-7][\\da-f]|[cd][\\da-f]${next}|e[\\da-f]${next}${next}|f[0-7]${next}${next}${next})`
}

function asWritten(source: string): Reading {
  return { text: source, placeOf: inPlace }
}

function inPlace(index: number): Range {
  return { from: index, to: index + 1 }
}

/** A form writes a plus for a space. */
function asForm(written: Reading): Reading {
  return replaced(written, /\+/g, () => ' ')
}

function withoutEscapes(written: Reading): Reading {
  let inner = written
  for (let depth = 0; depth < deepest; depth++) {
    const outer = inner
    inner = replaced(outer, escapes, characterOf)
    if (inner === outer) break
  }
  return inner
}

function folded(written: Reading): Reading {
  const { text, placeOf } = replaced(written, /\s+/g, () => '')
  const lower = text.toLowerCase()
  // A few letters of other alphabets are longer in lower case, and then all places would be wrong.
  const isAligned = lower.length === text.length
  return { text: isAligned ? lower : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()), placeOf }
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
}
const short: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Of one escape, or of several that are the bytes of one character. */
function characterOf(escaped: string): string {
  const rest = escaped.slice(1)
  switch (escaped[0]) {
    case '\\':
      return rest.length > 1 ? String.fromCharCode(parseInt(rest.slice(1), 16)) : (short[rest] ?? rest)
    case '&':
      return entity(rest.slice(0, -1).toLowerCase())
    default:
      return Buffer.from(escaped.replaceAll(/[%=\s]/g, ''), 'hex').toString('utf8')
  }
}

function entity(name: string): string {
  if (!name.startsWith('#')) return named[name] ?? ''
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** As `replaceAll`, with the places of the result; the same reading if nothing matches. `pattern` is without groups. */
function replaced(reading: Reading, pattern: RegExp, meaning: (match: string) => string): Reading {
  const { text, placeOf } = reading
  const edits: Edit[] = []
  /** How many characters fewer the changed text has up to here. */
  let fewer = 0
  const changed = text.replaceAll(pattern, (match, index: number) => {
    const now = meaning(match)
    const from = index - fewer
    edits.push({ from, to: from + now.length, before: { from: index, to: index + match.length } })
    fewer += match.length - now.length
    return now
  })
  if (edits.length === 0) return reading
  const before = (index: number): Range => {
    const edit = edits[firstAfter(edits.length, (at) => (edits[at] as Edit).from <= index) - 1]
    if (edit === undefined) return inPlace(index)
    if (index < edit.to) return edit.before
    return inPlace(index - edit.to + edit.before.to)
  }
  return {
    text: changed,
    placeOf: (index) => {
      const { from, to } = before(index)
      return { from: placeOf(from).from, to: placeOf(to - 1).to }
    },
  }
}

/** A range of the changed text, and what was there before. */
interface Edit extends Range {
  readonly before: Range
}
