// The nodes of a document as HTML: long ones are folded or cut.
import type { FrameLine } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { number } from '../../core/words.ts'
import { byCode, plural, type Changes, type Item, type List, type Node, type Text } from '../document/node.ts'
import { linesOf, markup, type Markup } from './markup.ts'

/** Of one list. A guard that a branch weakens, a channel that delivers nothing and a target are never folded. */
const maxShown = 200
const maxProblems = 2000
const maxOpen = 10

/** `lists` are those of the changes, which search and filters belong to. */
export function printed(nodes: readonly Node[], lists: ReadonlyMap<Changes, Markup>): Markup {
  const parts = nodes.map((node) => {
    switch (node.is) {
      case 'list':
        return list(node)
      case 'lines':
        return linesOf(node.items.flatMap(({ lines }) => lines))
      case 'changes':
        return lists.get(node)
      case 'group':
        return markup`${node.isObvious === true ? '' : markup`<h3>${inline(node.title)}</h3>`}${printed(node.nodes, lists)}`
    }
  })
  return markup`${parts}`
}

/** What is between backticks is code. */
export function inline(text: Text): Markup {
  const parts = [text].flat().map((piece) => {
    if (typeof piece === 'string')
      return byCode(piece).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))
    if ('code' in piece) return markup`<code>${piece.code}</code>`
    if ('strong' in piece) return markup`<strong>${piece.strong}</strong>`
    if ('run' in piece) return 'this run'
    const { file, line, column } = piece.place
    return markup`<span class="place">${file}:${line}:${column}</span>`
  })
  return markup`${parts}`
}

function list({ style, title, noun, items, below = [] }: List): Markup {
  if (style === 'sentences') return markup`${items.map(({ text }) => markup`<p>${inline(text)}</p>`)}`
  const isMinor = style === 'folded' || noun === 'note' || noun === 'warning'
  const most = isMinor && noun !== 'warning' ? maxShown : maxProblems
  const rest = items.length - most
  const shown = markup`<ul class="list ${style}">${items.slice(0, most).map(itemOf)}</ul>${rest > 0 ? markup`<p class="cut quiet">and ${number(rest)} more</p>` : ''}${below.map((text) => markup`<p>${inline(text)}</p>`)}`
  if (!isMinor || (style !== 'folded' && items.length <= maxOpen)) return shown
  const summary = title ?? `${number(items.length)} ${plural(noun)}`
  return markup`<details><summary>${inline(summary)}</summary>${shown}</details>`
}

function itemOf({ text, hint, frame = [] }: Item): Markup {
  return markup`<li>${inline(text)}${hint === undefined ? '' : markup`<p>${inline(hint)}</p>`}${frame.length === 0 ? '' : markup`<pre class="frame" tabindex="0" role="group" aria-label="Lines of the file">${frame.map(frameLine)}</pre>`}</li>`
}

function frameLine({ number: line, text, mark }: FrameLine): Markup {
  if (mark === undefined) return markup`<span class="line"><span class="at">${line}</span>${text}</span>`
  const from = mark.column - 1
  // A mark can be at the end of a line, after its last character.
  const marked = visible(text.slice(from, from + mark.length)) || ' '
  return markup`<span class="line"><span class="at">${line}</span>${text.slice(0, from)}<mark>${marked}</mark>${text.slice(from + mark.length)}</span>`
}
