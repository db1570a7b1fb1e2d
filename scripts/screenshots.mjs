// Takes the pictures of the HTML report that the docs show: npm run build && node scripts/screenshots.mjs
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findChromium, openChromium } from './chromium.mjs'
import { belfry, startSandbox } from './sandbox-process.mjs'

const project = fileURLToPath(new URL('screenshots/', import.meta.url))
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
const made = Object.fromEntries(
  ['SES_KEY', 'SES_SECRET', 'SENDGRID_KEY', 'TWILIO_SID', 'TWILIO_TOKEN', 'LAB_PHONE_TOKEN'].map((name) => [
    name,
    `made-up-${name}`,
  ]),
)

if (findChromium() === undefined) {
  console.error('No Chromium was found: install one, or name it with BELFRY_CHROMIUM.')
  process.exitCode = 1
} else await shoot()

async function shoot() {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-screenshots-'))
  const sandbox = await startSandbox(['--seed', join(project, 'sandbox.json')])
  const browser = await openChromium()
  try {
    const { Development, Staging, Production } = sandbox.keys
    const env = {
      ...process.env,
      ...made,
      OPS_SLACK_WEBHOOK: 'https://hooks.example/made-up',
      BELFRY_URL: sandbox.url,
      DEVELOPMENT_KEY: Development,
      STAGING_KEY: Staging,
      PRODUCTION_KEY: Production,
    }
    const plan = join(folder, 'plan.html')
    const apply = join(folder, 'apply.html')
    await run(['plan', '--report', `html=${plan}`], env)
    await run(['apply', '--yes', '--report', `html=${apply}`], env)
    await picture(browser, plan, 'plan-light.png', {
      colorScheme: 'light',
      viewport: { width: 1200, height: 1500 },
    })
    await picture(browser, plan, 'plan-dark.png', {
      colorScheme: 'dark',
      viewport: { width: 1200, height: 1500 },
    })
    await picture(browser, plan, 'plan-narrow.png', {
      colorScheme: 'light',
      viewport: { width: 390, height: 1300 },
    })
    await picture(browser, apply, 'apply-light.png', {
      colorScheme: 'light',
      viewport: { width: 1200, height: 1500 },
    })
  } finally {
    await browser.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
    else console.log(folder)
  }
}

async function picture(browser, file, name, options) {
  const page = await browser.newPage({ deviceScaleFactor: 1, ...options })
  await page.goto(pathToFileURL(file).href)
  await page.screenshot({ path: join(pictures, name), fullPage: process.argv.includes('--whole') })
  await page.close()
}

async function run(args, env) {
  const child = spawn(process.execPath, [belfry, ...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  console.log(`belfry ${args[0]} ended with ${code}`)
}
