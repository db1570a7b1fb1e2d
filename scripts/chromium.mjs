// A browser of the machine for the screenshots, the bench and the tests: headless, and it never calls home.
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

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

/** The path of a Chromium: BELFRY_CHROMIUM, or where distributions put it; undefined where there is none. */
export function findChromium() {
  return process.env.BELFRY_CHROMIUM || places.find((path) => existsSync(path))
}

/** With a profile of its own that goes when it is closed. */
export async function openChromium(executablePath = findChromium()) {
  return chromium.launch({ executablePath, args })
}
