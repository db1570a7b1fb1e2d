// Matches names against patterns: `*` for any characters, `?` for one, `{a,b}` for either.

/** Whether a whole name matches. */
export function matchesName(text: string, glob: string): boolean {
  const all = alternatives(glob)
  return all.length <= mostChoices && all.some((pattern) => matchesStars(text, pattern))
}

/** A name that contains characters of a glob also matches itself as a pattern. */
export function matchesSome(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => pattern === name || matchesName(name, pattern))
}

const mostChoices = 64

/** What is wrong with such a pattern, after its text. */
export const tooManyChoices = `has more than ${mostChoices} combinations of the choices in braces`

/** It matches nothing, so each list of patterns refuses it. */
export function hasTooManyChoices(glob: string): boolean {
  return alternatives(glob).length > mostChoices
}

/** `a{b,c}d` as `abd`, `acd`; one more than the limit shows that there are too many. */
export function alternatives(glob: string): string[] {
  let open = [glob]
  for (;;) {
    const next = open.flatMap(expandOnce)
    if (next.every((each, index) => each === open[index])) return open
    if (next.length > mostChoices) return next.slice(0, mostChoices + 1)
    open = next
  }
}

function expandOnce(glob: string): string[] {
  const from = glob.indexOf('{')
  const to = glob.indexOf('}', from)
  if (from < 0 || to < 0) return [glob]
  return glob
    .slice(from + 1, to)
    .split(',')
    .map((choice) => glob.slice(0, from) + choice + glob.slice(to + 1))
}

/** Goes back to the last star only, so that no pattern takes more than text times pattern steps. */
function matchesStars(text: string, pattern: string): boolean {
  let inPattern = 0
  let inText = 0
  let star = -1
  /** Where the text after the last star was compared from. */
  let afterStar = 0
  while (inText < text.length) {
    if (pattern[inPattern] === '*') {
      star = inPattern++
      afterStar = inText
    } else if (pattern[inPattern] === '?' || pattern[inPattern] === text[inText]) {
      inPattern++
      inText++
    } else if (star >= 0) {
      inPattern = star + 1
      inText = ++afterStar
    } else return false
  }
  while (pattern[inPattern] === '*') inPattern++
  return inPattern === pattern.length
}
