// Makes the page alive: the lists of changes and their controls, keys, and the theme.

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

/** All that are drawn, in their order on the page. */
function items() {
  return [...document.querySelectorAll('.change')]
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

function startLists() {
  const source = byId('data')
  if (source === null) return
  const [main, controls, count, empty, all] = [
    required('main'),
    required('controls'),
    required('count'),
    required('empty'),
    required('all'),
  ]
  /** @type {{ lists: Row[][], open: boolean, symbols: View['symbols'] }} */
  const { lists: own, open, symbols } = JSON.parse(source.textContent ?? '')
  /** @type {View} */
  const view = { isOpen: open, symbols }
  let offset = 0
  const lists = [...document.querySelectorAll('.changes')].map((list, index) => {
    const rows = own[index] ?? []
    const started = startList(rows, offset, list, view)
    offset += rows.length
    return started
  })
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const number = new Intl.NumberFormat('en')

  function refresh() {
    const found = lists.map((list) => list.show(wish())).reduce((sum, each) => sum + each, 0)
    const whole = `${number.format(total)} ${total === 1 ? 'change' : 'changes'}`
    count.textContent = found === total ? whole : `${number.format(found)} of ${whole}`
    empty.hidden = found > 0
  }

  function showAll() {
    for (const id of ['text', 'target', 'kind', 'sort', 'outcome']) {
      const control = choice(id)
      if (control !== undefined) control.value = ''
    }
    refresh()
  }

  /** @param {1 | -1} step */
  function move(step) {
    const at = items().findIndex((item) => item.contains(document.activeElement))
    const list = items()[at]?.parentElement
    // At the end of what is drawn of a list comes more of it, and then the next list.
    if (step === 1 && list && items()[at] === list.lastElementChild)
      lists[[...document.querySelectorAll('.changes')].indexOf(list)]?.drawMore()
    const next = items()[at < 0 ? 0 : at + step]?.querySelector('.head')
    if (!(next instanceof HTMLElement)) return
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
  }

  main.addEventListener('click', ({ target }) => {
    const head = target instanceof Element ? target.closest('.head') : null
    const item = head?.closest('.change')
    if (item) turn(item, !isTurned(item))
  })
  controls.addEventListener('submit', (event) => event.preventDefault())
  controls.addEventListener('input', refresh)
  all.addEventListener('click', () => {
    view.isOpen = !view.isOpen
    for (const item of items()) turn(item, view.isOpen)
    sayAll()
  })
  function sayAll() {
    all.textContent = view.isOpen ? 'Collapse all' : 'Expand all'
    all.setAttribute('aria-pressed', String(view.isOpen))
  }
  // Narrow screens show the choices only on demand.
  const options = required('options')
  options.addEventListener('click', () => {
    const isShown = required('choices').classList.toggle('shown')
    options.setAttribute('aria-expanded', String(isShown))
  })
  byId('clear')?.addEventListener('click', showAll)
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const isTyping = target instanceof HTMLInputElement && target.type === 'search'
    const isChoosing = target instanceof HTMLSelectElement
    if (key === 'Escape' && !isChoosing) {
      showAll()
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
startLists()
