// Pages in Chromium: what a reader can do with ten thousand changes, that nothing is fetched or run, and accessibility.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findChromium, openChromium } from '../../../scripts/chromium.mjs'
import type { Account } from '../../../src/report/account.ts'
import { accountHtml } from '../../../src/report/html/account-html.ts'
import { isFull } from '../../support/form.ts'
import { wholeOf } from '../../support/golden.ts'
import {
  appliedAccount,
  context,
  hostileAccount,
  largeAccount,
  reviewAccount,
} from '../../support/html-accounts.ts'

const path = findChromium()
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// .ci/run installs Chromium and fails without it. On other machines these tests are skipped, in CI too.
if (path === undefined)
  process.stderr.write('Browser tests skipped: Chromium not found; set BELFRY_CHROMIUM to its path.\n')

interface Opened {
  readonly page: Page
  /** Whatever the page said, asked for or broke. */
  readonly noise: readonly string[]
}

describe.skipIf(path === undefined)('in Chromium', () => {
  let browser: Browser
  let folder: string

  // Not in the describe's own body: that runs for skipped tests too, and no hook would remove the folder.
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'belfry-pages-'))
    browser = await openChromium()
  })
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(account: Account, options: BrowserContextOptions = {}): Promise<Opened> {
    const file = join(folder, 'page.html')
    writeFileSync(file, wholeOf(accountHtml(account, context)))
    const page = await browser.newPage({ reducedMotion: 'reduce', ...options })
    onTestFinished(() => page.close())
    const noise: string[] = []
    const address = pathToFileURL(file).href
    page.on('request', (request) => request.url() !== address && noise.push(`request ${request.url()}`))
    page.on('console', (message) => noise.push(`console ${message.text()}`))
    page.on('pageerror', (error) => noise.push(`error ${error.message}`))
    page.on('dialog', (dialog) => {
      noise.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    await page.goto(address)
    return { page, noise }
  }

  const names = (page: Page): Promise<string[]> => page.locator('.change .head .name').allTextContents()
  const count = (page: Page): Promise<string | null> => page.locator('#count').textContent()

  describe('ten thousand changes', () => {
    const account = largeAccount(10_000)
    const some = largeAccount(600)

    test('load, are searched and filtered, and grow by a hundred', async () => {
      const { page, noise } = await open(account)
      expect(await count(page)).toBe('10,000 changes')
      expect(await names(page)).toHaveLength(100)

      await page.fill('#text', 'user-00042')
      expect(await count(page)).toBe('3 of 10,000 changes')
      expect(await names(page)).toEqual(['user-00042', 'user-00042', 'user-00042'])

      await page.selectOption('#target', 'Production')
      expect(await count(page)).toBe('1 of 10,000 changes')
      expect(await page.locator('.change .where').allTextContents()).toEqual(['Production'])

      await page.fill('#text', 'nobody is called that')
      expect(await count(page)).toBe('0 of 10,000 changes')
      await page.click('#clear')
      expect(await count(page)).toBe('10,000 changes')

      await page.selectOption('#sort', 'set-primary')
      expect(await names(page)).toEqual(['ses-eu', 'ses-eu', 'ses-eu'])
      await page.selectOption('#sort', '')
      await page.selectOption('#kind', 'integration')
      expect(await count(page)).toBe('9 of 10,000 changes')
      await page.selectOption('#kind', '')

      await page.locator('.more').click()
      expect(await names(page)).toHaveLength(200)
      expect(noise).toEqual([])
    })

    test('keys: / searches, j and k move, Enter opens, Escape shows all again', async () => {
      const { page } = await open(some)
      await page.keyboard.press('/')
      await page.keyboard.type('ses-eu region')
      expect(await count(page)).toBe('3 of 600 changes')
      await page.keyboard.press('Enter')
      const focused = () =>
        page.evaluate<string>("document.activeElement?.closest('.change')?.getAttribute('data-index')")
      const [first] = [await focused()]
      expect(first).toBe('0')
      await page.keyboard.press('j')
      expect(await focused()).not.toBe(first)
      await page.keyboard.press('k')
      expect(await focused()).toBe(first)
      await page.keyboard.press('Enter')
      expect(await page.locator('.change').first().locator('.lines').textContent()).toContain('eu-west-1')
      await page.keyboard.press('Escape')
      expect(await count(page)).toBe('600 changes')
      for (let step = 0; step < 101; step++) await page.keyboard.press('j')
      expect(await focused()).toBe('100')
    })

    test('an opened change has the lines of the terminal', async () => {
      const { page } = await open(some)
      await page.fill('#text', 'user-00007')
      await page.locator('.change .head').first().click()
      const lines = page.locator('.lines').first().locator('.line')
      expect(await lines.first().textContent()).toBe('!     timezone   Europe/Paris → Europe/Berlin')
      expect(await lines.first().getAttribute('class')).toBe('line both')
    })

    test('without scripts all lines can be read', async () => {
      const { page } = await open(some, { javaScriptEnabled: false })
      expect(await page.locator('h1').textContent()).toContain('3 to create')
      expect(await page.locator('#controls').isVisible()).toBe(false)
      expect(await page.locator('noscript h3').count()).toBe(500)
    })
  })

  describe('a review', () => {
    test('changes that are alike are one row, which opens and is searched by name', async () => {
      const { page, noise } = await open(reviewAccount(300))
      expect(await count(page)).toBe('300 changes')
      const group = page.locator('.change', { hasText: '149 subscribers' })
      expect(await group.locator('.about').textContent()).toBe('timezone')
      await group.locator('.head').click()
      await group.getByText('The 149 resources').click()
      expect(await group.locator('.members li').count()).toBe(149)

      await page.fill('#text', 'user-00001')
      expect(await count(page)).toBe('1 of 300 changes')
      expect(await names(page)).toEqual(['1 of 149 subscribers'])
      await page.locator('.change .head').click()
      expect(await page.locator('.members li').allTextContents()).toEqual([
        'user-00001 manifests/people.ndjson:2',
      ])
      expect(noise).toEqual([])
    })

    test('the search and the keys reach the drift', async () => {
      const { page } = await open(reviewAccount(3))
      await page.fill('#text', 'user-00001')
      expect(await page.locator('#changes-2 .change').count()).toBe(1)
      expect(await page.locator('#changes .change').count()).toBe(0)
      await page.keyboard.press('Escape')
      for (let step = 0; step < 3; step++) await page.keyboard.press('j')
      expect(await page.evaluate("document.activeElement?.closest('section')?.id")).toBe('changes-2')
    })

    const screens: readonly BrowserContextOptions[] = [
      { colorScheme: 'light', viewport: { width: 1200, height: 800 } },
      { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    ]
    const accounts = [3, 300, 10_000].flatMap((size) => screens.map((screen) => ({ size, screen })))

    test.each(accounts)(
      'of $size changes: the first is on the first screen of $screen.viewport.width pixels',
      async ({ size, screen }) => {
        const { page } = await open(reviewAccount(size), screen)
        const head = page.locator('.change .head').first()
        const { y = Infinity, height = 0 } = (await head.boundingBox()) ?? {}
        expect(y + height).toBeLessThan(screen.viewport?.height ?? 0)
        await page.locator('.change .head').nth(1).click()
        expect(
          await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'),
        ).toBeLessThanOrEqual(0)
      },
    )

    test('on 390 pixels no text is cut off', async () => {
      const { page } = await open(reviewAccount(300), { viewport: { width: 390, height: 844 } })
      const cut = await page.evaluate<readonly string[]>(`
        [...document.querySelectorAll('.bar nav, h1, h2, summary, .lead, .checkout span, .head, .head > span:not(.unseen)')]
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.outerHTML.slice(0, 200))
      `)
      expect(cut).toEqual([])
    })
  })

  test('an apply: outcomes can be chosen', async () => {
    const { page, noise } = await open(appliedAccount(300))
    await page.selectOption('#outcome', 'failed')
    expect(await count(page)).toBe('3 of 300 changes')
    await page.locator('.change .head').first().click()
    expect(await page.locator('.change .lines').first().textContent()).toContain('the region is unknown')
    expect(noise).toEqual([])
  })

  test('hostile text: nothing runs, nothing is fetched, and it can be read', async () => {
    const { page, noise } = await open(hostileAccount())
    await page.fill('#text', 'onerror')
    expect(await page.evaluate('"hacked" in window')).toBe(false)
    expect(await page.locator('.change .name').first().textContent()).toContain(
      '<script>window.hacked = 1</script>',
    )
    expect(await page.locator('main img, main iframe, main script:not(#data)').count()).toBe(0)
    expect(noise).toEqual([])
  })

  test('the policy is in force', async () => {
    const { page, noise } = await open(largeAccount(30))
    const refused = page.waitForEvent('requestfailed')
    await page.evaluate(`
      const script = document.createElement('script')
      script.textContent = 'window.hacked = 1'
      const image = document.createElement('img')
      image.src = 'https://attacker.example/x.png'
      document.body.append(script, image)
    `)
    expect((await refused).failure()?.errorText).toBe('csp')
    await expect.poll(() => noise.filter((each) => each.includes('Content Security Policy'))).toHaveLength(2)
    expect(await page.evaluate('"hacked" in window')).toBe(false)
  })

  describe('axe-core finds no violation', () => {
    const looks: readonly (readonly [string, BrowserContextOptions])[] = [
      ['light', { colorScheme: 'light', viewport: { width: 1200, height: 900 } }],
      ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 900 } }],
      ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
    ]
    const all = looks.flatMap(([look, options]) => [
      { look, options, what: 'a plan', account: largeAccount(isFull && look === 'light' ? 10_000 : 200) },
      { look, options, what: 'a review', account: reviewAccount(30) },
      { look, options, what: 'an apply', account: appliedAccount(30) },
      { look, options, what: 'a refused plan', account: hostileAccount() },
    ])
    // A plan in every look, and every page in one.
    const cases = all.filter(({ look, what }) => isFull || look === 'light' || what === 'a plan')

    test.each(cases)('$what, $look', async ({ options, account }) => {
      const { page } = await open(account, options)
      await page.locator('.change .head').first().click()
      const violations = await violationsIn(page)
      expect(violations).toEqual([])
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
      expect(overflow).toBeLessThanOrEqual(0)
    })
  })
})

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What it finds, with the first element of each. A debugger may run what the page's policy would refuse. */
async function violationsIn(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate<readonly Violation[]>('axe.run().then(({ violations }) => violations)')
  return found.map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200) ?? ''}`)
}
