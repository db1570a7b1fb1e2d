// One list of changes: what of it is found, drawn, and open.

const batch = 100

/** @typedef {{ isOpen: boolean, symbols: Record<string, { symbol: string, label: string }> }} View */

/** What items are about. @type {WeakMap<Element, Found>} */
const foundBy = new WeakMap()

/** @param {Element} item */
function isTurned(item) {
  return item.querySelector('.head')?.getAttribute('aria-expanded') === 'true'
}

/**
 * @param {Element} item
 * @param {boolean} wanted
 */
function turn(item, wanted) {
  const body = item.querySelector('.body')
  const found = foundBy.get(item)
  if (!(body instanceof HTMLElement) || found === undefined) return
  body.replaceChildren(...(wanted ? drawBody(found) : []))
  body.hidden = !wanted
  item.querySelector('.head')?.setAttribute('aria-expanded', String(wanted))
}

/**
 * @param {Row[]} rows
 * @param {number} offset how many rows the lists before have
 * @param {Element} list
 * @param {View} view
 */
function startList(rows, offset, list, view) {
  const more = moreOf(list)
  const haystacks = rows.map(haystackOf)
  const number = new Intl.NumberFormat('en')
  /** @type {(Found & { index: number })[]} */
  let found = []
  let drawn = 0

  function drawMore() {
    const next = found.slice(drawn, drawn + batch)
    for (const each of next) {
      const item = drawRow(
        each,
        offset + each.index,
        view.symbols[each.row.sort] ?? { symbol: '', label: '' },
      )
      foundBy.set(item, each)
      if (view.isOpen) turn(item, true)
      list.append(item)
    }
    drawn += next.length
    const rest = found.length - drawn
    more.hidden = rest === 0
    more.textContent = `Show ${number.format(Math.min(batch, rest))} more of ${number.format(rest)}`
  }

  more.addEventListener('click', () => {
    const before = list.children.length
    drawMore()
    const next = list.children[before]?.querySelector('.head')
    if (next instanceof HTMLElement) next.focus()
  })

  return {
    total: countOf(rows.map((row) => ({ row, members: row.members }))),
    drawMore,
    /**
     * Draws what matches; returns how many changes do.
     * @param {Wish} wish
     */
    show(wish) {
      found = matching(rows, haystacks, wish).flatMap((index) => {
        const row = rows[index]
        if (row === undefined) return []
        return [{ row, index, members: matchingMembers(row, haystacks[index] ?? '', wish) }]
      })
      list.replaceChildren()
      drawn = 0
      drawMore()
      return countOf(found)
    },
  }
}

/** @param {Found[]} found */
function countOf(found) {
  return found.reduce((sum, { members }) => sum + (members?.length ?? 1), 0)
}

/** @param {Element} list */
function moreOf({ nextElementSibling: more }) {
  if (more instanceof HTMLElement) return more
  throw new Error('bug: a list has no button for more')
}
