// An account as one web page. It loads nothing, and no text from the service can run as code.
import { createHash } from 'node:crypto'
import { counted, duration } from '../../core/words.ts'
import { plansOf, type PageAccount } from '../account.ts'
import type { Context } from '../context.ts'
import { checkoutParts } from '../words/checkout.ts'
import { deliveryNodes, nodesOf, wholeText } from '../document/document.ts'
import { titleOf } from '../words/title.ts'
import { changeLists } from './change-list.ts'
import { markup, script, styleSheet, type Markup } from './markup.ts'
import { inline, printed } from './print.ts'
import changes from './page/changes.css?raw'
import controls from './page/controls.css?raw'
import drawing from './page/drawing.js?raw'
import filtering from './page/filtering.js?raw'
import frame from './page/frame.css?raw'
import list from './page/list.js?raw'
import page from './page/page.js?raw'
import partsStyle from './page/parts.css?raw'

/** The page's own style and script, built in as text. The files of the script are one: what one declares the next ones use. */
const style = [frame, controls, changes, partsStyle].join('\n')
const code = [drawing, filtering, list, page].join('\n')

export function accountHtml(account: PageAccount, context: Context): Markup {
  const { version, madeAt, run } = context
  const headline = titleOf(account)
  const nodes = [...nodesOf(account, 'full'), ...deliveryNodes(plansOf(account))]
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
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="belfry ${version}">
<title>${headline} · belfry ${account.command}</title>
${styleSheet(style)}
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
${script(code)}
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
function policy(): string {
  return `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(code)}; base-uri 'none'; form-action 'none'`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
