// The strings by which a secret is found: whole, as it is, escaped or encoded, and its parts that are secret.
import { type Piece, type Range, blanked } from './piece-index.ts'
import { normalise } from './readings.ts'
import { firstAfter } from '../lists.ts'

export function wholePieces(secret: string): readonly Piece[] {
  const pieces: Piece[] = []
  for (const text of formsOf(secret)) pieces.push({ text, sort: text === secret ? 'whole' : 'form' })
  return pieces
}

/** As it is; in JSON, also in ASCII only, with `\/`, and inside JSON; in HTML, in its usual escapings. */
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

/** Bytes of a secret by which its base64 is known: a multiple of 3. */
const mostBytes = 18

/**
 * In base64 and hexadecimal digits, and in those of its JSON: at most 24 characters from the middle. Base64 encodes three bytes
 * at a time, so one of three offsets matches, whatever precedes the text. An encoding shows
 * only that the secret may be in what is encoded there: two addresses on one host share a piece of their base64.
 */
export function encodedPieces(text: string): readonly Piece[] {
  const encodings = new Set<string>()
  const pieces: Piece[] = []
  for (const each of new Set([text, JSON.stringify(text).slice(1, -1)])) {
    const bytes = Buffer.from(each)
    const size = Math.min(mostBytes, bytes.length - 2 - ((bytes.length - 2) % 3))
    const middle = (bytes.length - 2 - size) >> 1
    for (const from of [middle, middle + 1, middle + 2]) {
      const base64 = bytes.toString('base64', from, from + size)
      encodings.add(base64)
      encodings.add(base64.replaceAll('+', '-').replaceAll('/', '_'))
    }
    const digits = bytes.toString('hex', middle, middle + Math.min(12, bytes.length))
    encodings.add(digits)
    encodings.add(digits.toUpperCase())
  }
  for (const encoding of encodings) pieces.push({ text: encoding, sort: 'encoding' })
  return pieces
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

// The parts of a secret that are secret: without PEM armour, hosts, and the fields of a JSON key file that only identify it.

/** Shorter runs of a secret are in many other texts too. */
export const shortestPart = 12

export function partsOf(secret: string): readonly Piece[] {
  const normal = normalise(secret)
  const { text } = normal
  const whole = { from: 0, to: text.length }
  if (text.length < shortestPart) return []
  // The names and domains of addresses are in many other texts: only the whole address counts.
  if (email.test(secret)) return [{ text, sort: 'whole' }]
  const indexOf = (offset: number): number =>
    firstAfter(text.length, (index) => normal.placeOf(index).from < offset)
  const within = ({ from, to }: Range): Range => ({ from: indexOf(from), to: indexOf(to) })
  const ends = [
    { from: 0, to: shortestPart },
    { from: text.length - shortestPart, to: text.length },
  ]
  // Most secrets are one word: a line of its own, without anything that people may read.
  const isWord = /^[\w+=-]+$/.test(secret)
  const own = isWord ? [whole] : unitsIn(secret).map(within)
  const units = [...ends, ...own].filter(
    ({ from, to }) => to - from >= shortestPart && !isWords(text.slice(from, to)),
  )
  const shown = isWord ? [] : publicIn(secret).map(within)
  return [{ text: blanked(text, [...shown, ...rangesOf(text, publicWord)]), sort: 'parts', units }]
}

/** Such as `notification` or `/v3/messages`, of a normalised text. Runs of 16 characters count all the same. */
function isWords(text: string): boolean {
  return text.split(/[/.@-]/).every((word) => /^(?:\p{L}*|v\d\d?)$/u.test(word))
}

/** Words that are the same in the secrets of everyone, so that they are no part of a secret. */
export const publicWords: readonly string[] = [
  // Paths of webhooks in Teams, and push tokens of Expo.
  'IncomingWebhook',
  'ExponentPushToken',
  // The first bytes of each RSA key in PKCS #8.
  'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  // {"alg":"HS256","typ":"JWT"}, in both orders.
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
  'eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9',
]
const publicWord = new RegExp(publicWords.join('|'), 'gi')

const line = /(?:(?!\\[nr])[^\n\r])+/g
const armour = /-----(?:BEGIN|END) [A-Z\d ]+-----/g
const address =
  /(?<![a-z\d+.-])([a-z][a-z\d+.-]*:\/\/)(?:[^\s/?#@"'<>\\]*@)?([^\s/?#@"'<>\\]+)([^\s"'<>\\]*)/dgi
const email = /^[^\s@]+@[a-z\d.-]+\.[a-z]{2,}$/i
const segmentOrValue = /(?<=\/)[^/?#]+|(?<=[?&][^=&#]*=)[^&#]+/g
/** Also matches escapes and strings without an end, so that no character is read twice. */
const stringOrOther = /\\[^]|"(?:[^"\\]|\\[^])*"?/g
/** With its value, or the name of any other field alone. */
const publicField =
  /"(?:type|project_id|client_email|client_id|universe_domain|[a-z\d_]+_ur[il])"\s*:\s*"(?:[^"\\]|\\[^])*"|"[^"\\]*"\s*:/g

function unitsIn(secret: string): readonly Range[] {
  const ofAddresses = addressesIn(secret).flatMap(({ 3: rest = '', indices }) =>
    rangesOf(rest, segmentOrValue, indices?.[3]?.[0]),
  )
  const leaves = isJson(secret) ? stringsIn(secret) : []
  return [...rangesOf(secret, line), ...ofAddresses, ...leaves]
}

/** Without their quotes. */
function stringsIn(json: string): readonly Range[] {
  return Array.from(json.matchAll(stringOrOther), ({ 0: match, index }) => ({ match, index }))
    .filter(({ match }) => /^"[^]*"$/.test(match))
    .map(({ match, index }) => ({ from: index + 1, to: index + match.length - 1 }))
}

function publicIn(secret: string): readonly Range[] {
  const ofAddresses = addressesIn(secret).flatMap(({ indices }) =>
    [indices?.[1], indices?.[2]].flatMap((each) =>
      each === undefined ? [] : [{ from: each[0], to: each[1] }],
    ),
  )
  return [
    ...rangesOf(secret, armour),
    ...ofAddresses,
    ...(isJson(secret) ? rangesOf(secret, publicField) : []),
  ]
}

function addressesIn(secret: string): readonly RegExpExecArray[] {
  return secret.includes('://') ? [...secret.matchAll(address)] : []
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text)
}

function rangesOf(text: string, pattern: RegExp, offset = 0): readonly Range[] {
  return Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
    from: offset + index,
    to: offset + index + match.length,
  }))
}
