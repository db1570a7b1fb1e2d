// Draws one change of the list. Every text goes in as text.

/**
 * @typedef {[name: string, place: string]} Member
 * @typedef {{ sort: string, target: string, kind: string, name: string, members?: Member[], about: string,
 *   place: string, lines: string[], outcome?: { status: string, text: string } }} Row
 * @typedef {{ row: Row, members?: Member[] }} Found a row, and of changes that are alike those that match
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

/** @param {string} text */
function unseen(text) {
  return element('span', { class: 'unseen' }, text)
}

/**
 * One change, or several that are alike, closed; its body is drawn when it is opened.
 * @param {Found} found
 * @param {number} index
 * @param {{ symbol: string, label: string }} sort
 */
function drawRow({ row, members }, index, { symbol, label }) {
  const { target, kind, name, about, outcome } = row
  const all = row.members
  const subject =
    all === undefined || members === undefined
      ? [element('span', { class: 'kind' }, kind), ' ', element('span', { class: 'name' }, name)]
      : [
          element(
            'span',
            { class: 'name' },
            members.length === all.length ? name : `${members.length} of ${name}`,
          ),
        ]
  const head = element(
    'button',
    { type: 'button', class: 'head', 'aria-expanded': 'false', 'aria-controls': `body-${index}` },
    element('span', { class: `sign ${row.sort}`, 'aria-hidden': 'true' }, symbol),
    unseen(`${label}: `),
    element('span', { class: 'what' }, ...subject),
    ' ',
    element('span', { class: 'about' }, about),
    ' ',
    ...(outcome === undefined
      ? []
      : [
          element(
            'span',
            { class: `outcome ${outcome.status}` },
            `${outcome.status}${outcome.text && ` · ${outcome.text}`}`,
          ),
          ' ',
        ]),
    element('span', { class: 'where' }, target),
  )
  return element(
    'li',
    { class: 'change', 'data-index': String(index) },
    element('h3', {}, head),
    element('div', { id: `body-${index}`, class: 'body', hidden: '' }),
  )
}

/** @type {Record<string, string>} */
const colors = { '+': 'plus', '-': 'minus', '!': 'both' }

/** @param {Found} found */
function drawBody({ row, members }) {
  const lines = row.lines.map((line) =>
    element('span', { class: `line ${colors[line.charAt(0)] ?? ''}` }, line || ' '),
  )
  return [
    element('pre', { class: 'lines' }, ...lines),
    members === undefined ? element('p', { class: 'place quiet' }, row.place) : drawMembers(members),
  ]
}

/** So few resources of changes that are alike are listed at once. */
const maxMembersOpen = 10

/** @param {Member[]} members */
function drawMembers(members) {
  const items = members.map(([name, place]) =>
    element(
      'li',
      {},
      element('span', { class: 'name' }, name),
      ' ',
      element('span', { class: 'place quiet' }, place),
    ),
  )
  const list = element('ul', { class: 'members', 'aria-label': 'Resources' }, ...items)
  if (members.length <= maxMembersOpen) return list
  const title = element('summary', {}, `The ${new Intl.NumberFormat('en').format(members.length)} resources`)
  return element('details', {}, title, list)
}
