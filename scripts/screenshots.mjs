// Takes the pictures of the HTML report that the docs show: npm run build && node scripts/screenshots.mjs
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findChromium, openChromium } from './chromium.mjs'
import { belfry, startSandbox } from './sandbox-process.mjs'

const project = fileURLToPath(new URL('screenshots/', import.meta.url))
const folderOfPictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
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
    for (const { file, ...look } of pictures(plan, apply)) await picture(browser, file, look)
  } finally {
    await browser.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What the docs show: the top of a page, or one of its parts. */
function pictures(plan, apply) {
  return [
    { file: plan, name: 'plan-light', colorScheme: 'light', width: 1200, height: 1240 },
    { file: plan, name: 'plan-dark', colorScheme: 'dark', width: 1200, height: 1180, part: '#order' },
    { file: plan, name: 'plan-narrow', colorScheme: 'light', width: 390, height: 1180 },
    { file: apply, name: 'apply-light', colorScheme: 'light', width: 1200, height: 620, part: '#timeline' },
  ]
}

async function picture(browser, file, { name, colorScheme, width, height, part }) {
  const page = await browser.newPage({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' })
  await page.goto(pathToFileURL(file).href)
  if (part !== undefined) await page.locator(part).evaluate((element) => element.scrollIntoView())
  await page.screenshot({ path: join(folderOfPictures, `${name}.png`) })
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
