// What the web page of a large plan costs its reader, against a page of as many bytes that only has to be shown.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium, openChromium } from '../scripts/chromium.mjs'
import { belfry, startSandbox } from '../scripts/sandbox-process.mjs'
import { medians } from './measure.mjs'
import { node } from './node.mjs'
import { projectFor, seedOf } from './people.mjs'

const painted = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Rows of the bench's table; none, with a sentence, where there is no Chromium. */
export async function measurePage(folder, samples, changes) {
  if (findChromium() === undefined) {
    console.log('The page of a plan was left out: there is no Chromium, and BELFRY_CHROMIUM names none.')
    return []
  }
  const report = await planPage(folder, changes)
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
      () => load(still),
      () => load(report),
      // Words that all changes have, then one that a hundredth of them has: both lists are drawn anew.
      (round) => filter(round % 2 === 0 ? 'user firstname' : '0042'),
    ])
    const found = await shown.locator('#count').textContent()
    if (!found?.includes(changes.toLocaleString('en'))) throw new Error(`the page shows ${found}`)
    const against = 'load of a still page'
    const name = (what) => `page of ${changes} changes: ${what}`
    return [
      { name: name('load'), time: loading, against, base },
      { name: name('filter'), time: filtering, against, base },
    ]
  } finally {
    await browser.close()
  }
}

async function planPage(folder, changes) {
  const file = join(folder, 'plan.html')
  const seed = join(folder, 'page-seed.json')
  writeFileSync(seed, JSON.stringify(seedOf(changes)))
  const sandbox = await startSandbox(['--seed', seed])
  try {
    const cwd = projectFor(folder, 'page', changes)
    const env = { ...process.env, BELFRY_URL: sandbox.url, BELFRY_KEY: sandbox.keys.Development }
    await node([belfry, 'plan', '--report', `html=${file}`], { cwd, env })
    return file
  } finally {
    await sandbox.stop()
  }
}

/** As many bytes of text, all of it shown, in short lines. */
function stillPage(page) {
  const head = '<!doctype html><meta charset="utf-8"><title>Still</title><pre>'
  const line = 'A line of a page that only has to be shown, for this many bytes.\n'
  const missing = Buffer.byteLength(page) - head.length
  return head + line.repeat(Math.ceil(missing / line.length)).slice(0, missing)
}
