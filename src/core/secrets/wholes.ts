// Finds whole secrets in a text, as they are, escaped or encoded.
import { decoded, encodingsOf, formsOf, percentDecoded, type Decoded, type DecodedRun } from './encodings.ts'
import type { Finder, Place } from './finder.ts'
import { lastUpTo, type Range } from './range.ts'
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
