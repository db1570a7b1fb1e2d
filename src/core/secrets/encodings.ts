// The ways in which a text is written inside others: those that are looked up, and those that are read back.
import { percentUnescaped } from './normalise.ts'
import type { Range } from './range.ts'

/** As it is; in JSON, also of ASCII alone, with `\/`, and inside JSON; in HTML, by two habits. */
export function formsOf(text: string): ReadonlySet<string> {
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
 * has. Base64 writes three bytes at a time, so one of three neighbours comes out whole, whatever stands before the text.
 */
export function encodingsOf(text: string): ReadonlySet<string> {
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

export interface Decoded extends Range {
  readonly texts: readonly string[]
}

/** Runs of one form are in ascending order and don't overlap. */
export interface DecodedRun extends Decoded {
  readonly form: 'base64' | 'hex'
}

/** The parts of a text that may be a text in base64 or in hexadecimal digits, with what they may say. */
export function decoded(text: string): readonly DecodedRun[] {
  // What comes before may be of the same alphabet, so that it begins anywhere.
  const base64 = Array.from(text.matchAll(/[A-Za-z0-9+/_-]{11,}={0,2}/g), ({ 0: run, index }) => ({
    form: 'base64' as const,
    from: index,
    to: index + run.length,
    texts: [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString()),
  }))
  const digits = Array.from(text.matchAll(/[0-9A-Fa-f]{16,}/g), ({ 0: run, index }) => ({
    form: 'hex' as const,
    from: index,
    to: index + run.length,
    texts: [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString()),
  }))
  return [...base64, ...digits]
    .map((run) => ({ ...run, texts: run.texts.filter((each) => readable.test(each)) }))
    .filter(({ texts }) => texts.length > 0)
}

/** As many characters of a text as the shortest secret has; bytes by chance are no text for so long. */
const readable = /(?:[^\p{Cc}\ufffd]|[\t\n\r]){8}/u

/** The parts of a text that hold percent escapes, with what they mean in a path and in a form. */
export function percentDecoded(text: string): readonly Decoded[] {
  return Array.from(text.matchAll(/[^\s"<>\\]+/g), ({ 0: run, index }) => ({
    from: index,
    to: index + run.length,
    texts: run.includes('%') ? [percentUnescaped(run), percentUnescaped(run.replaceAll('+', ' '))] : [],
  }))
}
