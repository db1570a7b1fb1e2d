// The ways in which a text is written inside others: those that are looked up, and those that are read back.
import type { Match } from './text-index.ts'

/** As it is; in JSON, also of ASCII alone, with `\/`, and inside JSON; in HTML, by two habits. */
export function formsOf(text: string): ReadonlySet<string> {
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

export interface Decoded extends Match {
  readonly texts: readonly string[]
}

/** The parts of a text that may be a text in base64, in hexadecimal digits or of a URL, with what they hold. */
export function* decoded(text: string): Generator<Decoded> {
  for (const { 0: run, index } of text.matchAll(/[A-Za-z0-9+/_-]{11,}/g)) {
    // What it follows may be of its alphabet too, so that it begins anywhere.
    const bytes = [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64'))
    yield { from: index, to: index + run.length, texts: bytes.map((each) => each.toString('utf8')) }
  }
  for (const { 0: run, index } of text.matchAll(/[0-9A-Fa-f]{16,}/g)) {
    const bytes = [0, 1].map((from) => Buffer.from(run.slice(from, from + ((run.length - from) & ~1)), 'hex'))
    yield { from: index, to: index + run.length, texts: bytes.map((each) => each.toString('utf8')) }
  }
  if (!text.includes('%')) return
  for (const { 0: run, index } of text.matchAll(/[^\s"<>\\]+/g))
    if (run.includes('%'))
      yield {
        from: index,
        to: index + run.length,
        texts: [unescaped(run), unescaped(run.replaceAll('+', ' '))],
      }
}

/** Escapes that are none are left. */
function unescaped(run: string): string {
  return run.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (escapes) =>
    Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'),
  )
}
