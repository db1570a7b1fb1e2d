// What a run knows of its secrets: takes them out of foreign text on its way in, and finds them in what goes out.
import type { EachText, Finder, Place } from './finder.ts'
import { unescaped } from './normalise.ts'
import { createParts } from './part-index.ts'
import { publicWords } from './pieces.ts'
import { reveal, Secret } from './secret.ts'
import { shortest } from './text-index.ts'
import { isList, isMap, type Value } from '../value.ts'
import { createWholes, decoded, formsOf } from './wholes.ts'

/** Why a secret can't be told from other text: it is `short`, or `seen` where everybody reads it. */
export type Weakness = 'short' | 'seen'

/** One for a run. Secrets that are weak are known by their type alone: they are neither taken out nor found. */
export interface Filter {
  /** Every secret in a value, from now on. */
  readonly know: (value: Value | undefined) => void
  /** Texts that people read anyway: identities, visible fields, paths. They are read once a secret is found. */
  readonly see: (eachText: EachText) => void
  /** For text from outside: the same with labels in place of secrets and of parts of them. */
  readonly take: (text: string) => string
  /** For our own output: the label of a whole secret in it, as it is, escaped or encoded. */
  readonly find: (text: string) => string | undefined
  readonly weakness: (secret: Secret) => Weakness | undefined
}

export function createFilter(): Filter {
  const wholes = createWholes(textOf)
  const parts = createParts(textOf)
  /** By value: one secret may come from several places, of which the first names it. */
  const known = new Map<string, Secret>()
  const visible: EachText[] = [(hear) => publicWords.forEach((word) => hear(word))]
  /** Finders that left out all visible texts. */
  const settled = new Set<Finder>()
  /** Texts without a whole secret, and those without a part of one either: a run searches each text once. */
  const withoutWhole = createMemory()
  const withoutPart = createMemory()

  function learn(secret: Secret): void {
    if (!secret.isResolved || known.has(textOf(secret))) return
    known.set(textOf(secret), secret)
    if (textOf(secret).length < shortest) return
    wholes.know(secret)
    parts.know(secret)
    settled.clear()
    withoutWhole.forget()
    withoutPart.forget()
  }

  function settle(finder: Finder): void {
    if (settled.has(finder)) return
    settled.add(finder)
    finder.leaveOut((visit) => {
      const read = new Set<string>()
      const once = (text: string): void => {
        if (text.length < shortest || read.has(text)) return
        if (read.size < mostRead) read.add(text)
        visit(text)
      }
      for (const eachText of visible) eachText(once)
      // A secret may be the name of its own variable.
      for (const secret of known.values()) visit(secret.toString())
    })
  }

  /** Visible texts are read only if something is found: most texts hold no secret. */
  function placesOf(finder: Finder, text: string): readonly Place[] {
    const found = finder.places(text)
    if (found.length === 0 || settled.has(finder)) return found
    settle(finder)
    return finder.places(text)
  }

  function placesIn(text: string): readonly Place[] {
    return [...placesOf(wholes, text), ...placesOf(parts, text)]
  }

  /** Where one is in what a run of base64 or of hexadecimal digits stands for, the whole run counts. */
  function encodedPlaces(source: string): readonly Place[] {
    const { text, placeOf } = unescaped(source)
    return decoded(text).flatMap(({ from, to, texts }) => {
      const [place] = texts.flatMap(placesIn)
      return place === undefined
        ? []
        : [{ from: placeOf(from).from, to: placeOf(to - 1).to, secret: place.secret }]
    })
  }

  return {
    know: (value) => eachSecret(value, learn),
    see: (eachText) => {
      visible.push(eachText)
      settled.clear()
    },
    take: (text) => {
      if (known.size === 0 || text.length < shortest || withoutPart.has(text)) return text
      const places = [...placesIn(text), ...encodedPlaces(text)]
      if (places.length > 0) return replaced(text, places)
      withoutPart.add(text)
      withoutWhole.add(text)
      return text
    },
    find: (text) => {
      if (text.length < shortest || withoutWhole.has(text)) return undefined
      const [place] = placesOf(wholes, text)
      if (place === undefined) withoutWhole.add(text)
      return place?.secret.toString()
    },
    weakness: (secret) => {
      if (!secret.isResolved) return undefined
      if (textOf(secret).length < shortest) return 'short'
      settle(wholes)
      return wholes.isLeftOut(secret) ? 'seen' : undefined
    },
  }
}

/** How many visible texts are remembered, to read a value only once that many fields have. */
const mostRead = 100_000

/** Characters. A long list of events would otherwise stay in memory. */
const mostRemembered = 1_000_000

/** Longer texts hardly come twice. */
const longestRemembered = 1000

interface Memory {
  readonly has: (text: string) => boolean
  readonly add: (text: string) => void
  readonly forget: () => void
}

/** A set of strings that starts again when it gets too large. */
function createMemory(): Memory {
  const texts = new Set<string>()
  let length = 0
  const forget = (): void => {
    texts.clear()
    length = 0
  }
  return {
    has: (text) => texts.has(text),
    add: (text) => {
      if (text.length > longestRemembered) return
      if (length > mostRemembered) forget()
      texts.add(text)
      length += text.length
    },
    forget,
  }
}

function textOf(secret: Secret): string {
  return String(reveal(secret))
}

/** Places that overlap get one label. */
function replaced(text: string, places: readonly Place[]): string {
  const sorted = [...places].sort((a, b) => a.from - b.from || b.to - a.to)
  let shown = ''
  let end = 0
  for (const { from, to, secret } of sorted) {
    if (from >= end) shown += text.slice(end, from) + secret.toString()
    end = Math.max(end, to)
  }
  return shown + text.slice(end)
}

/**
 * Takes the secrets of one request out of the answer to it. Who was just sent a secret is likely to quote it, so shorter
 * ones count too than in the texts of a whole run.
 */
export function labelling(
  body: Value | undefined,
  apiKey: Secret,
  filter?: Filter,
): (text: string) => string {
  let labels: readonly (readonly [form: string, label: string])[] | undefined
  return (text) =>
    (labels ??= labelsOf([body ?? null, apiKey])).reduce(
      (shown, [form, label]) => shown.replaceAll(form, () => label),
      filter === undefined ? text : filter.take(text),
    )
}

/** Shorter ones are in every text, and no secrets. */
const shortestOfRequest = 4

/** The longest first. */
function labelsOf(value: Value): readonly (readonly [form: string, label: string])[] {
  const labels: (readonly [string, string])[] = []
  eachSecret(value, (secret) => {
    if (!secret.isResolved) return
    for (const form of formsOf(textOf(secret)))
      if (form.length >= shortestOfRequest) labels.push([form, secret.toString()])
  })
  return labels.sort(([left], [right]) => right.length - left.length)
}

function eachSecret(value: Value | undefined, visit: (secret: Secret) => void): void {
  if (value instanceof Secret) visit(value)
  else if (isList(value)) for (const each of value) eachSecret(each, visit)
  else if (isMap(value)) for (const key in value) eachSecret(value[key], visit)
}
