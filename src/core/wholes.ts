// Finds whole secrets in a text, as they are, escaped or encoded.
import { decoded, encodingsOf, formsOf, percentDecoded, type Decoded } from './encodings.ts'
import type { Finder, Place } from './finder.ts'
import type { Range } from './range.ts'
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

/** `textOf` opens a secret, which has at least `shortest` characters. */
export function createWholes(textOf: (secret: Secret) => string): Wholes {
  const index = new TextIndex<Meaning>()
  const leftOut = new Set<string>()

  function inside(text: string): readonly Place[] {
    let runs: readonly Decoded[] | undefined
    return index.matches(text).flatMap(({ from, to, meaning: { form, secrets } }) => {
      const isWhole = (secret: Secret): boolean =>
        form === 'written' || holds((runs ??= decoded(text)), { from, to }, textOf(secret))
      const secret = secrets.find((each) => !leftOut.has(textOf(each)) && isWhole(each))
      return secret === undefined ? [] : [{ from, to, secret }]
    })
  }

  return {
    know: (secret) => {
      for (const text of formsOf(textOf(secret)))
        if (index.get(text) === undefined) index.set(text, { form: 'written', secrets: [secret] })
      for (const text of encodingsOf(textOf(secret))) {
        const known = index.get(text)
        if (known === undefined) index.set(text, { form: 'encoded', secrets: [secret] })
        else if (known.form === 'encoded') known.secrets.push(secret)
      }
    },
    leaveOut: (eachText) => {
      const visible = new Set<string>()
      eachText((text) => {
        for (const { from, to, meaning } of index.matches(text)) {
          const found = text.slice(from, to)
          if (meaning.secrets.some((secret) => found === textOf(secret))) visible.add(found)
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

/** Two addresses on one host share a piece of their base64, so the run around it is decoded. */
function holds(runs: readonly Decoded[], { from, to }: Range, secret: string): boolean {
  const inJson = JSON.stringify(secret).slice(1, -1)
  return runs.some(
    (run) =>
      run.from <= from &&
      to <= run.to &&
      run.texts.some((text) => text.includes(secret) || text.includes(inJson)),
  )
}
