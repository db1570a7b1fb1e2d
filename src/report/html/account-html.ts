// An account as one web page: the nodes of its document as HTML, long ones folded or cut. It loads nothing, and no text from the
// service can run as code.
import { createHash } from 'node:crypto'
import { counted, duration, number } from '../../core/words.ts'
import type { FrameLine } from '../../core/problem.ts'
import { visible } from '../../core/visible.ts'
import { plansOf, type PageAccount } from '../account.ts'
import type { Context } from '../context.ts'
import { checkoutParts, titleOf } from '../words/title.ts'
import { deliveryNodes, forecastsOf, nodesOf, wholeText } from '../document/document.ts'
import { byCode, plural, targetList } from '../document/document-node.ts'
import type { Changes, Item, List, Node, Text } from '../document/document-node.ts'
import { itemLines } from '../text/nodes.ts'
import { diff } from '../text/style.ts'
import { changeLists } from './change-list.ts'
import { markup, script, styleSheet, type Markup, linesOf } from './markup.ts'
import changes from './page/changes.css?raw'
import controls from './page/controls.css?raw'
import drawing from './page/drawing.js?raw'
import filtering from './page/filtering.js?raw'
import frameStyle from './page/frame.css?raw'
import listScript from './page/list.js?raw'
import page from './page/page.js?raw'
import partsStyle from './page/parts.css?raw'

/** The page's own style and script, built in as text. The files of the script are one: what one declares the next ones use. */
const pageStyle = [frameStyle, controls, changes, partsStyle].join('\n')
const pageScript = [drawing, filtering, listScript, page].join('\n')

export function accountHtml(account: PageAccount, context: Context): Markup {
  const { version, madeAt, run } = context
  const headline = titleOf(account)
  const nodes = [...nodesOf(account, 'full'), ...deliveryNodes(forecastsOf(account))]
  const groups = nodes.filter((node) => node.is === 'group')
  const lists = changeLists(groups.flatMap((each) => each.nodes).filter((node) => node.is === 'changes'))
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`
  const nav = groups.map(({ id, title }) => markup`<li><a href="#${id}">${inline(title)}</a></li>`)
  const sections = groups.map(
    ({ id, title, nodes: own }) =>
      markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title" tabindex="-1">${inline(title)}</h2>${printed(own, lists)}</section>`,
  )
  const isCut = sections.some((section) => section.includes('class="cut'))
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="belfry ${version}">
<title>${headline} · belfry ${account.command}</title>
${styleSheet(pageStyle)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="bar"><span class="brand">belfry ${account.command}</span><nav aria-label="Parts of this page"><ul>${nav}</ul></nav><button type="button" id="theme" hidden>Theme: auto</button></header>
<main id="main" tabindex="-1">
<div class="top"><h1>${headline}</h1>${checkoutLine(account, context)}${printed(
    nodes.filter(({ is }) => is !== 'group'),
    lists,
  )}</div>
${sections}${isCut ? markup`<p class="quiet">Long lists are shortened. ${inline(wholeText(context, ['json']))}</p>` : ''}
</main>
<footer><p>Made by belfry ${version}, ${made}${costOf(account)}.${run === undefined ? '' : ` Run: ${run}`}</p><p id="keys" hidden>Keys: <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> for the next and previous change, <kbd>Enter</kbd> to open or close a change, <kbd>Esc</kbd> to show all changes.</p></footer>
${script(pageScript)}
</body>
</html>
`
}

/** Its requests, and how long it took. */
function costOf(account: PageAccount): string {
  if (account.command === 'smoke') return account.run ? `, ${duration(account.run.milliseconds)}` : ''
  const [plan] = plansOf(account)
  const { requests } = (account.command === 'apply' && account.result) || plan || {}
  if (requests === undefined || plan?.live === 'declared') return ''
  const writes = requests.writes > 0 ? [counted(requests.writes, 'write')] : []
  return ['', ...writes, counted(requests.reads, 'read'), duration(requests.milliseconds)].join(', ')
}

/** `infra/belfry.yaml · branch berlin · commit 3f2c1e0d9b8a · base main` */
function checkoutLine(account: PageAccount, { checkout }: Pick<Context, 'checkout'>): Markup {
  const parts = checkoutParts(account, checkout).map(
    ([label, text]) => markup`<span>${label} <code>${text}</code></span>`,
  )
  return parts.length === 0 ? markup`` : markup`<p class="checkout">${parts}</p>`
}

/** Allows no loading, and no script except the one that this file contains. */
const policy = `default-src 'none'; style-src ${hashOf(pageStyle)}; script-src ${hashOf(pageScript)}; base-uri 'none'; form-action 'none'`

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Of one list. A guard that a branch weakens, a channel that delivers nothing and a target are never folded. */
const maxShown = 200
const maxProblems = 2000
const maxOpen = 10

/** `lists` are those of the changes, which search and filters belong to. */
export function printed(nodes: readonly Node[], lists: ReadonlyMap<Changes, Markup>): Markup {
  const parts = nodes.map((node) => {
    switch (node.is) {
      case 'list':
        return listMarkup(node)
      case 'story':
      case 'differing':
        return linesOf(itemLines(node, diff, 'full').flat())
      case 'targets':
        return listMarkup(targetList(node))
      case 'changes':
        return lists.get(node)
      case 'group':
        return markup`${node.isObvious === true ? '' : markup`<h3>${inline(node.title)}</h3>`}${printed(node.nodes, lists)}`
    }
  })
  return markup`${parts}`
}

/** What is between backticks is code. */
function inline(text: Text): Markup {
  const parts = [text].flat().map((piece) => {
    if (typeof piece === 'string')
      return byCode(piece).map((part, index) => (index % 2 === 1 ? markup`<code>${part}</code>` : part))
    if ('setting' in piece) return markup`<code>${piece.setting}</code>`
    if ('code' in piece) return markup`<code>${piece.code}</code>`
    if ('strong' in piece) return markup`<strong>${piece.strong}</strong>`
    if ('run' in piece) return 'this run'
    if ('fact' in piece) return markup` <span class="quiet">${piece.fact}</span>`
    const { file, line, column } = piece.place
    return markup`<span class="place">${file}:${line}:${column}</span>`
  })
  return markup`${parts}`
}

function listMarkup({ style, title, noun, items, below = [] }: List): Markup {
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
