// A browser of the machine for the screenshots, the bench and the tests: headless, and it never calls home.
import { existsSync } from 'node:fs'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium: BELFRY_CHROMIUM (empty: none), else where distributions put it. Undefined if there is none. */
export function findChromium() {
  const { BELFRY_CHROMIUM: named } = process.env
  return named === undefined ? places.find((path) => existsSync(path)) : named || undefined
}

/** With a profile of its own that goes when it is closed. */
export async function openChromium(executablePath = findChromium()) {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath, args })
}
