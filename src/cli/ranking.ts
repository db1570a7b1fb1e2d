// Ranks texts by the words of a question, as Okapi BM25 does: a rare word counts more than a common one, and a word in a short
// text more than one in a long text.

export interface Ranked {
  readonly title: string
  readonly text: string
}

/** A word of the title counts as often as this. */
const titleWeight = 5
/** How fast further occurrences of a word lose weight. */
const saturation = 1.2
/** How much the length of a text counts, 0 to 1. Less than usual, because an explanation is much shorter than a section. */
const lengthWeight = 0.4

/** Words of questions that don't name a subject. */
const common = new Set(
  `a an and any are as at be by can do does for from get has have how i if in into is it its me my no not of on one or our
  should so that the their them then there they this to use was we what when where which who why will with you your`.split(
    /\s+/,
  ),
)

/** Those that contain at least one of the words, best first. */
export function ranked<T extends Ranked>(question: string, all: readonly T[]): readonly T[] {
  const counted = all.map((each) => ({ each, ...countsOf(each) }))
  const average = counted.reduce((sum, { length }) => sum + length, 0) / all.length
  const rarities = [...new Set(wordsIn(question))].map((word) => {
    const having = counted.filter(({ counts }) => counts.has(word)).length
    return [word, Math.log(1 + (all.length - having + 0.5) / (having + 0.5))] as const
  })
  const scored = counted.map(({ each, counts, length }) => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * length) / average)
    let score = 0
    let found = 0
    for (const [word, rarity] of rarities) {
      const count = counts.get(word) ?? 0
      score += (rarity * count) / (count + norm)
      if (count > 0) found += rarity
    }
    // A text with all words of the question goes before one that repeats a single word.
    return { each, score: score * found }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ each }) => each)
}

function countsOf({ title, text }: Ranked): { counts: ReadonlyMap<string, number>; length: number } {
  const counts = new Map<string, number>()
  const words = wordsIn(text)
  const titles = Array.from({ length: titleWeight }, () => wordsIn(title)).flat()
  for (const word of [...words, ...titles]) counts.set(word, (counts.get(word) ?? 0) + 1)
  return { counts, length: words.length }
}

/** Stems in lower case. Of a name such as `apiKey`, also each of its words. */
function wordsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? [])
    .flatMap((name) => [...new Set([name, ...name.split(/(?<=\p{Ll})(?=\p{Lu})/u)])])
    .map((word) => word.toLowerCase())
    .filter((word) => !common.has(word))
    .map(stemOf)
}

/** Without the usual endings: `deployments` and `deploying` → `deploi`, `stopped` and `stop` → `stop`. */
function stemOf(word: string): string {
  return word
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=.{3})(?:ations?|ions?|ings?|ments?|als?|ed|e)$/, '')
    .replace(/(.)\1$/, '$1')
    .replace(/(?:ie|y)$/, 'i')
}
