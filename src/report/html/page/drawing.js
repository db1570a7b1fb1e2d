// Draws one change of the list. Every text goes in as text.

/**
 * @typedef {{ sign: '+' | '-' | '~', path: string, before?: string, after?: string, mark?: string,
 *   lines?: [string, string][] }} Field
 * @typedef {[name: string, place: string]} Member
 * @typedef {{ sort: string, target: string, kind: string, name: string, members?: Member[], summary?: string,
 *   place: string, call: string, fields: Field[], notes: [string, string][],
 *   outcome?: { status: string, text: string } }} Row
 * @typedef {{ row: Row, members?: Member[] }} Found a row, and of changes that are alike those that match
 * @typedef {'inline' | 'split'} View
 */

const words = { '+': 'added', '-': 'removed', '~': 'changed' }

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

/** So many fields are in a row with their values, if these are no longer than this. */
const mostInRow = 3
const longestInRow = 80

/**
 * What it does in a few words.
 * @param {Row} row
 */
function aboutOf({ summary, fields }) {
  if (summary !== undefined) return summary
  const areFew =
    fields.length <= mostInRow &&
    fields.every(
      ({ before = '', after = '', lines }) =>
        lines === undefined && Math.max(before.length, after.length) <= longestInRow,
    )
  return fields
    .map((field) => marked(areFew ? valuesOf(field) : field.path, field.mark))
    .join(areFew ? ' · ' : ', ')
}

/** @param {Field} field */
function valuesOf({ sign, path, before = 'null', after = 'null' }) {
  return `${path} ${sign === '~' ? `${before} → ${after}` : sign === '+' ? after : before}`
}

/**
 * @param {string} text
 * @param {string | undefined} mark
 */
function marked(text, mark) {
  return mark === undefined ? text : `${text} (${mark})`
}

/**
 * One change, or several that are alike, closed; its body is drawn when it is opened.
 * @param {Found} found
 * @param {number} index
 * @param {{ symbol: string, label: string }} sort
 */
function drawRow({ row, members }, index, { symbol, label }) {
  const { target, kind, name, summary, outcome } = row
  const about = aboutOf(row)
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
    element('span', { class: summary === undefined ? 'about paths' : 'about' }, about),
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

/**
 * @param {Found} found
 * @param {View} view
 */
function drawBody({ row, members }, view) {
  const { fields, notes, call, place } = row
  const list = element('dl', { class: 'notes' })
  /** @type {[string, string][]} */
  const facts = [...notes, ['Request', call]]
  if (members === undefined) facts.push(['Declared at', place])
  for (const [title = '', text = ''] of facts) {
    const isCode = text === call || text === place
    const value = isCode ? element('code', {}, text) : text
    list.append(element('div', {}, element('dt', {}, title), element('dd', {}, value)))
  }
  return [
    ...(fields.length > 0 ? [drawFields(row, view)] : []),
    list,
    ...(members === undefined ? [] : [drawMembers(members)]),
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

/**
 * @param {Row} row
 * @param {View} view
 */
function drawFields({ fields, kind, name }, view) {
  const titles = view === 'split' ? ['Field', 'Before', 'After'] : ['Field', 'Value']
  const head = element('tr', {}, ...titles.map((title) => element('th', { scope: 'col' }, title)))
  const body = element('tbody')
  for (const field of fields) body.append(...(view === 'split' ? splitLines(field) : inlineLines(field)))
  return element(
    'table',
    { class: `fields ${view}` },
    element('caption', { class: 'unseen' }, `Fields of ${kind} ${name}`),
    element('thead', {}, head),
    body,
  )
}

/** @param {Field} field */
function pathCell({ sign, path, mark }) {
  const symbol = element(
    'span',
    { class: `mark ${sign === '+' ? 'plus' : sign === '-' ? 'minus' : 'both'}`, 'aria-hidden': 'true' },
    sign,
  )
  const cause = mark === undefined ? [] : [' ', element('span', { class: 'tag drift' }, mark)]
  return element('th', { scope: 'row' }, symbol, path, unseen(`, ${words[sign]}`), ...cause)
}

/** @param {Field} field */
function inlineLines(field) {
  const { sign, before, after, lines } = field
  const cell = element('td')
  if (lines !== undefined) cell.append(...lines.map(([mark, text]) => drawLine(mark, text, ' whole')))
  else if (sign === '~') cell.append(drawLine('-', before ?? 'null'), drawLine('+', after ?? 'null'))
  else cell.append(drawLine(sign, (sign === '+' ? after : before) ?? 'null'))
  return [element('tr', {}, pathCell(field), cell)]
}

/** @param {Field} field */
function splitLines(field) {
  const { sign, before, after, lines } = field
  const [left, right] = [element('td'), element('td')]
  if (lines !== undefined) {
    left.append(
      ...lines.filter(([mark]) => mark !== '+').map(([mark, text]) => drawLine(mark, text, ' whole')),
    )
    right.append(
      ...lines.filter(([mark]) => mark !== '-').map(([mark, text]) => drawLine(mark, text, ' whole')),
    )
  } else {
    if (sign !== '+') left.append(drawLine('-', before ?? 'null'))
    if (sign !== '-') right.append(drawLine('+', after ?? 'null'))
  }
  return [element('tr', {}, pathCell(field), left, right)]
}

/**
 * @param {string} mark
 * @param {string} text
 * @param {string} [more] further classes
 */
function drawLine(mark, text, more = '') {
  const word = mark === '+' ? 'after: ' : mark === '-' ? 'before: ' : ''
  const kind = mark === '+' ? 'plus' : mark === '-' ? 'minus' : 'same'
  return element(
    'div',
    { class: `value ${kind}${more}` },
    ...(word === '' ? [] : [unseen(word)]),
    text === '' ? '\u00A0' : text,
  )
}
