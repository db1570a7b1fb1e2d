// An account as one web page. It loads nothing, and no text from the service can run as code.
import { createHash } from 'node:crypto'
import { present } from '../../core/given.ts'
import { channelLines } from '../../core/plan/channels.ts'
import { slowEvents, type SmokeRun } from '../../core/delivery/smoke.ts'
import { counted, duration } from '../../core/words.ts'
import type { PageAccount } from '../account.ts'
import { applyText, idleLines } from '../text/apply.ts'
import type { Context } from '../context.ts'
import { checkoutParts } from '../checkout.ts'
import { auditLines } from '../audited.ts'
import { casesBySuite } from '../text/smoke.ts'
import { guardsTitle, isGuard, targetStates, unplannedOf } from '../plan-notes.ts'
import { diff, plain } from '../text/style.ts'
import { titleOf } from '../title.ts'
import { changeLists } from './change-list.ts'
import { deliveryMap } from './delivery.ts'
import { linesOf, markup, script, styleSheet, type Markup } from './markup.ts'
import { notes } from './notes.ts'
import { guardList, problemList } from './problem-list.ts'
import { storyOf, type Story } from './story.ts'
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

interface Part {
  readonly id: string
  readonly title: string
  readonly content: Markup | undefined
}

export function accountHtml(account: PageAccount, context: Context): Markup {
  const { version, madeAt, run } = context
  const headline = titleOf(account)
  const shown = partsOf(account).filter(({ content }) => content !== undefined)
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`
  const nav = shown.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)
  const sections = shown.map(
    ({ id, title, content }) =>
      markup`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title" tabindex="-1">${title}</h2>${content}</section>`,
  )
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
<div class="top"><h1>${headline}</h1>${checkoutLine(account, context)}${leadOf(account).map((line) => markup`<p class="lead">${line}</p>`)}${verdictOf(account).map((line) => markup`<p class="verdict">${line}</p>`)}</div>
${sections}${elsewhere(sections, context)}
</main>
<footer><p>Made by belfry ${version}, ${made}${origin(account)}.${run === undefined ? '' : ` Run: ${run}`}</p><p id="keys" hidden>Keys: <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> for the next and previous change, <kbd>Enter</kbd> to open or close a change, <kbd>Esc</kbd> to show all changes.</p></footer>
${script(code)}
</body>
</html>
`
}

function partsOf(account: PageAccount): readonly Part[] {
  const { problems } = account
  switch (account.command) {
    case 'journal':
      throw new Error("bug: a journal can't be written as an HTML page")
    case 'audit':
      return [{ id: 'problems', title: 'Findings', content: problemList(problems, Infinity) }]
    case 'smoke':
      return [{ id: 'problems', title: 'Problems', content: problemList(problems) }, smokePart(account.run)]
    default: {
      const story = storyOf(account)
      return [
        { id: 'guards', title: guardsTitle, content: guardList(problems) },
        {
          id: 'problems',
          title: 'Problems',
          content: problemList(problems.filter((each) => !isGuard(each))),
        },
        ...changeLists(story),
        { id: 'overview', title: 'Overview', content: overview(story) },
        { id: 'delivery', title: 'Delivery', content: deliveryMap(story) },
        { id: 'notes', title: 'Notes', content: notes(story) },
        ...(account.command === 'apply' ? [smokePart(account.smoke)] : []),
      ]
    }
  }
}

/** What each target comes to. */
function overview({ account, sections }: Story): Markup | undefined {
  const targets = targetStates({ sections }, unplannedOf({ sections }, account.problems))
  return targets.length === 0
    ? undefined
    : markup`<ul>${targets.map(({ name, url, state }) => markup`<li><strong>${name}</strong>${url === '' ? '' : markup` <code>${url}</code>`}: ${state}</li>`)}</ul>`
}

function smokePart(run: SmokeRun | undefined): Part {
  const suites =
    run &&
    casesBySuite(run, diff).map(
      ([name, cases]) => markup`<h3>${name}</h3>${linesOf(cases.flatMap(({ lines }) => lines))}`,
    )
  return { id: 'cases', title: 'Smoke cases', content: suites && markup`${suites}` }
}

/** What was compared, and what it took. */
function leadOf(account: PageAccount): readonly string[] {
  if (account.command === 'audit') return auditLines(account)
  if (account.command === 'smoke')
    return account.run === undefined
      ? []
      : [[duration(account.run.milliseconds), ...present(slowEvents(account.run))].join('. ')]
  if (!('plan' in account) || account.plan === undefined) return []
  const { requests, live } = account.plan
  const sides = 'sides' in account && account.sides && `From ${account.sides.join(' to ')}.`
  const cost = `${counted(requests.reads, 'read')}, ${duration(requests.milliseconds)}`
  return present(sides, live !== 'declared' && cost)
}

/** Whether what is sent arrives; of an apply what comes next, as the text says it: who reviews a plan runs nothing. */
function verdictOf(account: PageAccount): readonly string[] {
  if (account.command === 'apply' && account.result !== undefined)
    return applyText(account.result, plain).trimEnd().split('\n')
  return [
    ...('plan' in account && account.plan !== undefined ? channelLines(account.plan) : []),
    ...(account.command === 'apply' ? idleLines(account, plain) : []),
  ]
}

/** `infra/belfry.yaml · branch berlin · commit 3f2c1e0d9b8a · base main` */
function checkoutLine(account: PageAccount, { checkout }: Pick<Context, 'checkout'>): Markup {
  const parts = checkoutParts(account, checkout).map(
    ([label, text]) => markup`<span>${label} <code>${text}</code></span>`,
  )
  return parts.length === 0 ? markup`` : markup`<p class="checkout">${parts}</p>`
}

/** Where what was cut is whole, if something was. */
function elsewhere(
  sections: readonly Markup[],
  { reports, stdout, run }: Pick<Context, 'reports' | 'stdout' | 'run'>,
): Markup {
  if (!sections.some((section) => section.includes('class="cut'))) return markup``
  const file = reports['json']
  const isPrinted = stdout === 'json' && run !== undefined
  return markup`<p class="quiet">Long lists are shortened. ${file !== undefined || isPrinted ? 'The complete lists are in ' : 'For the complete lists, run the command again with '}${file === undefined && isPrinted ? 'the log of the run' : markup`<code>${file ?? '--report json=FILE'}</code>`}.</p>`
}

function origin(account: PageAccount): string {
  if (!('origin' in account) || account.origin === undefined) return ''
  const { belfry, madeAt, commit } = account.origin
  return `; plan made by belfry ${belfry} at ${madeAt}${commit === undefined ? '' : ` from commit ${commit}`}`
}

/** Nothing may be loaded, and nothing runs but what this file was built with. */
function policy(): string {
  return `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(code)}; base-uri 'none'; form-action 'none'`
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
