// The secrets of a run: removes them from foreign text on its way in, and finds them in output.
import { encodedReadings, exactReadings, normalReadings } from './readings.ts'
import { Search, type EachText, type Place } from './search.ts'
import { reveal, Secret } from './secret.ts'
import { decoded, encodedPieces, wholePieces, partsOf, publicWords, shortestPart } from './secret-forms.ts'
import { isList, isMap, type Value } from '../value.ts'

/** Shorter secrets are not searched for. */
export const shortest = 8

/** Why a secret can't be distinguished from other text: it is `short`, or `seen` in text that is shown anyway. */
export type Weakness = 'short' | 'seen'

/** One for a run. Secrets that are weak are known by their type alone: they are neither taken out nor found. */
export interface Filter {
  /** Every secret in a value, from now on. */
  readonly addSecrets: (value: Value | undefined) => void
  /** Texts that people read anyway: identities, visible fields, paths. They are read once a secret is found. */
  readonly addVisible: (eachText: EachText) => void
  /** For text from outside: the same with labels instead of secrets and of parts of them. */
  readonly redact: (text: string) => string
  /** For our own output: the label of a whole secret in it, as it is, escaped or encoded. */
  readonly findSecret: (text: string) => string | undefined
  readonly weakness: (secret: Secret) => Weakness | undefined
  /** Prepares the search for a few secrets, so that the next text doesn't wait for all of them. Returns whether any is left. */
  readonly prepare: () => boolean
}

export function createFilter(): Filter {
  const wholes = new Search(shortest, wholePieces, exactReadings, encodedPieces)
  const parts = new Search(shortestPart, partsOf, normalReadings)
  /** By value: one secret may come from several places, of which the first names it. */
  const known = new Map<string, Secret>()
  const visible: EachText[] = [(visit) => publicWords.forEach((word) => visit(word))]
  /** Searches that left out all visible texts. */
  const withoutVisible = new Set<Search>()
  /** Texts without a whole secret, and those without a part of one either: a run searches each text once. */
  const withoutWhole = new Set<string>()
  const withoutPart = new Set<string>()

  function addSecret(secret: Secret): void {
    if (!secret.isResolved || known.has(textOf(secret))) return
    known.set(textOf(secret), secret)
    if (textOf(secret).length < shortest) return
    wholes.add(secret, textOf(secret))
    parts.add(secret, textOf(secret))
    withoutVisible.clear()
    withoutWhole.clear()
    withoutPart.clear()
  }

  function leaveOutVisible(search: Search): void {
    if (withoutVisible.has(search)) return
    withoutVisible.add(search)
    const values = [...known.keys()]
    const isOneByOne = search === wholes && values.length <= mostOneByOne
    search.leaveOut((visit) => {
      const read = new Set<string>()
      const once = (text: string): void => {
        if (text.length < shortest || read.has(text)) return
        remember(read, text)
        if (!isOneByOne || values.some((value) => text.includes(value))) visit(text)
      }
      for (const eachText of visible) eachText(once)
      // A secret may be the name of its own variable.
      for (const secret of known.values()) visit(secret.toString())
    })
  }

  /** Visible texts are read only if something is found: most texts contain no secret. */
  function placesOf(search: Search, text: string): readonly Place[] {
    const found = search.places(text)
    if (found.length === 0 || withoutVisible.has(search)) return found
    leaveOutVisible(search)
    return search.places(text)
  }

  /** What base64 or hexadecimal digits encode is decoded once, not what is encoded in that again. */
  function wholesIn(text: string, mayDecode = true): readonly Place[] {
    const places = placesOf(wholes, text)
    const written = places.filter(({ isEncoded }) => !isEncoded)
    if (written.length === places.length || !mayDecode) return written
    return [...written, ...encodedPlaces(text, (inside) => wholesIn(inside, false))]
  }

  function placesIn(text: string): readonly Place[] {
    return [...wholesIn(text), ...placesOf(parts, text)]
  }

  return {
    addSecrets: (value) => eachSecret(value, addSecret),
    addVisible: (eachText) => {
      // Texts that are known to contain no secret still contain none: visible texts only make secrets fewer.
      visible.push(eachText)
      withoutVisible.clear()
    },
    redact: (text) => {
      if (known.size === 0 || text.length < shortest || withoutPart.has(text)) return text
      const places = [...placesIn(text), ...encodedPlaces(text, placesIn)]
      if (places.length > 0) return replaced(text, places)
      remember(withoutPart, text)
      remember(withoutWhole, text)
      return text
    },
    findSecret: (text) => {
      if (text.length < shortest || withoutWhole.has(text)) return undefined
      const places = wholesIn(text)
      if (places.length > 0) return inOrder(places)[0]?.secret.toString()
      remember(withoutWhole, text)
      return undefined
    },
    weakness: (secret) => {
      if (!secret.isResolved) return undefined
      if (textOf(secret).length < shortest) return 'short'
      leaveOutVisible(wholes)
      const own = known.get(textOf(secret))
      return own !== undefined && wholes.isLeftOut(own) ? 'seen' : undefined
    },
    prepare: () => {
      const isLeft = wholes.index(indexedAtOnce)
      return parts.index(indexedAtOnce) || isLeft
    },
  }
}

/** If the text that base64 or hexadecimal digits encode contains one, all of the digits count. */
function encodedPlaces(source: string, placesIn: (text: string) => readonly Place[]): readonly Place[] {
  return encodedReadings(source).flatMap(({ text, placeOf }) =>
    decoded(text).flatMap(({ from, to, texts }) => {
      const [place] = texts.flatMap(placesIn)
      return place === undefined ? [] : [{ ...place, from: placeOf(from).from, to: placeOf(to - 1).to }]
    }),
  )
}

/** Searching visible texts for so many one by one takes less time than one pass with hashes. */
const mostOneByOne = 20

/** A reply waits about 2 ms for so many to be indexed. */
const indexedAtOnce = 20

/** A long list of events would otherwise stay in memory. */
const mostRemembered = 100_000

/** Longer texts hardly come twice. */
const longestRemembered = 500

/** Starts again when there are too many texts. */
function remember(texts: Set<string>, text: string): void {
  if (text.length > longestRemembered) return
  if (texts.size >= mostRemembered) texts.clear()
  texts.add(text)
}

function textOf(secret: Secret): string {
  return String(reveal(secret))
}

/** From left to right, the longest first. */
function inOrder(places: readonly Place[]): readonly Place[] {
  return [...places].sort((a, b) => a.from - b.from || b.to - a.to)
}

/** Places that overlap get one label. */
function replaced(text: string, places: readonly Place[]): string {
  let shown = ''
  let end = 0
  for (const { from, to, secret } of inOrder(places)) {
    if (from >= end) shown += text.slice(end, from) + secret.toString()
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}

/**
 * Takes the secrets of one request out of the reply to it. A reply often quotes what was just sent, so shorter secrets count
 * than in the texts of a whole run.
 */
export function labelling(
  body: Value | undefined,
  apiKey: Secret,
  filter?: Filter,
): (text: string) => string {
  let search: Search | undefined
  return (text) => {
    search ??= sentSearch([body ?? null, apiKey])
    const shown = filter === undefined ? text : filter.redact(text)
    return replaced(shown, search.places(shown))
  }
}

/** Shorter strings occur in every text, and are no secrets. */
const shortestOfRequest = 4

function sentSearch(sent: Value): Search {
  const search = new Search(shortestOfRequest, wholePieces, exactReadings)
  const known = new Set<string>()
  eachSecret(sent, (secret) => {
    const value = secret.isResolved ? textOf(secret) : ''
    if (value.length < shortestOfRequest || known.has(value)) return
    known.add(value)
    search.add(secret, value)
  })
  return search
}

function eachSecret(value: Value | undefined, visit: (secret: Secret) => void): void {
  if (value instanceof Secret) visit(value)
  else if (isList(value)) for (const each of value) eachSecret(each, visit)
  else if (isMap(value)) for (const key in value) eachSecret(value[key], visit)
}
