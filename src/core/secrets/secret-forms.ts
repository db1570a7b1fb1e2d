// The strings by which a whole secret is found: as it is, escaped or encoded.
import type { Piece, Range } from './piece-index.ts'

/** An encoding shows only that the secret may be in what is encoded there: two addresses on one host share a piece of their base64. */
export function wholePieces(secret: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const text of formsOf(secret)) pieces.push({ text, sort: text === secret ? 'whole' : 'form' })
  for (const text of encodingsOf(secret)) pieces.push({ text, sort: 'encoding' })
  return pieces
}

/** As it is; in JSON, also in ASCII only, with `\/`, and inside JSON; in HTML, in its two usual escapings. */
function formsOf(text: string): ReadonlySet<string> {
  if (!/[^\w .:-]/.test(text)) return new Set([text])
  const inJson = JSON.stringify(text).slice(1, -1)
  const inHtml = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  return new Set([
    text,
    inJson,
    inJson.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    inJson.replaceAll('/', '\\/'),
    JSON.stringify(inJson).slice(1, -1),
    inHtml,
    inHtml.replaceAll("'", '&#39;'),
    inHtml
      .replaceAll("'", '&#x27;')
      .replaceAll('/', '&#x2F;')
      .replaceAll('`', '&#x60;')
      .replaceAll('=', '&#x3D;'),
  ])
}

/** Bytes of a secret by which its base64 and its hexadecimal digits are known: a multiple of 3. */
const mostBytes = 18

/**
 * In base64 and hexadecimal digits, and in those of its JSON: at most 24 characters from the middle, which no other text
 * has. Base64 encodes three bytes at a time, so one of three offsets matches, whatever precedes the text.
 */
function encodingsOf(text: string): ReadonlySet<string> {
  const encodings = new Set<string>()
  for (const each of new Set([text, JSON.stringify(text).slice(1, -1)])) {
    const bytes = Buffer.from(each)
    const size = Math.min(mostBytes, bytes.length - 2 - ((bytes.length - 2) % 3))
    const middle = (bytes.length - 2 - size) >> 1
    for (const from of [middle, middle + 1, middle + 2]) {
      encodings.add(bytes.toString('base64', from, from + size))
      encodings.add(bytes.toString('base64url', from, from + size))
    }
    const digits = bytes.toString('hex', middle, middle + Math.min(12, bytes.length))
    encodings.add(digits)
    encodings.add(digits.toUpperCase())
  }
  return encodings
}

interface Decoded extends Range {
  readonly texts: readonly string[]
}

/** The parts of a text that may be base64 or hexadecimal digits of a text, with what they may decode to. */
export function decoded(text: string): readonly Decoded[] {
  const found: Decoded[] = []
  for (const [form, pattern, starts] of alphabets)
    for (const { 0: run, index: from } of text.matchAll(pattern)) {
      const texts = starts
        .map((start) => Buffer.from(run.slice(start), form).toString())
        .filter((each) => readable.test(each))
      if (texts.length > 0) found.push({ from, to: from + run.length, texts })
    }
  return found
}

/** What precedes a text may use the same alphabet, so the text may begin at any of a few characters. */
const alphabets = [
  ['base64', /[A-Za-z0-9+/_-]{11,}={0,2}/g, [0, 1, 2, 3]],
  ['hex', /[0-9A-Fa-f]{16,}/g, [0, 1]],
] as const

/** As many characters of a text as the shortest secret has; random bytes are hardly readable for so long. */
const readable = /(?:[^\p{Cc}\ufffd]|[\t\n\r]){8}/u
