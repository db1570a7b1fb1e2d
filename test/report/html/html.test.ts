// A page as text: what it tells, that nothing in it can act or be fetched, and what stands there without a script.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src/report/account.ts'
import type { Context } from '../../../src/report/context.ts'
import { accountHtml } from '../../../src/report/html/account-html.ts'
import { wholeOf } from '../../support/golden.ts'
import {
  accountOf,
  appliedAccount,
  attacks,
  context,
  hostileAccount,
  largeAccount,
  reviewAccount,
} from '../../support/html-accounts.ts'
import { position, sectionWith } from '../../support/sketched-change.ts'

const render = (account: Account, more: Partial<Context> = {}): string =>
  wholeOf(accountHtml(account, { ...context, ...more }))

/** Without the page's own script and style, which are the same in every page. */
function contentOf(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<script type="module">[\s\S]*?<\/script>/, '')
}

interface Row {
  readonly name: string
  readonly members?: readonly (readonly [name: string, place: string])[]
  readonly outcome?: { readonly status: string }
  readonly about: string
  readonly lines: readonly string[]
}

function listsOf(page: string): readonly (readonly Row[])[] {
  const [, json = ''] = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page) ?? []
  return (JSON.parse(json) as { readonly lists: readonly (readonly Row[])[] }).lists
}

function rowsOf(page: string): readonly Row[] {
  return listsOf(page).flat()
}

function titlesOf(page: string): readonly string[] {
  return [...page.matchAll(/<h2 [^>]*>(.*?)<\/h2>/g)].map(([, title = '']) => title)
}

function headlineOf(page: string): string | undefined {
  return /<h1>(.*?)<\/h1>/.exec(page)?.[1]
}

function partsOf(page: string): string[] {
  return [...page.matchAll(/<section id="([a-z0-9-]+)"/g)].map(([, id = '']) => id)
}

describe('what it tells', () => {
  test('a plan: headline, targets, parts', () => {
    const page = render(largeAccount(100))
    const targets = [...page.matchAll(/<li><strong>(.*?)<\/strong> <code>.*?<\/code>: (.*?)<\/li>/g)]
    expect(headlineOf(page)).toBe(
      'Plan: 3 to create, 91 to update, 3 to set primary, 3 to deactivate, 1 warning',
    )
    expect(targets.map(([, ...texts]) => texts)).toEqual([
      ['Development', '1 to create, 31 to update, 1 to set primary, 1 to deactivate, 40 unchanged'],
      ['Staging', '1 to create, 30 to update, 1 to set primary, 1 to deactivate, 40 unchanged'],
      ['Production', '1 to create, 30 to update, 1 to set primary, 1 to deactivate, 40 unchanged'],
    ])
    expect(partsOf(page)).toEqual(['targets', 'changes', 'warnings', 'delivery'])
    expect(rowsOf(page)).toHaveLength(100)
    expect(page).not.toContain('belfry apply')
  })

  test('an apply: outcomes, each with its reason', () => {
    const page = render(appliedAccount(100))
    expect(headlineOf(page)).toBe('Apply: 96 done, 1 failed, 1 stale, 1 skipped, 1 unknown, 1 warning')
    expect(
      rowsOf(page)
        .slice(6, 12)
        .map(({ outcome }) => outcome?.status),
    ).toEqual(['done', 'failed', 'skipped', 'unknown', 'stale', 'done'])
  })

  test('nothing to do', () => {
    const page = render(accountOf([sectionWith({ resources: 53, unchanged: 53 })]))
    expect(headlineOf(page)).toBe('Plan: no changes, 53 resources match')
    expect(partsOf(page)).toEqual(['targets'])
    expect(page).not.toContain('belfry apply')
  })

  test('valid, and not valid', () => {
    const valid: Account = { command: 'validate', exit: 0, problems: [], files: 2, resources: 5, targets: 1 }
    expect(headlineOf(render(valid))).toBe('Valid: 5 resources for 1 target in 2 files')
    const frame = [{ number: 7, text: '  actve: true', mark: { column: 3, length: 5 } }]
    const page = render({
      command: 'validate',
      exit: 3,
      files: 2,
      problems: [{ rule: 'unknown-field', severity: 'error', message: 'no field "actve"', position, frame }],
    })
    expect(headlineOf(page)).toBe('Not valid: 1 error')
    expect(partsOf(page)).toEqual(['errors'])
    expect(page).toContain('<mark>actve</mark>')
    expect(page).toContain('belfry.yaml:7:20')
  })

  test('a difference: of what with what, and what is no longer managed', () => {
    const notes = [{ sort: 'released', kind: 'integration', name: 'mailgun-old', position } as const]
    const sections = [sectionWith({ resources: 1, unchanged: 1, notes, targetChange: 'added' })]
    const { plan, ...account } = accountOf(sections)
    const page = render({
      ...account,
      command: 'diff',
      sides: ['main', 'the working tree'],
      ...(plan && { plan: { ...plan, live: 'declared' } }),
    })
    expect(headlineOf(page)).toContain('1 no longer managed')
    expect(page).toContain('From <code>main</code> to <code>the working tree</code>')
    expect(page).toContain('target added, 1 resource, 1 no longer managed')
    expect(page).toContain('integration mailgun-old  no longer managed')
    expect(page).not.toContain('9 reads')
  })

  test('errors come first', () => {
    const page = render(hostileAccount())
    expect(headlineOf(page)).toMatch(/, 1 error/)
    expect(partsOf(page)[0]).toBe('errors')
  })

  test('with a base: what the branch changes and what an apply would undo, each with its count', () => {
    const page = render(reviewAccount(300))
    expect(headlineOf(page)).toBe(
      'Plan: 299 changed by this branch (1 also undoes drift), 1 undoes drift, 14 warnings',
    )
    expect(titlesOf(page)).toEqual([
      'Targets',
      'Changed by this branch (299)',
      'Drift that apply would undo (1)',
      'Warnings',
    ])
    const [ofBranch = [], drift = []] = listsOf(page)
    expect(ofBranch[1]?.about).toBe('timezone, locale (drift)')
    expect(ofBranch[1]?.lines[1]).toMatch(/^!     locale {4}.* \(drift\)$/)
    expect(drift.map(({ name, about }) => [name, about.includes('drift')])).toEqual([['user-00298', false]])
  })

  test('changes that are alike are one row with all of their names', () => {
    const rows = rowsOf(render(reviewAccount(300)))
    const [group, ...others] = rows.filter(({ members }) => members !== undefined)
    expect(others).toEqual([])
    expect(group?.name).toBe('149 subscribers')
    expect(group?.members?.slice(0, 2)).toEqual([
      ['user-00001', 'manifests/people.ndjson:2'],
      ['user-00003', 'manifests/people.ndjson:4'],
    ])
    expect(rows).toHaveLength(300 - 148)
  })

  test('what was done to each is a row of its own', () => {
    const { plan } = reviewAccount(30)
    const changes = plan?.sections.flatMap((section) => section.changes) ?? []
    const results = changes.map((change) => ({
      change,
      outcome: { status: 'done' as const },
      milliseconds: 1,
    }))
    const account: Account = { command: 'apply', exit: 0, problems: [], results, ...(plan && { plan }) }
    expect(rowsOf(render(account))).toHaveLength(30)
  })

  test('three warnings are open; more are one line for each rule', () => {
    const warnings = (...rules: readonly string[]): string => {
      const problems = rules.map((rule) => ({ rule, severity: 'warning' as const, message: `of ${rule}` }))
      return render({ ...accountOf([sectionWith()], problems), problems })
    }
    expect(warnings('no-primary', 'dead-channel', 'no-primary')).not.toContain('<details')
    const folded = warnings('no-primary', 'dead-channel', 'no-primary', 'no-primary')
    expect(folded.match(/<details><summary>/g)).toHaveLength(2)
    expect(folded).toContain('<summary>3 warnings <code>no-primary</code>: A channel')
  })

  test('errors are open, before the changes, and the warnings after them', () => {
    const problems = (['warning', 'warning', 'error', 'warning', 'warning'] as const).map(
      (severity, index) => ({ rule: 'no-primary', severity, message: `message ${index}` }),
    )
    const page = render({ ...reviewAccount(3), problems })
    const places = ['message 2', 'id="changes"', '<details><summary>4 warnings', 'message 0'].map((text) =>
      page.indexOf(text),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places[0]).toBeGreaterThan(0)
  })

  test('project, branch and commit, but not of a saved plan', () => {
    const checkout = { project: 'infra/belfry.yaml', branch: '<b>x', commit: '0123456789abcdef' }
    const page = render(reviewAccount(3), { checkout })
    expect(page).toContain(
      '<p class="checkout"><span>project <code>infra/belfry.yaml</code></span><span>branch <code>&lt;b&gt;x</code></span><span>commit <code>0123456789ab</code></span><span>base <code>3f2c1e0d9b8a (merge base)</code></span></p>',
    )
    const saved: Account = { ...hostileAccount(), command: 'show' }
    expect(render(saved, { checkout })).not.toContain('infra/belfry.yaml')
  })

  test('what is cut says where it is whole', () => {
    const notes = Array.from({ length: 201 }, (_, index) => ({
      sort: 'unmanaged' as const,
      kind: 'integration',
      name: `old-${index}`,
    }))
    const account = accountOf([sectionWith({ notes })])
    const whole = (more: Partial<Context>): string | undefined =>
      /Long lists are shortened\. (.*?)<\/p>/.exec(render(account, more))?.[1]
    expect(whole({ reports: { json: 'plan.json' } })).toBe('The full report is in <code>plan.json</code>.')
    expect(whole({ stdout: 'json', run: 'https://ci.example/1' })).toBe(
      'The full report is in the log of this run.',
    )
    expect(whole({})).toBe('For the full report, run the command again with <code>--report json=FILE</code>.')
    expect(render(accountOf([sectionWith({ notes: notes.slice(1) })]))).not.toContain('shortened')
  })

  test('without a script there are the lines of the first 500', () => {
    const page = render(largeAccount(600))
    const [, lines = ''] = /<noscript>([\s\S]*?)<\/noscript>/.exec(page) ?? []
    expect(lines.match(/<h3>/g)).toHaveLength(500)
    expect(lines).toContain('Not listed here: 100 more rows.')
    const [, review = ''] = /<noscript>([\s\S]*?)<\/noscript>/.exec(render(reviewAccount(1100))) ?? []
    const [heading, names = ''] =
      review
        .split('<h3>')
        .find((row) => row.includes('Names'))
        ?.split('</h3>') ?? []
    expect(heading).toBe('~ 549 subscribers <span class="quiet">Production</span>')
    expect(names.match(/user-\d+ /g)).toHaveLength(500)
    expect(names).toContain('Not listed here: 49 more names.')
  })
})

describe('nothing in it acts', () => {
  const page = render(hostileAccount())

  test('no attack stands in it as it was written', () => {
    const content = contentOf(page)
    const [, data = ''] =
      /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(content) ?? []
    expect(data.includes('<')).toBe(false)
    const rest = content.replace(data, '')
    expect(attacks.filter((attack) => /[<"']/.test(attack) && rest.includes(attack))).toEqual([])
    // Tags of our own only.
    const tags = new Set([...content.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name))
    expect(
      [...tags].filter((name) => ['img', 'iframe', 'object', 'embed', 'style'].includes(name ?? '')),
    ).toEqual([])
    expect(content.match(/<script/g)).toHaveLength(1)
    expect(content).not.toContain('<svg')
  })

  test('no attribute of any tag is a handler, a style or an address elsewhere', () => {
    const tags = contentOf(page).match(/<[a-z][^>]*>/gi) ?? []
    expect(tags.length).toBeGreaterThan(100)
    const attributes = tags.flatMap((tag) => [...tag.matchAll(/\s([a-z:-]+)="([^"]*)"/gi)])
    const acting = attributes.filter(([, name = '', value = '']) => {
      const isLink = /^(?:href|src|action|xlink:href)$/i.test(name)
      return /^on|^style$/i.test(name) || (isLink && !value.startsWith('#'))
    })
    expect(acting.map(([text]) => text)).toEqual([])
  })

  test('what hides is made visible', () => {
    expect(['\u202E', '\u2066', '\u0007', '\u0000'].filter((hidden) => page.includes(hidden))).toEqual([])
    expect(page).toContain('\\u{202e}evil\\u{2066}\\u{7}\\u{0}')
    expect(rowsOf(page).at(-1)?.members?.at(-1)?.[0]).toContain('\\u{202e}evil')
  })

  test('the policy lets in the one script and the one style by their hashes, and nothing else', () => {
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
    const hash = (pattern: RegExp): string =>
      createHash('sha256')
        .update(pattern.exec(page)?.[1] ?? '')
        .digest('base64')
    expect(page).toContain('--page:')
    const style = hash(/<style>([\s\S]*?)<\/style>/)
    const script = hash(/<script type="module">([\s\S]*?)<\/script>/)
    expect(policy.replaceAll('&#39;', "'")).toBe(
      `default-src 'none'; style-src 'sha256-${style}'; script-src 'sha256-${script}'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('what all pages share', () => {
    const shared = page
      .replace(/(?<=<title>).*(?=<\/title>)/, '')
      .replaceAll(/'sha256-.*?'|&#39;sha256-.*?&#39;/g, 'HASH')
    expect(shared.slice(0, shared.indexOf('<style>'))).toBe(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src HASH; script-src HASH; base-uri &#39;none&#39;; form-action &#39;none&#39;">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="belfry ${context.version}">
<title></title>
`)
    expect(contentOf(page)).toContain(
      '<p id="keys" hidden>Keys: <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> for the next and previous change, <kbd>Enter</kbd> to open or close a change, <kbd>Esc</kbd> to show all changes.</p>',
    )
  })

  test('the script makes no markup from text and reaches nothing', () => {
    const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(page) ?? []
    expect(script.length).toBeGreaterThan(1000)
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|fetch|XMLHttp|https?:/,
    )
  })
})
