// An account as one web page. It loads nothing, and no text from the service can run as code.
import { createHash } from 'node:crypto'
import { channelLines } from '../../core/plan/channels.ts'
import type { SmokeRun } from '../../core/delivery/smoke.ts'
import type { AuditAccount, PageAccount, SmokeAccount } from '../account.ts'
import { applyText, idleLines } from '../text/apply.ts'
import type { Context } from '../context.ts'
import { checkoutParts } from '../checkout.ts'
import { auditLines, findingsText } from '../audited.ts'
import { smokeEnd } from '../text/smoke.ts'
import { guardsTitle, isGuard } from '../plan-notes.ts'
import { plain } from '../text/style.ts'
import { code, style } from './assets.ts'
import { changeLists } from './change-list.ts'
import { deliveryMap } from './delivery.ts'
import { markup, script, styleSheet, type Markup } from './markup.ts'
import { notes } from './notes.ts'
import { figures, headlineOf, leadOf, tables } from './overview.ts'
import { guardList, problemList } from './problem-list.ts'
import { smokeCases, smokeFailures, smokeHeadline } from './smoke.ts'
import { storyOf, type Story } from './story.ts'

interface Part {
  readonly id: string
  readonly title: string
  readonly content: Markup | undefined
}

interface Page {
  readonly headline: string
  readonly lead: string
  readonly verdict: Markup
  readonly parts: readonly Part[]
  /** Where what it shows comes from, for the footer. */
  readonly origin: string
}

function pageOf(account: PageAccount): Page {
  if (account.command === 'journal') throw new Error("bug: a journal can't be written as an HTML page")
  if (account.command === 'smoke') return smokePage(account)
  if (account.command === 'audit') return auditPage(account)
  const story = storyOf(account)
  return {
    headline: headlineOf(story),
    lead: leadOf(story),
    verdict: markup`${channels(story)}${figures(story)}${verdict(story)}`,
    parts: partsOf(story),
    origin: origin(account),
  }
}

function auditPage(account: AuditAccount): Page {
  const { findings, problems } = account
  return {
    headline: findings === undefined ? 'Nothing was audited' : findingsText(account),
    lead: auditLines(account).join(' '),
    verdict: markup``,
    parts: [{ id: 'problems', title: 'Findings', content: problemList(problems, Infinity) }],
    origin: '',
  }
}

function smokePage({ run, problems }: SmokeAccount): Page {
  return {
    headline: run === undefined ? 'No case was run' : smokeHeadline(run),
    lead: run === undefined ? '' : smokeEnd(run),
    verdict: markup``,
    parts: [{ id: 'problems', title: 'Problems', content: problemList(problems) }, ...smokeParts(run)],
    origin: '',
  }
}

function smokeParts(run: SmokeRun | undefined): Part[] {
  return [
    { id: 'failed', title: 'Failed and unknown cases', content: run && smokeFailures(run) },
    { id: 'cases', title: 'Smoke cases', content: run && smokeCases(run) },
  ]
}

export function accountHtml(account: PageAccount, context: Context): Markup {
  const { version, madeAt, run } = context
  const page = pageOf(account)
  const { headline } = page
  const parts = page.parts.filter(({ content }) => content !== undefined)
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`
  const nav = parts.map(({ id, title }) => markup`<li><a href="#${id}">${title}</a></li>`)
  const sections = parts.map(
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
<div class="top"><h1>${headline}</h1>${checkoutLine(account, context)}<p class="lead">${page.lead}</p>${page.verdict}</div>
${sections}${elsewhere(sections, context)}
</main>
<footer><p>Made by belfry ${version}, ${made}${page.origin}.${run === undefined ? '' : ` Run: ${run}`}</p><p id="keys" hidden>Keys: <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> for the next and previous change, <kbd>Enter</kbd> to open or close a change, <kbd>Esc</kbd> to show all changes.</p></footer>
${script(code)}
</body>
</html>
`
}

function partsOf(story: Story): Part[] {
  const { account, changes, sections } = story
  const { problems } = account
  return [
    { id: 'guards', title: guardsTitle, content: guardList(problems) },
    { id: 'problems', title: 'Problems', content: problemList(problems.filter((each) => !isGuard(each))) },
    ...changeLists(story),
    {
      id: 'overview',
      title: 'Overview',
      content: sections.length + changes.length === 0 ? undefined : tables(story),
    },
    { id: 'delivery', title: 'Delivery', content: deliveryMap(story) },
    { id: 'notes', title: 'Notes', content: notes(story) },
    ...(account.command === 'apply' ? smokeParts(account.smoke) : []),
  ]
}

/** Whether what is sent arrives. */
function channels({ account }: Story): Markup {
  const isApplied = account.command === 'apply' && account.result !== undefined
  const plan = 'plan' in account && !isApplied ? account.plan : undefined
  return plan === undefined
    ? markup``
    : markup`${channelLines(plan).map((line) => markup`<p class="verdict">${line}</p>`)}`
}

/** Of an apply, what comes next, as the text says it: who reviews a plan runs nothing. */
function verdict({ account }: Story): Markup {
  if (account.command !== 'apply') return markup``
  const lines =
    account.result === undefined
      ? idleLines(account, plain)
      : applyText(account.result, plain).trimEnd().split('\n').slice(1)
  return markup`${lines.map((line) => markup`<p class="verdict">${line}</p>`)}`
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

function origin(account: Story['account']): string {
  if (account.command === 'validate' || account.command === 'apply' || account.origin === undefined) return ''
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
