// What the web page of a large plan costs its reader, against a page of as many bytes that only has to be shown.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium, openChromium } from '../../scripts/chromium.mjs'
import { medians, wallOf } from '../measure/medians.mjs'
import { compared } from '../measure/row.mjs'

const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Rows of the bench's table; none, with a sentence, where there is no Chromium. */
export async function measurePage(report, folder, samples, changes) {
  if (findChromium() === undefined) {
    console.error('The page of a plan was left out: there is no Chromium, and BELFRY_CHROMIUM names none.')
    return []
  }
  const still = join(folder, 'still.html')
  writeFileSync(still, stillPage(readFileSync(report, 'utf8')))
  const browser = await openChromium()
  try {
    const page = await browser.newPage()
    const load = async (file) => {
      await page.goto(pathToFileURL(file).href)
      await page.evaluate(painted)
    }
    const shown = await browser.newPage()
    await shown.goto(pathToFileURL(report).href)
    const filter = async (text) => {
      await shown.fill('#text', text)
      await shown.evaluate(painted)
    }
    const [base, loading, filtering] = await medians(samples, [
      () => wallOf(() => load(still)),
      () => wallOf(() => load(report)),
      // Words that all changes have, then one that a hundredth of them has: both lists are drawn anew.
      (round) => wallOf(() => filter(round % 2 === 0 ? 'user lastname' : '0042')),
    ])
    const found = await shown.locator('#count').textContent()
    if (!found?.includes(changes.toLocaleString('en'))) throw new Error(`the page shows ${found}`)
    const against = 'load of a still page'
    const name = (what) => `page of ${changes.toLocaleString('en')} changes: ${what}`
    return [
      compared(name('load'), loading, against, base),
      compared(name('filter'), filtering, against, base),
    ]
  } finally {
    await browser.close()
  }
}

/** As many bytes of text, all of it shown, in short lines. */
function stillPage(page) {
  const head = '<!doctype html><meta charset="utf-8"><title>Still</title><pre>'
  const line = 'A line of a page that only has to be shown, for this many bytes.\n'
  const missing = Buffer.byteLength(page) - head.length
  return head + line.repeat(Math.ceil(missing / line.length)).slice(0, missing)
}
