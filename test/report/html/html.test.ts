// A page as text: what it tells, that nothing in it can act or be fetched, and what stands there without a script.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Account } from '../../../src/report/account.ts'
import { accountHtml } from '../../../src/report/html/account-html.ts'
import {
  accountOf,
  appliedAccount,
  attacks,
  context,
  hostileAccount,
  largeAccount,
} from '../../support/html-accounts.ts'
import { position, sectionWith } from '../../support/sketched-change.ts'

const render = (account: Account): string => accountHtml(account, context)

/** Without the page's own script and style, which are the same in every page. */
function contentOf(page: string): string {
  return page.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<script type="module">[\s\S]*?<\/script>/, '')
}

interface Data {
  readonly rows: readonly { readonly name: string; readonly outcome?: { readonly status: string } }[]
}

function dataOf(page: string): Data {
  const [, json = ''] = /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page) ?? []
  return JSON.parse(json) as Data
}

function headlineOf(page: string): string | undefined {
  return /<h1>(.*?)<\/h1>/.exec(page)?.[1]
}

/** The figures at the top, in their order. */
function figuresOf(page: string): Readonly<Record<string, string>> {
  const found = page.matchAll(/<\/span>([A-Z][a-z -]+)<\/dt><dd>([\d,]+)<\/dd>/g)
  return Object.fromEntries([...found].map(([, label = '', count = '']) => [label, count]))
}

function partsOf(page: string): string[] {
  return [...page.matchAll(/<section id="([a-z]+)"/g)].map(([, id = '']) => id)
}

describe('what it tells', () => {
  test('a plan: headline, figures, parts', () => {
    const page = render(largeAccount(100))
    expect(headlineOf(page)).toBe('100 changes in 3 targets')
    expect(figuresOf(page)).toEqual({ Create: '3', Update: '91', 'Set primary': '3', Deactivate: '3' })
    expect(partsOf(page)).toEqual(['overview', 'problems', 'changes', 'order', 'delivery'])
    expect(dataOf(page).rows).toHaveLength(100)
    expect(page).toContain('<code>belfry apply plan.json</code>')
  })

  test('an apply: outcomes and a timeline', () => {
    const page = render(appliedAccount(100))
    expect(headlineOf(page)).toBe('96 changes done, 1 failed, 1 stale, 1 skipped, 1 unknown')
    expect(partsOf(page)).toContain('timeline')
    expect(
      dataOf(page)
        .rows.slice(6, 12)
        .map(({ outcome }) => outcome?.status),
    ).toEqual(['done', 'failed', 'skipped', 'unknown', 'stale', 'done'])
    expect(page).toContain('98 requests in')
  })

  test('few calls have a line each', () => {
    const page = render(appliedAccount(9))
    expect(page.match(/class="span (?:done|failed|unknown)"/g)).toHaveLength(8)
  })

  test('nothing to do', () => {
    const page = render(accountOf([sectionWith({ resources: 53, unchanged: 53 })]))
    expect(headlineOf(page)).toBe('No changes')
    expect(page).toContain('53 resources need no change.')
    expect(partsOf(page)).toEqual(['overview'])
    expect(page).not.toContain('belfry apply')
  })

  test('valid, and not valid', () => {
    const valid: Account = { command: 'validate', exit: 0, problems: [], files: 2, resources: 5, targets: 1 }
    expect(headlineOf(render(valid))).toBe('Valid')
    expect(render(valid)).toContain('5 resources for 1 target. 2 files read. No requests were sent.')
    const frame = [{ number: 7, text: '  actve: true', mark: { column: 3, length: 5 } }]
    const page = render({
      command: 'validate',
      exit: 3,
      files: 2,
      problems: [{ rule: 'unknown-field', severity: 'error', message: 'no field "actve"', position, frame }],
    })
    expect(headlineOf(page)).toBe('Not valid: 1 error')
    expect(partsOf(page)).toEqual(['problems'])
    expect(page).toContain('<mark>actve</mark>')
    expect(page).toContain('belfry.yaml:7:20')
  })

  test('a difference: of what with what, and what is no longer managed', () => {
    const notes = [{ sort: 'released', kind: 'integration', name: 'mailgun-old', position } as const]
    const sections = [sectionWith({ resources: 1, unchanged: 1, notes, standing: 'added' })]
    const { plan, ...account } = accountOf(sections)
    const page = render({
      ...account,
      command: 'diff',
      sides: ['main', 'the working tree'],
      ...(plan && { plan: { ...plan, live: 'declared' } }),
    })
    expect(page).toContain('From main to the working tree. 1 resource needs no change.')
    expect(page).toContain('1 resource is no longer managed.')
    expect(page).toContain('target added')
    expect(page).not.toContain('9 reads')
  })

  test('errors come first', () => {
    const page = render(hostileAccount())
    expect(headlineOf(page)).toBe('Changes can&#39;t be applied: 1 error')
    expect(partsOf(page)[0]).toBe('problems')
  })

  test('without a script there is a table of the first 500', () => {
    const page = render(largeAccount(600))
    const [, table = ''] = /<noscript>([\s\S]*?)<\/noscript>/.exec(page) ?? []
    expect(table.match(/<th scope="row">/g)).toHaveLength(500)
    expect(table).toContain('Not listed here: 100 more changes.')
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
    expect(content.match(/<svg/g)).toHaveLength(2)
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
    expect(dataOf(page).rows.at(-1)?.name).toContain('\\u{202e}evil')
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

  test('the script makes no markup from text and reaches nothing', () => {
    const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(page) ?? []
    expect(script.length).toBeGreaterThan(1000)
    expect(script).not.toMatch(
      /innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|fetch|XMLHttp|https?:/,
    )
  })
})
