// Undoes the ways in which services write a text, so that a part of a secret is found in any of them.
import { lastUpTo, type Range } from './finder.ts'

export interface Normal {
  readonly text: string
  /** Where one of its characters was written in the source. */
  readonly placeOf: (index: number) => Range
}

/** Without JSON escapes, HTML entities, percent escapes, white space and upper case. */
export function normalise(source: string): Normal {
  return folded(unescaped(source))
}

/** The source as `normalise` reads it, and also as quoted-printable and as a form's value where it may be that. */
export function readingsOf(source: string): readonly Normal[] {
  const written = asWritten(source)
  return [
    normalise(source),
    ...(quotedPrintable.test(source)
      ? [folded(withoutEscapes(replaced(written, quotedPrintables, characterOf)))]
      : []),
    ...(plusBetween.test(source) ? [folded(withoutEscapes(replaced(written, /\+/g, '')))] : []),
  ]
}

/** Without JSON escapes, HTML entities and percent escapes. */
export function unescaped(source: string): Normal {
  return withoutEscapes(asWritten(source))
}

/** Without percent escapes, of which one level is read. */
export function percentUnescaped(text: string): string {
  return text.replaceAll(escapes, (each) => (each.startsWith('%') ? characterOf(each) : each))
}

/** JSON inside JSON inside JSON, and as many entities of entities. */
const deepest = 4

const escape = /[\\&%]/
const escapes =
  /\\(?:u[\da-f]{4}|["'\\/bfnrt])|&(?:#\d{1,7}|#x[\da-f]{1,6}|amp|apos|gt|lt|nbsp|quot);|%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f]%[89ab][\da-f]%[89ab][\da-f]|f[0-7]%[89ab][\da-f]%[89ab][\da-f]%[89ab][\da-f])/gi
const quotedPrintable = /=(?:[\da-f]{2}|\r?\n)/i
/** A form writes it for a space. */
const plusBetween = /[^\s+]\+[^\s+]/
const quotedPrintables =
  /=(?:\r?\n|[0-7][\da-f]|[cd][\da-f]=[89ab][\da-f]|e[\da-f]=[89ab][\da-f]=[89ab][\da-f]|f[0-7]=[89ab][\da-f]=[89ab][\da-f]=[89ab][\da-f])/gi

function asWritten(source: string): Normal {
  return { text: source, placeOf: (index) => ({ from: index, to: index + 1 }) }
}

function withoutEscapes(written: Normal): Normal {
  let inner = written
  for (let depth = 0; depth < deepest && escape.test(inner.text); depth++)
    inner = replaced(inner, escapes, characterOf)
  return inner
}

function folded(written: Normal): Normal {
  const { text, placeOf } = replaced(written, /\s+/g, '')
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

/** As `replaceAll`; `pattern` is without groups. Places are worked out once one is asked for: most texts hold nothing. */
function replaced({ text, placeOf }: Normal, pattern: RegExp, meaning: '' | Meaning): Normal {
  const changed = meaning === '' ? text.replaceAll(pattern, '') : text.replaceAll(pattern, meaning)
  if (changed === text) return { text, placeOf }
  let edits: readonly Edit[] | undefined
  const before = (index: number): Range => {
    edits ??= editsIn(text, pattern, meaning === '' ? () => '' : meaning)
    const edit = edits[lastUpTo(edits, index)]
    if (edit === undefined || edit.from > index) return { from: index, to: index + 1 }
    if (index < edit.to) return edit.before
    const from = index - edit.to + edit.before.to
    return { from, to: from + 1 }
  }
  return {
    text: changed,
    placeOf: (index) => {
      const { from, to } = before(index)
      return { from: placeOf(from).from, to: placeOf(to - 1).to }
    },
  }
}

type Meaning = (match: string) => string

/** A range of the changed text, and what was there before. */
interface Edit extends Range {
  readonly before: Range
}

function editsIn(text: string, pattern: RegExp, meaning: Meaning): readonly Edit[] {
  /** How many characters fewer the changed text has up to here. */
  let fewer = 0
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => {
    const from = index - fewer
    const to = from + meaning(match).length
    fewer = index + match.length - to
    return { from, to, before: { from: index, to: index + match.length } }
  })
}
