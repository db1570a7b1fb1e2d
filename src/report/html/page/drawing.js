// Draws one change of the list. Every text goes in as text.

/**
 * @typedef {{ sign: '+' | '-' | '~', path: string, before?: string, after?: string, lines?: [string, string][] }} Field
 * @typedef {{ sort: string, target: string, kind: string, name: string, summary?: string, place: string, call: string,
 *   fields: Field[], notes: [string, string][], outcome?: { status: string, text: string } }} Row
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

/**
 * One change, closed; its body is drawn when it is opened.
 * @param {Row} row
 * @param {number} index
 * @param {{ symbol: string, label: string }} sort
 */
function drawRow(row, index, { symbol, label }) {
  const { target, kind, name, summary, outcome, fields } = row
  const about = summary ?? fields.map(({ path }) => path).join(', ')
  const head = element(
    'button',
    { type: 'button', class: 'head', 'aria-expanded': 'false', 'aria-controls': `body-${index}` },
    element('span', { class: `sign ${row.sort}`, 'aria-hidden': 'true' }, symbol),
    unseen(`${label}: `),
    element(
      'span',
      { class: 'what' },
      element('span', { class: 'kind' }, kind),
      ' ',
      element('span', { class: 'name' }, name),
    ),
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
 * @param {Row} row
 * @param {View} view
 */
function drawBody(row, view) {
  const { fields, notes, call, place } = row
  const list = element('dl', { class: 'notes' })
  const facts = [...notes, ['Request', call], ['Declared at', place]]
  for (const [title = '', text = ''] of facts) {
    const isCode = text === call || text === place
    const value = isCode ? element('code', {}, text) : text
    list.append(element('div', {}, element('dt', {}, title), element('dd', {}, value)))
  }
  return [...(fields.length > 0 ? [drawFields(row, view)] : []), list]
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
function pathCell({ sign, path }) {
  const mark = element(
    'span',
    { class: `mark ${sign === '+' ? 'plus' : sign === '-' ? 'minus' : 'both'}`, 'aria-hidden': 'true' },
    sign,
  )
  return element('th', { scope: 'row' }, mark, path, unseen(`, ${words[sign]}`))
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
