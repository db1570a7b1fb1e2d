// The pieces of a secret that are secret: without PEM armour, hosts, and the fields of a JSON key file that only identify it.
import { type Normal, normalise } from './normalise.ts'
import type { Range } from './finder.ts'

export interface Piece extends Range {
  /** Normalised, as are all ranges. */
  readonly text: string
  /** Ranges of the piece that get a label on their own, such as a line or a segment of a path. */
  readonly units: readonly Range[]
  /** Whether a long run of it gets a label too. */
  readonly longRuns: 'count' | 'ignore'
}

/** Shorter runs of a secret are in many other texts too. */
export const shortestPart = 12

/** `visible`: ranges of the normalised secret that people may read. */
export function piecesOf(secret: string, visible: readonly Range[] = []): readonly Piece[] {
  const normal = normalise(secret)
  const within = ({ from, to }: Range): Range => ({ from: indexOf(normal, from), to: indexOf(normal, to) })
  const { text } = normal
  const ends = [
    { from: 0, to: shortestPart },
    { from: text.length - shortestPart, to: text.length },
  ]
  if (email.test(secret)) return emailPiece(text, visible)
  // Most secrets are one word: a line of its own, without anything that people may read.
  const isWord = /^[\w+=-]+$/.test(secret)
  const own = isWord ? [{ from: 0, to: text.length }] : unitsIn(secret).map(within)
  const units = [...ends, ...own].filter(
    ({ from, to }) => to - from >= shortestPart && !isWords(text.slice(from, to)),
  )
  const shown = isWord ? visible : [...publicIn(secret).map(within), ...visible]
  return between(shown, text.length).map(({ from, to }) => ({
    from,
    to,
    text: text.slice(from, to),
    longRuns: 'count',
    units: units
      .filter((unit) => unit.from >= from && unit.to <= to)
      .map((unit) => ({ from: unit.from - from, to: unit.to - from })),
  }))
}

/** The names and domains of addresses are in many other texts: only the whole address counts. */
function emailPiece(text: string, visible: readonly Range[]): readonly Piece[] {
  const whole = { from: 0, to: text.length }
  return text.length < shortestPart || visible.some(({ from, to }) => from === 0 && to === text.length)
    ? []
    : [{ ...whole, text, units: [whole], longRuns: 'ignore' }]
}

/** Such as `notification` or `/v3/messages`, of a normalised text. Runs of 16 characters count all the same. */
function isWords(text: string): boolean {
  return text.split(/[/.@-]/).every((word) => /^(?:\p{L}*|v\d\d?)$/u.test(word))
}

/** The index of the first normalised character that comes from an offset of the source, or from after it. */
function indexOf({ text, placeOf }: Normal, offset: number): number {
  let [low, high] = [0, text.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(middle).from < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** What other ranges leave of a text, where it is long enough. */
function between(others: readonly Range[], length: number): readonly Range[] {
  const left: Range[] = []
  let from = 0
  for (const other of [...others].sort((a, b) => a.from - b.from)) {
    left.push({ from, to: other.from })
    from = Math.max(from, other.to)
  }
  left.push({ from, to: length })
  return left.filter((range) => range.to - range.from >= shortestPart)
}

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
