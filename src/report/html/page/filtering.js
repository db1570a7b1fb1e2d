// Which changes are shown: those that hold every word of the search and match every choice.

/** @typedef {{ text: string, target: string, kind: string, sort: string, outcome: string }} Wish */

/**
 * The text that a search reads, in small letters; made once.
 * @param {Row} row
 */
function haystackOf({ kind, name, target, about, place, lines, outcome }) {
  return [kind, name, target, about, place, outcome?.status ?? '', ...lines].join('\n').toLowerCase()
}

/**
 * @param {Row[]} rows
 * @param {string[]} haystacks
 * @param {Wish} wish
 * @returns {number[]} indexes of rows
 */
function matching(rows, haystacks, wish) {
  const words = wordsOf(wish)
  /** @type {number[]} */
  const found = []
  for (const [index, row] of rows.entries()) {
    if (wish.target !== '' && row.target !== wish.target) continue
    if (wish.kind !== '' && row.kind !== wish.kind) continue
    if (wish.sort !== '' && row.sort !== wish.sort) continue
    if (wish.outcome !== '' && row.outcome?.status !== wish.outcome) continue
    const rest = missing(words, haystacks[index] ?? '')
    if (rest.length === 0 || row.members?.some((member) => isMember(member, rest))) found.push(index)
  }
  return found
}

/**
 * Of changes that are alike those that match.
 * @param {Row} row
 * @param {string} haystack
 * @param {Wish} wish
 */
function matchingMembers({ members }, haystack, wish) {
  const rest = missing(wordsOf(wish), haystack)
  return rest.length === 0 ? members : members?.filter((member) => isMember(member, rest))
}

/** @param {Wish} wish */
function wordsOf({ text }) {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

/**
 * @param {string[]} words
 * @param {string} text
 */
function missing(words, text) {
  return words.filter((word) => !text.includes(word))
}

/**
 * @param {Member} member
 * @param {string[]} words
 */
function isMember([name, place], words) {
  return missing(words, `${name}\n${place}`.toLowerCase()).length === 0
}
