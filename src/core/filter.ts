// What a run knows of its secrets: takes them out of foreign text on its way in, and finds them in what goes out.
import { decoded, formsOf } from './encodings.ts'
import { reveal, Secret } from './secret.ts'
import { shortest, TextIndex, type Match } from './text-index.ts'
import { isList, isMap, type Value } from './value.ts'

/** Why a secret can't be told from other text: it is `short`, or `seen` where everybody reads it. */
export type Weakness = 'short' | 'seen'

/** One for a run. Secrets that are weak are known by their type alone: they are neither taken out nor found. */
export interface Filter {
  /** Every secret in a value, from now on. */
  readonly know: (value: Value | undefined) => void
  /** Texts that people read anyway: identities, visible fields, paths. They are asked for when it matters. */
  readonly see: (tell: (hear: (text: string) => void) => void) => void
  /** The same text with labels in place of secrets, however they are written. */
  readonly take: (text: string) => string
  /** The label of a secret that stands in a text. */
  readonly find: (text: string) => string | undefined
  readonly weakness: (secret: Secret) => Weakness | undefined
}

export function createFilter(): Filter {
  const index = new TextIndex<Secret>()
  /** By value: one secret may come from several places, of which the first names it. */
  const known = new Map<string, Secret>()
  const weak = new Map<string, Weakness>()
  const seen: Parameters<Filter['see']>[0][] = []
  let isSettled = true

  function learn(secret: Secret): void {
    if (!secret.isResolved) return
    const text = String(reveal(secret))
    if (known.has(text)) return
    known.set(text, secret)
    if (text.length < shortest) return void weak.set(text, 'short')
    for (const form of formsOf(text)) if (index.get(form) === undefined) index.set(form, secret)
    isSettled = false
  }

  /** Looks for all secrets in all that is read anyway, once for as long as nothing is added. */
  function settle(): void {
    if (isSettled) return
    isSettled = true
    const inSight = new Set<string>()
    const look = (text: string): void => {
      if (text.length < shortest) return
      for (const { from, to } of index.matches(text)) inSight.add(text.slice(from, to))
    }
    for (const tell of seen) tell(look)
    for (const secret of known.values()) look(secret.toString())
    for (const text of inSight) {
      if (!known.has(text)) continue
      weak.set(text, 'seen')
      for (const form of formsOf(text)) index.delete(form)
    }
  }

  function places(text: string): Place[] {
    if (index.size === 0 || text.length < shortest) return []
    const found = [...allPlaces(text, index)]
    if (found.length === 0 || isSettled) return found
    settle()
    return [...allPlaces(text, index)]
  }

  return {
    know: (value) => secretsIn(value).forEach(learn),
    see: (tell) => {
      seen.push(tell)
      isSettled = false
    },
    take: (text) => replaced(text, places(text)),
    find: (text) => places(text)[0]?.secret.toString(),
    weakness: (secret) => {
      settle()
      return secret.isResolved ? weak.get(String(reveal(secret))) : undefined
    },
  }
}

interface Place extends Match {
  readonly secret: Secret
}

function* allPlaces(text: string, index: TextIndex<Secret>): Generator<Place> {
  for (const { from, to, meaning } of index.matches(text)) yield { from, to, secret: meaning }
  for (const { from, to, texts } of decoded(text))
    for (const each of texts)
      for (const { meaning } of index.matches(each)) {
        yield { from, to, secret: meaning }
        break
      }
}

/** Where places overlap, all that they cover goes. */
function replaced(text: string, places: readonly Place[]): string {
  if (places.length === 0) return text
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
  const labels = [...secretsIn(body), apiKey]
    .filter((secret) => secret.isResolved)
    .flatMap((secret) =>
      [...formsOf(String(reveal(secret)))].map((form) => [form, secret.toString()] as const),
    )
    .filter(([form]) => form.length >= shortestOfRequest)
    .sort(([left], [right]) => right.length - left.length)
  return (text) =>
    labels.reduce(
      (shown, [form, label]) => shown.replaceAll(form, () => label),
      filter === undefined ? text : filter.take(text),
    )
}

/** Shorter ones are in every text, and no secrets. */
const shortestOfRequest = 4

function secretsIn(value: Value | undefined): Secret[] {
  if (value instanceof Secret) return [value]
  if (isList(value)) return value.flatMap(secretsIn)
  return isMap(value) ? Object.values(value).flatMap(secretsIn) : []
}
