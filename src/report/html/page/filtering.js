// Which changes are shown: those that hold every word of the search and match every choice.

/** @typedef {{ text: string, target: string, kind: string, sort: string, outcome: string }} Wish */

/**
 * What a search looks through, in small letters; made once.
 * @param {Row} row
 */
function haystackOf({ kind, name, target, summary = '', place, call, fields, notes, outcome }) {
  const values = fields.map(({ path, before = '', after = '', lines = [] }) =>
    [path, before, after, ...lines.map(([, text]) => text)].join(' '),
  )
  const told = notes.map(([, text]) => text)
  return [kind, name, target, summary, place, call, outcome?.status ?? '', ...values, ...told]
    .join('\n')
    .toLowerCase()
}

/**
 * @param {Row[]} rows
 * @param {string[]} haystacks
 * @param {Wish} wish
 * @returns {number[]} indexes of rows
 */
function matching(rows, haystacks, { text, target, kind, sort, outcome }) {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  /** @type {number[]} */
  const found = []
  for (const [index, row] of rows.entries()) {
    if (target !== '' && row.target !== target) continue
    if (kind !== '' && row.kind !== kind) continue
    if (sort !== '' && row.sort !== sort) continue
    if (outcome !== '' && row.outcome?.status !== outcome) continue
    const haystack = haystacks[index] ?? ''
    if (words.every((word) => haystack.includes(word))) found.push(index)
  }
  return found
}
