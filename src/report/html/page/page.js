// Makes the page alive: the list of changes and its controls, keys, and the theme.

const batch = 100

/** @param {string} id */
function byId(id) {
  return document.getElementById(id)
}

/** @param {string} id */
function required(id) {
  const found = byId(id)
  if (found === null) throw new Error(`bug: the page has no ${id}`)
  return found
}

/** @param {string} id */
function choice(id) {
  const found = byId(id)
  return found instanceof HTMLSelectElement || found instanceof HTMLInputElement ? found : undefined
}

/** @param {Element} item */
function isTurned(item) {
  return item.querySelector('.head')?.getAttribute('aria-expanded') === 'true'
}

/** @param {string} id */
function valueOf(id) {
  return choice(id)?.value ?? ''
}

/** @returns {Wish} */
function wish() {
  return {
    text: valueOf('text'),
    target: valueOf('target'),
    kind: valueOf('kind'),
    sort: valueOf('sort'),
    outcome: valueOf('outcome'),
  }
}

function startTheme() {
  const button = byId('theme')
  if (button === null) return
  const themes = ['auto', 'light', 'dark']
  let current = 0
  button.hidden = false
  button.addEventListener('click', () => {
    current = (current + 1) % themes.length
    document.documentElement.dataset['theme'] = themes[current]
    button.textContent = `Theme: ${themes[current]}`
  })
}

function startList() {
  if (byId('list') === null) return
  const [source, list, controls] = [required('data'), required('list'), required('controls')]
  const [count, more, empty, all] = [required('count'), required('more'), required('empty'), required('all')]
  /** @type {{ rows: Row[], open: boolean, symbols: Record<string, { symbol: string, label: string }> }} */
  const { rows, open, symbols } = JSON.parse(source.textContent ?? '')
  const haystacks = rows.map(haystackOf)
  const number = new Intl.NumberFormat('en')
  let found = rows.map((_, index) => index)
  let isOpen = open
  /** @type {View} */
  let view = 'inline'
  let drawn = 0

  /**
   * @param {Element} item
   * @param {boolean} wanted
   */
  function turn(item, wanted) {
    const body = item.querySelector('.body')
    const row = rows[Number(item.getAttribute('data-index'))]
    if (!(body instanceof HTMLElement) || row === undefined) return
    body.replaceChildren(...(wanted ? drawBody(row, view) : []))
    body.hidden = !wanted
    item.querySelector('.head')?.setAttribute('aria-expanded', String(wanted))
  }

  function drawMore() {
    const next = found.slice(drawn, drawn + batch)
    const items = next.flatMap((index) => {
      const row = rows[index]
      return row === undefined ? [] : [drawRow(row, index, symbols[row.sort] ?? { symbol: '', label: '' })]
    })
    if (isOpen) for (const item of items) turn(item, true)
    list.append(...items)
    drawn += next.length
    more.hidden = drawn >= found.length
    more.textContent = `Show ${number.format(Math.min(batch, found.length - drawn))} more of ${number.format(found.length - drawn)}`
  }

  function refresh() {
    found = matching(rows, haystacks, wish())
    list.replaceChildren()
    drawn = 0
    drawMore()
    const total = `${number.format(rows.length)} ${rows.length === 1 ? 'change' : 'changes'}`
    count.textContent = found.length === rows.length ? total : `${number.format(found.length)} of ${total}`
    empty.hidden = found.length > 0
  }

  /** @param {Partial<Wish>} wanted */
  function show(wanted) {
    for (const id of /** @type {const} */ (['text', 'target', 'kind', 'sort', 'outcome'])) {
      const control = choice(id)
      if (control !== undefined) control.value = wanted[id] ?? ''
    }
    refresh()
  }

  /** @param {1 | -1} step */
  function move(step) {
    const items = [...list.children]
    const at = items.findIndex((item) => item.contains(document.activeElement))
    if (at + step >= items.length && drawn < found.length) drawMore()
    const next = list.children[at < 0 ? 0 : at + step]?.querySelector('.head')
    if (!(next instanceof HTMLElement)) return
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }

  list.addEventListener('click', ({ target }) => {
    const head = target instanceof Element ? target.closest('.head') : null
    const item = head?.closest('.change')
    if (item) turn(item, !isTurned(item))
  })
  controls.addEventListener('submit', (event) => event.preventDefault())
  controls.addEventListener('input', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'view') {
      view = target.value === 'split' ? 'split' : 'inline'
      for (const item of list.children) if (isTurned(item)) turn(item, true)
    } else refresh()
  })
  all.addEventListener('click', () => {
    isOpen = !isOpen
    for (const item of list.children) turn(item, isOpen)
    sayAll()
  })
  function sayAll() {
    all.textContent = isOpen ? 'Collapse all' : 'Expand all'
    all.setAttribute('aria-pressed', String(isOpen))
  }
  more.addEventListener('click', () => {
    const before = list.children.length
    drawMore()
    const next = list.children[before]?.querySelector('.head')
    if (next instanceof HTMLElement) next.focus()
  })
  byId('clear')?.addEventListener('click', () => show({}))
  for (const link of document.querySelectorAll('a[data-sort]'))
    link.addEventListener('click', () => {
      if (link instanceof HTMLElement) show(link.dataset)
    })
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const isTyping = target instanceof HTMLInputElement && target.type === 'search'
    const isChoosing = target instanceof HTMLSelectElement
    if (key === 'Escape' && !isChoosing) {
      show({})
      if (isTyping) target.blur()
    } else if (isTyping) {
      // Else the key would go on to press what it moved to.
      if (key === 'Enter') {
        event.preventDefault()
        move(1)
      }
    } else if (isChoosing) return
    else if (key === '/') {
      event.preventDefault()
      choice('text')?.focus()
    } else if (key === 'j') move(1)
    else if (key === 'k') move(-1)
  })

  controls.hidden = false
  const keys = byId('keys')
  if (keys !== null) keys.hidden = false
  sayAll()
  refresh()
}

startTheme()
startList()
