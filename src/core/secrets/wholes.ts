// Finds whole secrets in a text, as they are, escaped or encoded.
import { percentUnescaped } from './normalise.ts'
import { type Finder, lastUpTo, type Place, type Range } from './finder.ts'
import type { Secret } from './secret.ts'
import { TextIndex } from './text-index.ts'

export interface Wholes extends Finder {
  readonly isLeftOut: (secret: Secret) => boolean
}

/** What a string in the index stands for: a secret as people write it, or all secrets with this piece of base64 or digits. */
interface Meaning {
  readonly form: 'written' | 'encoded'
  readonly secrets: Secret[]
}

/** To look for so many one by one takes less time than one pass with hashes. */
const fewSecrets = 20

/** `textOf` opens a secret, which has at least `shortest` characters. */
export function createWholes(textOf: (secret: Secret) => string): Wholes {
  const index = new TextIndex<Meaning>()
  /** As people write them. */
  const known = new Set<string>()
  const leftOut = new Set<string>()

  function inside(text: string): readonly Place[] {
    let isHeld: ((place: Range, secret: string) => boolean) | undefined
    return index.matches(text).flatMap(({ from, to, meaning: { form, secrets } }) => {
      const isWhole = (secret: Secret): boolean =>
        form === 'written' || (isHeld ??= holding(decoded(text)))({ from, to }, textOf(secret))
      const secret = secrets.find((each) => !leftOut.has(textOf(each)) && isWhole(each))
      return secret === undefined ? [] : [{ from, to, secret }]
    })
  }

  return {
    know: (secret) => {
      known.add(textOf(secret))
      for (const text of formsOf(textOf(secret)))
        if (index.get(text) === undefined) index.set(text, { form: 'written', secrets: [secret] })
      for (const text of encodingsOf(textOf(secret))) {
        const meaning = index.get(text)
        if (meaning === undefined) index.set(text, { form: 'encoded', secrets: [secret] })
        else if (meaning.form === 'encoded') meaning.secrets.push(secret)
      }
    },
    leaveOut: (eachText) => {
      const visible = new Set<string>()
      if (known.size <= fewSecrets)
        eachText((text) => {
          for (const secret of known) if (text.includes(secret)) visible.add(secret)
        })
      else
        eachText((text) => {
          for (const { from, to } of index.matches(text)) {
            const found = text.slice(from, to)
            if (known.has(found)) visible.add(found)
          }
        })
      for (const text of visible) {
        leftOut.add(text)
        for (const form of formsOf(text)) index.delete(form)
      }
    },
    isLeftOut: (secret) => leftOut.has(textOf(secret)),
    places: (text) => {
      if (!text.includes('%')) return inside(text)
      const escaped = percentDecoded(text).flatMap(({ from, to, texts }) => {
        const [place] = texts.flatMap(inside)
        return place === undefined ? [] : [{ from, to, secret: place.secret }]
      })
      return [...inside(text), ...escaped]
    },
  }
}

/**
 * Two addresses on one host share a piece of their base64, so the run around it is decoded. A reply may repeat that
 * piece thousands of times, so each run is searched once for each secret.
 */
function holding(runs: readonly DecodedRun[]): (place: Range, secret: string) => boolean {
  // Runs of one alphabet don't overlap, but hexadecimal digits are also in the alphabet of base64.
  const alphabets = [runs.filter(({ form }) => form === 'base64'), runs.filter(({ form }) => form === 'hex')]
  const answers = new Map<Decoded, Map<string, boolean>>()
  const holds = (run: Decoded, secret: string): boolean => {
    const known = answers.get(run) ?? new Map<string, boolean>()
    answers.set(run, known)
    const answer = known.get(secret) ?? isIn(run.texts, secret)
    known.set(secret, answer)
    return answer
  }
  return ({ from, to }, secret) =>
    alphabets.some((sorted) => {
      const run = sorted[lastUpTo(sorted, from)]
      return run !== undefined && run.from <= from && to <= run.to && holds(run, secret)
    })
}

function isIn(texts: readonly string[], secret: string): boolean {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return texts.some((text) => text.includes(secret) || text.includes(inJson))
}

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

/** Runs of one form are in ascending order and don't overlap. */
interface DecodedRun extends Decoded {
  readonly form: 'base64' | 'hex'
}

/** The parts of a text that may be a text in base64 or in hexadecimal digits, with what they may say. */
export function decoded(text: string): readonly DecodedRun[] {
  const found: DecodedRun[] = []
  for (const [form, pattern, starts] of alphabets)
    for (const { 0: run, index: from } of text.matchAll(pattern)) {
      const texts = starts
        .map((start) => Buffer.from(run.slice(start), form).toString())
        .filter((each) => readable.test(each))
      if (texts.length > 0) found.push({ form, from, to: from + run.length, texts })
    }
  return found
}

/** What comes before a text may be of the same alphabet, so that the text begins at any of a few characters. */
const alphabets = [
  ['base64', /[A-Za-z0-9+/_-]{11,}={0,2}/g, [0, 1, 2, 3]],
  ['hex', /[0-9A-Fa-f]{16,}/g, [0, 1]],
] as const

/** As many characters of a text as the shortest secret has; bytes by chance are no text for so long. */
const readable = /(?:[^\p{Cc}\ufffd]|[\t\n\r]){8}/u

/** The parts of a text that hold percent escapes, with what they mean in a path and in a form. */
function percentDecoded(text: string): readonly Decoded[] {
  return Array.from(text.matchAll(/[^\s"<>\\]+/g), ({ 0: run, index }) => ({
    from: index,
    to: index + run.length,
    texts: run.includes('%') ? [percentUnescaped(run), percentUnescaped(run.replaceAll('+', ' '))] : [],
  }))
}
