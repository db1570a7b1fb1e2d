// Finds parts of secrets in a text from outside, also where they are escaped or wrapped.
import type { Finder } from './finder.ts'
import { normalise, readingsOf } from './normalise.ts'
import { PartIndex, type Run } from './part-index.ts'
import { piecesOf, shortestPart } from './pieces.ts'
import type { Range } from './range.ts'
import type { Secret } from './secret.ts'

/** `textOf` opens a secret. Secrets are indexed with the first text: most runs search none. */
export function createParts(textOf: (secret: Secret) => string): Finder {
  const known: Secret[] = []
  const leftOut = new Map<Secret, readonly Range[]>()
  let index = emptyIndex()
  let indexed = 0

  function emptyIndex(): PartIndex<Secret> {
    return new PartIndex((secret) => piecesOf(textOf(secret), leftOut.get(secret)))
  }

  function runsIn(text: string): readonly Run<Secret>[] {
    for (const secret of known.slice(indexed)) index.add(secret)
    indexed = known.length
    return index.runs(text)
  }

  return {
    know: (secret) => void known.push(secret),
    leaveOut: (eachText) => {
      const found = new Map<Secret, Map<string, Range>>()
      eachText((text) => {
        if (text.length < shortestPart) return
        for (const { secret, part } of runsIn(normalise(text).text)) {
          const ranges =
            found.get(secret) ?? new Map((leftOut.get(secret) ?? []).map((range) => [placeKey(range), range]))
          found.set(secret, ranges.set(placeKey(part), part))
        }
      })
      if (found.size === 0) return
      for (const [secret, ranges] of found) leftOut.set(secret, [...ranges.values()])
      // These secrets have other pieces now.
      index = emptyIndex()
      indexed = 0
    },
    places: (text) => {
      if (text.length < shortestPart) return []
      return readingsOf(text).flatMap((reading) =>
        runsIn(reading.text)
          .filter(({ isLabelled }) => isLabelled)
          .map(({ from, to, secret }) => ({
            from: reading.placeOf(from).from,
            to: reading.placeOf(to - 1).to,
            secret,
          })),
      )
    },
  }
}

function placeKey({ from, to }: Range): string {
  return `${from},${to}`
}
