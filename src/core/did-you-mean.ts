// What a misspelt word may have meant: the most similar of the known ones.

/** `; did you mean "active"?`, or an empty string. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  return suggestionOf(mostSimilar(word, candidates))
}

export function suggestionOf(word: string | undefined): string {
  return word === undefined ? '' : `; did you mean "${word}"?`
}

/**
 * The candidate that needs the fewest edits, whatever the case. Undefined if each needs more edits than a third of the word's
 * characters, and more than one. The word itself doesn't count.
 */
export function mostSimilar(word: string, candidates: readonly string[]): string | undefined {
  const short = word.slice(0, 64).toLowerCase()
  const limit = Math.max(1, Math.floor(short.length / 3))
  let best: string | undefined
  let least = limit + 1
  for (const candidate of candidates) {
    if (candidate === word || Math.abs(candidate.length - short.length) > limit) continue
    const distance = editDistance(short, candidate.toLowerCase())
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Edits (insert, delete, replace, swap of neighbours) that turn one word into the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      current.push(cost)
    }
    before = last
    last = current
  }
  return last[to.length] ?? 0
}
