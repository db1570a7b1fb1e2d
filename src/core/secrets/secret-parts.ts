// The parts of a secret that are secret: without PEM armour, hosts, and the fields of a JSON key file that only identify it.
import { blanked, type Piece, type Range } from './piece-index.ts'
import { firstAfter, normalise } from './readings.ts'

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
